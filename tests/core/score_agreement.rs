//! The score agrees, to the last digit, with `tests/reference/hcs25.mjs` on configurations and
//! snapshots drawn at random.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use proofmark::score::{Config, Scorer};
use serde_json::{Map, Value, json};

use super::cases::plain;

const NOW: &str = "2026-11-20T17:00:00.000Z";
const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/hcs25.mjs");

/// A small generator (splitmix64): the same cases on every machine.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }

    /// A number with up to `places` decimals, from 0 up to `end`.
    fn number(&mut self, end: u64, places: u32) -> Value {
        let places = self.below(u64::from(places) + 1) as u32;
        let digits = self.below(end * 10u64.pow(places) + 1);
        let text = format!("{digits}e-{places}").parse::<f64>().unwrap();
        if text.fract() == 0.0 { json!(text as u64) } else { json!(text) }
    }
}

const REGISTRIES: [&str; 4] = ["nanda", "agentverse", "openrouter", "erc-8004"];
const PROTOCOLS: [&str; 3] = ["a2a", "mcp", "http"];
const STATUSES: [&str; 9] =
    ["ok", "ok", "ok", "ok", "stale", "stale", "missing", "timeout", "error"];
const TOKENS: [&str; 11] = [
    "correct",
    "correct",
    "wrong",
    "unparseable",
    "empty",
    "timeout",
    "missing",
    "skipped",
    "upstream-error",
    "error",
    "stale",
];

fn transform(draw: &mut Draw) -> Value {
    let of = |draw: &mut Draw| {
        if draw.one_in(2) { json!("/n") } else { json!(draw.below(500) + 1) }
    };
    match draw.below(8) {
        0 => json!({"type": "ratio"}),
        1 => json!({"type": "ratio", "of": of(draw)}),
        2 => {
            let min = draw.number(60, 3);
            let cap = json!(100 + draw.below(300));
            let (min, cap) = if draw.one_in(4) { (cap, min) } else { (min, cap) };
            json!({"type": "threshold", "min": min, "cap": cap, "at": draw.number(50, 2)})
        }
        3 => json!({"type": "log", "cap": draw.below(1_000_000) + 1}),
        4 => {
            json!({"type": "sigmoid", "midpoint": draw.number(300, 4), "scale": draw.below(90) + 1})
        }
        5 => json!({"type": "rank", "of": draw.below(100) + 500}),
        6 => json!({"type": "rank", "of": draw.below(100) + 500, "curve": "concave"}),
        _ => json!({"type": "identity"}),
    }
}

fn window(draw: &mut Draw) -> Value {
    if draw.one_in(2) {
        json!({"runs": draw.below(6) + 1})
    } else {
        json!({"days": draw.below(10) + 1})
    }
}

fn list(draw: &mut Draw, of: &[&str]) -> Value {
    (0..=draw.below(2)).map(|_| draw.pick(of)).collect()
}

fn adapter(draw: &mut Draw, index: u64, signals: &mut Vec<(String, bool)>) -> Value {
    let built_in = index < 2 && draw.one_in(2);
    let mut adapter = Map::new();
    let letter = char::from(b'a' + u8::try_from(index).unwrap());
    let id = if built_in {
        ["simple-math", "simple-science"][usize::try_from(index).unwrap()].to_owned()
    } else {
        format!("adapter-{letter}")
    };
    adapter.insert("adapterId".into(), json!(id));
    if draw.below(4) > 0 {
        let mode = draw.pick(&["universal", "scoped", "conditional"]);
        adapter.insert("contributionMode".into(), json!(mode));
    }
    if draw.below(3) > 0 {
        let weight = if draw.one_in(6) { json!(0) } else { draw.number(6, 6) };
        adapter.insert("weight".into(), weight);
    }
    for (key, of) in [("includeRegistries", 8), ("excludeRegistries", 6)] {
        if draw.one_in(of) {
            adapter.insert(key.into(), list(draw, &REGISTRIES));
        }
    }
    if draw.one_in(6) {
        adapter.insert("appliesTo".into(), json!({"protocols": list(draw, &PROTOCOLS)}));
    }
    if draw.one_in(8) {
        adapter.insert("appliesTo".into(), json!({"classes": list(draw, &["agent", "model"])}));
    }
    if draw.one_in(5) {
        adapter.insert("defaultComponentKey".into(), json!(format!("{id}.none")));
    }
    if built_in {
        if draw.one_in(2) {
            adapter.insert("window".into(), window(draw));
        }
        return Value::Object(adapter);
    }
    let components = (0..=draw.below(4)).map(|place| {
        let mut component = Map::new();
        component.insert("key".into(), json!(format!("{id}.c{place}")));
        let transform = transform(draw);
        let ranked = transform["type"] == "rank";
        let source = match draw.below(8) {
            0 => {
                let mut source = json!({"eval": draw.pick(&["math", "science"])});
                if draw.one_in(2) {
                    source["window"] = window(draw);
                }
                source
            }
            1 if !ranked => json!({"metadata": "/m/x", "status": "/m/s", "fetchedAt": "/m/t"}),
            2 if !ranked => json!({"metadata": "/a~1b"}),
            _ => {
                signals.push((format!("test.s{}", signals.len()), ranked));
                json!({"signal": signals.last().unwrap().0, "field": "/x"})
            }
        };
        if source.get("eval").is_none() && (ranked || draw.below(4) > 0) {
            let stored = source.get("metadata").is_some();
            let mut transform = transform;
            if stored && transform["of"].is_string() {
                transform["of"] = json!("/m/n");
            }
            component.insert("transform".into(), transform);
        }
        component.insert("source".into(), source);
        if draw.one_in(3) {
            // Never zero for the first, so that an adapter has some weight.
            let weight = if place > 0 && draw.one_in(4) {
                json!(0)
            } else {
                json!((draw.below(999_999) + 1) as f64 / 1000.0)
            };
            component.insert("weight".into(), weight);
        }
        if draw.one_in(3) {
            component.insert("nonScorableWhenUnavailable".into(), json!(true));
        }
        if draw.one_in(5) {
            component.insert("maxAgeSeconds".into(), json!(draw.below(900_000)));
        }
        Value::Object(component)
    });
    let components: Vec<_> = components.collect();
    adapter.insert("components".into(), json!(components));
    Value::Object(adapter)
}

/// A time within eleven days before now, sometimes ahead of it, sometimes no time at all. There are
/// few of them, so that runs meet at the same one.
fn time(draw: &mut Draw) -> Value {
    match draw.below(12) {
        0 => Value::Null,
        1 => json!("yesterday"),
        2 => json!("2026-11-21T00:00:00.000Z"),
        3 => json!("2026-11-20T17:04:59.999Z"),
        _ => json!(format!("2026-11-{:02}T{:02}:00:00Z", 10 + draw.below(11), draw.below(3) * 8)),
    }
}

fn value(draw: &mut Draw, ranked: bool) -> Value {
    match draw.below(10) {
        _ if ranked => json!(draw.below(500) + 1),
        0 => json!(0),
        1 => json!(-(draw.below(50) as f64) / 8.0),
        2 => draw.number(1, 9),
        3 => draw.number(100_000, 4),
        _ => draw.number(120, 6),
    }
}

fn maybe(draw: &mut Draw, one_in: u64, value: Value) -> Value {
    if draw.one_in(one_in) { Value::Null } else { value }
}

fn line(draw: &mut Draw, signals: &[(String, bool)]) -> Value {
    let mut records = Vec::new();
    for (id, ranked) in signals {
        if draw.below(5) > 0 {
            let x = value(draw, *ranked);
            let (x, n) = (maybe(draw, 12, x), draw.below(200));
            let n = maybe(draw, 12, json!(n));
            let at = time(draw);
            records.push(json!({"signalId": id, "status": draw.pick(&STATUSES), "fetchedAt": at,
                "data": {"x": x, "n": n}}));
        }
    }
    for _ in 0..draw.below(8) {
        let outcome = json!(draw.pick(&TOKENS));
        let mut data = json!({"questionId": draw.pick(&["math:add:37+58", "math:mul:6x7"])});
        if draw.below(5) > 0 {
            data["outcome"] = outcome;
        }
        if draw.one_in(2) {
            data["cause"] = json!(draw.pick(&["transport.unknown", "quota.spent"]));
        }
        let score = json!([0, 100, 100, 50][usize::try_from(draw.below(4)).unwrap()]);
        data["score"] = maybe(draw, 3, score);
        let id = draw.pick(&["simple-evals.math", "simple-evals.science"]);
        let at = time(draw);
        records.push(json!({"signalId": id, "status": draw.pick(&STATUSES), "fetchedAt": at,
            "data": data}));
    }
    let mut additional = Map::new();
    for stem in ["a2aSimpleMath", "a2aSimpleScience", "nandaSimpleMath", "nandaSimpleScience"] {
        if draw.one_in(2) {
            let token = if draw.one_in(10) { "passed" } else { draw.pick(&TOKENS) };
            let token = maybe(draw, 6, json!(token));
            let score = value(draw, false);
            additional.insert(format!("{stem}Status"), token);
            additional.insert(format!("{stem}Score"), maybe(draw, 4, score));
            additional.insert(format!("{stem}UpdatedAt"), time(draw));
            if draw.one_in(2) {
                additional.insert(format!("{stem}Error"), json!("transport.unknown"));
            }
            if draw.one_in(2) {
                additional.insert(format!("{stem}QuestionId"), json!("math:mul:6x7"));
            }
        }
    }
    let x = value(draw, false);
    let status = json!(draw.pick(&STATUSES));
    let metadata = json!({
        "additional": additional,
        "a/b": maybe(draw, 5, x.clone()),
        "m": {"x": x, "n": draw.below(300), "s": maybe(draw, 5, status), "t": time(draw)},
    });
    let mut subject = json!({"id": format!("agent-{}", draw.below(1000)), "metadata": metadata});
    for (key, of) in
        [("registry", &REGISTRIES[..]), ("protocol", &PROTOCOLS), ("class", &["agent", "model"])]
    {
        if draw.below(4) > 0 {
            subject[key] = json!(draw.pick(of));
        }
    }
    json!({"subject": subject, "signals": records})
}

fn case(number: u64) -> Value {
    let mut draw = Draw(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let draw = &mut draw;
    let mut signals = Vec::new();
    let adapters: Vec<_> =
        (0..draw.below(7)).map(|index| adapter(draw, index, &mut signals)).collect();
    let mut config =
        json!({"trustScoreConfigVersion": number, "confidence": true, "adapters": adapters});
    if draw.one_in(2) {
        config["staleMultiplier"] = draw.number(1, 6);
    }
    if draw.one_in(3) {
        config["freshness"] = json!({"maxAgeSeconds": draw.below(900_000)});
    }
    json!({"config": config, "at": NOW, "line": line(draw, &signals)})
}

/// The record of this implementation in the form that the reference answers in.
fn digest(record: &Value) -> Value {
    let mut breakdown = Map::new();
    for adapter in record["breakdown"]["adapters"].as_array().unwrap() {
        let unavailable: Vec<_> = adapter["unavailable"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| json!([c["key"], c["status"]]))
            .collect();
        let components: Vec<_> = adapter["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| {
                let window = c.get("window").map(|w| json!([w["correct"], w["runs"]]));
                json!([c["key"], c["status"], c["value"], window])
            })
            .collect();
        breakdown.insert(
            adapter["adapterId"].as_str().unwrap().to_owned(),
            json!([
                adapter["applicable"],
                adapter["inDenominator"],
                adapter["total"],
                unavailable,
                components
            ]),
        );
    }
    json!({"trustScores": record["trustScores"], "trustConfidence": record["trustConfidence"],
        "breakdown": breakdown})
}

#[test]
fn a_thousand_scores_agree_with_the_reference_to_the_last_digit() {
    agree(1_000);
}

#[test]
#[ignore = "long"]
fn ten_thousand_scores_agree_with_the_reference_to_the_last_digit() {
    agree(10_000);
}

fn agree(cases: u64) {
    let mut reference = Command::new("node")
        .arg(REFERENCE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("node, which runs {REFERENCE}: {error}"));
    let mut stdin = reference.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for number in 0..cases {
            writeln!(stdin, "{}", case(number)).unwrap();
        }
    });
    let mut distinct = std::collections::HashSet::new();
    let mut answers = BufReader::new(reference.stdout.take().unwrap()).lines();
    for number in 0..cases {
        let case = case(number);
        let config = Config::parse(case["config"].to_string().as_bytes());
        let config = config.unwrap_or_else(|error| panic!("case {number}: {error}\n{case}"));
        let mut out = Vec::new();
        Scorer::new(config, NOW)
            .unwrap()
            .score(case["line"].to_string().as_bytes(), &mut out)
            .unwrap_or_else(|error| panic!("case {number}: {error}\n{case}"));
        let record: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            out,
            serde_json_canonicalizer::to_vec(&record).unwrap(),
            "case {number}: not canonical"
        );
        let theirs = answers.next().expect("an answer to every case").unwrap();
        let theirs: Value = serde_json::from_str(&theirs).unwrap();
        assert_eq!(plain(&digest(&record)), plain(&theirs), "case {number}:\n{case}");
        distinct.insert(record["trustScore"].to_string());
    }
    writer.join().unwrap();
    assert!(reference.wait().unwrap().success());
    assert!(distinct.len() as u64 > cases / 5, "the cases are too much alike: {}", distinct.len());
}
