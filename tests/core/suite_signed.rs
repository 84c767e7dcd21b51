//! Signed scorecards, scorecards held to their suite, and what verification says of a file.

// Helpers of tests are not seen as tests.
use proofmark::bank::Bank;
use proofmark::proof::SecretKey;
use proofmark::record::{Count, Instant};
use proofmark::report::{Source, file_status, status_in_suite};
use proofmark::suite::{
    Answers, Reply, Scorecard, Suite, check_scorecard, check_signature, first_line, reply_line,
    scorecard, sign,
};
use proofmark::verify::{Conclusion, Options};

const SUITE: &[u8] = include_bytes!("../../examples/sealed.json");
const BAD: &[u8] = include_bytes!("../../examples/answers-bad.json");

fn key() -> SecretKey {
    SecretKey::from_seed(&[7; 32])
}

fn options() -> Options {
    Options {
        banks: vec![std::borrow::Cow::Borrowed(Bank::public().unwrap())],
        ..Options::default()
    }
}

/// Returns the lines of a run of six records.
fn run() -> Vec<String> {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../vectors/verify/run.json")).unwrap();
    serde_json::from_value(file["lines"].clone()).unwrap()
}

/// The scorecard of the bad answers, signed or not.
fn card(signed: bool) -> Vec<u8> {
    let suite = Suite::parse(SUITE).unwrap();
    let answers = Answers::parse(BAD).unwrap();
    let mut card = scorecard(&suite, &answers).unwrap();
    if signed {
        sign(&mut card, &key()).unwrap();
    }
    card.to_bytes()
}

#[test]
fn a_signed_scorecard_is_canonical_and_names_its_signer() {
    let bytes = card(true);
    assert_eq!(bytes, card(true), "no time and no randomness is in it");
    assert_eq!(check_signature(&bytes).unwrap(), Some(key().public().did()));
    assert_eq!(check_signature(&card(false)).unwrap(), None);
    let read = Scorecard::parse(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes, "a proof is kept as it is");
    assert_eq!(read.summary().evaluator, Some(key().public().did()));
    let mut again = read;
    assert_eq!(sign(&mut again, &key()).unwrap_err().code(), "proof.duplicate");
}

#[test]
fn every_byte_of_a_signed_scorecard_counts() {
    let bytes = card(true);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        // Still ASCII, and another character.
        changed[at] ^= 1;
        let intact = file_status(&changed, options()).is_intact();
        // The one thing that may change is white space, of which there is none.
        assert!(!intact, "byte {at} of {}", String::from_utf8_lossy(&changed));
    }
}

#[test]
fn an_evaluator_without_a_signature_signs_nothing() {
    let text = String::from_utf8(card(false)).unwrap();
    let named = text.replacen('{', &format!("{{\"evaluator\":\"{}\",", key().public().did()), 1);
    assert_eq!(check_signature(named.as_bytes()).unwrap(), None);
    let said = file_status(named.as_bytes(), options());
    assert!(said.is_intact() && said.signers.is_empty());
    assert!(said.text.starts_with("Intact, unsigned: "), "{}", said.text);
}

#[test]
fn a_signature_of_another_than_the_evaluator_fails() {
    let text = String::from_utf8(card(true)).unwrap();
    let other = SecretKey::from_seed(&[8; 32]).public().did();
    let forged = text.replacen(&key().public().did(), &other, 1);
    assert_eq!(check_signature(forged.as_bytes()).unwrap_err().code(), "proof.evaluator");
}

#[test]
fn a_scorecard_is_held_to_its_suite_and_its_answers() {
    let (suite, answers) = (Suite::parse(SUITE).unwrap(), Answers::parse(BAD).unwrap());
    let bytes = card(true);
    let card = Scorecard::parse(&bytes).unwrap();
    check_scorecard(&card, &suite, None).unwrap();
    check_scorecard(&card, &suite, Some(&answers)).unwrap();
    let held = status_in_suite(&bytes, &suite, Some(&answers));
    assert!(held.is_intact());
    assert_eq!(held.signers, [key().public().did()]);

    let good = Answers::parse(include_bytes!("../../examples/answers-good.json")).unwrap();
    let error = check_scorecard(&card, &suite, Some(&good)).unwrap_err();
    assert_eq!(error.code(), "suite.inconsistent");
    assert!(error.to_string().contains("log-line"), "{error}");

    let other = Suite::parse(include_bytes!("../../examples/tasks.json")).unwrap();
    assert_eq!(check_scorecard(&card, &other, None).unwrap_err().code(), "suite.other-suite");
    // The digest is right, and the name beside it is not.
    let mut renamed = card.clone();
    renamed.suite.version = Some("2".into());
    let error = check_scorecard(&renamed, &suite, None).unwrap_err();
    assert_eq!(error.to_string(), "version of the scorecard's suite: expected \"1\", found \"2\"");

    for change in ["swapped", "dropped", "passed"] {
        let mut card = card.clone();
        match change {
            "swapped" => card.results.swap(0, 1),
            "dropped" => drop(card.results.pop()),
            // A wrong answer is called right: its digest is not an accepted one.
            _ => card.results[2].label = None,
        }
        let error = check_scorecard(&card, &suite, None).unwrap_err();
        assert_eq!(error.code(), "suite.inconsistent", "{change}");
    }
}

#[test]
fn a_scorecard_has_the_counts_and_the_names_that_a_suite_can_have() {
    let text = String::from_utf8(card(false)).unwrap();
    for (from, to, code) in [
        (
            "\"missing_final_answer\":1},\"method\"",
            "\"other\":null},\"method\"",
            "suite.inconsistent",
        ),
        (
            "\"missing_final_answer\":1},\"method\"",
            "\"missing_final_answer\":null},\"method\"",
            "suite.inconsistent",
        ),
        ("\"stratum\":\"strings\"", "\"stratum\":\"\\u0007\"", "suite.bad-name"),
        ("\"version\":\"1\"", "\"version\":\"\"", "suite.bad-name"),
        ("\"id\":\"examples/first-steps\"", "\"id\":\"\\n\"", "suite.bad-name"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let error = Scorecard::parse(text.replace(from, to).as_bytes()).unwrap_err();
        assert_eq!(error.code(), code, "{to}");
    }
}

#[test]
fn what_was_recorded_is_read_back() {
    let suite = Suite::parse(SUITE).unwrap();
    let mut file = first_line(&suite);
    let replies = [
        ("caesar-3", Reply::Text("line\n\"FINAL_HELLO\" 😀".into())),
        ("palindrome", Reply::Cause("timeout.headers".into())),
    ];
    for (id, reply) in &replies {
        file.push(b'\n');
        let (at, took) = (Instant::from_ms(1_795_194_000_000), Count::new(812));
        file.extend(reply_line(id, reply, at, took).unwrap());
    }
    let answers = Answers::parse(&file).unwrap();
    assert_eq!(answers.answered_ids(&suite).unwrap(), ["caesar-3", "palindrome"]);
    let card = scorecard(&suite, &answers).unwrap();
    assert_eq!(card.passed(), 1);
    assert!(card.labels().contains(&("timeout.headers", 1)));
    assert!(card.labels().contains(&("missing_final_answer", 3)), "nothing is known of the others");

    let cause = Reply::Cause("missing_final_answer".into());
    let refused = reply_line("a", &cause, Instant::from_ms(0), Count::new(0)).unwrap_err();
    assert_eq!(refused.code(), "suite.bad-cause");
}

#[test]
fn chunks_of_any_size_are_one_source() {
    let lines = run();
    let records = lines.join("\n");
    let pretty = serde_json::to_string_pretty(
        &serde_json::from_slice::<serde_json::Value>(&card(true)).unwrap(),
    );
    let pretty = pretty.unwrap();
    for (file, rows) in [(records.as_bytes(), 6), (pretty.as_bytes(), 5), (&card(true), 5)] {
        for size in [1, 7, 4096, file.len()] {
            let mut reader = proofmark::report::Reader::default();
            for chunk in file.chunks(size) {
                reader.push(chunk).unwrap();
            }
            let report = reader.finish().unwrap();
            let report = report.report(proofmark::stats::Probability::ALPHA).unwrap();
            assert_eq!(report.rows.len(), rows);
        }
    }
    assert!(matches!(Source::parse(pretty.as_bytes()), Ok(Source::Scorecard(_))));
}

#[test]
fn a_record_file_is_said_to_be_no_more_than_was_checked() {
    let lines = run();
    let file = lines.join("\n");
    let said = file_status(file.as_bytes(), options());
    assert!(said.is_intact(), "{}", said.text);
    assert!(said.text.starts_with("Intact, unsigned: schema, draw, grade hold on all 6 records"));

    // Without the bank, science can be neither drawn nor graded: that is not intact.
    let said = file_status(file.as_bytes(), Options { banks: Vec::new(), ..options() });
    assert!(!said.is_intact());
    assert!(said.text.starts_with("Not checked. draw: "), "{}", said.text);

    // A file that cannot be read was not changed either.
    let page = file_status(b"<html>sign in</html>", options());
    assert!(page.text.starts_with("Not checked. json.invalid"), "{}", page.text);
    assert_eq!(page.verdict, Conclusion::NotChecked);
    let torn = file_status(file.replacen("\"data\":", "\"data\"", 1).as_bytes(), options());
    assert!(torn.text.starts_with("Failed. "), "{}", torn.text);

    let cut = lines[..lines.len() - 1].join("\n");
    let said = file_status(cut.as_bytes(), options());
    assert!(!said.is_intact() && said.text.contains("run.not-closed"), "{}", said.text);
    assert!(!file_status(b"", options()).is_intact());
    assert!(!file_status(b"{}", options()).is_intact());
}

#[test]
fn signed_records_are_intact_and_name_their_signer() {
    use proofmark::json::Value;
    use proofmark::proof::{Body, attach};
    let did = key().public().did();
    let sign_line = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        if record.get("type").is_some() {
            return line.to_owned();
        }
        record["data"]["evaluator"] = did.clone().into();
        let mut value = Value::parse(record.to_string().as_bytes()).unwrap();
        let signature =
            proofmark::proof::sign(&Body::from_record(&value).unwrap(), &key(), None).unwrap();
        attach(&mut value, signature.to_value()).unwrap();
        String::from_utf8(value.canonical()).unwrap()
    };
    let signed: Vec<String> = run().iter().map(|line| sign_line(line)).collect();
    let said = file_status(signed.join("\n").as_bytes(), options());
    assert_eq!(said.signers, std::slice::from_ref(&did), "{}", said.text);
    assert!(said.text.starts_with(&format!("Intact, signed by {did}: ")), "{}", said.text);

    // One byte of a signed value: a latency, which nothing else is held to.
    let changed = signed.join("\n").replacen("\"latencyMs\":250", "\"latencyMs\":251", 1);
    let said = file_status(changed.as_bytes(), options());
    assert!(!said.is_intact() && said.text.contains("proof.signature"), "{}", said.text);
}
