//! A file that is examined in parts has the report that it has as a whole.

use proofmark::verify::{Examiner, Verifier};

use super::files::{How, Made, PROVEN, joined, made, opening_line, options, verified};

/// Runs, checkpoints, withheld values with good and bad openings, and lines that are wrong.
fn mixed() -> Vec<Vec<u8>> {
    let Made { lines, openings } =
        made(&How { withhold: &["response"], every: Some(2), signs: true, ..How::default() });
    let mut file = Vec::new();
    for line in &lines {
        file.push(line.clone());
        if line.starts_with(b"{\"data\"") {
            let id = proofmark::proof::id(&proofmark::json::Value::parse(line).unwrap()).unwrap();
            let own = openings.iter().filter(|opening| opening.record == id.hex());
            file.extend(own.map(opening_line));
        }
    }
    file.extend(made(&How { key: Some(8), subject: "agent-2", ..How::default() }).lines);
    file.push(opening_line(&openings[0]));
    file.push(b"{".to_vec());
    file.push(opening_line(&openings[0]));
    file.push(lines[1].clone());
    file.push(b"{\"type\":\"opening\"}".to_vec());
    file.push(opening_line(&openings[1]));
    file.extend([&b"{\"type\":\"checkpoint\"}"[..], b"{\"type\":\"run\"}"].map(<[u8]>::to_vec));
    file.push(lines[1].clone());
    file.extend(vec![opening_line(&openings[1]); 12]);
    file.push(Vec::new());
    file
}

#[test]
fn every_cut_in_two_and_every_line_by_itself() {
    let lines = mixed();
    let whole = verified(&joined(&lines), options(&PROVEN));
    assert!(whole.failed > 5);
    for cut in 0..=lines.len() {
        let parts = [joined(&lines[..cut]), joined(&lines[cut..])];
        assert_eq!(in_parts(&parts), whole, "cut behind line {cut}");
    }
    let each: Vec<_> = lines.iter().map(|line| joined(std::slice::from_ref(line))).collect();
    assert_eq!(in_parts(&each), whole);
}

fn in_parts(parts: &[Vec<u8>]) -> proofmark::verify::Report {
    let mut verifier = Verifier::new(options(&PROVEN));
    // Two cores, and any order among them.
    let mut examiners = [Examiner::new(options(&PROVEN)), Examiner::new(options(&PROVEN))];
    let mut written: Vec<_> = parts
        .iter()
        .enumerate()
        .rev()
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(at, part)| (at, examiners[at % 2].examine(part)))
        .collect();
    written.sort();
    written.iter().for_each(|(_, facts)| verifier.add_part(facts).unwrap());
    verifier.finish()
}

#[test]
fn other_bytes_are_refused() {
    let file = joined(&made(&How::default()).lines);
    let facts = Examiner::new(options(&PROVEN)).examine(&file);
    for length in 0..facts.len() {
        // A part may end behind any fact, and nowhere else.
        let taken = Verifier::new(options(&PROVEN)).add_part(&facts[..length]);
        assert!(taken.is_ok() || taken.unwrap_err().code() == "verify.part");
    }
    assert_eq!(
        Verifier::new(options(&PROVEN)).add_part(b"\xff").unwrap_err().code(),
        "verify.part"
    );
}
