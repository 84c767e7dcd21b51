//! The public bank comes when a record names it, and the report is the same.

use proofmark::bank::Bank;
use proofmark::verify::{Options, Verifier};

use super::files::{How, Made, PROVEN, joined, made, opening_line, options, verified};

fn awaiting() -> Options {
    Options { banks: Vec::new(), awaits_public: true, ..options(&PROVEN) }
}

fn bank() -> Vec<u8> {
    Bank::public().unwrap().to_json().unwrap().into_bytes()
}

/// Math first, so that the bank is wanted in the middle, and withheld values with their openings.
fn file() -> Vec<u8> {
    let mut lines = made(&How { math: 2, science: 0, ..How::default() }).lines;
    let Made { lines: more, openings } =
        made(&How { withhold: &["response"], subject: "agent-2", ..How::default() });
    for line in more {
        let opened = line.starts_with(b"{\"data\"");
        let id = opened.then(|| {
            proofmark::proof::id(&proofmark::json::Value::parse(&line).unwrap()).unwrap().hex()
        });
        lines.push(line);
        let own = openings.iter().filter(|opening| Some(&opening.record) == id.as_ref());
        lines.extend(own.map(opening_line));
    }
    lines.push(b"{".to_vec());
    joined(&lines)
}

#[test]
fn it_is_wanted_in_the_middle_of_a_chunk_or_behind_its_end() {
    let file = file();
    let whole = verified(&file, options(&PROVEN));
    assert_eq!((whole.runs, whole.records), (2, 8));
    for size in [1, 97, 4096, file.len()] {
        let (mut verifier, mut supplied) = (Verifier::new(awaiting()), 0);
        for chunk in file.chunks(size) {
            verifier.push(chunk);
            if verifier.wants_bank() {
                verifier.supply_bank(&bank()).unwrap();
                supplied += 1;
            }
        }
        assert_eq!((supplied, verifier.finish()), (1, whole.clone()), "chunks of {size}");
    }
}

#[test]
fn what_comes_before_it_waits() {
    let file = file();
    let mut verifier = Verifier::new(awaiting());
    file.chunks(10).for_each(|chunk| verifier.push(chunk));
    verifier.end();
    assert_eq!(verifier.records(), 2);
    verifier.supply_bank(&bank()).unwrap();
    assert_eq!(verifier.finish(), verified(&file, options(&PROVEN)));
}

#[test]
fn a_last_line_without_an_end_waits_too() {
    let lines = made(&How { math: 0, science: 1, every: None, key: None, ..How::default() }).lines;
    let file = joined(&lines[..2]);
    let file = &file[..file.len() - 1];
    let mut verifier = Verifier::new(awaiting());
    verifier.push(file);
    assert!(!verifier.wants_bank());
    verifier.end();
    assert!(verifier.wants_bank());
    verifier.supply_bank(&bank()).unwrap();
    assert_eq!(verifier.finish(), verified(file, options(&PROVEN)));
}

#[test]
fn without_it_nothing_of_it_is_checked() {
    let file = file();
    let mut verifier = Verifier::new(awaiting());
    verifier.push(&file);
    let none = verified(&file, Options { banks: Vec::new(), ..options(&PROVEN) });
    assert_eq!(verifier.finish(), none);
    let reasons = none.steps.iter().flat_map(|tally| &tally.not_checked);
    assert!(reasons.map(|(reason, _)| *reason).any(|reason| reason == "the bank is not at hand"));
}

#[test]
fn whoever_skips_the_steps_of_it_does_not_wait() {
    let skip = proofmark::verify::Step::SKIPPABLE.to_vec();
    let mut verifier = Verifier::new(Options { skip, ..awaiting() });
    verifier.push(&file());
    assert!(!verifier.wants_bank());
}

#[test]
fn another_bank_is_refused() {
    let mut verifier = Verifier::new(awaiting());
    let text = String::from_utf8(bank()).unwrap();
    for other in [
        text.replacen("\"public\"", "\"publik\"", 1),
        text.replacen("Newton", "Newtons", 1),
        text.replacen("\"difficulty\": 1", "\"difficulty\": 2", 1),
    ] {
        assert_ne!(other, text);
        let refused = verifier.supply_bank(other.as_bytes());
        assert_eq!(refused.unwrap_err().code(), "bank.not-public");
    }
    assert!(verifier.supply_bank(b"{}").is_err());
    verifier.supply_bank(text.as_bytes()).unwrap();
}
