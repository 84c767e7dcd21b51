//! Reports, summaries and comparisons, held to the shared vectors.

use proofmark::Error;
use proofmark::report::{
    Embedded, Format, Reader, Source, compare, comparison_sentence, comparison_table,
    format_figures, format_level, torn_notes,
};
use proofmark::stats::{Options, Probability, Summary};
use serde_json::{Value, json};

use super::cases::{cases, plain};

fn answer(case: &Value, files: &Value) -> Result<Value, Error> {
    let options = &case["options"];
    let text = |index: usize| {
        let lines = files[case["of"][index].as_str().unwrap()].as_array().unwrap().iter();
        lines.map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n")
    };
    let read = |index: usize| Source::parse(text(index).as_bytes());
    let look = |index: usize| {
        let mut reader = Reader::collecting_torn_lines();
        reader.push(text(index).as_bytes())?;
        reader.finish()
    };
    let alpha = match options.get("alpha") {
        None => Probability::ALPHA,
        Some(alpha) => Probability::new("alpha", alpha.as_f64().unwrap())?,
    };
    match case["call"].as_str().unwrap() {
        "report" => {
            let format = options.get("format").map_or("json", |name| name.as_str().unwrap());
            let format = Format::from_name(format)?;
            let none = Embedded { data: "", bank: None, verifier: None };
            let text = format.write(&look(0)?.report(alpha)?, none)?;
            Ok(json!(text.split('\n').collect::<Vec<_>>()))
        }
        "summarize" => Ok(summed(&read(0)?.summary(alpha, None)?)),
        "openRecords" => {
            let source = look(0)?;
            let lines: Option<Vec<u32>> = options.get("lines").map(|lines| {
                lines.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect()
            });
            let listing = source.listing()?;
            Ok(json!({
                "listing": listing,
                "summary": summed(&source.summary(alpha, lines.as_deref())?),
            }))
        }
        "compare" => {
            let (first, second) = (look(0)?, look(1)?);
            let found = compare(&first, &second, &Options { alpha, ..Options::default() })?;
            let notes = torn_notes(&first, &second);
            let mut value = serde_json::to_value(&found).unwrap();
            value["text"] = comparison_sentence(&found).into();
            value["markdown"] = comparison_table(&found, &notes, &[]).into();
            value["notes"] = json!(notes);
            value["torn"] = json!({ "first": first.torn_lines(), "second": second.torn_lines() });
            value["figures"] = serde_json::to_value(format_figures(&found)).unwrap();
            Ok(value)
        }
        other => panic!("no call {other}"),
    }
}

fn summed(summary: &Summary) -> Value {
    let mut value = serde_json::to_value(summary).unwrap();
    value["level"] = format_level(summary.alpha).into();
    value
}

#[test]
fn the_vectors() {
    let text = include_str!("../vectors/report/results.json");
    let file: Value = serde_json::from_str(text).unwrap();
    for case in cases(text) {
        // The boundary refuses unknown options.
        if case["expect"] == json!({"error": "host.option"}) {
            continue;
        }
        let found = answer(&case, &file["files"]).unwrap_or_else(|error| {
            assert!(!error.to_string().contains('\n'), "{}", case["name"]);
            json!({"error": error.code()})
        });
        assert_eq!(plain(&found), plain(&case["expect"]), "{}", case["name"]);
    }
}
