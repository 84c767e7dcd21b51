//! The cases of `tests/vectors/verify/` and `tests/vectors/verdict/`: a record file, edited, and
//! what verification says of it.

use proofmark::proof::Trust;
use proofmark::verify::{Options, Report, Step};
use serde::Deserialize;
use serde_json::{Value, json};

use super::files::{failures, options, verified};

/// What `tests/hosts/areas/verify.js` has for now where a case does not say.
const NOW: u64 = 1_795_273_200_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    now: Option<u64>,
    lines: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    #[serde(rename = "why")]
    _why: String,
    #[serde(default)]
    edits: Vec<Edit>,
    #[serde(default)]
    options: Given,
    expect: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    edit: Option<String>,
    replace: Option<(String, String)>,
    /// From 1, as reports count lines.
    line: Option<usize>,
    text: Option<String>,
    bytes: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Given {
    require: Option<Vec<String>>,
    #[serde(default)]
    skip: Vec<String>,
    trust: Option<String>,
    subject: Option<String>,
    max_age: Option<u64>,
    now: Option<u64>,
    index: Option<u64>,
}

impl Given {
    fn options(self, now: u64) -> Options {
        let steps = |names: Vec<String>| -> Vec<Step> {
            names.iter().map(|name| Step::from_name(name).unwrap()).collect()
        };
        Options {
            require: self.require.map_or(Step::DEFAULT_REQUIRED.to_vec(), steps),
            skip: steps(self.skip),
            trust: self.trust.map(|trust| Trust::read(&trust).unwrap()),
            subject: self.subject,
            max_age_ms: self.max_age,
            now_ms: Some(self.now.unwrap_or(now)),
            index: self.index,
            ..options(&[])
        }
    }
}

fn edited(lines: &[String], edits: Vec<Edit>) -> String {
    let mut file = lines.to_vec();
    let joined = |file: &[String]| file.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut cut = 0;
    for Edit { edit, replace, line, text, bytes } in edits {
        let at = line.unwrap_or(1) - 1;
        match (edit.as_deref(), replace) {
            (None, Some((from, to))) => {
                assert!(file[at].contains(&from), "line {} has no {from}", at + 1);
                file[at] = file[at].replacen(&from, &to, 1);
            }
            (Some("remove"), None) => drop(file.remove(at)),
            (Some("double"), None) => file.insert(at, file[at].clone()),
            (Some("swap"), None) => file.swap(at, at + 1),
            (Some("insert"), None) => file.insert(at, text.unwrap()),
            (Some("respace"), None) => {
                file[at] = reordered(&serde_json::from_str(&file[at]).unwrap());
            }
            (Some("cut"), None) => cut = bytes.unwrap(),
            other => panic!("no such edit: {other:?}"),
        }
    }
    let mut file = joined(&file);
    file.truncate(file.len() - cut);
    file
}

/// The same value with other spacing and its members the other way round.
fn reordered(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                format!("{} : {}", Value::from(name.as_str()), reordered(value))
            };
            let members: Vec<_> = members.iter().rev().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(reordered).collect::<Vec<_>>().join(","))
        }
        _ => value.to_string(),
    }
}

fn hold(text: &str, answer: fn(&Report) -> Value) {
    let file: File = serde_json::from_str(text).unwrap();
    for Case { name, edits, options, expect, _why } in file.cases {
        let bytes = edited(&file.lines, edits);
        let report = verified(bytes.as_bytes(), options.options(file.now.unwrap_or(NOW)));
        assert_eq!(answer(&report), expect, "{name}");
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
