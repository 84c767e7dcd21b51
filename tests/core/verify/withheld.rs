//! Values that may be withheld together, and that nothing is verified before they are opened.

use std::borrow::Cow;

use proofmark::bank::{Bank, Manifest};
use proofmark::hash::Digest;
use proofmark::json::Value;
use proofmark::proof::{Body, Trust, attach, id, sign};
use proofmark::record::file::{OpeningLine, OpeningType};
use proofmark::verify::{Conclusion, Options, Report, Step};

use super::files::{How, did, failures, joined, key, made, opening_line, options, verified};

const RESPONSE: &str = "/data/response";
const EXPECTED: &str = "/data/expected";
const ORDER: &str = "/data/choiceOrder";
const SEED: &str = "/data/draw/seed";
const READINGS: [&str; 4] = [
    "/data/literal/answer",
    "/data/literal/span",
    "/data/committed/answer",
    "/data/committed/span",
];

/// A record of the evaluator of key 7, unsigned, and what it is verified with.
struct Made {
    record: Value,
    bank: Option<Bank>,
}

/// The record at `index` of a run of one family; each fourth one failed, the others replied.
fn one(math: bool, private: bool, index: usize) -> Made {
    let bank = private.then(|| {
        let bank = Bank::parse(include_bytes!("../../../examples/private-bank.json")).unwrap();
        let salts: Vec<u8> = (0..bank.survey().items() * 16).map(|at| at as u8).collect();
        bank.seal(&salts).unwrap()
    });
    let (math, science) = if math { (4, 0) } else { (0, 4) };
    let how = How { every: None, math, science, bank: bank.clone(), ..How::default() };
    Made { record: Value::parse(&made(&how).lines[1 + index]).unwrap(), bank }
}

fn at<'a>(value: &'a mut Value, pointer: &str) -> &'a mut Value {
    pointer.split('/').skip(1).fold(value, |value, name| {
        let Value::Object(members) = value else { panic!("{pointer}") };
        &mut members.iter_mut().find(|(member, _)| member == name).unwrap().1
    })
}

/// Withholds what stands at each of `hidden`, or the value beside it in its place; signs; and gives
/// the openings.
fn withheld(
    record: &Value,
    hidden: &[(&'static str, Option<&str>)],
) -> (Vec<u8>, Vec<(&'static str, OpeningLine)>) {
    let (mut record, mut openings) = (record.clone(), Vec::new());
    for (number, (pointer, other)) in hidden.iter().enumerate() {
        let place = at(&mut record, pointer);
        let value = match other {
            Some(other) => Value::parse(other.as_bytes()).unwrap(),
            None => place.clone(),
        };
        let salt = format!("{number:032x}");
        let parts = [Value::String(salt.clone()), Value::String((*pointer).into()), value.clone()];
        let digest = Digest::sha256(&[&Value::Array(parts.to_vec()).canonical()]).hex();
        let stand_in = format!(r#"{{"withheld":"sha-256","digest":"{digest}"}}"#);
        *place = Value::parse(stand_in.as_bytes()).unwrap();
        let (pointer, kind) = ((*pointer).to_owned(), OpeningType);
        openings.push((
            hidden[number].0,
            OpeningLine { pointer, record: String::new(), salt, value, kind },
        ));
    }
    let signature = sign(&Body::from_record(&record).unwrap(), &key(7), None).unwrap();
    attach(&mut record, signature.to_value()).unwrap();
    let id = id(&record).unwrap().hex();
    openings.iter_mut().for_each(|(_, opening)| opening.record.clone_from(&id));
    (record.canonical(), openings)
}

/// The record of `made` with `hidden` withheld, as somebody sees it who asks for key and subject
/// and has the openings of `opened`.
fn report(made: &Made, hidden: &[(&'static str, Option<&str>)], opened: &[&str]) -> Report {
    let (line, openings) = withheld(&made.record, hidden);
    let mut file = vec![line];
    let given = openings.iter().filter(|(pointer, _)| opened.contains(pointer));
    file.extend(given.map(|(_, opening)| opening_line(opening)));
    let mut options = Options {
        trust: Some(Trust::from_did(&did(7)).unwrap()),
        subject: Some("agent-1".to_owned()),
        index: Some(0),
        ..options(&Step::DEFAULT_REQUIRED)
    };
    options.banks.extend(made.bank.clone().map(Cow::Owned));
    verified(&joined(&file), options)
}

/// The values at `pointers`, as they are.
fn true_ones<const N: usize>(
    pointers: [&'static str; N],
) -> Vec<(&'static str, Option<&'static str>)> {
    pointers.map(|pointer| (pointer, None)).to_vec()
}

fn reply_and_readings() -> Vec<&'static str> {
    [&[RESPONSE], &READINGS[..]].concat()
}

#[track_caller]
fn refused(made: &Made, hidden: &[(&'static str, Option<&str>)]) {
    let all: Vec<_> = hidden.iter().map(|(pointer, _)| *pointer).collect();
    for opened in [&[][..], &all] {
        let report = report(made, hidden, opened);
        assert_eq!(failures(&report)[0], "1 schema record.inconsistent", "{hidden:?}");
        assert_eq!(report.conclusion, Conclusion::Failed);
    }
}

#[track_caller]
fn not_checked(report: &Report, step: Step, reason: &'static str) {
    assert_eq!(failures(report), [""; 0]);
    assert_eq!(report.steps[step as usize].not_checked, [(reason, 1)]);
    assert_eq!(report.conclusion, Conclusion::NotChecked);
}

#[test]
fn what_cannot_be_withheld_by_itself_is_refused() {
    let sum = one(true, false, 0);
    for pointer in reply_and_readings().into_iter().chain([EXPECTED]) {
        refused(&sum, &true_ones([pointer]));
    }
    refused(&sum, &true_ones([EXPECTED, SEED]));
    refused(&sum, &true_ones(READINGS));
    let false_ones = [
        (EXPECTED, Some(r#""999""#)),
        (READINGS[0], Some(r#""999""#)),
        (READINGS[1], Some("[0,0]")),
        (READINGS[2], Some(r#""999""#)),
        (READINGS[3], Some("[0,0]")),
    ];
    refused(&sum, &false_ones);
    // The public bank tells the answer, and so does an open reply.
    let public = [&reply_and_readings()[..], &[EXPECTED, ORDER, SEED]].concat();
    let public: Vec<_> = public.into_iter().map(|pointer| (pointer, None)).collect();
    refused(&one(false, false, 0), &public);
    let private = one(false, true, 0);
    refused(&private, &true_ones([EXPECTED, ORDER, SEED]));
    assert_eq!(failures(&report(&private, &public, &[])), [""; 0]);
    for missing in [ORDER, SEED, EXPECTED, READINGS[3], RESPONSE] {
        let kept: Vec<_> = public.iter().filter(|(at, _)| *at != missing).copied().collect();
        refused(&private, &kept);
    }
    // Of a failed exchange as well.
    refused(&one(false, false, 3), &[(ORDER, Some("[9,9,9,9]"))]);
    refused(&one(true, false, 3), &true_ones([EXPECTED]));
    assert_eq!(failures(&report(&one(true, false, 3), &true_ones([SEED]), &[])), [""; 0]);
}

#[test]
fn a_reading_that_is_still_withheld_is_not_checked() {
    let sum = one(true, false, 0);
    let mut hidden: Vec<_> =
        reply_and_readings().into_iter().map(|pointer| (pointer, None)).collect();
    let all = reply_and_readings();
    assert_eq!(report(&sum, &hidden, &all).conclusion, Conclusion::Partial);
    not_checked(&report(&sum, &hidden, &[]), Step::Grade, "the reply is withheld");
    for part in READINGS {
        let others: Vec<_> = all.iter().filter(|pointer| **pointer != part).copied().collect();
        let report = report(&sum, &hidden, &others);
        not_checked(&report, Step::Grade, "a part of a reading is withheld");
    }
    // Openings are not signed: who leaves the false ones out gets no better word.
    for (part, other) in READINGS.iter().zip([r#""999""#, "[0,0]"].repeat(2)) {
        let place = hidden.iter_mut().find(|(pointer, _)| pointer == part).unwrap();
        place.1 = Some(other);
    }
    let only = report(&sum, &hidden, &[RESPONSE]);
    not_checked(&only, Step::Grade, "a part of a reading is withheld");
    let open = report(&sum, &hidden, &all);
    assert_eq!(failures(&open), ["1 grade grade.reading"]);
    // One that is open and false fails, whatever else is withheld.
    let one = report(&sum, &hidden, &[RESPONSE, READINGS[0], READINGS[1]]);
    assert_eq!(failures(&one), ["1 grade grade.reading"]);
}

#[test]
fn a_right_answer_and_an_order_that_are_still_withheld_are_not_checked() {
    for index in [0, 3] {
        let private = one(false, true, index);
        let mut all = vec![EXPECTED, ORDER, SEED];
        if index == 0 {
            all.splice(0..0, reply_and_readings());
        }
        let mut hidden: Vec<_> = all.iter().map(|pointer| (*pointer, None)).collect();
        let without =
            |pointer| -> Vec<_> { all.iter().filter(|at| **at != pointer).copied().collect() };
        assert_eq!(report(&private, &hidden, &all).conclusion, Conclusion::Partial);
        let closed = report(&private, &hidden, &[]);
        not_checked(&closed, Step::Draw, "the seed is withheld");
        let first =
            if index == 0 { "the reply is withheld" } else { "the right answer is withheld" };
        not_checked(&closed, Step::Grade, first);

        let report_without = report(&private, &hidden, &without(EXPECTED));
        not_checked(&report_without, Step::Grade, "the right answer is withheld");
        let report_without = report(&private, &hidden, &without(ORDER));
        not_checked(&report_without, Step::Draw, "the order of the options is withheld");
        not_checked(&report_without, Step::Grade, "the order of the options is withheld");

        let false_one = |hidden: &mut Vec<(_, _)>, pointer, value| {
            hidden.iter_mut().find(|(at, _)| *at == pointer).unwrap().1 = Some(value);
        };
        // An opening whose value is a stand-in opens nothing.
        let stand_in = format!(r#"{{"withheld":"sha-256","digest":"{}"}}"#, "0".repeat(64));
        false_one(&mut hidden, EXPECTED, &stand_in);
        let report_with = report(&private, &hidden, &all);
        not_checked(&report_with, Step::Grade, "the right answer is withheld");
        false_one(&mut hidden, EXPECTED, r#""Z""#);
        assert_eq!(failures(&report(&private, &hidden, &all)), ["1 grade grade.expected"]);
        assert_eq!(
            report(&private, &hidden, &without(EXPECTED)).conclusion,
            Conclusion::NotChecked
        );
        // No record has such an order.
        false_one(&mut hidden, ORDER, "[9,9,9,9]");
        assert_eq!(failures(&report(&private, &hidden, &all))[0], "1 schema json.invalid");
        assert_eq!(report(&private, &hidden, &without(ORDER)).conclusion, Conclusion::NotChecked);
    }
}

#[test]
fn the_reason_is_not_the_bank_where_it_is_at_hand() {
    let mut private = one(false, true, 0);
    let bank = private.bank.clone().unwrap();
    // A question that the bank does not have.
    *at(&mut private.record, "/data/questionId") = Value::String("science:999".into());
    let unknown = report(&private, &[], &[]);
    assert_eq!(failures(&unknown), ["1 draw draw.question", "1 bank bank.unknown-item"]);
    let grade = &unknown.steps[Step::Grade as usize];
    assert_eq!(grade.not_checked, [("the item of the bank is not at hand", 1)]);
    // A manifest shows no item, also where nothing was replied.
    for index in [0, 3] {
        let private = one(false, true, index);
        let mut known = options(&Step::DEFAULT_REQUIRED);
        known.manifests.push(Manifest::from_bank(&bank).unwrap());
        let report = verified(
            &joined(&[withheld(&private.record, &[]).0]),
            Options { index: Some(0), ..known },
        );
        not_checked(&report, Step::Grade, "the item of the bank is not at hand");
    }
}

#[test]
fn the_right_answer_of_a_failed_exchange_is_checked() {
    for (math, private) in [(true, false), (false, false), (false, true)] {
        let mut made = one(math, private, 3);
        assert_eq!(report(&made, &[], &[]).conclusion, Conclusion::Partial);
        *at(&mut made.record, EXPECTED) = Value::String("999".into());
        assert_eq!(failures(&report(&made, &[], &[])), ["1 grade grade.expected"]);
    }
}
