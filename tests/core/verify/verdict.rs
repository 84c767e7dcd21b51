//! The one word for a file, and the report of one record out of it.

use proofmark::proof::Trust;
use proofmark::verify::{Conclusion, Examiner, Options, Report, Step, Verifier};

use super::files::{How, did, failures, joined, made, options, verified};

fn asking(trust: bool, subject: bool) -> Options {
    Options {
        trust: trust.then(|| Trust::from_did(&did(7)).unwrap()),
        subject: subject.then(|| "agent-1".to_owned()),
        ..options(&Step::DEFAULT_REQUIRED)
    }
}

fn word(file: &[u8], options: Options) -> (Conclusion, Option<String>) {
    let report = verified(file, options);
    (report.conclusion, report.why)
}

#[test]
fn an_unsigned_file_is_intact_at_best() {
    let file = joined(&made(&How { key: None, every: None, ..How::default() }).lines);
    assert_eq!(word(&file, asking(false, true)).0, Conclusion::Intact);
    assert_eq!(word(&file, asking(true, true)).0, Conclusion::Failed);
}

#[test]
fn a_step_that_was_not_done_is_not_checked_whatever_was_required() {
    let file = joined(&made(&How { signs: true, ..How::default() }).lines);
    for require in [vec![], vec![Step::Schema], Step::DEFAULT_REQUIRED.to_vec()] {
        let without = Options { banks: Vec::new(), require: require.clone(), ..asking(true, true) };
        let (word, why) = word(&file, without);
        assert_eq!(word, Conclusion::NotChecked, "{require:?}");
        assert_eq!(why.as_deref(), Some("draw: the bank is not at hand"));
    }
}

/// Verifies the file in parts that are examined separately.
fn in_parts(lines: &[Vec<u8>], options: &Options) -> Report {
    let mut verifier = Verifier::new(options.clone());
    let mut examiner = Examiner::new(options.clone());
    for part in lines.chunks(2) {
        verifier.add_part(&examiner.examine(&joined(part))).unwrap();
    }
    verifier.finish()
}

#[test]
fn one_record_is_reported_by_itself() {
    for how in [
        How { signs: true, ..How::default() },
        How { signs: false, every: Some(2), ..How::default() },
    ] {
        let lines = made(&how).lines;
        let all = verified(&joined(&lines), asking(true, true));
        let mut scored = 0;
        for index in 0..5 {
            let options = Options { index: Some(index), ..asking(true, true) };
            let report = verified(&joined(&lines), options.clone());
            assert_eq!(all.conclusion, Conclusion::Verified);
            assert_eq!(report.conclusion, Conclusion::Partial, "{:?}", failures(&report));
            assert_eq!((report.records, report.lines), (1, all.lines));
            assert_eq!(report, in_parts(&lines, &options));
            scored += report.scores.scored;
        }
        assert_eq!(scored, all.scores.scored);
        let beyond = Options { index: Some(5), ..asking(true, true) };
        let report = verified(&joined(&lines), beyond);
        assert_eq!(failures(&report), [format!("{} file file.index", all.lines)]);
        assert_eq!(report.conclusion, Conclusion::NotChecked);
    }
}

#[test]
fn what_is_wrong_with_another_record_is_nothing_to_one_that_is_signed_itself() {
    let mut lines = made(&How { signs: true, every: None, ..How::default() }).lines;
    let text = String::from_utf8(lines[2].clone()).unwrap();
    lines[2] = text.replace("A 95", "B 95").into_bytes();
    assert_eq!(word(&joined(&lines), asking(true, true)).0, Conclusion::Failed);
    for index in 0..5 {
        let one = Options { index: Some(index), ..asking(true, true) };
        let expected = if index == 1 { Conclusion::Failed } else { Conclusion::Partial };
        assert_eq!(word(&joined(&lines), one).0, expected, "{index}");
    }
    // Alone, without its run.
    let one = Options { index: Some(0), ..asking(true, true) };
    assert_eq!(word(&lines[1], one).0, Conclusion::Partial);
}

#[test]
fn a_record_whose_reply_is_withheld_is_not_checked() {
    let how = How { withhold: &["response"], signs: true, ..How::default() };
    let lines = made(&how).lines;
    let words = (0..5).map(|index| {
        let options = Options { index: Some(index), ..asking(true, true) };
        let report = verified(&joined(&lines), options.clone());
        assert_eq!(report, in_parts(&lines, &options));
        (report.conclusion, report.why)
    });
    let withheld = Some("grade: the reply is withheld".to_owned());
    let shown = Some("1 of 5 questions is shown".to_owned());
    let expected = [(Conclusion::Partial, shown), (Conclusion::NotChecked, withheld)];
    let words: Vec<_> = words.collect();
    assert!(words.iter().all(|word| expected.contains(word)), "{words:?}");
    assert!(expected.iter().all(|word| words.contains(word)), "{words:?}");
}

#[test]
fn what_is_no_json_is_not_checked_and_what_is_no_record_fails() {
    for (text, expected) in [
        ("<!doctype html>\n", Conclusion::NotChecked),
        ("", Conclusion::NotChecked),
        ("{\"a\":1\n", Conclusion::NotChecked),
        ("{\"error\":\"not found\"}\n", Conclusion::Failed),
        ("<!doctype html>\n{\"error\":\"not found\"}\n", Conclusion::Failed),
    ] {
        for index in [None, Some(0)] {
            let (word, why) = word(text.as_bytes(), Options { index, ..asking(true, true) });
            let first = if index.is_some() && text.starts_with('<') {
                Conclusion::NotChecked
            } else {
                expected
            };
            assert_eq!(word, first, "{text}");
            assert!(why.is_some());
        }
    }
}

#[test]
fn a_record_that_was_made_from_json_by_one_change_is_never_verified() {
    let line = made(&How { signs: true, every: None, math: 1, science: 0, ..How::default() }).lines;
    let record = &line[1];
    for at in (0..record.len()).step_by(5) {
        let mut changed = record.clone();
        changed[at] ^= 1;
        let one = Options { index: Some(0), ..asking(true, true) };
        let (word, _) = word(&changed, one);
        assert!(matches!(word, Conclusion::Failed | Conclusion::NotChecked), "byte {at}");
    }
}

#[test]
fn a_reply_may_be_called_stale_and_a_failure_may_not() {
    let lines = made(&How { key: None, every: None, math: 4, science: 0, ..How::default() }).lines;
    for (index, status, expected) in
        [(0, "ok", Conclusion::Partial), (3, "error", Conclusion::Failed)]
    {
        let text = String::from_utf8(lines[1 + index].clone()).unwrap();
        let changed = text.replace(&format!("\"status\":\"{status}\""), "\"status\":\"stale\"");
        assert_ne!(changed, text);
        let one = Options { index: Some(0), ..asking(false, true) };
        let report = verified(changed.as_bytes(), one);
        assert_eq!(report.conclusion, expected);
        let failures = failures(&report);
        assert!(failures.iter().all(|failure| failure == "1 grade grade.status"), "{failures:?}");
    }
}
