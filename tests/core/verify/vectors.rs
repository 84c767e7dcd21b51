//! The cases of `tests/vectors/verify/` and `tests/vectors/verdict/`: a record file, edited, and
//! what verification says of it.

use proofmark::proof::Trust;
use proofmark::verify::{Options, Report, Step};
use serde_json::{Value, json};

use super::super::cases::cases;
use super::files::{failures, options, verified};
use super::tampering::respaced;

/// The time of verification if a file has none, as in `tests/hosts/areas/verify.js`.
const NOW: u64 = 1_795_273_200_000;

fn given(options_given: &Value, now: u64) -> Options {
    let text = |name| options_given[name].as_str();
    let number = |name| options_given[name].as_u64();
    let steps = |name| -> Option<Vec<Step>> {
        let names = options_given[name].as_array()?.iter();
        Some(names.map(|name| Step::from_name(name.as_str().unwrap()).unwrap()).collect())
    };
    Options {
        require: steps("require").unwrap_or(Step::DEFAULT_REQUIRED.to_vec()),
        skip: steps("skip").unwrap_or_default(),
        trust: text("trust").map(|trust| Trust::parse_file_or_did(trust).unwrap()),
        subject: text("subject").map(str::to_owned),
        max_age_ms: number("maxAge"),
        now_ms: Some(number("now").unwrap_or(now)),
        index: number("index"),
        ..options(&[])
    }
}

fn edited(lines: &[Value], edits: &Value) -> String {
    let mut file: Vec<_> = lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
    let mut cut = 0;
    for edit in edits.as_array().into_iter().flatten() {
        // From 1, as reports count lines.
        let at = edit["line"].as_u64().unwrap_or(1) as usize - 1;
        match (edit["edit"].as_str(), &edit["replace"]) {
            (None, Value::Array(replace)) => {
                let [from, to] = [0, 1].map(|index| replace[index].as_str().unwrap());
                assert!(file[at].contains(from), "line {} has no {from}", at + 1);
                file[at] = file[at].replacen(from, to, 1);
            }
            (Some("remove"), _) => drop(file.remove(at)),
            (Some("double"), _) => file.insert(at, file[at].clone()),
            (Some("swap"), _) => file.swap(at, at + 1),
            (Some("insert"), _) => file.insert(at, edit["text"].as_str().unwrap().to_owned()),
            (Some("respace"), _) => {
                let value = proofmark::json::Value::parse(file[at].as_bytes()).unwrap();
                file[at] = String::from_utf8(respaced(&value)).unwrap();
            }
            (Some("cut"), _) => cut = edit["bytes"].as_u64().unwrap() as usize,
            other => panic!("no such edit: {other:?}"),
        }
    }
    let mut file: String = file.iter().map(|line| format!("{line}\n")).collect();
    file.truncate(file.len() - cut);
    file
}

fn hold(text: &str, answer: fn(&Report) -> Value) {
    let file: Value = serde_json::from_str(text).unwrap();
    let now = file["now"].as_u64().unwrap_or(NOW);
    for case in cases(text) {
        let bytes = edited(file["lines"].as_array().unwrap(), &case["edits"]);
        let report = verified(bytes.as_bytes(), given(&case["options"], now));
        assert_eq!(answer(&report), case["expect"], "{}", case["name"]);
    }
}

#[test]
fn every_failure_is_named_with_its_line() {
    let answer = |report: &Report| match report.passed && report.failed == 0 {
        true => json!("pass"),
        false => json!(failures(report)),
    };
    hold(include_str!("../../vectors/verify/run.json"), answer);
    hold(include_str!("../../vectors/verify/log.json"), answer);
}

#[test]
fn every_word_is_said_with_its_reason() {
    hold(include_str!("../../vectors/verdict/log.json"), |report| {
        let report: Value = serde_json::from_slice(&report.to_value().compact()).unwrap();
        let told = ["verdict", "why", "records", "fetchedAt", "scores", "shown"];
        told.iter().map(|name| ((*name).to_owned(), report[*name].clone())).collect()
    });
}
