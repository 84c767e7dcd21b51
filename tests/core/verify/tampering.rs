//! Every change of one byte in a file that proves itself, and many others: none is accepted.

use proofmark::json::Value;
use proofmark::verify::{Report, Step};

use super::super::cases::reversed;
use super::files::{How, PROVEN, joined, made, options, verified};

/// Bytes that replace every byte of a file in long runs.
const BYTES: &[u8] = b"0\" }";

/// The bytes that replace the one at `at`: with one bit flipped, in long runs with each of the
/// eight, and with [`BYTES`].
fn replacements(line: &[u8], at: usize, long: bool) -> Vec<u8> {
    let flipped = |bit: usize| line[at] ^ (1u8 << bit);
    let mut bytes: Vec<_> = if long {
        (0..8).map(flipped).chain(BYTES.iter().copied()).collect()
    } else {
        vec![flipped(at % 8)]
    };
    // A line feed splits a line, which another test covers.
    bytes.retain(|&byte| byte != line[at] && byte != b'\n');
    bytes
}

fn report(lines: &[Vec<u8>]) -> Report {
    verified(&joined(lines), options(&[PROVEN.as_slice(), &[Step::Signature]].concat()))
}

#[test]
fn no_byte_can_be_changed() {
    change_every_byte(false);
}

#[test]
#[ignore = "long"]
fn no_byte_can_be_changed_to_any_other() {
    change_every_byte(true);
}

/// A change that leaves every value as it was must pass; no other may.
fn change_every_byte(long: bool) {
    let signed = How { signs: true, every: None, math: 1, science: 0, ..How::default() };
    let logged = How { math: 1, science: 1, ..How::default() };
    for how in [signed, logged] {
        change_every_byte_of(&made(&how).lines, long);
    }
}

fn change_every_byte_of(lines: &[Vec<u8>], long: bool) {
    assert!(report(lines).passed);
    let (mut tried, mut accepted) = (0u32, 0u32);
    for (number, line) in lines.iter().enumerate() {
        let value = Value::parse(line).unwrap();
        let mut file = lines.to_vec();
        let mut attempt = |changed: &[u8]| {
            file[number].clear();
            file[number].extend_from_slice(changed);
            tried += 1;
            let passed = report(&file).passed;
            let text = String::from_utf8_lossy(changed).into_owned();
            // Only a change that leaves the value as it was may pass.
            let same = Value::parse(changed).is_ok_and(|v| v.canonical() == value.canonical());
            accepted += u32::from(passed && !same);
            assert!(passed == same, "line {}: {text}", number + 1);
        };
        for at in 0..line.len() {
            let mut changed = line.clone();
            for byte in replacements(line, at, long) {
                changed[at] = byte;
                attempt(&changed);
            }
            let mut shorter = line.clone();
            shorter.remove(at);
            attempt(&shorter);
        }
    }
    assert_eq!(accepted, 0);
    assert!(tried > if long { 15_000 } else { 2_000 }, "{tried}");
    println!("{tried} changes, {accepted} accepted");
}

#[test]
fn no_line_can_be_left_out_doubled_moved_or_broken() {
    for how in [How { signs: true, every: None, ..How::default() }, How::default()] {
        let lines = made(&how).lines;
        for at in 0..lines.len() {
            let mut without = lines.clone();
            without.remove(at);
            // A checkpoint may be missing where every record is signed; here it is what signs.
            assert!(!report(&without).passed, "without line {}", at + 1);
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at].clone());
            let again = report(&doubled).passed;
            // A checkpoint said twice says nothing new.
            assert_eq!(again, lines[at].starts_with(b"{\"note\""), "line {} twice", at + 1);
            let mut broken = lines.clone();
            let middle = lines[at].len() / 2;
            broken[at].insert(middle, b'\n');
            assert!(!report(&broken).passed, "line {} in two", at + 1);
            if at > 0 {
                let mut moved = lines.clone();
                moved.swap(at - 1, at);
                // Math and science may change places in a run, but not under a checkpoint; and a
                // run may close behind the checkpoint.
                let families = how.signs
                    && lines[at].starts_with(b"{\"data\"")
                    && lines[at - 1].starts_with(b"{\"data\"");
                let close = lines[at].starts_with(b"{\"note\"");
                assert_eq!(report(&moved).passed, families || close, "line {}", at + 1);
            }
        }
    }
}

#[test]
fn a_proof_does_not_fit_another_record() {
    for signs in [true, false] {
        let lines = made(&How { signs, ..How::default() }).lines;
        let proven: Vec<Value> = (2..=4)
            .map(|line| {
                let mut prover = proofmark::proof::Prover::for_line(line);
                prover.push(&joined(&lines));
                prover.prove_inclusion().unwrap()
            })
            .collect();
        for (at, record) in proven.iter().enumerate() {
            for (other_at, other) in proven.iter().enumerate().filter(|(other, _)| *other != at) {
                let Value::Object(members) = record else { panic!("a record") };
                let proof = other.get("proof").unwrap();
                let moved = members.iter().map(|(name, value)| match name.as_str() {
                    "proof" => (name.clone(), proof.clone()),
                    _ => (name.clone(), value.clone()),
                });
                let mut file = lines.clone();
                file[at + 1] = Value::Object(moved.collect()).canonical();
                assert!(!report(&file).passed, "the proof of {other_at} on {at}");
            }
        }
    }
}

#[test]
fn another_way_of_writing_the_same_passes() {
    for how in [How { signs: true, every: None, ..How::default() }, How::default()] {
        let lines = made(&how).lines;
        let spaced: Vec<_> =
            lines.iter().map(|line| respaced(&Value::parse(line).unwrap())).collect();
        assert_ne!(spaced, lines);
        assert_eq!(report(&spaced), report(&lines));
    }
}

/// Returns the same value with reversed members, spaces and an escape that need not be.
pub(super) fn respaced(value: &Value) -> Vec<u8> {
    let text = String::from_utf8(reversed(value).compact()).unwrap();
    text.replace("\":", "\" : ").replace('é', "\\u00E9").into_bytes()
}

#[test]
fn a_refusal_tells_what_was_found_from_what_was_expected() {
    let how = How { key: None, every: None, math: 1, science: 0, ..How::default() };
    let lines = made(&how).lines;
    let told = |from: &str, to: &str| {
        let text = String::from_utf8(lines[1].clone()).unwrap();
        let at = text.find(from).unwrap();
        let changed = [&text[..at], to, &text[at + from.len()..]].concat();
        let file = joined(&[lines[0].clone(), changed.into_bytes(), lines[2].clone()]);
        let report = verified(&file, options(&[Step::Grade]));
        report.failures[0].message.clone()
    };
    let text = String::from_utf8(lines[1].clone()).unwrap();
    let span = &text[text.find(r#""span":["#).unwrap()..];
    let span = &span[..=span.find(']').unwrap()];
    let message = told(span, r#""span":[7,8]"#);
    let (expected, found) = message.split_once(", found ").unwrap();
    assert!(!expected.ends_with(found), "{message}");
    assert!(found.contains(" at 7-8 by "), "{message}");
}
