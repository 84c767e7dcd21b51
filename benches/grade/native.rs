//! Measures native grading: `cargo bench --bench grade -- FILES…`
//!
//! A file is NDJSON with `kind`, `id`, `response`, `options` and `gold` on each line. Without files it
//! times replies of 10 MB that repeat one text each. `--search SECONDS [SEED]` generates such texts and
//! reports those that take too long.

#![allow(clippy::expect_used, reason = "a bench that cannot read its file has nothing to time")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use proofmark::grade::Form;
use proofmark::{grade, rows};

/// The size of one repeated text, in bytes.
const SIZE: usize = 10_000_000;

/// The minimum duration of a measurement.
const LEAST: Duration = Duration::from_millis(1500);

const OPTIONS: [[&str; 4]; 3] = [
    ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"],
    ["2/3", "\\(\\sqrt{2}\\)", "[0, 1)", "5 %"],
    ["It would double", "None of these", "Carbon dioxide, or the gas that is given off", "A and B"],
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => stress(),
        ["--search", seconds, ref seed @ ..] => {
            let seed = seed.first().map_or(1, |seed| seed.parse().expect("a seed: a number"));
            search(Duration::from_secs(seconds.parse().expect("whole seconds")), seed);
        }
        ref files => files.iter().for_each(|file| corpus(file)),
    }
}

/// Returns the CPU time that this thread has used (Linux), or else the time of day. CPU time does not
/// include other work of the machine.
fn now(begin: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// Returns the mean time of as many calls as fit, because the system clock has coarse ticks.
fn mean(mut call: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let start = now(begin);
    let mut calls = 0;
    while begin.elapsed() < LEAST {
        call();
        calls += 1;
    }
    (now(begin) - start) / calls
}

/// Returns about `size` bytes: each of `texts` repeated for an equal share.
fn repeated(texts: &[&str], size: usize) -> String {
    let share = size / texts.len();
    texts.iter().map(|text| text.repeat(share / text.len())).collect()
}

/// Returns the time to grade `text` as a number or as a choice, whichever is longer, by `clock`.
fn longest(text: &str, clock: fn(Instant) -> Duration) -> Duration {
    let number = best_of_three(clock, || {
        black_box(grade::read_number(black_box(text), &[], Form::BARE));
    });
    let choice = OPTIONS.iter().map(|options| {
        best_of_three(clock, || {
            black_box(grade::read_choice(black_box(text), options, Form::BARE));
        })
    });
    choice.fold(number, Duration::max)
}

fn stress() {
    let all: Vec<Vec<String>> =
        serde_json::from_str(include_str!("hostile.json")).expect("lists of texts");
    println!("{:<44}{:>10}{:>10}{:>8}", "10 MB of", "10 MB", "20 MB", "ratio");
    for texts in all {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let time = |size| longest(&repeated(&texts, size), now);
        let (once, twice) = (time(SIZE), time(2 * SIZE));
        println!(
            "{:<44}{:>8} ms{:>7} ms{:>8.2}",
            format!("{texts:?}"),
            once.as_millis(),
            twice.as_millis(),
            twice.as_secs_f64() / once.as_secs_f64()
        );
    }
}

/// Generates texts from the words and marks in the test vectors' replies, and reports those whose time
/// grows by more than eight when their length grows by four.
fn search(time: Duration, seed: u64) {
    const SHORT: usize = 20_000;
    /// Faster texts are not examined further.
    const FAST: Duration = Duration::from_millis(3);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    // Xorshift suffices for choosing texts.
    let mut draw = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap_or_default()
    };
    let pieces = pieces();
    let (begin, mut tried, mut found) = (Instant::now(), 0, 0);
    while begin.elapsed() < time {
        let mut text =
            || -> String { (0..=draw(4)).map(|_| pieces[draw(pieces.len())].as_str()).collect() };
        let texts = [text(), text(), text()];
        let texts: Vec<&str> = texts.iter().skip(draw(3)).map(String::as_str).collect();
        // The ticks of CPU time are too coarse here.
        let time =
            |times: usize| longest(&repeated(&texts, times * SHORT), |begin| begin.elapsed());
        tried += 1;
        let four = time(4);
        // Measure a slow text again, since the system may have been busy.
        if four > FAST && four > 8 * time(1) && time(16) > 8 * time(4) {
            found += 1;
            println!("{texts:?}: {:?}, {four:?}, {:?}", time(1), time(16));
        }
    }
    println!("{tried} tried, {found} that take more than twice as long for twice as much");
    if found > 0 {
        std::process::exit(1);
    }
}

/// Returns the words and marks of the vectors' replies, each with the space after it.
fn pieces() -> Vec<String> {
    let mut pieces = std::collections::BTreeSet::new();
    for file in ["committed-choice.json", "committed-number.json"] {
        let path = format!("{}/tests/vectors/grade/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a readable file");
        let vectors: Vec<serde_json::Value> = serde_json::from_str(&text).expect("vectors");
        for reply in vectors.iter().filter_map(|vector| vector["reply"].as_str()) {
            for word in reply.split_inclusive([' ', '\n']) {
                pieces.insert(word.to_owned());
                // Also split "(B)," into "(", "B", ")" and ",".
                let marks = word.split_inclusive(|c: char| !c.is_alphanumeric());
                pieces.extend(marks.map(str::to_owned));
            }
        }
    }
    pieces.into_iter().collect()
}

fn best_of_three(clock: fn(Instant) -> Duration, mut call: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let time = |_| {
        let start = clock(begin);
        call();
        clock(begin) - start
    };
    (0..3).map(time).min().unwrap_or_default()
}

fn corpus(file: &str) {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let mut batch = Vec::new();
    let mut replies = Vec::new();
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
        let kind = row["kind"].as_str().unwrap_or_default().to_owned();
        let response = row["response"].as_str().unwrap_or_default().to_owned();
        let options: Vec<String> = row["options"]
            .as_array()
            .map(|all| all.iter().filter_map(|o| o.as_str().map(str::to_owned)).collect())
            .unwrap_or_else(|| vec![String::new(); 4]);
        let mut object = serde_json::json!({
            "id": row["id"], "kind": kind, "expected": null, "response": response
        });
        if kind == "choice" {
            object["options"] = serde_json::json!(options);
        }
        batch.extend_from_slice(object.to_string().as_bytes());
        batch.push(b'\n');
        replies.push((kind == "math", response, options));
    }
    let count = u32::try_from(replies.len()).expect("a file of a size to time");
    let single = mean(|| {
        for (math, response, options) in &replies {
            if *math {
                black_box(grade::read_number(black_box(response), &[], Form::BARE));
            } else {
                let options: Vec<&str> = options.iter().map(String::as_str).collect();
                black_box(grade::read_choice(black_box(response), &options, Form::BARE));
            }
        }
    });
    let ndjson = mean(|| {
        let mut out = Vec::new();
        black_box(rows::grade_ndjson(black_box(&batch), None, &mut out));
    });
    let bytes: usize = replies.iter().map(|(_, response, _)| response.len()).sum();
    println!(
        "{file}: {count} rows, {} bytes a reply; ns a row: one call {}, NDJSON batch {}",
        bytes / replies.len().max(1),
        (single / count).as_nanos(),
        (ndjson / count).as_nanos()
    );
}
