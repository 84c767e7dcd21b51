//! The test cases of the reference SDK for HCS-25, and every difference with its reason.

use proofmark::record::fields;
use proofmark::rows;
use proofmark::score::Output;
use proofmark::{AdapterId, ComponentKey, SignalId};
use serde_json::{Value, json};

use super::cases::{cases, compute, plain};

const CATALOGUE: &str = include_str!("../../docs/signals.md");
const NOW: &str = "2026-11-20T17:00:00.000Z";

#[test]
fn every_case_agrees_or_differs_for_a_reason() {
    let cases = cases(include_str!("sdk-cases.json"));
    let differs = |case: &&Value| case.get("differs").is_some();
    let wrong: Vec<_> = cases.iter().filter(|case| agrees(case) == differs(case)).collect();
    assert!(wrong.is_empty(), "listed wrongly: {wrong:?}");
    assert_eq!((cases.len(), cases.iter().filter(differs).count()), (169, 1));
}

fn agrees(case: &Value) -> bool {
    let (input, expected) = (&case["input"], &case["expected"]);
    let text = |name: &str| input[name].as_str().unwrap();
    match case["kind"].as_str().unwrap() {
        "grade" => {
            let options = json!(["w", "x", "y", "z"]);
            let mut row = input.clone();
            if row["kind"] == "choice" && row["options"].is_null() {
                row["options"] = options;
            }
            let mut out = Vec::new();
            assert!(rows::grade_ndjson(row.to_string().as_bytes(), None, &mut out).is_empty());
            let graded: Value = serde_json::from_slice(&out).unwrap();
            graded["literal"]["outcome"] == expected["status"]
        }
        "status" => {
            let stored = json!({"a2aSimpleMathStatus": text("token"), "a2aSimpleMathScore": 0});
            let imported = fields::import(stored.to_string().as_bytes()).unwrap();
            serde_json::to_value(imported.to_value()).unwrap()["records"][0]["status"]
                == expected["status"]
        }
        "adapterId" => AdapterId::new(text("id")).is_ok() == expected["valid"],
        "signalId" => SignalId::new(text("id")).is_ok() == expected["valid"],
        "componentKey" => ComponentKey::new(text("key")).is_ok() == expected["valid"],
        "score" | "catalog" => scores_agree(case),
        other => panic!("{}: unknown kind {other}", case["name"]),
    }
}

/// Returns the configuration of a case: its own, or adapters of the example in `docs/signals.md`.
fn config(input: &Value) -> Value {
    let Some(ids) = input["catalogue"].as_array() else { return input["config"].clone() };
    let (_, example) = CATALOGUE.split_once("<!-- example -->\n```json\n").unwrap();
    let mut config: Value = serde_json::from_str(example.split_once("\n```").unwrap().0).unwrap();
    let adapters = config["adapters"].as_array_mut().unwrap();
    adapters.retain(|adapter| ids.contains(&adapter["adapterId"]));
    assert_eq!(adapters.len(), ids.len());
    config
}

/// Reports whether a score has the expected members. A configuration that cannot be written has
/// none.
fn scores_agree(case: &Value) -> bool {
    let expected = &case["expected"];
    let line = json!({ "subject": case["input"]["subject"], "signals": case["input"]["signals"] });
    let mut line = line.as_object().unwrap().clone();
    line.retain(|_, value| !value.is_null());
    let (config, line) = (config(&case["input"]).to_string(), Value::Object(line).to_string());
    let at = case["at"].as_str().unwrap_or(NOW);
    let Ok(scored) = compute(Output::Scores, &config, &line, at) else {
        return expected["throws"] == true;
    };
    let record: Value = serde_json::from_slice(&scored).unwrap();
    let scores = &record["trustScores"];
    let within = |found: &Value, expected: &Value| {
        let expected = expected.as_object().unwrap();
        expected.iter().all(|(name, value)| match name.as_str() {
            // Here with the status of each key, and in an order of its own.
            "unavailable" | "unavailableSet" => keys(&found["unavailable"]) == keys(value),
            name => plain(&found[name]) == plain(value),
        })
    };
    let names = |member: &str| -> Vec<String> {
        serde_json::from_value(expected.get(member).cloned().unwrap_or(json!([]))).unwrap()
    };
    let adapters = record["breakdown"]["adapters"].as_array().unwrap();
    expected.as_object().unwrap().iter().all(|(member, value)| match member.as_str() {
        "trustScores" => within(scores, value),
        "absent" => names("absent").iter().all(|name| scores.get(name).is_none()),
        "absentMembers" => names("absentMembers").iter().all(|name| record.get(name).is_none()),
        "adapters" => value.as_object().unwrap().iter().all(|(id, members)| {
            let adapter = adapters.iter().find(|adapter| adapter["adapterId"] == **id);
            adapter.is_some_and(|adapter| within(adapter, members))
        }),
        other => plain(&record[other]) == plain(value),
    })
}

/// Returns the sorted keys of unavailable components: texts, or objects with a `key`.
fn keys(list: &Value) -> Vec<&str> {
    let items = list.as_array().unwrap().iter();
    let mut keys: Vec<&str> =
        items.map(|item| item.as_str().or(item["key"].as_str()).unwrap()).collect();
    keys.sort_unstable();
    keys
}
