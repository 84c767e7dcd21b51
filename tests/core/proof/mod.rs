//! Proofs, held to `tests/vectors/proof/` and to exhaustive tampering.

mod calls;
mod tampering;

use std::fs;
use std::path::Path;

use proofmark::json::{Value, canonical};

#[test]
fn every_vector() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/proof");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let (mut done, mut wrong) = (0, Vec::new());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let Value::Object(top) = Value::parse(&fs::read(&file).unwrap()).unwrap() else {
            panic!("{name} is no object");
        };
        let [(only, Value::Array(cases))] = top.as_slice() else { panic!("{name}: keys") };
        assert_eq!(only, "cases", "{name}");
        for case in cases {
            wrong.extend(run(&name, case).err());
            done += 1;
        }
    }
    assert!(done > 250, "only {done} cases");
    assert!(wrong.is_empty(), "{} of {done} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs one case; what differs is the error.
fn run(file: &str, case: &Value) -> Result<(), String> {
    let Value::Object(members) = case else { panic!("{file}: a case is no object") };
    let text = |name: &str| case.get(name).and_then(Value::as_str).unwrap();
    let place = format!("{file}: {}", text("name"));
    for (name, _) in members {
        let known = ["name", "why", "call", "arguments", "expect"].contains(&name.as_str());
        assert!(known, "{place}: unknown key {name}");
    }
    assert!(!text("why").is_empty(), "{place}");
    let Some(Value::Array(arguments)) = case.get("arguments") else { panic!("{place}: arguments") };
    let error =
        |code: &str| Value::Object(vec![("error".to_owned(), Value::String(code.to_owned()))]);
    let found = calls::call(text("call"), arguments).unwrap_or_else(|e| error(e.code()));
    let bytes = |value: &Value| String::from_utf8(canonical(value).unwrap()).unwrap();
    let (found, expected) = (bytes(&found), bytes(case.get("expect").unwrap()));
    if found == expected { Ok(()) } else { Err(format!("{place}\n  {expected}\n  {found}")) }
}
