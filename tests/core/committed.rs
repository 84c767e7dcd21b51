//! The readings held to their vectors, and the committed one to its laws.

use proofmark::bank::{Bank, Science};
use proofmark::grade::{self, Answer, Decimal, Form, Letter};
use proofmark::question::wording::{MATH, SCIENCE};
use proofmark::rows;

use super::cases::cases;

#[test]
fn the_committed_reading_agrees_with_a_careful_person() {
    let files = [
        include_str!("../vectors/grade/committed-number.json"),
        include_str!("../vectors/grade/committed-choice.json"),
    ];
    let mut wrong = Vec::new();
    for case in files.into_iter().flat_map(cases) {
        let texts = |name: &str| -> Vec<&str> {
            case[name].as_array().into_iter().flatten().map(|text| text.as_str().unwrap()).collect()
        };
        let reply = case["reply"].as_str().unwrap();
        let reading = if case.get("options").is_some() {
            grade::read_choice(reply, &texts("options"), Form::BARE).committed
        } else {
            let given = texts("given").into_iter().map(|it| Decimal::parse(it).unwrap());
            grade::read_number(reply, &given.collect::<Vec<_>>(), Form::BARE).committed
        };
        let answer = reading.answer().map(|answer| answer.to_string());
        if answer.as_deref() != case["committed"].as_str() || case["rule"] != reading.rule.id() {
            wrong.push(format!("{case}: {reading:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rows_are_graded_as_their_vectors_say() {
    for case in cases(include_str!("../vectors/grade/rows.json")) {
        assert_eq!(graded(&case), case["expect"], "{case}");
    }
}

#[test]
fn the_literal_reading_agrees_with_its_vectors() {
    for case in cases(include_str!("../vectors/grade/literal.json")) {
        assert_eq!(graded(&case)["literal"], case["literal"], "{case}");
    }
}

fn graded(case: &serde_json::Value) -> serde_json::Value {
    let mut out = Vec::new();
    let bad = rows::grade_ndjson(case["row"].to_string().as_bytes(), None, &mut out);
    assert!(bad.is_empty(), "{case}: {bad:?}");
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn a_prompt_does_not_answer_itself() {
    let given = [37, 58].map(Decimal::from);
    for wording in MATH {
        let prompt = wording.prompt("37 + 58");
        assert_eq!(
            grade::read_number(&prompt, &given, Form::BARE).committed.found,
            None,
            "{prompt}"
        );
    }
    let options = ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium"];
    for wording in SCIENCE {
        let prompt =
            wording.prompt("Which gas?\nA) Oxygen\nB) Carbon dioxide\nC) Nitrogen\nD) Helium");
        assert_eq!(
            grade::read_choice(&prompt, &options, Form::BARE).committed.found,
            None,
            "{prompt}"
        );
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
                let reading = grade::read_choice(&reply, &options, Form::BARE).committed;
                if reading.answer() != Some(Answer::Letter(letter)) {
                    broken.push(format!("{}: {reply:?} is read as {reading:?}", item.id()));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} replies:\n{}", broken.len(), broken.join("\n"));
}
