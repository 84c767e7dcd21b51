//! Reports, summaries and comparisons, held to the shared vectors.

// Helpers of tests are not seen as tests.
use std::collections::BTreeMap;

use proofmark::Error;
use proofmark::report::{
    Embedded, Format, Reader, Source, compare, figures, level, sentence, table, torn_notes,
};
use proofmark::stats::{Options, Probability, Summary};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    files: BTreeMap<String, Vec<String>>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    why: String,
    call: String,
    of: Vec<String>,
    options: Value,
    expect: Value,
}

fn answer(case: &Case, files: &BTreeMap<String, Vec<String>>) -> Result<Value, Error> {
    let text = |index: usize| files[&case.of[index]].join("\n");
    let read = |index: usize| Source::parse(text(index).as_bytes());
    let look = |index: usize| {
        let mut reader = Reader::look();
        reader.push(text(index).as_bytes())?;
        reader.finish()
    };
    let alpha = match case.options.get("alpha") {
        None => Probability::ALPHA,
        Some(alpha) => Probability::new("alpha", alpha.as_f64().unwrap())?,
    };
    match case.call.as_str() {
        "report" => {
            let format = case.options.get("format").map_or("json", |name| name.as_str().unwrap());
            let format = Format::from_name(format)?;
            let none = Embedded { data: "", bank: None, verifier: None };
            let text = format.write(&look(0)?.report(alpha)?, none)?;
            Ok(json!(text.split('\n').collect::<Vec<_>>()))
        }
        "summarize" => Ok(summed(&read(0)?.summary(alpha, None)?)),
        "openRecords" => {
            let source = look(0)?;
            let lines: Option<Vec<u32>> = case.options.get("lines").map(|lines| {
                lines.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect()
            });
            let listing = source.listing()?;
            Ok(json!({
                "listing": listing,
                "summary": summed(&source.summary(alpha, lines.as_deref())?),
            }))
        }
        "compare" => {
            let options = Options { alpha, ..Options::default() };
            let (first, second) = (look(0)?, look(1)?);
            let found = compare(&first, &second, &options)?;
            let notes = torn_notes(&first, &second);
            let mut value = serde_json::to_value(&found).unwrap();
            value["text"] = sentence(&found).into();
            value["markdown"] = table(&found, &notes, &[]).into();
            value["notes"] = json!(notes);
            value["torn"] = json!({ "first": first.torn(), "second": second.torn() });
            value["figures"] = serde_json::to_value(figures(&found)).unwrap();
            Ok(value)
        }
        other => panic!("no call {other}"),
    }
}

fn summed(summary: &Summary) -> Value {
    let mut value = serde_json::to_value(summary).unwrap();
    value["level"] = level(summary.alpha).into();
    value
}

/// Numbers as JavaScript has them: one kind.
fn numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().unwrap()),
        Value::Array(items) => items.iter().map(numbers).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), numbers(value))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn the_vectors() {
    let file: File = serde_json::from_str(include_str!("../vectors/report/results.json")).unwrap();
    for case in &file.cases {
        assert!(!case.why.is_empty());
        // Which options there are is for the boundary to say.
        if case.expect == json!({"error": "host.option"}) {
            continue;
        }
        let found = answer(case, &file.files).unwrap_or_else(|error| {
            assert!(!error.to_string().contains('\n'), "{}", case.name);
            json!({"error": error.code()})
        });
        assert_eq!(numbers(&found), numbers(&case.expect), "{}", case.name);
    }
}
