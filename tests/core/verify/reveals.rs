//! Revealed items of private banks, found for each record among all there are.

use proofmark::bank::{Bank, Reveal, Science};
use proofmark::verify::Step;

use super::files::{How, failures, joined, made, options, verified};

/// The example bank with its items `times` over, sealed; other `first` bytes give other salts.
pub fn sealed(times: usize, first: u8) -> Bank {
    let text = include_str!("../../../examples/private-bank.json");
    let mut bank: serde_json::Value = serde_json::from_str(text).unwrap();
    let items = bank["items"].as_array().unwrap().clone();
    let mut more = Vec::new();
    for time in 0..times {
        for mut item in items.clone() {
            item["id"] = format!("{}-{time}", item["id"].as_str().unwrap()).into();
            more.push(item);
        }
    }
    let salts: Vec<u8> = (0..more.len() as u64)
        .flat_map(|at| [first.into(), at].map(u64::to_be_bytes))
        .flatten()
        .collect();
    bank["items"] = more.into();
    Bank::parse(bank.to_string().as_bytes()).unwrap().seal(&salts).unwrap()
}

pub fn reveals(bank: &Bank) -> Vec<Reveal> {
    let items = Science::ALL.into_iter().flat_map(|science| bank.items(science));
    items.map(|item| Reveal::from_bank(bank, item.id()).unwrap()).collect()
}

#[test]
fn their_order_is_nothing_and_those_of_another_bank_are_passed_over() {
    // Both banks number their items alike.
    let [bank, other] = [7, 9].map(|first| sealed(2, first));
    let file = joined(
        &made(&How { math: 0, science: 8, bank: Some(bank.clone()), ..How::default() }).lines,
    );
    let of_both = [reveals(&other), reveals(&bank)].concat();
    let backwards: Vec<_> = of_both.iter().rev().cloned().collect();
    for reveals in [of_both, backwards] {
        let mut options = options(&[Step::Draw, Step::Bank, Step::Grade]);
        options.reveals = reveals;
        let report = verified(&file, options);
        assert!(report.passed, "{:?}", failures(&report));
    }
    let mut options = options(&[Step::Bank]);
    options.reveals = reveals(&other);
    let found = failures(&verified(&file, options));
    assert_eq!(found.len(), 8);
    assert!(found[0].ends_with(" bank bank.wrong-manifest"), "{found:?}");
}
