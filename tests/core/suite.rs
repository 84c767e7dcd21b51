//! Suites: the vectors, the examples, the limits, and that no input is too hostile.

// Helpers of tests are not seen as tests.
use proofmark::json::{Value, to_canonical_bytes};
use proofmark::suite::{
    Answers, Reply, SaltChoice, Scorecard, Suite, crack, echo_scorecard, judge, scorecard, seal,
};
use proptest::prelude::*;

use super::cases::cases;

macro_rules! example {
    ($name:literal) => {
        include_bytes!(concat!("../../examples/", $name))
    };
}

/// The JSON of a member, or the text that stands in its place.
fn bytes(case: &serde_json::Value, name: &str) -> Vec<u8> {
    let text = case[format!("{name}Text")].as_str();
    text.map_or_else(|| case[name].to_string(), str::to_owned).into_bytes()
}

/// Judges answers to a suite, both as JSON.
fn replay(suite: &[u8], answers: &[u8]) -> proofmark::Result<Vec<u8>> {
    Ok(scorecard(&Suite::parse(suite)?, &Answers::parse(answers)?)?.to_bytes())
}

#[test]
fn the_vectors() {
    for case in cases(include_str!("../vectors/suite/replay.json")) {
        let name = &case["name"];
        match (replay(&bytes(&case, "suite"), &bytes(&case, "answers")), case["error"].as_str()) {
            (Ok(found), None) => {
                assert_eq!(found, to_canonical_bytes(&case["expect"]).unwrap(), "{name}")
            }
            (Err(error), Some(code)) => {
                assert_eq!(error.code(), code, "{name}: {error}");
                assert!(!error.to_string().contains('\n'), "{name}");
                assert!(error.to_string().len() < 1000, "{name}");
            }
            (found, _) => panic!("{name}: {found:?}"),
        }
    }
}

#[test]
fn the_examples() {
    let suites = [&example!("tasks.json")[..], &example!("sealed.json")[..]];
    for suite in suites {
        let good = replay(suite, example!("answers-good.json")).unwrap();
        let good = Scorecard::parse(&good).unwrap();
        assert_eq!((good.passed(), good.total(), good.percent()), (5, 5, "100.00".to_owned()));
        let bad = replay(suite, example!("answers-bad.json")).unwrap();
        let bad = Scorecard::parse(&bad).unwrap();
        assert_eq!((bad.passed(), bad.percent()), (3, "60.00".to_owned()));
        assert!(bad.labels().contains(&("missing_final_answer", 1)));
        assert!(
            bad.labels().contains(&("answer_hash_mismatch", 1)),
            "right first, then changed to wrong"
        );
    }
    let salt = std::array::from_fn(|index| index as u8);
    let sealed = seal(example!("plain.json"), SaltChoice::From(salt), 1).unwrap();
    assert_eq!(Value::parse(sealed.json.as_bytes()), Value::parse(example!("sealed.json")));
    assert_eq!(sealed.digest, Suite::parse(example!("sealed.json")).unwrap().digest());
}

#[test]
fn echo_is_a_reply_that_is_the_prompt() {
    let suite = Suite::parse(example!("sealed.json")).unwrap();
    let card = echo_scorecard(&suite);
    assert_eq!(card.passed(), 0);
    // "FINAL_HEX_" and the like are in the prompts, and are tokens; "FINAL_" alone is none.
    assert!(card.labels().contains(&("missing_final_answer", 1)));
    assert!(card.labels().contains(&("answer_hash_mismatch", 4)));
}

#[test]
fn a_scorecard_holds_neither_replies_nor_accepted_answers() {
    let plain = Suite::parse(example!("tasks.json")).unwrap();
    let bad = replay(example!("tasks.json"), example!("answers-bad.json")).unwrap();
    let text = String::from_utf8(bad).unwrap();
    let task = plain.tasks().iter().find(|task| task.id == "log-line").unwrap();
    let accepted = task.oracle.accepted().next().unwrap().hex();
    assert!(!text.contains(&accepted), "the task failed, so its accepted digest is not in it");
    assert!(!text.contains("FINAL_") && !text.contains("looks right"));
}

#[test]
fn a_million_byte_pattern_is_refused_and_so_are_deep_and_large_ones() {
    let suite = |pattern: &str| {
        let task = serde_json::json!({"id": "t", "prompt": "p", "sha256": "0".repeat(64)});
        let suite = serde_json::json!({"extractor": {"pattern": pattern}, "tasks": [task]});
        serde_json::to_vec(&suite).unwrap()
    };
    for (pattern, why) in [
        ("a".repeat(1_000_000), "a megabyte"),
        ("a".repeat(4097), "a byte over the limit"),
        (format!("{}a{}", "(".repeat(60), ")".repeat(60)), "deep"),
        ("((a{100}){100}){100}".to_owned(), "large when compiled"),
        (r"\w{400}".to_owned(), "large when compiled, by its classes"),
        ("(?:a?){501}b".to_owned(), "slow to search with"),
    ] {
        let error = Suite::parse(&suite(&pattern)).unwrap_err();
        assert_eq!(error.code(), "suite.pattern-too-large", "{why}");
    }
    assert!(Suite::parse(&suite(&"a".repeat(500))).is_ok());
    assert!(Suite::parse(&suite(r"(?i)answer:\s*(\w{1,20})\b")).is_ok());
}

/// The label that `suite` gives `text`.
fn label(suite: &Suite<'_>, text: String) -> Option<String> {
    let reply = Reply::Text(text.into());
    let judged = judge(suite, &suite.tasks()[0], &reply);
    judged.label.map(|label| label.name().to_owned())
}

#[test]
fn a_pattern_that_others_choke_on_comes_to_an_end() {
    // An engine that goes back takes longer than the universe has for some of these. How the time
    // grows, `npm run bench -- suite` prints.
    for pattern in ["(a+)+$", "(?:a?){40}b|a", "a*?b|a", "[a-z]+x|a", "(a|aa)+$"] {
        for take in ["first", "last"] {
            let task = serde_json::json!({"id": "t", "prompt": "p", "sha256": "0".repeat(64)});
            let json = serde_json::json!({
                "extractor": {"pattern": pattern, "take": take}, "tasks": [task]
            });
            let json = serde_json::to_vec(&json).unwrap();
            let suite = Suite::parse(&json).unwrap();
            let ends = ["(a+)+$", "(a|aa)+$"].contains(&pattern);
            let expected = if ends { "missing_final_answer" } else { "answer_hash_mismatch" };
            let found = label(&suite, format!("{}!", "a".repeat(262_143)));
            assert_eq!(found.as_deref(), Some(expected), "{pattern}, {take}");
        }
    }
}

#[test]
fn the_default_extractor_finds_nothing_in_a_million_beginnings() {
    let suite = Suite::parse(example!("tasks.json")).unwrap();
    for piece in ["F", "FINAL_ ", "A", "_", "AFINAL_ "] {
        let found = label(&suite, piece.repeat(1_000_000 / piece.len()));
        assert_eq!(found.as_deref(), Some("missing_final_answer"), "{piece}");
    }
}

#[test]
fn a_reply_too_long_for_a_pattern_is_labelled_so() {
    let task = serde_json::json!({"id": "t", "prompt": "p", "sha256": "0".repeat(64)});
    let json = serde_json::json!({"extractor": {"pattern": "a+"}, "tasks": [task]});
    let json = serde_json::to_vec(&json).unwrap();
    let suite = Suite::parse(&json).unwrap();
    for (length, label) in [(262_144, "answer_hash_mismatch"), (262_145, "reply.too-large")] {
        let reply = Reply::Text("a".repeat(length).into());
        let found = judge(&suite, &suite.tasks()[0], &reply);
        assert_eq!(found.label.unwrap().name(), label);
    }
}

#[test]
fn the_sealing_vectors() {
    let files = [
        include_str!("../vectors/suite/seal.json"),
        include_str!("../vectors/suite-salts/seal.json"),
    ];
    for case in files.into_iter().flat_map(cases) {
        let name = &case["name"];
        let salting = case["random"].as_str().map_or(SaltChoice::None, |hex| {
            let mut random = [0; 32];
            assert!(proofmark::hash::from_hex(hex, &mut random));
            SaltChoice::From(random)
        });
        let rate = case["rate"].as_u64().unwrap();
        match (seal(&bytes(&case, "plain"), salting, rate), case["error"].as_str()) {
            (Ok(found), None) => {
                let json: serde_json::Value = serde_json::from_str(&found.json).unwrap();
                assert_eq!(json, case["sealed"], "{name}");
                let warnings: Vec<_> = found.warnings.iter().map(ToString::to_string).collect();
                let none = serde_json::json!([]);
                assert_eq!(&serde_json::json!(warnings), case.get("warnings").unwrap_or(&none));
                assert!(Suite::parse(found.json.as_bytes()).is_ok());
            }
            (Err(error), Some(code)) => assert_eq!(error.code(), code, "{name}"),
            (found, _) => panic!("{name}: {found:?}"),
        }
    }
}

#[test]
fn what_a_warning_says_can_be_tried_is_found() {
    let plain = serde_json::json!({"id": "weak", "version": "1", "tasks": [
        {"id": "number", "prompt": "p", "answer": "FINAL_42"},
        {"id": "letter", "prompt": "p", "answer": "FINAL_Q"},
        {"id": "word", "prompt": "p", "answers": ["FINAL_7XK29QPM3VZ8", "FINAL_ORANGE"]},
        {"id": "strong", "prompt": "p", "answer": "FINAL_9F2K_77QX_M41Z"},
    ]});
    let plain = serde_json::to_vec(&plain).unwrap();
    for salting in [SaltChoice::None, SaltChoice::From([7; 32])] {
        let sealed = seal(&plain, salting, 1_000_000_000).unwrap();
        let warned: Vec<_> = sealed.warnings.iter().map(|warning| &*warning.task).collect();
        assert_eq!(warned, ["number", "letter", "word"]);
        let suite = Suite::parse(sealed.json.as_bytes()).unwrap();
        let found = crack(&suite, "apple\nOrange\r\n\nplum", 100_000);
        let fallen: Vec<_> = found.fallen.iter().map(|task| (&*task.id, &*task.answer)).collect();
        assert_eq!(
            fallen,
            [("letter", "FINAL_Q"), ("number", "FINAL_42"), ("word", "FINAL_ORANGE")]
        );
        assert!(found.hashes <= 100_000);
        assert_eq!(crack(&suite, "", 10).fallen, []);
        assert!(crack(&suite, "", 10).hashes <= 10);
    }
}

#[test]
fn numbers_and_words_are_tried_as_the_suite_normalises_them() {
    let plain = serde_json::json!({
        "id": "weak", "version": "1", "normalise": ["lower"],
        "extractor": {"pattern": "answer: (.+)", "group": 1},
        "tasks": [
            {"id": "minus", "prompt": "p", "answer": "-12"},
            {"id": "case", "prompt": "p", "answer": "Émile"},
        ],
    });
    let sealed = seal(&serde_json::to_vec(&plain).unwrap(), SaltChoice::None, 1).unwrap();
    let suite = Suite::parse(sealed.json.as_bytes()).unwrap();
    let found = crack(&suite, "ÉMILE", 100_000);
    let fallen: Vec<_> = found.fallen.iter().map(|task| &*task.answer).collect();
    assert_eq!(fallen, ["-12", "émile"]);
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z_ \"\\\\\n\u{0}\u{7f}é😀\u{202e}]{1,8}", "FINAL_[A-C]", "[a-z]{1,3}"]
}

proptest! {
    #[test]
    fn scorecards_are_canonical_and_read_back(
        replies in prop::collection::btree_map("[a-z\"\\\\é😀]{1,6}", prop::option::of(text()), 1..8),
        stratum in prop::option::of("[a-z\"é]{1,5}"),
        reversed in any::<bool>(),
    ) {
        let tasks: Vec<_> = replies.keys().map(|id| serde_json::json!({
            "id": id, "prompt": "p\n\"", "stratum": stratum, "sha256": "0".repeat(64),
        })).collect();
        let suite = serde_json::to_vec(&serde_json::json!({"id": "s", "tasks": tasks})).unwrap();
        let mut list: Vec<_> =
            replies.iter().map(|(id, text)| serde_json::json!({"id": id, "text": text})).collect();
        if reversed {
            list.reverse();
        }
        let answers = serde_json::to_vec(&list).unwrap();
        let found = replay(&suite, &answers).unwrap();
        prop_assert_eq!(&to_canonical_bytes(&Value::parse(&found).unwrap()).unwrap(), &found);
        let card = Scorecard::parse(&found).unwrap();
        prop_assert_eq!(&card.to_bytes(), &found);
        let suite = Suite::parse(&suite).unwrap();
        let form = suite.canonical();
        prop_assert_eq!(&to_canonical_bytes(&Value::parse(&form).unwrap()).unwrap(), &form);
        let again = Suite::parse(&form).unwrap();
        prop_assert_eq!(again.digest(), suite.digest());
        prop_assert_eq!(proofmark::hash::Digest::sha256(&[&form]), suite.digest());
    }

    #[test]
    fn no_bytes_are_too_hostile(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Suite::parse(&bytes);
        let _ = Answers::parse(&bytes);
        let _ = Scorecard::parse(&bytes);
        let _ = seal(&bytes, SaltChoice::None, 0);
    }
}
