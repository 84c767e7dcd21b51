//! Tests how 9,600 draws of one seed spread over letters, sciences and questions of the public bank.

use std::collections::HashMap;

use proofmark::Family;
use proofmark::bank::{Bank, Science};
use proofmark::draw::{self, DrawnQuestion, Source};
use proofmark::question::Question;

const DRAWS: u64 = 9600;

fn spread(counts: impl IntoIterator<Item = u64>) -> u64 {
    let counts: Vec<_> = counts.into_iter().collect();
    counts.iter().max().unwrap() - counts.iter().min().unwrap()
}

#[test]
fn letters_sciences_and_questions_are_even() {
    let bank = Bank::public().unwrap();
    let source =
        Source { seed: "rotation".to_owned(), entropy: String::new(), subject: "x".to_owned() };
    let key = source.key(Family::Science);
    let mut letters = [0u64; 4];
    let mut sciences = [0u64; 4];
    let mut questions: HashMap<_, u64> = Science::ALL
        .into_iter()
        .flat_map(|science| bank.items(science))
        .map(|item| (item.id(), 0))
        .collect();
    for index in 0..DRAWS {
        let DrawnQuestion { question, .. } = draw::draw_science(&key, index, bank).unwrap();
        let Question::Science(asked) = question else { unreachable!() };
        let item = asked.item();
        letters[asked.expected().index()] += 1;
        sciences[item.science() as usize] += 1;
        *questions.get_mut(item.id()).unwrap() += 1;
        assert!(spread(sciences) <= 1, "after {index}: {sciences:?}");
        let asked_of = |item: &proofmark::bank::Item| questions[item.id()];
        assert!(spread(bank.items(item.science()).iter().map(asked_of)) <= 1, "after {index}");
    }
    // Between 23.5 % and 26.5 %.
    assert!(letters.iter().all(|count| (2256..=2544).contains(count)), "{letters:?}");
    assert!(questions.values().all(|&count| count == DRAWS / 240));
}
