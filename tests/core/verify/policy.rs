//! The signer, subject and age of records.

use proofmark::proof::{KeyStanding, Trust};
use proofmark::record::Instant;
use proofmark::verify::{Options, Step};

use super::files::{How, NOW, did, failures, joined, made, options, verified};

fn file(how: &How<'_>) -> Vec<u8> {
    joined(&made(how).lines)
}

fn trusting(text: &str) -> Options {
    Options { trust: Some(Trust::parse(text.as_bytes()).unwrap()), ..options(&[Step::Policy]) }
}

#[test]
fn a_trusted_key_is_named() {
    let trust = format!(r#"{{"keys":[{{"did":"{}","name":"Acme Evals"}}]}}"#, did(7));
    for (signs, every) in [(true, None), (false, Some(2)), (true, Some(2))] {
        let report = verified(&file(&How { signs, every, ..How::default() }), trusting(&trust));
        assert!(report.passed, "{:?}", failures(&report));
        assert_eq!(report.signers.len(), 1);
        assert_eq!(report.signers[0].name.as_deref(), Some("Acme Evals"));
    }
}

#[test]
fn a_checkpoint_of_a_trusted_key_makes_nobody_the_subject() {
    let trust = format!(r#"{{"keys":[{{"did":"{}","name":"Acme Evals"}}]}}"#, did(7));
    let options = Options { subject: Some("agent-2".to_owned()), ..trusting(&trust) };
    let expected: Vec<_> = (2..7).map(|line| format!("{line} policy policy.subject")).collect();
    assert_eq!(failures(&verified(&file(&How::default()), options)), expected);
}

#[test]
fn a_name_without_a_signature_is_worth_nothing() {
    let trust = format!(r#"{{"keys":[{{"did":"{}","name":"Acme Evals"}}]}}"#, did(7));
    let unsigned = file(&How { every: None, ..How::default() });
    let report = verified(&unsigned, trusting(&trust));
    let expected: Vec<_> = (2..7).map(|line| format!("{line} policy policy.signer")).collect();
    assert_eq!(failures(&report), expected);
    assert_eq!((report.signers.len(), report.unsigned), (0, 5));
    let nobody = file(&How { key: None, every: None, ..How::default() });
    assert_eq!(failures(&verified(&nobody, trusting(&trust))), expected);
}

#[test]
fn a_signature_that_does_not_hold_is_none_of_a_trusted_key() {
    let trust = format!(r#"{{"keys":[{{"did":"{}","name":"Acme Evals"}}]}}"#, did(7));
    let forged = |every, policy: Option<&str>| {
        let mut lines = made(&How { signs: true, every, ..How::default() }).lines;
        let other = made(&How { signs: true, every, subject: "agent-2", ..How::default() }).lines;
        let value = |line: &[u8]| {
            let line = String::from_utf8(line.to_vec()).unwrap();
            line.split("\"proofValue\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        let line = String::from_utf8(lines[1].clone()).unwrap();
        lines[1] = line.replace(&value(&lines[1]), &value(&other[1])).into_bytes();
        let expected = ["2 signature proof.signature"].into_iter().chain(policy);
        let found = failures(&verified(&joined(&lines), trusting(&trust)));
        assert_eq!(found, expected.collect::<Vec<_>>());
    };
    forged(None, Some("2 policy policy.signer"));
    // That of the checkpoint covers the record all the same.
    forged(Some(2), None);
}

#[test]
fn a_key_is_found_wherever_it_is_listed() {
    let entry = |key| format!(r#"{{"did":"{}","name":"{key}"}}"#, did(key));
    let file = |keys: Vec<String>| format!(r#"{{"keys":[{}]}}"#, keys.join(","));
    let trust = Trust::parse(file((1..=20).map(entry).collect()).as_bytes()).unwrap();
    for key in 1..=20 {
        let standing = trust.lookup(&did(key), Instant::from_ms(NOW));
        assert_eq!(standing, KeyStanding::Trusted(&key.to_string()));
    }
    assert_eq!(trust.lookup(&did(21), Instant::from_ms(NOW)), KeyStanding::Unknown);
    let twice = Trust::parse(file(vec![entry(3), entry(2), entry(3)]).as_bytes()).unwrap_err();
    assert!(twice.to_string().ends_with(&format!("{} occurs twice", did(3))));
}

#[test]
fn another_key_and_another_time_are_not_trusted() {
    let other = format!(r#"{{"keys":[{{"did":"{}","name":"Other"}}]}}"#, did(8));
    let before = format!(
        r#"{{"keys":[{{"did":"{}","name":"Acme","until":"2026-11-20T00:00:00Z"}}]}}"#,
        did(7)
    );
    for trust in [other, before] {
        let report = verified(&file(&How { signs: true, ..How::default() }), trusting(&trust));
        assert_eq!((report.failed, report.signers[0].name.as_deref()), (5, None));
        assert!(report.failures.iter().all(|failure| failure.code == "policy.signer"));
    }
}

#[test]
fn subject_and_age() {
    let file = file(&How { signs: true, ..How::default() });
    let at = |subject: Option<&str>, max_age_ms, now_ms| {
        let subject = subject.map(str::to_owned);
        let options = Options { subject, max_age_ms, now_ms, ..options(&[Step::Policy]) };
        let report = verified(&file, options);
        (report.passed, report.failures.first().map(|failure| failure.code.clone()))
    };
    let with = |subject, max_age_ms, now| at(subject, max_age_ms, Some(now));
    let failed = |code: &str| (false, Some(code.to_owned()));
    assert_eq!(with(Some("agent-1"), Some(1000), NOW + 1000), (true, None));
    assert_eq!(with(Some("agent-2"), None, NOW), failed("policy.subject"));
    assert_eq!(with(None, Some(1000), NOW + 1001), failed("policy.age"));
    assert_eq!(with(None, Some(1000), NOW - 300_000), (true, None), "clocks differ");
    assert_eq!(with(None, Some(u64::MAX), NOW - 300_001), failed("policy.age"));
    // A record of the future is nobody's word for anything; without a clock none is.
    assert_eq!(with(Some("agent-1"), None, NOW - 300_000), (true, None));
    assert_eq!(with(Some("agent-1"), None, NOW - 300_001), failed("policy.age"));
    assert_eq!(with(Some("agent-1"), None, 0), failed("policy.age"));
    assert_eq!(at(Some("agent-1"), None, None), (true, None));
    assert_eq!(at(Some("agent-1"), Some(u64::MAX), None), failed("policy.age"));
    // Without a question there is no answer.
    assert_eq!(with(None, None, NOW), (false, None));
}
