//! Checkpoint lines: they cover the records above them, and nothing else.

use proofmark::json::Value;
use proofmark::proof::{Checkpoint, LogWriter, Prover, check, check_consistency};
use proofmark::record::file::{CheckpointLine, ControlLine};
use proofmark::verify::Step;

use super::files::{How, PROVEN, did, failures, joined, key, made, options, verified};

fn line_of(note: String) -> Vec<u8> {
    ControlLine::Checkpoint(CheckpointLine::from_note(note)).to_line().unwrap()
}

const LOGGED: [Step; 2] = [Step::Signature, Step::Inclusion];

#[test]
fn a_checkpoint_covers_every_record_above_it() {
    let file = joined(&made(&How::default()).lines);
    let report = verified(&file, options(&[PROVEN.as_slice(), &LOGGED].concat()));
    assert_eq!(failures(&report), [""; 0]);
    assert!(report.passed);
    assert_eq!((report.signers[0].id.as_str(), report.signers[0].records), (&*did(7), 5));
    assert_eq!((report.unsigned, report.subjects[0].id.as_str()), (0, "agent-1"));
}

#[test]
fn records_behind_the_last_checkpoint_are_covered_by_none() {
    let mut lines = made(&How { every: Some(2), ..How::default() }).lines;
    lines.pop();
    let report = verified(&joined(&lines), options(&LOGGED));
    assert_eq!((report.passed, report.unsigned, report.failed), (false, 1, 0));
}

#[test]
fn signed_records_need_no_checkpoint() {
    let how = How { signs: true, every: None, ..How::default() };
    let report = verified(&joined(&made(&how).lines), options(&PROVEN));
    assert!(report.passed, "{:?}", failures(&report));
    assert_eq!(report.steps[Step::Inclusion as usize].pass, 0);
}

#[test]
fn what_no_verifier_takes_for_a_record_is_entered_into_no_log_and_proven_of_none() {
    let lines = made(&How { every: None, ..How::default() }).lines;
    let text = String::from_utf8(lines[1].clone()).unwrap();
    let stand_in = format!(r#"{{"digest":"{}","withheld":"sha-256"}}"#, "0a".repeat(32));
    for (from, to, code) in [
        ("{\"data\":", r#"{"@context":"https://a.example/","data":"#, "proof.context"),
        ("\"A 95 – é\"", stand_in.as_str(), "record.inconsistent"),
        ("\"score\":", "\"score\":1,\"points\":", "json.invalid"),
    ] {
        assert!(text.contains(from), "{from}");
        let other = text.replacen(from, to, 1).into_bytes();
        let report = verified(&joined(std::slice::from_ref(&other)), options(&[]));
        assert_eq!(failures(&report)[0], format!("1 schema {code}"));

        let mut log = LogWriter::new(key(7), "log").unwrap();
        assert_eq!(log.append(&other).unwrap_err().code(), code);
        assert_eq!(log.uncovered_records(), 0);
        log.append(&lines[2]).unwrap();
        let mut prover = Prover::for_line(2);
        prover.push(&joined(&[other, lines[2].clone(), log.checkpoint().unwrap()]));
        assert_eq!(prover.prove_inclusion().unwrap_err().code(), code);
    }
}

#[test]
fn a_forked_log_is_found_out() {
    let lines = made(&How { every: Some(2), ..How::default() }).lines;
    let mut other = LogWriter::new(key(7), "log").unwrap();
    for line in lines[..lines.len() - 1].iter().rev() {
        if line.starts_with(b"{\"data\"") {
            other.append(line).unwrap();
        }
    }
    let mut forked = lines.clone();
    *forked.last_mut().unwrap() = other.checkpoint().unwrap();
    let report = verified(&joined(&forked), options(&[]));
    assert_eq!(failures(&report), ["10 inclusion log.records"]);
}

#[test]
fn the_checkpoint_of_another_evaluator_covers_nothing() {
    let mut lines = made(&How { every: None, ..How::default() }).lines;
    let root = {
        let mut log = proofmark::proof::Log::default();
        for line in &lines[1..lines.len() - 1] {
            log.append(&proofmark::proof::id(&Value::parse(line).unwrap()).unwrap());
        }
        log.root()
    };
    let note = Checkpoint::sign(&key(8), "log", 5, &root).unwrap();
    lines.push(line_of(note));
    let report = verified(&joined(&lines), options(&[]));
    let expected: Vec<_> = (2..7).map(|line| format!("{line} inclusion proof.evaluator")).collect();
    assert_eq!(failures(&report), expected);
    assert_eq!((report.passed, report.unsigned), (false, 5));
    // A failed record does not count as not checked.
    assert_eq!(report.steps[Step::Inclusion as usize].not_checked, []);
}

/// The lines under one checkpoint of key 7, whoever their evaluators are.
fn under_one_checkpoint(mut lines: Vec<Vec<u8>>) -> Vec<u8> {
    let mut log = proofmark::proof::Log::default();
    for line in lines.iter().filter(|line| line.starts_with(b"{\"data\"")) {
        log.append(&proofmark::proof::id(&Value::parse(line).unwrap()).unwrap());
    }
    let note = Checkpoint::sign(&key(7), "log", log.size(), &log.root()).unwrap();
    lines.push(line_of(note));
    joined(&lines)
}

#[test]
fn one_record_of_somebody_else_leaves_the_others_covered() {
    let own = made(&How { every: None, ..How::default() }).lines;
    let other = |key| made(&How { key, every: None, subject: "agent-2", ..How::default() }).lines;
    let report =
        verified(&under_one_checkpoint([own.clone(), other(Some(8))].concat()), options(&[]));
    let expected: Vec<_> =
        (9..14).map(|line| format!("{line} inclusion proof.evaluator")).collect();
    assert_eq!(failures(&report), expected);
    assert_eq!((report.signers[0].records, report.unsigned), (5, 5));
    // Nobody signs for a record that names nobody, so nobody has signed such a log.
    let report = verified(&under_one_checkpoint([own, other(None)].concat()), options(&[]));
    assert_eq!(failures(&report), ["15 inclusion proof.evaluator"]);
    assert_eq!(report.unsigned, 10);
}

#[test]
fn files_of_two_evaluators_can_be_joined() {
    let one = made(&How { every: Some(2), ..How::default() });
    let two = made(&How { key: Some(8), subject: "agent-2", ..How::default() });
    let report = verified(&joined(&[one.lines, two.lines].concat()), options(&LOGGED));
    assert!(report.passed, "{:?}", failures(&report));
    assert_eq!(report.signers.len(), 2);
}

#[test]
fn a_log_behind_another_goes_on_over_its_checkpoints() {
    let how = |key, subject, every| How { key: Some(key), subject, every, ..How::default() };
    let one = made(&how(7, "agent-1", Some(2))).lines;
    let two = made(&how(8, "agent-2", Some(2))).lines;
    let three = made(&how(9, "agent-3", Some(1))).lines;
    let report = verified(&joined(&[one, two, three].concat()), options(&LOGGED));
    assert!(report.passed, "{:?}", failures(&report));
    assert_eq!(report.signers.len(), 3);
}

#[test]
fn a_log_cannot_come_back() {
    let one = made(&How::default());
    let two = made(&How { key: Some(8), subject: "agent-2", ..How::default() });
    let three = made(&How { subject: "agent-3", ..How::default() });
    let file = joined(&[one.lines, two.lines, three.lines].concat());
    let report = verified(&file, options(&[]));
    assert_eq!(failures(&report), ["24 inclusion log.consistency"]);
    // Refused records are not proven from the file either; records above them are.
    for (line, code) in [(2, None), (10, None), (18, Some("log.consistency"))] {
        let mut prover = Prover::for_line(line);
        prover.push(&file);
        let found = prover.prove_inclusion().map_err(|error| error.code());
        assert_eq!(found.err(), code, "line {line}");
    }
}

#[test]
fn a_record_of_nobody_spoils_its_log() {
    let line = made(&How { key: None, every: None, ..How::default() }).lines[1].clone();
    let mut log = proofmark::proof::Log::default();
    log.append(&proofmark::proof::id(&Value::parse(&line).unwrap()).unwrap());
    let note = Checkpoint::sign(&key(7), "log", 1, &log.root()).unwrap();
    let file = joined(&[line, line_of(note)]);
    let report = verified(&file, options(&[]));
    assert!(failures(&report).contains(&"2 inclusion proof.evaluator".to_owned()));
    let mut prover = Prover::for_line(1);
    prover.push(&file);
    assert_eq!(prover.prove_inclusion().unwrap_err().code(), "proof.evaluator");
}

#[test]
fn a_record_takes_its_proof_along() {
    let lines = made(&How { every: Some(2), ..How::default() }).lines;
    let mut prover = Prover::for_line(5);
    prover.push(&joined(&lines));
    let record = prover.prove_inclusion().unwrap();
    let found = check(&record).unwrap().logged.unwrap();
    assert_eq!((found.signer, found.index, found.size), (did(7), 2, 4));
    // It stands in the file as it stood without, and alone as well.
    let mut carried = lines.clone();
    carried[4] = record.canonical();
    assert!(verified(&joined(&carried), options(&LOGGED)).passed);
    let alone = verified(&joined(&[record.canonical()]), options(&LOGGED));
    assert_eq!(failures(&alone), ["1 run run.unknown"]);
    let hint = "verify a single record by its index";
    assert!(alone.failures[0].message.ends_with(hint));
    assert_eq!((alone.unsigned, alone.steps[Step::Inclusion as usize].pass), (0, 1));
    // An invalid proof fails its own step; a malformed one fails the step of signatures.
    let with = |from: &str, to: &str| {
        let text = String::from_utf8(record.canonical()).unwrap();
        let changed = text.replace(from, to);
        assert_ne!(text, changed);
        let report = verified(changed.as_bytes(), options(&LOGGED));
        let not_checked = |step| report.steps[step as usize].not_checked.clone();
        let skipped = LOGGED.map(|step| not_checked(step).first().map(|(reason, _)| *reason));
        (failures(&report)[0].clone(), skipped)
    };
    assert_eq!(
        with(r#""treeSize":4"#, r#""treeSize":3"#),
        ("1 inclusion log.inclusion".into(), [Some("no signature covers the record"), None])
    );
    assert_eq!(
        with(r#""treeSize":4"#, r#""treeSize":"4""#),
        ("1 signature proof.invalid".into(), [None, Some("no checkpoint covers the record")])
    );
}

#[test]
fn what_is_not_there_cannot_be_proven() {
    let lines = made(&How::default()).lines;
    for (line, file) in [(1, &lines[..]), (99, &lines), (2, &lines[..lines.len() - 1])] {
        let mut prover = Prover::for_line(line);
        prover.push(&joined(file));
        assert_eq!(prover.prove_inclusion().unwrap_err().code(), "log.inclusion", "line {line}");
    }
}

#[test]
fn a_line_that_nothing_is_proven_past_is_named() {
    let lines = made(&How::default()).lines;
    let long = vec![b' '; (16 << 20) + 1];
    for (wrong, expected) in [
        (&long[..], "line 3: longer than 16777216 bytes"),
        (b"x", "line 3: not JSON: unexpected character at byte 0"),
    ] {
        let mut prover = Prover::for_line(2);
        prover.push(&joined(&[&lines[..2], &[wrong.to_vec()], &lines[2..]].concat()));
        assert_eq!(prover.prove_inclusion().unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_log_that_grew_is_proven_to_have_grown() {
    let lines = made(&How { every: Some(2), ..How::default() }).lines;
    let note = |line: &[u8]| {
        Value::parse(line).unwrap().get("note").and_then(Value::as_str).unwrap().to_owned()
    };
    let old = note(&lines[3]);
    let mut prover = Prover::since_checkpoint(&old).unwrap();
    prover.push(&joined(&lines));
    let (new, hashes) = prover.prove_consistency().unwrap();
    assert_eq!(new, note(lines.last().unwrap()));
    let open = |note| Checkpoint::open(note).unwrap();
    assert_eq!(check_consistency(&open(&old), &open(&new), &hashes), Ok(()));

    let mut prover = Prover::since_checkpoint(&old).unwrap();
    prover.push(&[&joined(&lines)[..], b"{"].concat());
    assert_eq!(prover.prove_consistency().unwrap_err().code(), "json.invalid");

    let mut other = LogWriter::new(key(7), "log").unwrap();
    other.append(&lines[2]).unwrap();
    let mut prover = Prover::since_checkpoint(&note(&other.checkpoint().unwrap())).unwrap();
    prover.push(&joined(&lines));
    assert_eq!(prover.prove_consistency().unwrap_err().code(), "log.consistency");
}

#[test]
fn a_log_is_gone_on_with() {
    let whole = made(&How { every: Some(2), ..How::default() }).lines;
    for cut in 0..whole.len() {
        let mut log = LogWriter::new(key(7), "fresh").unwrap();
        whole[..cut].iter().for_each(|line| log.replay(line).unwrap());
        let mut file = whole[..cut].to_vec();
        for line in whole[cut..].iter().filter(|line| !line.starts_with(b"{\"note\"")) {
            log.append(line).unwrap();
            file.push(line.clone());
        }
        if log.uncovered_records() > 0 {
            file.push(log.checkpoint().unwrap());
        }
        let report = verified(&joined(&file), options(&LOGGED));
        assert!(report.passed, "{cut}: {:?}", failures(&report));
    }
    let mut other = LogWriter::new(key(8), "log").unwrap();
    assert_eq!(other.replay(&whole[1]).unwrap_err().code(), "proof.evaluator");
}
