//! The public bank is held to all that a program can check. What fails names the question and the
//! rule.

use std::collections::HashMap;

use proofmark::bank::{Bank, Item, PUBLIC_ID, PUBLIC_ROOT, Science};

fn items() -> Vec<&'static Item> {
    let bank = Bank::public().unwrap();
    Science::ALL.into_iter().flat_map(|science| bank.items(science)).collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Fails with every question that `rule` has something against.
#[track_caller]
fn hold(rule: impl Fn(&Item) -> Option<String>) {
    let broken: Vec<_> = items()
        .into_iter()
        .filter_map(|item| Some(format!("{}: {}", item.id(), rule(item)?)))
        .collect();
    assert!(broken.is_empty(), "{} questions:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn there_are_sixty_questions_of_each_science_and_enough_of_each_difficulty() {
    let bank = Bank::public().unwrap();
    let survey = bank.survey();
    assert_eq!((bank.id(), bank.root().hex().as_str()), (PUBLIC_ID, PUBLIC_ROOT));
    assert_eq!(survey.sciences, [60; 4]);
    assert!(survey.difficulties.iter().all(|&count| count >= 30), "{survey:?}");
}

#[test]
fn the_length_of_an_option_gives_nothing_away() {
    let survey = Bank::public().unwrap().survey();
    assert!(!survey.longest_beats_guessing(), "{survey:?}");
    // A quarter would be chance: far fewer or far more tell something too.
    for count in [survey.longest, survey.shortest] {
        assert!((36..=65).contains(&count), "{survey:?}");
    }
}

#[test]
fn no_option_holds_what_could_pass_for_a_letter() {
    hold(|item| {
        let letter = |word: &String| matches!(word.as_str(), "a" | "b" | "c" | "d");
        let option = item.options().iter().find(|option| words(option).iter().any(letter))?;
        Some(format!("{option:?} holds a letter of an option"))
    });
}

#[test]
fn no_stem_holds_an_option() {
    hold(|item| {
        let stem = words(item.stem());
        let option = item.options().iter().find(|option| {
            let option = words(option);
            stem.windows(option.len()).any(|window| window == option)
        })?;
        Some(format!("{option:?} stands in the stem"))
    });
}

#[test]
fn stems_are_questions() {
    hold(|item| {
        let stem = item.stem().ends_with('?') && item.stem().starts_with(char::is_uppercase);
        (!stem).then(|| "a question is expected".to_owned())
    });
}

#[test]
fn no_two_questions_ask_the_same() {
    let mut seen = HashMap::new();
    for item in items() {
        let mut key = words(item.stem());
        key.sort();
        key.dedup();
        let earlier = seen.insert((key, words(&item.options()[0])), item.id());
        assert_eq!(earlier, None, "{} asks what another question asks", item.id());
    }
}
