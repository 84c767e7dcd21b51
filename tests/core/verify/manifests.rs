//! Private banks: what was published of them, what is known of them, and what of that is theirs.

use std::borrow::Cow;

use proofmark::bank::{Bank, Manifest};
use proofmark::verify::{Options, Step, Verifier};

use super::files::{How, failures, joined, made, options, verified};
use super::reveals::{reveals, sealed};

const STEPS: [Step; 3] = [Step::Draw, Step::Bank, Step::Grade];

/// Two banks that number their items alike, and the unsigned lines of a run out of the first.
fn two_banks() -> ([Bank; 2], Vec<Vec<u8>>) {
    let banks = [7, 9].map(|first| sealed(2, first));
    let bank = Some(banks[0].clone());
    let how = How { key: None, every: None, math: 0, science: 8, bank, ..How::default() };
    (banks, made(&how).lines)
}

fn manifests(banks: &[&Bank]) -> Vec<Manifest> {
    banks.iter().map(|bank| Manifest::from_bank(bank).unwrap()).collect()
}

fn of_bank(bank: &Bank) -> Options {
    Options { banks: vec![Cow::Owned(bank.clone())], ..options(&STEPS) }
}

/// The line with its question's id in place of another's.
fn asking(line: &[u8], id: &str) -> Vec<u8> {
    let text = String::from_utf8(line.to_vec()).unwrap();
    let own = question_id(line);
    text.replace(&format!("\"questionId\":\"{own}\""), &format!("\"questionId\":\"{id}\"")).into()
}

fn question_id(line: &[u8]) -> String {
    let record: serde_json::Value = serde_json::from_slice(line).unwrap();
    record["data"]["questionId"].as_str().unwrap().to_owned()
}

#[test]
fn a_manifest_outranks_the_bank_itself() {
    let ([bank, other], lines) = two_banks();
    let file = joined(&lines);
    let with = |banks: &[&Bank]| {
        let options = Options { manifests: manifests(banks), ..of_bank(&bank) };
        verified(&file, options)
    };
    for banks in [&[][..], &[&bank], &[&other, &bank]] {
        assert!(with(banks).passed, "{:?}", failures(&with(banks)));
    }
    let found = failures(&with(&[&other]));
    assert!(found.contains(&"2 bank bank.wrong-manifest".to_owned()), "{found:?}");
    // Manifests of private banks say nothing of the public one.
    let public = joined(&made(&How::default()).lines);
    let options = Options { manifests: manifests(&[&other]), ..options(&[Step::Draw]) };
    assert!(verified(&public, options).passed);
}

#[test]
fn a_bank_of_the_same_name_is_another_one_by_its_root() {
    let ([_, other], lines) = two_banks();
    let report = verified(&joined(&lines), of_bank(&other));
    assert_eq!((report.passed, report.failed), (false, 0), "{:?}", failures(&report));
    assert_eq!(report.steps[Step::Bank as usize].not_checked[0].1, 8);
}

#[test]
fn reveals_are_held_to_the_manifest_of_their_bank() {
    let ([bank, other], lines) = two_banks();
    let with = |banks: &[&Bank], of: &Bank| {
        let options =
            Options { manifests: manifests(banks), reveals: reveals(of), ..options(&STEPS) };
        verified(&joined(&lines), options)
    };
    for banks in [[&bank, &other], [&other, &bank]] {
        assert!(with(&banks, &bank).passed, "{:?}", failures(&with(&banks, &bank)));
    }
    let found = failures(&with(&[&bank], &other));
    assert_eq!(found[0], "0 bank bank.wrong-manifest");
}

#[test]
fn a_question_that_the_bank_has_not_is_found_out() {
    let ([bank, _], mut lines) = two_banks();
    lines[1] = asking(&lines[1], "science:item-9999");
    let published = Options { manifests: manifests(&[&bank]), ..options(&STEPS) };
    for options in [of_bank(&bank), published] {
        let found = failures(&verified(&joined(&lines), options));
        let failed = |failure: &str| found.contains(&failure.to_owned());
        assert!(failed("2 draw draw.question") && failed("2 bank bank.unknown-item"), "{found:?}");
    }
}

#[test]
fn an_item_is_the_drawn_one_only_where_it_stands() {
    let ([bank, _], lines) = two_banks();
    let reveals = reveals(&bank);
    let drawn = question_id(&lines[1]);
    for reveal in reveals.iter().filter(|reveal| reveal.item().id().as_str() != drawn) {
        let mut lines = lines.clone();
        lines[1] = asking(&lines[1], reveal.item().id().as_str());
        let options = Options { reveals: vec![reveal.clone()], ..options(&STEPS) };
        let found = failures(&verified(&joined(&lines), options));
        assert!(found.contains(&"2 draw draw.question".to_owned()), "{found:?}");
    }
}

#[test]
fn who_names_a_private_bank_does_not_wait_for_the_public_one() {
    let ([bank, _], lines) = two_banks();
    let mut verifier = Verifier::new(Options { awaits_public: true, ..of_bank(&bank) });
    verifier.push(&joined(&lines));
    assert!(!verifier.wants_bank());
    assert!(verifier.finish().passed);
}
