//! The calls that the cases of `tests/vectors/proof/` make, by name, with plain JSON in and out.

// A case that makes a call wrongly is a fault of the test.
use proofmark::Error;
use proofmark::hash::{Digest, from_hex, hex};
use proofmark::json::{self, Value};
use proofmark::proof::{
    AnswerAvailability, Body, Checkpoint, Inclusion, KeyStanding, Log, OpenedRecord, PublicKey,
    SecretKey, Tile, TiledLog, Tree, Trust, attach, check, check_consistency, id, record_leaf_hash,
    sign, split_proof, withhold,
};
use proofmark::record::Instant;
use proofmark::record::file::{ControlLine, Line, OpeningLine};

/// Returns the result of the call `name`, or the error that refuses it. Arguments of the wrong
/// number or type are a fault of the case, and panic.
pub fn call(name: &str, arguments: &[Value]) -> Result<Value, Error> {
    match (name, arguments) {
        ("canonical", [text]) => canonical(str(text)),
        ("recordId", [line]) => record_id(str(line)),
        ("leaf", [id]) => Ok(string(record_leaf_hash(&digest(id)).hex())),
        ("keygen", [seed]) => Value::parse(secret(seed).to_file().as_bytes()),
        ("readKey", [file]) => {
            SecretKey::from_file(str(file).as_bytes()).map(|key| string(key.public().did()))
        }
        ("publicKey", [did]) => PublicKey::from_did(str(did)).map(|key| string(hex(key.bytes()))),
        ("sign", [record, seed, created]) => {
            let mut signed = record.clone();
            let signature = sign(&Body::from_record(record)?, &secret(seed), created.as_str())?;
            attach(&mut signed, signature.to_value())?;
            Ok(signed)
        }
        ("check", [line]) => evidence(str(line)),
        ("log", [ids]) => {
            let mut log = Log::default();
            ids_of(ids).iter().for_each(|id| log.append(id));
            Ok(object([("root", string(log.root().hex())), ("size", integer(log.size()))]))
        }
        ("checkpoint", [seed, name, size, root]) => {
            Checkpoint::sign(&secret(seed), str(name), count(size), &digest(root)).map(string)
        }
        ("openCheckpoint", [note]) => Checkpoint::open(str(note)).map(|head| {
            object([
                ("origin", string(head.origin)),
                ("root", string(head.root.hex())),
                ("signatures", integer(head.signatures as u64)),
                ("signer", string(head.signer)),
                ("size", integer(head.size)),
            ])
        }),
        ("include", [record, ids, index, note]) => {
            let mut included = record.clone();
            let tree = Tree::from_records(&ids_of(ids));
            let inclusion = Inclusion::from_tree(&tree, count(index) as usize, str(note)).unwrap();
            attach(&mut included, inclusion.to_value())?;
            Ok(included)
        }
        ("consistency", [ids, old]) => {
            let proof =
                Tree::from_records(&ids_of(ids)).consistency_proof(count(old) as usize).unwrap();
            Ok(Value::Array(proof.iter().map(|hash| string(hash.hex())).collect()))
        }
        ("tiled", [sizes, name]) => tiled(items(sizes), str(name)),
        ("checkConsistency", [old, new, proof]) => {
            let (old, new) = (Checkpoint::open(str(old))?, Checkpoint::open(str(new))?);
            check_consistency(&old, &new, &ids_of(proof)).map(|()| Value::Bool(true))
        }
        ("withhold", [record, pointers, answer, salts]) => {
            let pointers: Vec<_> = items(pointers).iter().map(str).collect();
            let answer = match str(answer) {
                "public" => AnswerAvailability::Public,
                "private" => AnswerAvailability::Private,
                other => panic!("no answer is {other}"),
            };
            let salts: Vec<_> = items(salts).iter().map(bytes::<16>).collect();
            let (record, openings) = withhold(record, &pointers, answer, &salts)?;
            let line = |opening: &OpeningLine| Value::parse(&json::to_canonical_bytes(opening)?);
            let openings = openings.iter().map(line).collect::<Result<_, _>>()?;
            Ok(object([("openings", Value::Array(openings)), ("record", record)]))
        }
        ("open", [record, openings]) => {
            let mut opened = OpenedRecord::new(record.clone())?;
            for opening in items(openings) {
                match Line::parse(&opening.canonical())? {
                    Line::Control(ControlLine::Opening(opening)) => opened.open(&opening)?,
                    other => panic!("no opening is {other:?}"),
                }
            }
            Ok(opened.value().clone())
        }
        ("trust", [file, did, at]) => {
            let trust = Trust::parse(str(file).as_bytes())?;
            let (standing, name) = match trust.lookup(str(did), Instant::parse(str(at))?) {
                KeyStanding::Trusted(name) => ("trusted", string(name)),
                KeyStanding::OutsideDates(name) => ("outside-dates", string(name)),
                KeyStanding::Unknown => ("unknown", Value::Null),
            };
            Ok(object([("name", name), ("standing", string(standing))]))
        }
        _ => panic!("no call is {name} of {} arguments", arguments.len()),
    }
}

/// A log of the records with the ids 0, 1, 2 and so on, grown to each of the sizes: its last note,
/// the tiles that were changed last, and the proof that it has grown out of the first note.
fn tiled(sizes: &[Value], name: &str) -> Result<Value, Error> {
    let key = SecretKey::from_seed(&[7; 32]);
    let mut kept = std::collections::BTreeMap::<(u32, u64), Vec<u8>>::new();
    let mut notes = Vec::new();
    let mut changed = Vec::new();
    let mut log = TiledLog::new(0);
    for size in sizes {
        log = TiledLog::new(log.size());
        for tile in log.edge_tiles() {
            log.load_tile(tile.level, tile.index, &kept[&(tile.level, tile.index)])?;
        }
        for number in log.size()..count(size) {
            log.append(&Digest::from_hex("id", &format!("{number:064x}"))?)?;
        }
        notes.push(log.checkpoint(&key, name)?);
        changed = log.changed_tiles().map(|(tile, _)| tile).collect();
        let touched: Vec<_> = log.changed_tiles().collect();
        kept.extend(touched.into_iter().map(|(tile, bytes)| ((tile.level, tile.index), bytes)));
    }
    let old = Checkpoint::open(&notes[0])?.size;
    let mut proof = TiledLog::new(log.size());
    for tile in proof.tiles_for_consistency(old) {
        proof.load_tile(tile.level, tile.index, &kept[&(tile.level, tile.index)])?;
    }
    let hashes = proof.prove_consistency(old)?;
    let tile = |tile: &Tile| {
        Value::Array(vec![integer(u64::from(tile.level)), integer(tile.index), integer(tile.width)])
    };
    Ok(object([
        ("hashes", Value::Array(hashes.iter().map(|hash| string(hash.hex())).collect())),
        ("note", string(notes.pop().unwrap_or_default())),
        ("tiles", Value::Array(changed.iter().map(tile).collect())),
    ]))
}

fn canonical(text: &str) -> Result<Value, Error> {
    let canonical = json::to_canonical_bytes(&Value::parse(text.as_bytes())?)?;
    Ok(string(String::from_utf8(canonical).unwrap()))
}

/// The id; hashing the line as it stands gives the same wherever that is possible.
fn record_id(line: &str) -> Result<Value, Error> {
    let id = id(&Value::parse(line.as_bytes())?)?;
    if let Some(cut) = split_proof(line.as_bytes()) {
        assert_eq!(cut.id(), id);
    }
    Ok(string(id.hex()))
}

fn evidence(line: &str) -> Result<Value, Error> {
    let found = check(&Value::parse(line.as_bytes())?)?;
    let logged = found.logged.map_or(Value::Null, |logged| {
        object([
            ("index", integer(logged.index)),
            ("origin", string(logged.origin)),
            ("signer", string(logged.signer)),
            ("size", integer(logged.size)),
        ])
    });
    let signed = found.signed.map_or(Value::Null, string);
    Ok(object([("id", string(found.id.hex())), ("logged", logged), ("signed", signed)]))
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
}

fn string(text: impl Into<String>) -> Value {
    Value::String(text.into())
}

fn integer(count: u64) -> Value {
    Value::Number(count.try_into().unwrap())
}

fn str(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn items(value: &Value) -> &[Value] {
    let Value::Array(items) = value else { panic!("{value:?} is no array") };
    items
}

fn count(value: &Value) -> u64 {
    let Value::Number(count) = value else { panic!("{value:?} is no integer") };
    u64::try_from(*count).unwrap()
}

fn bytes<const N: usize>(value: &Value) -> [u8; N] {
    let mut bytes = [0; N];
    assert!(from_hex(str(value), &mut bytes), "{value:?}");
    bytes
}

fn digest(value: &Value) -> Digest {
    Digest::from_bytes(bytes(value))
}

fn ids_of(value: &Value) -> Vec<Digest> {
    items(value).iter().map(digest).collect()
}

fn secret(value: &Value) -> SecretKey {
    SecretKey::from_seed(&bytes(value))
}
