//! Proofs, held to `tests/vectors/proof/` and to exhaustive tampering.

mod calls;
mod tampering;

use std::fs;
use std::path::Path;

use proofmark::json::{Value, to_canonical_bytes};
use serde_json::json;

use super::cases::cases;

#[test]
fn every_vector() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/proof");
    let (mut done, mut wrong) = (0, Vec::new());
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        for case in cases(&fs::read_to_string(&path).unwrap()) {
            done += 1;
            let expected = to_canonical_bytes(&case["expect"]).unwrap();
            let found = run(&case);
            if found != expected {
                let [expected, found] = [expected, found].map(|it| String::from_utf8(it).unwrap());
                let place = path.display();
                wrong.push(format!("{place}: {}\n  {expected}\n  {found}", case["name"]));
            }
        }
    }
    assert!(done > 250, "only {done} cases");
    assert!(wrong.is_empty(), "{} of {done} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the canonical result of a call, or `{"error": CODE}`.
fn run(case: &serde_json::Value) -> Vec<u8> {
    let Value::Array(arguments) = Value::parse(case["arguments"].to_string().as_bytes()).unwrap()
    else {
        panic!("{case}")
    };
    match calls::call(case["call"].as_str().unwrap(), &arguments) {
        Ok(found) => to_canonical_bytes(&found).unwrap(),
        Err(error) => to_canonical_bytes(&json!({"error": error.code()})).unwrap(),
    }
}
