//! Rules for the texts of an item, which ensure that no grader can mistake one option for another.

use crate::error::{Code, Error, shown};

use super::item::Item;
use crate::base::text::{holds, lower};

/// Size limits in bytes of a stem, an option and a justification.
const MAX_BYTES: [(&str, usize); 3] = [("stem", 1000), ("option", 200), ("why", 500)];

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

/// Validates the texts of `item`; `thing` names it in the error.
///
/// # Errors
/// The code of the first violated rule.
pub(super) fn check(thing: &str, item: &Item) -> Result<(), Error> {
    let [stem, option, why] = MAX_BYTES;
    check_text(thing, stem, &item.stem)?;
    for text_of in &item.options {
        check_text(thing, option, text_of)?;
    }
    check_text(thing, why, &item.why)?;
    let refuse = |code, rule: &str, found: &str| {
        Err(Error::new(code, thing.to_owned(), rule.to_owned(), shown(found)))
    };
    let options = item.options.each_ref().map(|option| words(option));
    for (index, option) in options.iter().enumerate() {
        let found = &item.options[index];
        if matches!(option.as_str(), " a " | " b " | " c " | " d ") {
            return refuse(Code::BankOptionLetter, "options that are not letters", found);
        }
        if REFERENCES.iter().any(|reference| holds(option, reference)) {
            return refuse(Code::BankOptionRefers, "options that stand alone", found);
        }
        for (other_index, other) in options.iter().enumerate() {
            if other_index < index && other == option {
                return refuse(Code::BankOptionsEqual, "four different options", found);
            }
            if other_index != index && other != option && holds(other, option) {
                let rule = format!(
                    "no option inside another, as here inside {}",
                    shown(&item.options[other_index])
                );
                return refuse(Code::BankOptionsOverlap, &rule, found);
            }
        }
    }
    if holds(&words(&item.stem), &options[usize::from(Item::RIGHT)]) {
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
        let rule = "one line without white space at its ends".to_owned();
        return refuse(Code::BankText, rule, shown(text));
    }
    Ok(())
}

/// Returns the runs of letters and digits in `text`, lower-cased as in grading and separated by
/// spaces. The space at each end makes substring search match whole words.
fn words(text: &str) -> String {
    let mut words = " ".to_owned();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        words.extend(word.chars().flat_map(lower));
        words.push(' ');
    }
    words
}
