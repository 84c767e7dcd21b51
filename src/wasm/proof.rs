//! Keys, signing, logs and what is proven out of them.
//!
//! Records, checkpoints and proofs cross as the JSON text that they are.

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{text, thrown};
use super::{Thrown, fill};
use crate::error::Error;
use crate::hash::Digest;
use crate::json::{Value, object};
use crate::proof::{self, Body, Checkpoint, Evidence, MOST_SALTS, SecretKey};
use crate::record::file::{Control, OpeningLine, RunLine};

/// A fresh key, as the text of its key file. It is a secret.
#[wasm_bindgen]
pub fn generate_key() -> Thrown<String> {
    let mut seed = [0; 32];
    fill(&mut seed)?;
    Ok(SecretKey::from_seed(&seed).to_file())
}

/// The `did:key` of a key file.
#[wasm_bindgen]
pub fn key_did(file: &str) -> Thrown<String> {
    secret(file).map(|key| key.public().did()).map_err(thrown)
}

/// The id of a record.
#[wasm_bindgen]
pub fn record_id(record: &[u8]) -> Thrown<String> {
    Value::parse(record).and_then(|value| proof::id(&value)).map(|id| id.hex()).map_err(thrown)
}

/// The canonical form of strict JSON.
#[wasm_bindgen]
pub fn canonical_json(bytes: &[u8]) -> Thrown<String> {
    Value::parse(bytes).map(|value| text(value.canonical())).map_err(thrown)
}

/// A record that names the key as its evaluator and is signed with it.
#[wasm_bindgen]
pub fn sign_record(record: &[u8], file: &str, created: Option<String>) -> Thrown<String> {
    let sign = || {
        let (mut record, key) = (Value::parse(record)?, secret(file)?);
        proof::name_evaluator(&mut record, &key.public().did())?;
        let signature = proof::sign(&Body::of(&record)?, &key, created.as_deref())?;
        proof::attach(&mut record, signature.to_value())?;
        Ok(text(record.canonical()))
    };
    sign().map_err(thrown)
}

/// What the proofs of a record show, as JSON.
#[wasm_bindgen]
pub fn check_record(record: &[u8]) -> Thrown<String> {
    let check = || proof::check(&Value::parse(record)?).map(|found| text(shown(found).compact()));
    check().map_err(thrown)
}

/// What the signed note of a checkpoint says, as JSON.
#[wasm_bindgen]
pub fn open_checkpoint(note: &str) -> Thrown<String> {
    let head = Checkpoint::open(note).map_err(thrown)?;
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

/// Holds two checkpoints of one log to each other, by hashes in hex.
#[wasm_bindgen]
pub fn check_consistency(old: &str, new: &str, hashes: Vec<String>) -> Thrown<()> {
    let check = || {
        let hashes = hashes.iter().map(|hex| Digest::from_hex("hashes", hex));
        let hashes = hashes.collect::<Result<Vec<_>, _>>()?;
        proof::check_consistency(&Checkpoint::open(old)?, &Checkpoint::open(new)?, &hashes)
    };
    check().map_err(thrown)
}

/// See `proof::Sealer`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sealer(proof::Sealer);

#[wasm_bindgen]
impl Sealer {
    /// A sealer with the key of this file, if there is one.
    #[wasm_bindgen(constructor)]
    pub fn new(file: Option<String>, signs: bool, names: Vec<String>) -> Thrown<Sealer> {
        let new = || {
            let key = file.as_deref().map(secret).transpose()?;
            proof::Sealer::new(key, signs, &names).map(Self)
        };
        new().map_err(thrown)
    }

    /// Refuses a run of which cannot be withheld what is to be.
    pub fn check(&self, run: &[u8], seed: &str) -> Thrown<()> {
        RunLine::parse(run).and_then(|run| self.0.check(&run, seed)).map_err(thrown)
    }

    /// Seals a record: its line, and the lines that open what is withheld of it.
    pub fn seal(&self, record: &[u8]) -> Thrown<Vec<String>> {
        let mut salts = [[0; 16]; MOST_SALTS];
        fill(salts.as_flattened_mut())?;
        let seal = || {
            let sealed = self.0.seal(&Value::parse(record)?, &salts)?;
            let line = |opening: OpeningLine| Control::Opening(opening).to_line().map(text);
            let openings = sealed.openings.into_iter().map(line);
            std::iter::once(Ok(text(sealed.record.canonical())))
                .chain(openings)
                .collect::<Result<Vec<_>, Error>>()
        };
        seal().map_err(thrown)
    }
}

/// See `proof::LogWriter`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LogWriter(proof::LogWriter);

#[wasm_bindgen]
impl LogWriter {
    /// The log `name` of the key of this file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &str, name: &str) -> Thrown<LogWriter> {
        secret(file).and_then(|key| proof::LogWriter::new(key, name)).map(Self).map_err(thrown)
    }

    /// Appends the record of a line.
    pub fn append(&mut self, line: &[u8]) -> Thrown<()> {
        self.0.append(line).map_err(thrown)
    }

    /// Goes on with a log by one line of its file.
    pub fn replay(&mut self, line: &[u8]) -> Thrown<()> {
        self.0.replay(line).map_err(thrown)
    }

    /// How many records no checkpoint covers.
    pub fn uncovered(&self) -> f64 {
        self.0.uncovered() as f64
    }

    /// The line of a checkpoint over all records so far.
    pub fn checkpoint(&mut self) -> Thrown<String> {
        self.0.checkpoint().map(text).map_err(thrown)
    }
}

/// A prover of the record on a line.
#[wasm_bindgen]
pub fn prove_line(line: f64) -> Prover {
    Prover(proof::Prover::of_line(line as u64))
}

/// A prover of what the log of a checkpoint has become.
#[wasm_bindgen]
pub fn prove_since(note: &str) -> Thrown<Prover> {
    proof::Prover::since(note).map(Prover).map_err(thrown)
}

/// See `proof::Prover`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Prover(proof::Prover);

#[wasm_bindgen]
impl Prover {
    /// The next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// The record with its proof of inclusion.
    pub fn inclusion(self) -> Thrown<String> {
        self.0.inclusion().map(|record| text(record.canonical())).map_err(thrown)
    }

    /// The note of the last checkpoint, and the hashes that lead to it.
    pub fn consistency(self) -> Thrown<Vec<String>> {
        let (note, hashes) = self.0.consistency().map_err(thrown)?;
        Ok(std::iter::once(note).chain(hashes.iter().map(Digest::hex)).collect())
    }
}

fn secret(file: &str) -> Result<SecretKey, Error> {
    SecretKey::from_file(file.as_bytes())
}

fn shown(found: Evidence) -> Value {
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
