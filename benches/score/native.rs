//! Scores 100,000 subjects as a stream; `benches/score.mjs` does so in wasm and in plain JavaScript. All
//! print the sum of all totals, which must agree.

#![allow(clippy::unwrap_used)] // A bench fails by panicking.

use std::fmt::Write as _;
use std::time::Instant;

use proofmark::score::{Config, Scorer};

const CONFIG: &str = include_str!("config.json");

fn main() {
    let mut lines = String::new();
    for i in 0..100_000u64 {
        let (right, ratio) = (i % 3 == 0, i * 7919 % 1001);
        let outcome = if right { "correct" } else { "wrong" };
        let score = if right { 100 } else { 0 };
        let token = ["correct", "wrong", "timeout", "empty"][usize::try_from(i % 4).unwrap()];
        let stored = if i % 4 == 0 { 100 } else { 0 };
        writeln!(
            lines,
            r#"{{"subject":{{"id":"uaid:aid:{i}","registry":"nanda","protocol":"a2a","metadata":{{"additional":{{"a2aSimpleScienceScore":{stored},"a2aSimpleScienceStatus":"{token}","a2aSimpleScienceQuestionId":"science:photosynthesis-gas","a2aSimpleScienceUpdatedAt":"2026-11-20T16:00:00Z"}}}}}},"signals":[{{"signalId":"simple-evals.math","status":"ok","fetchedAt":"2026-11-20T16:00:00.000Z","sources":["proofmark:simple-evals:1"],"data":{{"questionId":"math:add:37+58","expected":"95","response":"The answer is {i}.","outcome":"{outcome}","score":{score}}}}},{{"signalId":"availability.probe","status":"ok","fetchedAt":"2026-11-20T16:59:00.000Z","data":{{"ratio":{}}}}}]}}"#,
            ratio as f64 / 1000.0
        )
        .unwrap();
    }
    for _ in 0..5 {
        let config = Config::parse(CONFIG.as_bytes()).unwrap();
        let mut scorer = Scorer::new(config, "2026-11-20T17:00:00.000Z").unwrap();
        let (mut out, mut sum, mut written) = (Vec::new(), 0.0, 0);
        let start = Instant::now();
        for chunk in lines.as_bytes().chunks(64 << 10) {
            out.clear();
            scorer.push(chunk, &mut out);
            written += out.len();
            sum += totals(&out);
        }
        let summary = scorer.finish(&mut out).1.unwrap();
        let time = start.elapsed();
        println!(
            "native: {} subjects, {:.0} ns each, {} MB in, {} MB out, totals {:.2}",
            summary.scored,
            time.as_nanos() as f64 / summary.scored as f64,
            lines.len() / 1_000_000,
            written / 1_000_000,
            sum
        );
    }
}

/// Returns the sum of the totals, which end each line as `"total":N}}`.
fn totals(out: &[u8]) -> f64 {
    let text = std::str::from_utf8(out).unwrap();
    let total =
        |line: &str| line.rsplit_once("\"total\":")?.1.trim_end_matches('}').parse::<f64>().ok();
    text.lines().filter_map(total).sum()
}
