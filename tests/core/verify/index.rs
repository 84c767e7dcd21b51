//! One record out of a file: what is wrong with the others is nothing to it.

use proofmark::verify::Options;

use super::files::{How, PROVEN, failures, joined, made, opening_line, options, verified};

/// Returns the failures of the file, and those if its first record alone is asked about.
fn both(lines: &[Vec<u8>]) -> [Vec<String>; 2] {
    [None, Some(0)]
        .map(|index| failures(&verified(&joined(lines), Options { index, ..options(&PROVEN) })))
}

#[test]
fn lines_that_are_of_no_record_are_none_of_it() {
    let lines = made(&How::default()).lines;
    let opening = made(&How { withhold: &["response"], ..How::default() }).openings.remove(0);
    for (line, expected) in [
        (b"\xff".to_vec(), "4 file file.not-utf8"),
        (br#"{"type":"close"}"#.to_vec(), "4 schema json.invalid"),
        (opening_line(&opening), "4 opening opening.record"),
    ] {
        let mut lines = lines.clone();
        lines.insert(3, line);
        assert_eq!(both(&lines), [vec![expected.to_owned()], Vec::new()]);
    }
}

#[test]
fn a_checkpoint_that_does_not_hold_is_none_of_a_record_that_one_covers() {
    let lines = made(&How { every: Some(2), ..How::default() }).lines;
    // The first one again at the end, where no record waits for it.
    let again = [lines.clone(), vec![lines[3].clone()]].concat();
    let line = again.len();
    assert_eq!(both(&again), [vec![format!("{line} inclusion log.records")], Vec::new()]);
}
