//! Rules for items: their texts, so that no grader can mistake one option for another, and salts.

use crate::error::{Code, Error, shown};

use super::item::Item;
use crate::base::order;
use crate::base::text::{contains, lower};

/// Size limits in bytes of a stem and an option.
const MAX_BYTES: [(&str, usize); 2] = [("stem", 1000), ("option", 200)];

/// Phrases that refer to other options.
const REFERENCES: [&str; 8] = [
    "all of the above",
    "none of the above",
    "all of these",
    "none of these",
    "both of these",
    "all of them",
    "none of them",
    "neither of these",
];

/// Explains the need for a salt, in error messages.
pub(super) const SALT_RULE: &str =
    "every item needs its own random salt, or its answer is guessed in four tries";

/// Validates the texts of `item`; `thing` names it in the error.
///
/// # Errors
/// The code of the first violated rule.
pub(super) fn check_item(thing: &str, item: &Item) -> Result<(), Error> {
    let [stem, option] = MAX_BYTES;
    check_text(thing, stem, &item.stem)?;
    for text_of in &item.options {
        check_text(thing, option, text_of)?;
    }
    let refuse = |code, rule: &str, found: &str| {
        Err(Error::new(code, thing.to_owned(), rule.to_owned(), shown(found)))
    };
    let options = item.options.each_ref().map(|option| normalized_words(option));
    for (index, option) in options.iter().enumerate() {
        let found = &item.options[index];
        if matches!(option.as_str(), " a " | " b " | " c " | " d ") {
            return refuse(
                Code::BankOptionLetter,
                "an option that cannot be read as a letter",
                found,
            );
        }
        if REFERENCES.iter().any(|reference| contains(option, reference)) {
            return refuse(
                Code::BankOptionRefers,
                "an option that does not refer to the others",
                found,
            );
        }
        for (other_index, other) in options.iter().enumerate() {
            if other_index < index && other == option {
                return refuse(Code::BankOptionsEqual, "four different options", found);
            }
            if other_index != index && other != option && contains(other, option) {
                let rule = format!(
                    "an option that is not part of option {}",
                    shown(&item.options[other_index])
                );
                return refuse(Code::BankOptionsOverlap, &rule, found);
            }
        }
    }
    if contains(&normalized_words(&item.stem), &options[usize::from(Item::RIGHT)]) {
        let found = &item.options[usize::from(Item::RIGHT)];
        return refuse(Code::BankStemAnswers, "a stem without the right option", found);
    }
    Ok(())
}

fn check_text(thing: &str, (name, most): (&str, usize), text: &str) -> Result<(), Error> {
    let refuse = |code, rule: String, found| {
        Err(Error::new(code, format!("{name} of {thing}"), rule, found))
    };
    if !text.contains(char::is_alphanumeric) {
        return refuse(Code::BankEmptyText, "a letter or a digit".to_owned(), shown(text));
    }
    if text.len() > most {
        return refuse(Code::BankText, format!("at most {most} bytes"), shown(text));
    }
    if text.trim() != text || text.contains(char::is_control) {
        let rule = "one line without leading or trailing white space".to_owned();
        return refuse(Code::BankText, rule, shown(text));
    }
    Ok(())
}

/// Returns the runs of letters and digits in `text`, lower-cased as in grading and separated by
/// spaces. The space at each end makes substring search match whole words.
fn normalized_words(text: &str) -> String {
    let mut words = " ".to_owned();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        words.extend(word.chars().flat_map(lower));
        words.push(' ');
    }
    words
}

/// Checks that either no item has a salt, or every item has a distinct one.
///
/// # Errors
/// `bank.unsalted` otherwise.
pub(super) fn check_salts(bank: &str, items: &[Item]) -> Result<(), Error> {
    if items.iter().all(|item| item.salt.is_none()) {
        return Ok(());
    }
    let mut by_salt: Vec<usize> = (0..items.len()).collect();
    order::sort_by(&mut by_salt, &|a, b| items[*a].salt.cmp(&items[*b].salt));
    let missing = items.iter().position(|item| item.salt.is_none());
    let mut repeated = None;
    for pair in by_salt.windows(2) {
        let (one, other) = (items[pair[0]].salt, items[pair[1]].salt);
        if one.is_some() && one == other && repeated.is_none_or(|first| pair[1] < first) {
            repeated = Some(pair[1]);
        }
    }
    let (at, problem) = match (missing, repeated) {
        (Some(at), other) if other.is_none_or(|other| at < other) => (at, "missing"),
        (_, Some(at)) => (at, "used by another item"),
        (_, None) => return Ok(()),
    };
    let thing = format!("salt of {} of bank {}", items[at].id, shown(bank));
    Err(Error::because(Code::BankUnsalted, thing, format!("{problem}; {SALT_RULE}")))
}
