//! Laws of the score, on configurations and snapshots that proptest makes up.

use proofmark::record::fields::Prefix;
use proofmark::score::{Config, KeptRuns, Output, Scorer, SignalConverter, Task};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::cases::compute;

const NOW: &str = "2026-11-20T17:00:00.000Z";

fn component() -> impl Strategy<Value = Value> {
    let transform = prop_oneof![
        Just(json!({"type": "identity"})),
        Just(json!({"type": "ratio", "of": 7})),
        Just(json!({"type": "log", "cap": 1000})),
        Just(json!({"type": "sigmoid", "midpoint": 50, "scale": 9.5})),
        Just(json!({"type": "threshold", "min": 10, "cap": 90, "at": 5})),
    ];
    (0..6u8, transform, any::<bool>(), 1..999_999u32).prop_map(
        |(signal, transform, non, weight)| {
            json!({"source": {"signal": format!("test.s{signal}"), "field": "/x"},
            "transform": transform, "nonScorableWhenUnavailable": non,
            "weight": f64::from(weight) / 1000.0})
        },
    )
}

fn adapters() -> impl Strategy<Value = Vec<Value>> {
    let mode = prop::sample::select(vec!["universal", "scoped", "conditional"]);
    let adapter = (prop::collection::vec(component(), 1..4), mode, 0..9_999_999u32);
    prop::collection::vec(adapter, 0..7).prop_map(|adapters| {
        let named =
            adapters.into_iter().enumerate().map(|(index, (mut components, mode, weight))| {
                for (place, component) in components.iter_mut().enumerate() {
                    component["key"] = json!(format!("a{index}.c{place}"));
                }
                json!({"adapterId": format!("a{index}"), "contributionMode": mode,
                "weight": f64::from(weight) / 1_000_000.0, "components": components})
            });
        named.collect()
    })
}

fn config(adapters: &[Value]) -> String {
    json!({"trustScoreConfigVersion": 1, "staleMultiplier": 0.25, "confidence": true,
        "adapters": adapters})
    .to_string()
}

fn subject() -> impl Strategy<Value = String> {
    let status =
        prop::sample::select(vec!["ok", "ok", "ok", "stale", "missing", "timeout", "error"]);
    let number = prop_oneof![-50.0..250.0f64, 0.0..100.0f64, Just(0.0), Just(1e23)];
    let signal = prop::option::weighted(0.8, (status, prop::option::weighted(0.9, number)));
    prop::collection::vec(signal, 6).prop_map(|signals| {
        let records: Vec<_> = (0..).zip(signals).filter_map(|(index, signal)| {
            let (status, x) = signal?;
            Some(json!({"signalId": format!("test.s{index}"), "status": status, "data": {"x": x}}))
        }).collect();
        json!({"subject": {"id": "agent-1"}, "signals": records}).to_string()
    })
}

/// The record without the digest, which names the configuration as written.
fn scored(adapters: &[Value], subject: &str) -> Value {
    let out = compute(Output::Scores, &config(adapters), subject, NOW).unwrap();
    let mut record: Value = serde_json::from_slice(&out).unwrap();
    record.as_object_mut().unwrap().remove("trustScoreConfigDigest");
    record
}

/// A run of SimpleMath: its outcome, its time and its question. There are few of each, so that runs
/// meet.
type Told = (&'static str, &'static str, Option<&'static str>);

fn told() -> impl Strategy<Value = Told> {
    let outcome = prop::sample::select(vec!["correct", "correct", "wrong", "timeout", "skipped"]);
    let time = prop::sample::select(vec![
        "2026-11-20T16:00:00Z",
        "2026-11-20T15:00:00Z",
        "2027-01-01T00:00:00Z",
    ]);
    let question = prop::sample::select(vec!["math:add:37+58", "math:mul:6x7", "math:sub:90-12"]);
    (outcome, time, prop::option::of(question))
}

fn evals(runs: &[Told], stored: &[(&str, Option<Told>)]) -> String {
    let status = |outcome| match outcome {
        "correct" | "wrong" => "ok",
        "timeout" => "timeout",
        _ => "missing",
    };
    let score = |outcome| match outcome {
        "correct" => json!(100),
        "skipped" => Value::Null,
        _ => json!(0),
    };
    let record = |&(outcome, time, question): &Told| {
        json!({"signalId": "simple-evals.math", "status": status(outcome), "fetchedAt": time,
            "data": {"outcome": outcome, "score": score(outcome), "questionId": question}})
    };
    let mut additional = json!({});
    for (stem, run) in stored {
        let Some((outcome, time, question)) = run else { continue };
        additional[format!("{stem}Status")] = json!(outcome);
        additional[format!("{stem}Score")] = score(outcome);
        additional[format!("{stem}UpdatedAt")] = json!(time);
        additional[format!("{stem}QuestionId")] = json!(question);
    }
    json!({"subject": {"id": "agent-1", "metadata": {"additional": additional}},
        "signals": runs.iter().map(record).collect::<Value>()})
    .to_string()
}

/// The scores of the newest run, and of windows.
fn totals(subject: &str) -> Vec<Value> {
    let window = |window: Value| {
        let adapter = json!({"adapterId": "simple-math"});
        let mut config = json!({"trustScoreConfigVersion": 1, "adapters": [adapter]});
        if !window.is_null() {
            config["adapters"][0]["window"] = window;
        }
        let out = compute(Output::Scores, &config.to_string(), subject, NOW).unwrap();
        let record: Value = serde_json::from_slice(&out).unwrap();
        record["breakdown"]["adapters"].clone()
    };
    let windows = [Value::Null, json!({"runs": 1000}), json!({"runs": 2}), json!({"days": 1})];
    windows.into_iter().map(window).collect()
}

proptest! {
    #[test]
    fn the_order_of_runs_is_nothing(
        runs in prop::collection::vec(told(), 0..7).prop_flat_map(|a| (Just(a.clone()), Just(a).prop_shuffle())),
        a2a in prop::option::of(told()), nanda in prop::option::of(told()),
    ) {
        let stored = [("a2aSimpleMath", a2a), ("nandaSimpleMath", nanda)];
        prop_assert_eq!(totals(&evals(&runs.0, &stored)), totals(&evals(&runs.1, &stored)));
    }

    #[test]
    fn importing_changes_no_score(
        runs in prop::collection::vec(told(), 0..7),
        a2a in prop::option::of(told()), nanda in prop::option::of(told()),
    ) {
        let before = evals(&runs, &[("a2aSimpleMath", a2a), ("nandaSimpleMath", nanda)]);
        let mut signals = SignalConverter::new(Task::Import, 1_795_194_000_000);
        let mut after = Vec::new();
        prop_assert_eq!(signals.push(before.as_bytes(), &mut after), []);
        prop_assert_eq!(signals.finish(&mut after), (vec![], true));
        prop_assert_eq!(totals(&before), totals(std::str::from_utf8(&after).unwrap()));
    }

    #[test]
    fn merging_again_or_in_another_order_changes_nothing(
        runs in prop::collection::vec(told(), 0..4), a2a in prop::option::of(told()),
        new in prop::collection::vec(told(), 0..5).prop_flat_map(|a| (Just(a.clone()), Just(a).prop_shuffle())),
        keep in 1u64..6, fields in prop::option::of(Just(Prefix::A2a)),
    ) {
        let merged = |snapshot: &str, new: &[Told]| {
            let mut signals = SignalConverter::new(Task::Merge(KeptRuns::new(keep).unwrap(), fields), 1_795_194_000_000);
            let records: Value = serde_json::from_str(&evals(new, &[])).unwrap();
            for record in records["signals"].as_array().unwrap() {
                let mut record = record.clone();
                record["subject"] = json!({"id": "agent-1"});
                assert_eq!(signals.records(format!("{record}\n").as_bytes(), false), []);
            }
            let mut out = Vec::new();
            assert_eq!(signals.push(format!("{snapshot}\n").as_bytes(), &mut out), []);
            String::from_utf8(out).unwrap()
        };
        let before = evals(&runs, &[("a2aSimpleMath", a2a)]);
        let after = merged(&before, &new.0);
        prop_assert_eq!(&merged(&before, &new.1), &after);
        prop_assert_eq!(&merged(after.trim_end(), &new.0), &after);
    }
}

proptest! {
    #[test]
    fn the_order_of_adapters_is_nothing(
        adapters in adapters().prop_flat_map(|a| (Just(a.clone()), Just(a).prop_shuffle())),
        subject in subject(),
    ) {
        prop_assert_eq!(scored(&adapters.0, &subject), scored(&adapters.1, &subject));
    }

    #[test]
    fn an_adapter_of_weight_0_changes_no_score(
        adapters in adapters(), components in prop::collection::vec(component(), 1..3),
        mode in prop::sample::select(vec!["universal", "scoped", "conditional"]), subject in subject(),
    ) {
        let mut components = components;
        for (place, component) in components.iter_mut().enumerate() {
            component["key"] = json!(format!("zero.c{place}"));
        }
        let mut more = adapters.clone();
        more.push(json!({"adapterId": "zero", "contributionMode": mode, "weight": 0, "components": components}));
        let (without, with) = (scored(&adapters, &subject), scored(&more, &subject));
        prop_assert_eq!(&without["trustScores"]["total"], &with["trustScores"]["total"]);
        prop_assert_eq!(&without["trustConfidence"], &with["trustConfidence"]);
    }

    #[test]
    fn every_number_is_in_range_and_between_the_totals(adapters in adapters(), subject in subject()) {
        let record = scored(&adapters, &subject);
        let total = record["trustScores"]["total"].as_f64().unwrap();
        for score in record["trustScores"].as_object().unwrap().values() {
            prop_assert!((0.0..=100.0).contains(&score.as_f64().unwrap()));
        }
        let all = record["breakdown"]["adapters"].as_array().unwrap();
        let inside = || all.iter().filter(|a| a["inDenominator"] == true).map(|a| a["total"].as_f64().unwrap());
        if inside().next().is_some() {
            prop_assert!(inside().any(|other| other <= total + 1e-9));
            prop_assert!(inside().any(|other| other >= total - 1e-9));
        } else {
            prop_assert_eq!(total, 0.0);
        }
        prop_assert!((0.0..=1.0).contains(&record["trustConfidence"].as_f64().unwrap()));
    }

    #[test]
    fn the_scale_of_the_weights_is_nothing(adapters in adapters(), subject in subject()) {
        let mut scaled = adapters.clone();
        for adapter in &mut scaled {
            let weight = (adapter["weight"].as_f64().unwrap() * 1e6).round();
            adapter["weight"] = json!(weight / 100_000.0);
        }
        let total = |adapters: &[Value]| scored(adapters, &subject)["trustScores"].clone();
        prop_assert_eq!(total(&adapters), total(&scaled));
    }

    #[test]
    fn without_an_adapter_is_the_score_without_it(adapters in adapters(), subject in subject()) {
        let out = compute(Output::Explanations, &config(&adapters), &subject, NOW).unwrap();
        let explained: Value = serde_json::from_slice(&out).unwrap();
        for row in explained["adapters"].as_array().unwrap() {
            let others: Vec<_> = adapters.iter().filter(|a| a["adapterId"] != row["adapterId"]).cloned().collect();
            prop_assert_eq!(&row["without"], &scored(&others, &subject)["trustScore"]);
        }
    }

    #[test]
    fn chunks_are_nothing_and_a_bad_line_stops_no_other(
        adapters in adapters(), subjects in prop::collection::vec(subject(), 0..6),
        bad in 0..7usize, size in 1..200usize, newline in any::<bool>(),
    ) {
        let mut lines: Vec<String> = subjects.clone();
        lines.insert(bad.min(lines.len()), "{\"subject\":{}}".to_owned());
        lines.push("  ".to_owned());
        let text = lines.join("\n") + if newline { "\n" } else { "" };
        let scorer = || Scorer::new(Config::parse(config(&adapters).as_bytes()).unwrap(), NOW).unwrap();
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        let mut one = scorer();
        let mut bad = one.push(text.as_bytes(), &mut whole);
        let (late, summary) = one.finish(&mut whole);
        bad.extend(late);
        let mut other = scorer();
        let mut others = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            others.extend(other.push(chunk, &mut parts));
        }
        let (late, other_summary) = other.finish(&mut parts);
        others.extend(late);
        prop_assert_eq!(other_summary, summary);
        prop_assert_eq!(&parts, &whole);
        prop_assert_eq!(&others, &bad);
        let summary = summary.unwrap();
        prop_assert_eq!((summary.scored, summary.refused), (subjects.len(), 1));
        let mut expected = Vec::new();
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.len() > 2) {
            if line.len() == 14 {
                prop_assert_eq!((bad[0].line, bad[0].error.code()), (index + 1, "score.subject"));
            } else {
                expected.extend(compute(Output::Scores, &config(&adapters), line, NOW).unwrap());
                expected.push(b'\n');
            }
        }
        prop_assert_eq!(String::from_utf8(whole).unwrap(), String::from_utf8(expected).unwrap());
    }

    #[test]
    fn no_text_panics(config in ".{0,80}", line in r#"[{}\[\]":,a-z0-9.\-eE ]{0,80}"#, additional in r#"\{("a2aSimpleMath(Score|Status|UpdatedAt)":(null|1e9|-5|"correct"|"NaN"|\[\]),?){0,3}\}"#) {
        let _ = Config::parse(config.as_bytes());
        let _ = proofmark::record::fields::import(additional.as_bytes());
        let plain = r#"{"trustScoreConfigVersion":1,"adapters":[{"adapterId":"simple-math"}]}"#;
        let _ = compute(Output::Scores, plain, &line, NOW);
        let line = format!(r#"{{"subject":{{"id":"a","metadata":{{"additional":{additional}}}}}}}"#);
        let _ = compute(Output::Scores, plain, &line, NOW);
    }
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let config = Config::parse(config(&[]).as_bytes()).unwrap();
    let mut scorer = Scorer::new(config, NOW).unwrap();
    let (mut out, mut bad) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        bad.extend(scorer.push(&vec![b' '; 1 << 20], &mut out));
    }
    bad.extend(scorer.push(b"\n{\"subject\":{\"id\":\"a\"}}\n", &mut out));
    let (late, summary) = scorer.finish(&mut out);
    let summary = summary.unwrap();
    assert_eq!((summary.lines, summary.scored, summary.refused), (2, 1, 1));
    assert_eq!((late.len(), bad[0].line), (0, 1));
    assert_eq!(bad[0].error.to_string(), "line: longer than 16777216 bytes");
}
