//! Keys, signatures, logs and proofs.
//!
//! Records, checkpoints and proofs cross as JSON text.

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, fill_random, js_error, text};
use crate::base::hash::Digest;
use crate::base::json::{Value, object};
use crate::error::Error;
use crate::proof::{self, Body, Checkpoint, Evidence, MOST_SALTS, SecretKey};
use crate::record::file::{ControlLine, OpeningLine, RunLine};

/// Generates a key, and returns the text of its key file, which is secret.
#[wasm_bindgen]
pub fn generate_key() -> JsResult<String> {
    let mut seed = [0; 32];
    fill_random(&mut seed)?;
    Ok(SecretKey::from_seed(&seed).to_file())
}

/// Returns the `did:key` of a key file.
#[wasm_bindgen]
pub fn key_did(file: &str) -> JsResult<String> {
    parse_secret_key(file).map(|key| key.public().did()).map_err(js_error)
}

/// Returns the id of a record.
#[wasm_bindgen]
pub fn record_id(record: &[u8]) -> JsResult<String> {
    Value::parse(record).and_then(|value| proof::id(&value)).map(|id| id.hex()).map_err(js_error)
}

/// Returns the canonical form of strict JSON.
#[wasm_bindgen]
pub fn canonical_json(bytes: &[u8]) -> JsResult<String> {
    Value::parse(bytes).map(|value| text(value.canonical())).map_err(js_error)
}

/// Sets the record's evaluator to the key, and signs it.
#[wasm_bindgen]
pub fn sign_record(record: &[u8], file: &str, created: Option<String>) -> JsResult<String> {
    let sign = || {
        let (mut record, key) = (Value::parse(record)?, parse_secret_key(file)?);
        proof::set_evaluator(&mut record, &key.public().did())?;
        let signature = proof::sign(&Body::from_record(&record)?, &key, created.as_deref())?;
        proof::attach(&mut record, signature.to_value())?;
        Ok(text(record.canonical()))
    };
    sign().map_err(js_error)
}

/// Verifies the proofs of a record, and returns the evidence as JSON.
#[wasm_bindgen]
pub fn check_record(record: &[u8]) -> JsResult<String> {
    let check =
        || proof::check(&Value::parse(record)?).map(|found| text(evidence_value(found).compact()));
    check().map_err(js_error)
}

/// Parses the signed note of a checkpoint, and returns its content as JSON.
#[wasm_bindgen]
pub fn open_checkpoint(note: &str) -> JsResult<String> {
    let head = Checkpoint::open(note).map_err(js_error)?;
    Ok(text(
        object([
            ("origin", head.origin.as_str().into()),
            ("root", head.root.hex().as_str().into()),
            ("signatures", (head.signatures as u64).into()),
            ("signer", head.signer.as_str().into()),
            ("size", head.size.into()),
        ])
        .compact(),
    ))
}

/// Verifies that two checkpoints belong to one log, by a consistency proof of hex hashes.
#[wasm_bindgen]
pub fn check_consistency(old: &str, new: &str, hashes: Vec<String>) -> JsResult<()> {
    let check = || {
        let hashes = hashes.iter().map(|hex| Digest::from_hex("hashes", hex));
        let hashes = hashes.collect::<Result<Vec<_>, _>>()?;
        proof::check_consistency(&Checkpoint::open(old)?, &Checkpoint::open(new)?, &hashes)
    };
    check().map_err(js_error)
}

/// Seals records; see `proof::Sealer`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sealer(proof::Sealer);

#[wasm_bindgen]
impl Sealer {
    /// Creates a sealer, with the key of this file if given.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Option<String>, signs: bool, names: Vec<String>) -> JsResult<Sealer> {
        let new = || {
            let key = file.as_deref().map(parse_secret_key).transpose()?;
            proof::Sealer::new(key, signs, &names).map(Self)
        };
        new().map_err(js_error)
    }

    /// Fails if the requested members cannot be withheld from the records of this run.
    pub fn check(&self, run: &[u8], seed: &str) -> JsResult<()> {
        RunLine::parse(run).and_then(|run| self.0.check(&run, seed)).map_err(js_error)
    }

    /// Seals a record. Returns its line and the lines that open its withheld members.
    pub fn seal(&self, record: &[u8]) -> JsResult<Vec<String>> {
        let mut salts = [[0; 16]; MOST_SALTS];
        fill_random(salts.as_flattened_mut())?;
        let seal = || {
            let sealed = self.0.seal(&Value::parse(record)?, &salts)?;
            let line = |opening: OpeningLine| ControlLine::Opening(opening).to_line().map(text);
            let openings = sealed.openings.into_iter().map(line);
            std::iter::once(Ok(text(sealed.record.canonical())))
                .chain(openings)
                .collect::<Result<Vec<_>, Error>>()
        };
        seal().map_err(js_error)
    }
}

/// Appends to a log; see `proof::LogWriter`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LogWriter(proof::LogWriter);

#[wasm_bindgen]
impl LogWriter {
    /// Creates the log `name` of the key in this file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &str, name: &str) -> JsResult<LogWriter> {
        parse_secret_key(file)
            .and_then(|key| proof::LogWriter::new(key, name))
            .map(Self)
            .map_err(js_error)
    }

    /// Appends the record of a line.
    pub fn append(&mut self, line: &[u8]) -> JsResult<()> {
        self.0.append(line).map_err(js_error)
    }

    /// Resumes a log by reading one line of its file.
    pub fn replay(&mut self, line: &[u8]) -> JsResult<()> {
        self.0.replay(line).map_err(js_error)
    }

    /// Returns the number of records that no checkpoint covers.
    pub fn uncovered(&self) -> f64 {
        self.0.uncovered_records() as f64
    }

    /// Returns the line of a checkpoint over all records so far.
    pub fn checkpoint(&mut self) -> JsResult<String> {
        self.0.checkpoint().map(text).map_err(js_error)
    }
}

/// Creates a prover for the record on a line.
#[wasm_bindgen]
pub fn prove_line(line: f64) -> Prover {
    Prover(proof::Prover::for_line(line as u64))
}

/// Creates a prover for the growth of a log since a checkpoint.
#[wasm_bindgen]
pub fn prove_since(note: &str) -> JsResult<Prover> {
    proof::Prover::since_checkpoint(note).map(Prover).map_err(js_error)
}

/// Creates proofs from a file; see `proof::Prover`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Prover(proof::Prover);

#[wasm_bindgen]
impl Prover {
    /// Reads the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Returns the record with its inclusion proof.
    pub fn inclusion(self) -> JsResult<String> {
        self.0.prove_inclusion().map(|record| text(record.canonical())).map_err(js_error)
    }

    /// Returns the note of the last checkpoint, and the hashes of the consistency proof.
    pub fn consistency(self) -> JsResult<Vec<String>> {
        let (note, hashes) = self.0.prove_consistency().map_err(js_error)?;
        Ok(std::iter::once(note).chain(hashes.iter().map(Digest::hex)).collect())
    }
}

fn parse_secret_key(file: &str) -> Result<SecretKey, Error> {
    SecretKey::from_file(file.as_bytes())
}

fn evidence_value(found: Evidence) -> Value {
    let logged = found.logged.map_or(Value::Null, |logged| {
        object([
            ("index", logged.index.into()),
            ("origin", logged.origin.as_str().into()),
            ("signer", logged.signer.as_str().into()),
            ("size", logged.size.into()),
        ])
    });
    let signed = found.signed.as_deref().map_or(Value::Null, Into::into);
    object([("id", found.id.hex().as_str().into()), ("logged", logged), ("signed", signed)])
}
