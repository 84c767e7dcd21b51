//! Every case of `tests/vectors/score/`, and the list of requirements in `docs/hcs25.md` that they
//! hold.

use std::collections::BTreeSet;

use proofmark::proof::{SecretKey, Trust};
use proofmark::record::fields::{self, Prefix};
use proofmark::rows::BadLine;
use proofmark::score::{
    Config, KeptRuns, Output, PublishedConfig, Scorer, SignalConverter, SignedScores, Task,
    accept_config,
};
use serde_json::{Value, json};

use super::cases::{cases, compute, plain};

/// Asserts the code and, if it is given, the message of a refusal.
#[track_caller]
fn refused(case: &Value, error: &proofmark::Error) {
    let expected = &case["expect"];
    assert_eq!(error.code(), expected["error"], "{}: {error}", case["name"]);
    if let Some(message) = expected["message"].as_str() {
        assert_eq!(error.to_string(), message, "{}", case["name"]);
    }
}

fn str<'a>(case: &'a Value, member: &str) -> &'a str {
    case[member].as_str().unwrap_or_else(|| panic!("{member} of {case}"))
}

fn parsed(config: &Value) -> Config {
    Config::parse(config.to_string().as_bytes()).unwrap()
}

const COMPUTE: &str = include_str!("../vectors/score/compute.json");
const LEDGER: &str = include_str!("../vectors/score/ledger.json");

#[test]
fn scores() {
    for case in cases(COMPUTE) {
        let (name, expect) = (&case["name"], &case["expect"]);
        let line = case["lineText"].as_str().map_or_else(|| case["line"].to_string(), Into::into);
        let mut out = Vec::new();
        let scored = Config::parse(case["config"].to_string().as_bytes())
            .and_then(|config| Scorer::new(config, str(&case, "at")))
            .and_then(|mut scorer| scorer.score(line.as_bytes(), &mut out));
        if expect.get("error").is_some() {
            refused(&case, &scored.expect_err(str(&case, "name")));
            assert!(out.is_empty(), "{name}");
            continue;
        }
        scored.unwrap_or_else(|error| panic!("{name}: {error}"));
        let record: Value = serde_json::from_slice(&out).unwrap();
        let canonical = serde_json_canonicalizer::to_vec(&record).unwrap();
        assert_eq!(out, canonical, "{name}: not canonical");
        assert_eq!(record["trustScore"], record["trustScores"]["total"], "{name}");
        assert!(expect.get("trustScores").is_some(), "{name}");
        for (member, value) in expect.as_object().unwrap() {
            let found = match member.as_str() {
                "trustScores" => &record["trustScores"],
                "confidence" => &record["trustConfidence"],
                "version" => &record["trustScoreConfigVersion"],
                "updatedAt" => &record["trustScoreUpdatedAt"],
                "adapters" => continue,
                other => panic!("{name}: no member {other}"),
            };
            assert_eq!(plain(found), plain(value), "{name}");
        }
        for (id, members) in expect["adapters"].as_object().into_iter().flatten() {
            let adapters = record["breakdown"]["adapters"].as_array().unwrap();
            let adapter = adapters.iter().find(|adapter| adapter["adapterId"] == **id).unwrap();
            for (member, value) in members.as_object().unwrap() {
                assert_eq!(plain(&adapter[member]), plain(value), "{name}: {id}.{member}");
            }
        }
    }
}

#[test]
fn ledgers() {
    for case in cases(LEDGER) {
        let published = |config: &Value| {
            let config = parsed(config);
            PublishedConfig { version: config.version(), digest: config.digest() }
        };
        let earlier: Vec<_> = case["earlier"].as_array().unwrap().iter().map(published).collect();
        let config = parsed(&case["config"]);
        match accept_config(&config, &earlier) {
            Err(error) => refused(&case, &error),
            Ok(()) => {
                assert!(case["expect"].get("error").is_none(), "{}", case["name"]);
                if let Some(digest) = case["expect"].get("digest") {
                    assert_eq!(config.digest().hex(), *digest, "{}", case["name"]);
                }
            }
        }
    }
}

#[test]
fn signed_scores() {
    for case in cases(include_str!("../vectors/score/signed.json")) {
        let name = &case["name"];
        let mut given = [case["config"].to_string(), text_of(&file(&case["lines"]))];
        let mut signed = Vec::new();
        if let Some(scores) = case["scores"].as_array() {
            signed = scores
                .iter()
                .map(|score| score.as_str().unwrap())
                .collect::<Vec<_>>()
                .join("\n")
                .into_bytes();
        } else {
            let key = SecretKey::from_file(str(&case, "key").as_bytes()).unwrap();
            let mut scorer = Scorer::new(parsed(&case["config"]), str(&case, "at"))
                .unwrap()
                .with_output(Output::Signed(Some(Box::new(key))));
            assert!(scorer.push(given[1].as_bytes(), &mut signed).is_empty());
            assert!(scorer.finish(&mut signed).1.is_some());
        }
        let mut scores = text_of(&signed);
        if let Some(texts) = case["expect"]["texts"].as_array() {
            assert!(scores.lines().eq(texts.iter().map(|text| text.as_str().unwrap())), "{name}");
        }
        if let Some(from) = case["edit"]["from"].as_str() {
            let to = str(&case["edit"], "to");
            match str(&case["edit"], "of") {
                "scores" if from == "array" => {
                    scores = format!("[{}]", scores.trim().replace('\n', ","));
                }
                "scores" => scores = scores.replace(from, to),
                "config" => given[0] = given[0].replace(from, to),
                _ => given[1] = given[1].replace(from, to),
            }
        }
        let without = |name: &str| {
            case["without"].as_array().is_some_and(|names| names.iter().any(|other| other == name))
        };
        let trust = case["trust"].as_str().map(|text| Trust::parse_file_or_did(text).unwrap());
        let config = (!without("config")).then(|| given[0].as_bytes());
        let mut verifier = SignedScores::new(scores.as_bytes(), config, trust.as_ref()).unwrap();
        if !without("records") {
            verifier.push(given[1].as_bytes());
        }
        let report = serde_json::to_value(verifier.finish()).unwrap();
        let result = |score: &Value| {
            let done = if score["passed"] == true { "ok" } else { "open" };
            let code = score["code"].as_str().unwrap_or(done);
            let by = score["name"].as_str().map(|name| format!(" by {name}")).unwrap_or_default();
            format!("{} {code}{by}", str(score, "subject"))
        };
        let results: Vec<_> = report["scores"].as_array().unwrap().iter().map(result).collect();
        let expect = &case["expect"];
        assert_eq!(json!(results), expect["results"], "{name}: {report}");
        assert_eq!(report["verdict"], expect["verdict"], "{name}");
        assert_eq!(report["missing"], expect["missing"], "{name}");
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_byte_of_a_signed_score_counts() {
    let case = &cases(include_str!("../vectors/score/signed.json"))[0];
    let (config, records) = (case["config"].to_string(), file(&case["lines"]));
    let score = case["expect"]["texts"][0].as_str().unwrap().as_bytes();
    let passes = |score: &[u8]| {
        let Ok(mut verifier) = SignedScores::new(score, Some(config.as_bytes()), None) else {
            return false;
        };
        verifier.push(&records);
        serde_json::to_value(verifier.finish()).unwrap()["verdict"] == "intact"
    };
    assert!(passes(score));
    for at in 0..score.len() {
        let mut changed = score.to_vec();
        changed[at] ^= 1;
        assert!(!passes(&changed), "byte {at} of {}", text_of(score));
    }
}

#[test]
fn explanations() {
    for case in cases(include_str!("../vectors/score/explain.json")) {
        let (config, line) = (case["config"].to_string(), case["line"].to_string());
        let out = compute(Output::Explanations, &config, &line, str(&case, "at")).unwrap();
        let explained: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(out, serde_json_canonicalizer::to_vec(&explained).unwrap(), "{}", case["name"]);
        assert_eq!(plain(&explained), plain(&case["expect"]), "{}", case["name"]);
    }
}

/// 2026-11-20T17:00:00Z.
const NOW: i64 = 1_795_194_000_000;

/// JSON text in which `"@1.50@"` is the number 1.50, so written.
fn text(value: &Value) -> String {
    value.to_string().replace("\"@", "").replace("@\"", "")
}

fn prefix(name: &str) -> Prefix {
    Prefix::ALL.into_iter().find(|prefix| prefix.name() == name).unwrap()
}

fn strict(value: &Value) -> proofmark::json::Value {
    proofmark::json::Value::parse(value.to_string().as_bytes()).unwrap()
}

#[test]
fn stored_fields() {
    let value = |object| serde_json::to_value(proofmark::json::Value::Object(object)).unwrap();
    for case in cases(include_str!("../vectors/score/fields.json")) {
        let (name, expect) = (&case["name"], &case["expect"]);
        let additional = text(&case["additional"]);
        match str(&case, "do") {
            "import" => {
                let imported = fields::import(additional.as_bytes()).unwrap();
                assert_eq!(&serde_json::to_value(imported.to_value()).unwrap(), expect, "{name}");
                let exported = case["exported"].as_array().into_iter().flatten();
                for (record, to) in imported.records.iter().zip(exported) {
                    let back = fields::export(record, prefix(to.as_str().unwrap())).unwrap();
                    assert_eq!(value(back), case["additional"], "{name}");
                }
            }
            "export" => {
                match fields::export(&strict(&case["record"]), prefix(str(&case, "prefix"))) {
                    Ok(out) => assert_eq!(&value(out), expect, "{name}"),
                    Err(error) => refused(&case, &error),
                }
            }
            "merge" => {
                let (run, to) = (strict(&case["run"]), prefix(str(&case, "prefix")));
                match fields::merge(additional.as_bytes(), &run, to, NOW) {
                    Ok(merged) => {
                        let out = String::from_utf8(merged.additional).unwrap();
                        assert_eq!(expect["replaced"], merged.replaced, "{name}");
                        let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
                        assert_eq!(value(&out), value(&text(&expect["additional"])), "{name}");
                        assert_eq!(out.contains("1.50"), additional.contains("1.50"), "{name}");
                    }
                    Err(error) => refused(&case, &error),
                }
            }
            other => panic!("{name}: {other}"),
        }
    }
}

/// Lines as a file: JSON, or a text that stands for itself.
fn file(lines: &Value) -> Vec<u8> {
    let line = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_owned);
    lines.as_array().into_iter().flatten().map(line).collect::<Vec<_>>().join("\n").into_bytes()
}

/// Returns the task of the stream of `case`.
fn task(case: &Value) -> proofmark::Result<Task> {
    let prefix = case["fields"].as_str().map(prefix);
    Ok(match str(case, "do") {
        "import" => Task::Import,
        "export" => Task::Export(prefix.unwrap()),
        "merge" => Task::Merge(
            case["keep"].as_u64().map_or(Ok(KeptRuns::default()), KeptRuns::new)?,
            prefix,
        ),
        other => panic!("{}: {other}", case["name"]),
    })
}

/// Returns the output and the refused lines of a stream, fed with `size` bytes at a time.
fn streamed(case: &Value, size: usize) -> (String, Vec<String>) {
    let (mut out, mut bad) = (Vec::new(), Vec::new());
    let code = |bad: &BadLine| format!("{} {}", bad.line, bad.error.code());
    let input = file(&case["lines"]);
    if case["do"] == "score" {
        let scorer = Scorer::new(parsed(&case["config"]), str(case, "at")).unwrap();
        let mut scorer =
            if case["explain"] == true { scorer.with_output(Output::Explanations) } else { scorer };
        for chunk in input.chunks(size) {
            bad.extend(scorer.push(chunk, &mut out).iter().map(code));
        }
        loop {
            let (late, summary) = scorer.finish(&mut out);
            bad.extend(late.iter().map(code));
            let Some(summary) = summary else { continue };
            assert_eq!(summary.refused, bad.len(), "{}", case["name"]);
            break;
        }
    } else {
        let mut signals = SignalConverter::new(task(case).unwrap(), NOW);
        let records = [&file(&case["records"])[..], b"\n"].concat();
        for chunk in records.chunks(size) {
            let refused = signals.records(chunk, false);
            bad.extend(refused.iter().map(|bad| format!("records {}", code(bad))));
        }
        assert_eq!(signals.records(b"", true), []);
        for chunk in input.chunks(size) {
            bad.extend(signals.push(chunk, &mut out).iter().map(code));
        }
        loop {
            let (late, all) = signals.finish(&mut out);
            bad.extend(late.iter().map(code));
            if all {
                break;
            }
        }
    }
    (String::from_utf8(out).unwrap(), bad)
}

#[test]
fn streams() {
    for case in cases(include_str!("../vectors/score/streams.json")) {
        let (name, expect) = (&case["name"], &case["expect"]);
        if let Some(code) = expect.get("error") {
            assert_eq!(task(&case).unwrap_err().code(), code, "{name}");
            continue;
        }
        let (out, bad) = streamed(&case, usize::MAX);
        for size in [1, 7] {
            assert_eq!(streamed(&case, size), (out.clone(), bad.clone()), "{name}: {size}");
        }
        assert_eq!(&json!(bad), expect.get("bad").unwrap_or(&json!([])), "{name}");
        assert!(out.is_empty() || out.ends_with('\n'), "{name}");
        let parsed = |line| serde_json::from_str::<Value>(line).unwrap();
        let lines: Value = out.lines().map(parsed).collect();
        let total = |line: &Value| {
            json!([line["subject"]["id"], line.get("trustScore").or(line.get("total"))])
        };
        let found = [
            ("totals", lines.as_array().unwrap().iter().map(total).collect()),
            ("lines", lines.clone()),
            ("texts", out.lines().collect()),
        ];
        let told: Vec<_> =
            found.iter().filter_map(|(name, found)| Some((found, expect.get(name)?))).collect();
        let [(found, expected)] = told[..] else { panic!("{name}: expected one form") };
        assert_eq!(plain(found), plain(expected), "{name}");
    }
}

/// The ids of the rows `| M01 | requirement |` of the document.
fn listed(document: &str) -> BTreeSet<String> {
    let rows = document.lines().filter(|line| line.starts_with("| M"));
    let ids = rows.filter_map(|row| Some(row.split('|').nth(1)?.trim().to_owned()));
    ids.filter(|id| id.len() == 3).collect()
}

#[test]
fn the_requirements_and_the_vectors_name_each_other() {
    let listed = listed(include_str!("../../docs/hcs25.md"));
    let (mut held, mut count) = (BTreeSet::new(), 0);
    for case in [COMPUTE, LEDGER].into_iter().flat_map(cases) {
        let (name, holds) = (&case["name"], case["holds"].as_array().unwrap());
        count += 1;
        assert!(!holds.is_empty(), "{name} holds nothing");
        for id in holds {
            let id = id.as_str().unwrap();
            assert!(listed.contains(id), "{name} holds {id}, which is not listed");
            held.insert(id.to_owned());
        }
    }
    assert!(count >= 60, "{count} vectors");
    // These bind whoever uses a score or publishes a system; nothing is computed.
    let words = ["M01", "M33", "M64"].map(str::to_owned);
    assert!(held.is_disjoint(&words.clone().into()), "{held:?}");
    held.extend(words);
    assert_eq!(held, listed);
}
