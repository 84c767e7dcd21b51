//! The committed reading held to its vectors and laws.

use proofmark::bank::{Bank, Science};
use proofmark::grade::{self, Answer, Decimal, Letter, rows};
use proofmark::question::wording::{Form, MATH, SCIENCE};
use serde::Deserialize;

/// A reply, the answer that a careful person takes from it, and the rule that decides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    why: String,
    reply: String,
    /// The operands of a sum.
    #[serde(default)]
    given: Vec<String>,
    /// The texts of a choice.
    options: Option<Vec<String>>,
    committed: Option<String>,
    rule: String,
}

/// A row and its graded row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    why: String,
    row: serde_json::Value,
    expect: serde_json::Value,
}

fn vectors<T: for<'a> Deserialize<'a>>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/vectors/grade/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_committed_reading_agrees_with_a_careful_person() {
    for name in ["committed-number.json", "committed-choice.json"] {
        let mut wrong = Vec::new();
        for Case { why, reply, given, options, committed, rule } in vectors::<Case>(name) {
            let reading = match &options {
                None => {
                    let given: Vec<Decimal<'_>> =
                        given.iter().map(|it| Decimal::parse(it).unwrap()).collect();
                    grade::number(&reply, &given, Form::BARE).committed
                }
                Some(options) => {
                    let options: Vec<&str> = options.iter().map(String::as_str).collect();
                    grade::choice(&reply, &options, Form::BARE).committed
                }
            };
            let answer = reading.answer().map(|answer| answer.to_string());
            if answer != committed || reading.rule.id() != rule {
                wrong.push(format!("{why}: {reply:?}: {reading:?}"));
            }
        }
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn rows_are_graded_as_their_vectors_say() {
    for Row { why, row, expect } in vectors::<Row>("rows.json") {
        let mut out = Vec::new();
        let bad = rows::ndjson(row.to_string().as_bytes(), None, &mut out);
        assert!(bad.is_empty(), "{why}: {bad:?}");
        let found: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(found, expect, "{why}: {row}");
    }
}

#[test]
fn a_prompt_does_not_answer_itself() {
    let given = [37, 58].map(Decimal::from);
    for wording in MATH {
        let prompt = wording.prompt("37 + 58");
        assert_eq!(grade::number(&prompt, &given, Form::BARE).committed.found, None, "{prompt}");
    }
    let options = ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"];
    for wording in SCIENCE {
        let prompt =
            wording.prompt("Which gas?\nA) Oxygen\nB) Carbon dioxide\nC) Nitrogen\nD) Helium");
        assert_eq!(grade::choice(&prompt, &options, Form::BARE).committed.found, None, "{prompt}");
    }
}

#[test]
fn every_option_of_the_public_bank_can_be_answered_by_its_text() {
    let bank = Bank::public().unwrap();
    let mut broken = Vec::new();
    for item in Science::ALL.into_iter().flat_map(|science| bank.items(science)) {
        let options = item.options().each_ref().map(String::as_str);
        for (option, letter) in options.into_iter().zip(Letter::ALL) {
            let replies = [
                option.to_owned(),
                format!("{option}."),
                format!("**{option}**"),
                format!("The answer is {option}."),
                format!("I think it is {option}"),
                format!("{option}, because that is how it works."),
            ];
            for reply in replies {
                let reading = grade::choice(&reply, &options, Form::BARE).committed;
                if reading.answer() != Some(Answer::Letter(letter)) {
                    broken.push(format!("{}: {reply:?} is read as {reading:?}", item.id()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} replies:\n{}", broken.len(), broken.join("\n"));
}
