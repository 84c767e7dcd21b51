//! Withheld values: not checked while they are withheld, checked when they are given back.

use proofmark::bank::Bank;
use proofmark::json::Value;
use proofmark::proof::{Sealer, id};
use proofmark::record::file::{ControlLine, Line, OpeningLine};
use proofmark::verify::{Openings, Report, Step};

use super::files::{
    How, Made, PROVEN, SEED, failures, joined, made, opening_line, options, verified,
};

/// `lines` with `openings` behind their records.
fn opened(lines: &[Vec<u8>], openings: &[OpeningLine]) -> Vec<u8> {
    let mut file = Vec::new();
    for line in lines {
        file.push(line.clone());
        let id = id(&Value::parse(line).unwrap()).unwrap().hex();
        file.extend(openings.iter().filter(|opening| opening.record == id).map(opening_line));
    }
    joined(&file)
}

fn not_checked(report: &Report, step: Step) -> Vec<(&'static str, u64)> {
    report.steps[step as usize].not_checked.clone()
}

#[test]
fn a_withheld_reply_is_graded_when_it_is_opened() {
    let how = How { signs: true, withhold: &["response"], ..How::default() };
    let Made { lines, openings } = made(&how);
    assert_eq!(openings.len(), 20, "four replies, five values each");
    let closed = verified(&joined(&lines), options(&PROVEN));
    assert_eq!((closed.passed, closed.failed), (false, 0));
    assert_eq!(not_checked(&closed, Step::Grade), [("the reply is withheld", 4)]);

    let whole = verified(&opened(&lines, &openings), options(&PROVEN));
    assert!(whole.passed, "{:?}", failures(&whole));
    assert_eq!(whole.scores, closed.scores);

    // Openings may be in a file of their own.
    let mut apart = Openings::default();
    let text: Vec<_> = openings.iter().map(opening_line).collect();
    apart.add(&joined(&text)).unwrap();
    let report = verified(
        &joined(&lines),
        proofmark::verify::Options { openings: apart, ..options(&PROVEN) },
    );
    assert!(report.passed, "{:?}", failures(&report));
}

#[test]
fn an_opening_that_fits_nothing_is_a_failure() {
    let Made { lines, openings } =
        made(&How { signs: true, withhold: &["response"], ..How::default() });
    let with = |change: &dyn Fn(&mut OpeningLine)| {
        let mut changed = openings.clone();
        change(&mut changed[0]);
        failures(&verified(&opened(&lines, &changed), options(&[])))
    };
    assert_eq!(with(&|o| o.value = Value::String("B".into())), ["3 opening opening.digest"]);
    assert_eq!(with(&|o| o.salt = "0".repeat(32)), ["3 opening opening.digest"]);
    assert_eq!(with(&|o| o.salt.truncate(2)), ["3 opening opening.salt"]);
    assert_eq!(with(&|o| o.pointer = "/data/score".into()), ["3 opening opening.pointer"]);
    let stray = [lines.clone(), vec![opening_line(&openings[0])]].concat();
    let report = verified(&joined(&stray), options(&[]));
    assert_eq!(failures(&report), [format!("{} opening opening.record", stray.len())]);
    let mut twice = openings.clone();
    twice.insert(1, openings[0].clone());
    let report = verified(&opened(&lines, &twice), options(&[]));
    assert_eq!(failures(&report), ["4 opening opening.pointer"]);
    // No record withholds more than eight values: a ninth opening is of nothing, whatever it says.
    let many = [lines[..2].to_vec(), vec![opening_line(&openings[0]); 9], lines[2..].to_vec()];
    let report = verified(&joined(&many.concat()), options(&[]));
    let mut expected: Vec<_> =
        (4..11).map(|line| format!("{line} opening opening.pointer")).collect();
    expected.push("11 opening opening.record".to_owned());
    assert_eq!(failures(&report), expected);
}

#[test]
fn openings_in_a_file_of_their_own_open_what_is_withheld_or_nothing() {
    let Made { lines, openings } =
        made(&How { signs: true, withhold: &["response"], ..How::default() });
    let apart = |file: &[u8], openings: &[OpeningLine]| {
        let mut apart = Openings::default();
        let text: Vec<_> = openings.iter().map(opening_line).collect();
        apart.add(&joined(&text)).unwrap();
        failures(&verified(file, proofmark::verify::Options { openings: apart, ..options(&[]) }))
    };
    let (closed, open) = (joined(&lines), opened(&lines, &openings));
    let first = openings[0].clone();
    let other = OpeningLine { value: Value::String("another".into()), ..first.clone() };
    // An opening of an open value is accepted if it is the same.
    assert_eq!(apart(&open, &openings), Vec::<String>::new());
    assert_eq!(apart(&closed, &[first.clone(), first.clone()]), Vec::<String>::new());
    // As anything else it is as wrong behind the right one as before it.
    assert_eq!(apart(&open, std::slice::from_ref(&other))[0], "2 schema opening.digest");
    assert_eq!(apart(&closed, &[first.clone(), other.clone()])[0], "2 schema opening.digest");
    assert_eq!(apart(&closed, &[other, first.clone()])[0], "2 schema opening.digest");

    // A record that withholds nothing has nothing to be opened.
    let lines = made(&How { signs: true, ..How::default() }).lines;
    for line in &lines[1..3] {
        let record = id(&Value::parse(line).unwrap()).unwrap().hex();
        let of_nothing = OpeningLine { record, ..first.clone() };
        let found = apart(&joined(&lines), &[of_nothing]);
        assert!(found[0].ends_with(" schema opening.pointer"), "{found:?}");
    }
}

#[test]
fn a_right_answer_is_withheld_with_all_that_tells_it() {
    let file = include_bytes!("../../../examples/private-bank.json");
    let bank = Bank::parse(file).unwrap();
    let salts: Vec<u8> = (0..bank.survey().items() * 16).map(|at| at as u8).collect();
    let bank = bank.seal(&salts).unwrap();
    let how = || How {
        signs: true,
        withhold: &["response", "expected"],
        math: 0,
        science: 6,
        bank: Some(bank.clone()),
        ..How::default()
    };
    let Made { lines, openings } = made(&how());
    let text = String::from_utf8(joined(&lines)).unwrap();
    assert!(!text.contains(SEED), "the seed draws the order of the options");
    let known = || {
        let mut options = options(&PROVEN);
        options.banks.push(std::borrow::Cow::Owned(bank.clone()));
        options
    };
    let closed = verified(&joined(&lines), known());
    assert_eq!((closed.passed, closed.failed), (false, 0), "{:?}", failures(&closed));
    assert_eq!(not_checked(&closed, Step::Draw), [("the seed is withheld", 6)]);
    let whole = verified(&opened(&lines, &openings), known());
    assert!(whole.passed, "{:?}", failures(&whole));

    let Line::Control(ControlLine::Run(run)) = Line::parse(&lines[0]).unwrap() else {
        panic!("a run")
    };
    let check = |names: &[&str], seed: &str| {
        Sealer::new(None, false, names).unwrap().check(&run, seed).map_err(|e| e.code())
    };
    assert_eq!(check(&["response", "expected"], SEED), Ok(()));
    assert_eq!(check(&["expected"], SEED), Err("withhold.given-away"));
    assert_eq!(check(&["response", "expected"], "monday"), Err("withhold.given-away"));
    // Sums give themselves away, and so does the public bank.
    let sums = made(&How { math: 1, withhold: &[], ..how() }).lines;
    for lines in [sums, made(&How { math: 0, ..How::default() }).lines] {
        let Line::Control(ControlLine::Run(run)) = Line::parse(&lines[0]).unwrap() else {
            panic!("a run")
        };
        let sealer = Sealer::new(None, false, &["response", "expected"]).unwrap();
        assert_eq!(sealer.check(&run, SEED).unwrap_err().code(), "withhold.given-away");
    }
}
