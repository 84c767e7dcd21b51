//! Every case of `tests/vectors/score/`, and the list of requirements in `docs/hcs25.md` that they
//! hold.

use std::collections::{BTreeMap, BTreeSet};

use proofmark::grade::rows::BadLine;
use proofmark::record::fields::{self, Prefix};
use proofmark::score::{Config, Keep, Published, Scorer, Signals, Task, accept, explain};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code)]
    about: String,
    cases: Vec<Value>,
}

fn cases<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    let file: File = serde_json::from_str(text).unwrap();
    let read = |case: Value| {
        let name = case["name"].to_string();
        serde_json::from_value(case).unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    file.cases.into_iter().map(read).collect()
}

/// Returns `value` with every number as a double, so that `90` equals `90.0`.
pub(crate) fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
        }
        other => other.clone(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusal {
    error: String,
    message: Option<String>,
}

#[track_caller]
fn refused(name: &str, expected: &Refusal, error: &proofmark::Error) {
    assert_eq!(error.code(), expected.error, "{name}: {error}");
    if let Some(message) = &expected.message {
        assert_eq!(&error.to_string(), message, "{name}");
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Compute {
    name: String,
    #[allow(dead_code)]
    why: String,
    holds: Vec<String>,
    config: Value,
    at: String,
    line: Option<Value>,
    line_text: Option<String>,
    expect: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Expected {
    trust_scores: Value,
    #[serde(default)]
    adapters: BTreeMap<String, Map<String, Value>>,
    #[serde(default, deserialize_with = "given")]
    confidence: Option<Value>,
    version: Option<u64>,
    updated_at: Option<String>,
}

/// A value that is there, `null` included.
fn given<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

const COMPUTE: &str = include_str!("../vectors/score/compute.json");
const LEDGER: &str = include_str!("../vectors/score/ledger.json");

#[test]
fn scores() {
    for case in cases::<Compute>(COMPUTE) {
        let name = &case.name;
        let line = case.line_text.unwrap_or_else(|| case.line.unwrap().to_string());
        let mut out = Vec::new();
        let scored = Config::parse(case.config.to_string().as_bytes())
            .and_then(|config| Scorer::new(config, &case.at))
            .and_then(|mut scorer| scorer.score(line.as_bytes(), &mut out));
        if case.expect.get("error").is_some() {
            let expected = Refusal::deserialize(&case.expect).unwrap();
            refused(name, &expected, &scored.expect_err(name));
            assert!(out.is_empty(), "{name}");
            continue;
        }
        scored.unwrap_or_else(|error| panic!("{name}: {error}"));
        let record: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            out,
            serde_json_canonicalizer::to_vec(&record).unwrap(),
            "{name}: not canonical"
        );
        let expected =
            Expected::deserialize(&case.expect).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(plain(&record["trustScores"]), plain(&expected.trust_scores), "{name}");
        assert_eq!(record["trustScore"], record["trustScores"]["total"], "{name}");
        if let Some(confidence) = expected.confidence {
            assert_eq!(plain(&record["trustConfidence"]), plain(&confidence), "{name}");
        }
        if let Some(version) = expected.version {
            assert_eq!(record["trustScoreConfigVersion"], version, "{name}");
        }
        if let Some(updated_at) = expected.updated_at {
            assert_eq!(record["trustScoreUpdatedAt"], updated_at, "{name}");
        }
        for (id, members) in &expected.adapters {
            let adapters = record["breakdown"]["adapters"].as_array().unwrap();
            let adapter = adapters.iter().find(|adapter| adapter["adapterId"] == **id).unwrap();
            for (member, value) in members {
                assert_eq!(plain(&adapter[member]), plain(value), "{name}: {id}.{member}");
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ledger {
    name: String,
    #[allow(dead_code)]
    why: String,
    holds: Vec<String>,
    config: Value,
    earlier: Vec<Value>,
    expect: Value,
}

#[test]
fn ledgers() {
    for case in cases::<Ledger>(LEDGER) {
        let config = |value: &Value| Config::parse(value.to_string().as_bytes()).unwrap();
        let earlier: Vec<_> = case
            .earlier
            .iter()
            .map(config)
            .map(|c| Published { version: c.version(), digest: c.digest() })
            .collect();
        let config = config(&case.config);
        match accept(&config, &earlier) {
            Err(error) => refused(&case.name, &Refusal::deserialize(&case.expect).unwrap(), &error),
            Ok(()) => {
                assert!(case.expect.get("error").is_none(), "{}", case.name);
                if let Some(digest) = case.expect.get("digest") {
                    assert_eq!(config.digest().hex(), *digest, "{}", case.name);
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Explain {
    name: String,
    #[allow(dead_code)]
    why: String,
    config: Value,
    at: String,
    line: Value,
    expect: Value,
}

#[test]
fn explanations() {
    for case in cases::<Explain>(include_str!("../vectors/score/explain.json")) {
        let (config, line) = (case.config.to_string(), case.line.to_string());
        let out = explain(config.as_bytes(), line.as_bytes(), &case.at).unwrap();
        let explained: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(out, serde_json_canonicalizer::to_vec(&explained).unwrap(), "{}", case.name);
        assert_eq!(plain(&explained), plain(&case.expect), "{}", case.name);
    }
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
enum Fields {
    Import {
        name: String,
        #[allow(dead_code)]
        why: String,
        additional: Value,
        #[serde(default)]
        exported: Vec<String>,
        expect: Value,
    },
    Export {
        name: String,
        #[allow(dead_code)]
        why: String,
        record: Value,
        prefix: String,
        expect: Value,
    },
    Merge {
        name: String,
        #[allow(dead_code)]
        why: String,
        additional: Value,
        run: Value,
        prefix: String,
        expect: Value,
    },
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
    for case in cases::<Fields>(include_str!("../vectors/score/fields.json")) {
        match case {
            Fields::Import { name, additional, exported, expect, .. } => {
                let imported = fields::import(text(&additional).as_bytes()).unwrap();
                assert_eq!(serde_json::to_value(imported.to_value()).unwrap(), expect, "{name}");
                for (record, prefix_name) in imported.records.iter().zip(&exported) {
                    let back = fields::export(record, prefix(prefix_name)).unwrap();
                    let back = proofmark::json::Value::Object(back);
                    assert_eq!(serde_json::to_value(&back).unwrap(), additional, "{name}");
                }
            }
            Fields::Export { name, record, prefix: to, expect, .. } => {
                match fields::export(&strict(&record), prefix(&to)) {
                    Ok(out) => {
                        let out = proofmark::json::Value::Object(out);
                        assert_eq!(serde_json::to_value(&out).unwrap(), expect, "{name}");
                    }
                    Err(error) => refused(&name, &Refusal::deserialize(&expect).unwrap(), &error),
                }
            }
            Fields::Merge { name, additional, run, prefix: to, expect, .. } => {
                match fields::merge(text(&additional).as_bytes(), &strict(&run), prefix(&to), NOW) {
                    Ok(merged) => {
                        let out = String::from_utf8(merged.additional).unwrap();
                        assert_eq!(expect["replaced"], merged.replaced, "{name}");
                        let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
                        assert_eq!(value(&out), value(&text(&expect["additional"])), "{name}");
                        assert_eq!(
                            out.contains("1.50"),
                            text(&additional).contains("1.50"),
                            "{name}"
                        );
                    }
                    Err(error) => refused(&name, &Refusal::deserialize(&expect).unwrap(), &error),
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stream {
    name: String,
    #[allow(dead_code)]
    why: String,
    #[serde(rename = "do")]
    task: String,
    at: String,
    config: Option<Value>,
    #[serde(default)]
    explain: bool,
    lines: Vec<Value>,
    #[serde(default)]
    records: Vec<Value>,
    keep: Option<u64>,
    fields: Option<String>,
    expect: Streamed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Streamed {
    totals: Option<Vec<(String, Value)>>,
    lines: Option<Vec<Value>>,
    texts: Option<Vec<String>>,
    #[serde(default)]
    bad: Vec<String>,
    /// Why the stream does not begin, in place of all else.
    error: Option<String>,
}

/// Lines as a file: JSON, or a text that stands for itself.
fn file(lines: &[Value]) -> Vec<u8> {
    let line = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_owned);
    lines.iter().map(line).collect::<Vec<_>>().join("\n").into_bytes()
}

/// What the stream of `case` is to do.
fn task(case: &Stream) -> proofmark::Result<Task> {
    let prefix = case.fields.as_deref().map(prefix);
    Ok(match case.task.as_str() {
        "import" => Task::Import,
        "migrate" => Task::Migrate,
        "export" => Task::Export(prefix.unwrap()),
        "merge" => Task::Merge(case.keep.map_or(Ok(Keep::default()), Keep::new)?, prefix),
        other => panic!("{}: {other}", case.name),
    })
}

/// What a stream of `case` writes and refuses, fed with `size` bytes at a time.
fn streamed(case: &Stream, size: usize) -> (String, Vec<String>) {
    let (mut out, mut bad) = (Vec::new(), Vec::new());
    let code = |bad: &BadLine| format!("{} {}", bad.line, bad.error.code());
    let input = file(&case.lines);
    if case.task == "score" {
        let config = Config::parse(case.config.as_ref().unwrap().to_string().as_bytes()).unwrap();
        let scorer = Scorer::new(config, &case.at).unwrap();
        let mut scorer = if case.explain { scorer.explained() } else { scorer };
        for chunk in input.chunks(size) {
            bad.extend(scorer.push(chunk, &mut out).iter().map(code));
        }
        loop {
            let (late, summary) = scorer.finish(&mut out);
            bad.extend(late.iter().map(code));
            let Some(summary) = summary else { continue };
            assert_eq!(summary.refused, bad.len(), "{}", case.name);
            break;
        }
    } else {
        let mut signals = Signals::new(task(case).unwrap(), NOW);
        let mut records = file(&case.records);
        records.push(b'\n');
        for chunk in records.chunks(size) {
            bad.extend(
                signals.records(chunk, false).iter().map(|bad| format!("records {}", code(bad))),
            );
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
    for case in cases::<Stream>(include_str!("../vectors/score/streams.json")) {
        let name = &case.name;
        if let Some(code) = &case.expect.error {
            assert_eq!(task(&case).unwrap_err().code(), code, "{name}");
            continue;
        }
        let (out, bad) = streamed(&case, usize::MAX);
        for size in [1, 7] {
            assert_eq!(streamed(&case, size), (out.clone(), bad.clone()), "{name}: {size}");
        }
        assert_eq!(bad, case.expect.bad, "{name}");
        assert!(out.is_empty() || out.ends_with('\n'), "{name}");
        let lines: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let total = |line: &Value| {
            let total = line.get("trustScore").or_else(|| line.get("total")).unwrap();
            (line["subject"]["id"].as_str().unwrap().to_owned(), plain(total))
        };
        let Streamed { totals, lines: expected, texts, .. } = &case.expect;
        assert_eq!(
            [totals.is_some(), expected.is_some(), texts.is_some()]
                .iter()
                .filter(|is| **is)
                .count(),
            1,
            "{name}"
        );
        if let Some(totals) = totals {
            let totals: Vec<_> =
                totals.iter().map(|(id, total)| (id.clone(), plain(total))).collect();
            assert_eq!(lines.iter().map(total).collect::<Vec<_>>(), totals, "{name}");
        }
        if let Some(expected) = expected {
            assert_eq!(
                lines.iter().map(plain).collect::<Vec<_>>(),
                expected.iter().map(plain).collect::<Vec<_>>(),
                "{name}"
            );
        }
        if let Some(texts) = texts {
            assert_eq!(out.lines().collect::<Vec<_>>(), *texts, "{name}");
        }
    }
}

/// The ids of the rows `| M01 | requirement |` of the document.
fn listed(document: &str) -> BTreeSet<String> {
    let rows = document.lines().filter(|line| line.starts_with("| M"));
    rows.filter_map(|row| Some(row.split('|').nth(1)?.trim().to_owned())).collect()
}

#[test]
fn the_requirements_and_the_vectors_name_each_other() {
    let listed = listed(include_str!("../../docs/hcs25.md"));
    let mut held = BTreeSet::new();
    let compute = cases::<Compute>(COMPUTE).into_iter().map(|case| (case.name, case.holds));
    let ledger = cases::<Ledger>(LEDGER).into_iter().map(|case| (case.name, case.holds));
    let mut count = 0;
    for (name, holds) in compute.chain(ledger) {
        count += 1;
        assert!(!holds.is_empty(), "{name} holds nothing");
        for id in holds {
            assert!(listed.contains(&id), "{name} holds {id}, which is not listed");
            held.insert(id);
        }
    }
    assert!(count >= 60, "{count} vectors");
    // These bind whoever uses a score or publishes a system; nothing is computed.
    let words = ["M01", "M33", "M64"].map(str::to_owned);
    assert!(held.is_disjoint(&words.clone().into()), "{held:?}");
    held.extend(words);
    assert_eq!(held, listed);
}
