//! Strict parser for bank files. Unknown members are an error.

use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::{Code, Error, join_texts, shown};
use crate::id::{Family, QuestionId, is_slug};

use super::item::{Item, Salt};
use super::{Bank, Science, rules};

/// Size limit of a bank file: 16 MiB.
pub const LARGEST_FILE: usize = 16 << 20;

/// Parses a bank file to its name and items.
pub(super) fn parse_file(text: &[u8]) -> Result<(String, Vec<Item>), Error> {
    let value = parse_json("bank", text)?;
    let [id, items] = members("bank", &value, ["id", "items"])?;
    let id = parse_bank_name("bank", id)?;
    let Value::Array(items) = items else {
        return Err(type_error("items of the bank".to_owned(), "an array", items));
    };
    let mut all = Vec::new();
    for value in items {
        let named = value
            .get("id")
            .and_then(Value::as_str)
            .map_or_else(String::new, |id| format!(" ({})", shown(id)));
        let thing = format!("item {}{named} of bank {}", all.len() + 1, shown(&id));
        all.push(parse_item(&thing, value)?);
    }
    Ok((id, all))
}

/// Checks the size of a bank file in bytes before it is read.
///
/// # Errors
/// `bank.too-large` above [`LARGEST_FILE`].
pub fn check_size(bytes: u64) -> Result<(), Error> {
    if bytes <= LARGEST_FILE as u64 {
        return Ok(());
    }
    let expected = format!("at most {LARGEST_FILE} bytes");
    Err(Error::new(Code::BankTooLarge, "bank", expected, format!("{bytes} bytes")))
}

/// Parses strict JSON of at most [`LARGEST_FILE`] bytes; `thing` names it in errors.
pub(super) fn parse_json(thing: &'static str, text: &[u8]) -> Result<Value, Error> {
    check_size(text.len() as u64)?;
    Value::parse_named(thing, text).map_err(|error| error.with_code(Code::BankNotJson))
}

/// Parses an item and validates its members and texts; `thing` names it in errors.
pub(super) fn parse_item(thing: &str, value: &Value) -> Result<Item, Error> {
    const NAMES: [&str; 6] = ["id", "science", "stem", "right", "wrong", "difficulty"];
    let mut all = [value; 6];
    // `why` is for readers of the file, and no part of the item.
    find_members(&mut all, thing, value, &NAMES, &["salt", "why"])?;
    let [id, science, stem, right, wrong, difficulty] = all;
    let item = Item {
        id: parse_item_id(thing, parse_string(thing, "id", id)?)?,
        science: parse_science(thing, parse_string(thing, "science", science)?)?,
        stem: parse_string(thing, "stem", stem)?.to_owned(),
        options: parse_options(thing, right, wrong)?,
        difficulty: parse_difficulty(thing, difficulty)?,
        salt: value.get("salt").map(|salt| parse_salt(thing, salt)).transpose()?,
    };
    rules::check_item(thing, &item)?;
    Ok(item)
}

fn parse_options(thing: &str, right: &Value, wrong: &Value) -> Result<[String; 4], Error> {
    let right = parse_string(thing, "right", right)?;
    let Value::Array(wrong) = wrong else {
        return Err(type_error(format!("wrong of {thing}"), "an array of three texts", wrong));
    };
    let [one, two, three] = wrong.as_slice() else {
        return Err(Error::new(
            Code::BankOptionCount,
            thing.to_owned(),
            "three wrong options",
            wrong.len().to_string(),
        ));
    };
    let mut options = [right.to_owned(), String::new(), String::new(), String::new()];
    for (option, wrong) in options[1..].iter_mut().zip([one, two, three]) {
        *option = parse_string(thing, "wrong", wrong)?.to_owned();
    }
    Ok(options)
}

pub(super) fn parse_item_id(thing: &str, id: &str) -> Result<QuestionId, Error> {
    match QuestionId::new(id) {
        Ok(id) if id.family() == Family::Science => Ok(id),
        _ => Err(Error::new(
            Code::BankItemId,
            thing.to_owned(),
            "an id such as science:first-law (lower-case words joined by hyphens)",
            shown(id),
        )),
    }
}

pub(super) fn parse_science(thing: &str, name: &str) -> Result<Science, Error> {
    Science::ALL.iter().find(|science| science.name() == name).copied().ok_or_else(|| {
        Error::new(
            Code::BankUnknownScience,
            thing.to_owned(),
            "chemistry, biology, physics or earth-science",
            shown(name),
        )
    })
}

fn parse_difficulty(thing: &str, value: &Value) -> Result<u8, Error> {
    match value {
        Value::Number(difficulty @ 1..=3) => Ok(*difficulty as u8),
        _ => Err(Error::new(
            Code::BankDifficulty,
            thing.to_owned(),
            "a difficulty of 1, 2 or 3",
            describe_value(value),
        )),
    }
}

pub(super) fn parse_salt(thing: &str, value: &Value) -> Result<Salt, Error> {
    value
        .as_str()
        .and_then(Salt::from_hex)
        .ok_or_else(|| type_error(format!("salt of {thing}"), "32 lower-case hex digits", value))
}

/// Parses the name of a bank from the member `id` of `thing`.
pub(super) fn parse_bank_name(thing: &str, value: &Value) -> Result<String, Error> {
    let id = parse_string(thing, "id", value)?;
    if is_slug(id) && id.len() <= 64 {
        return Ok(id.to_owned());
    }
    Err(Error::new(
        Code::BankName,
        format!("id of the {thing}"),
        "lower-case words joined by hyphens, 64 bytes at most",
        shown(id),
    ))
}

/// Returns the members `names` of an object that must have exactly these.
pub(super) fn members<'a, const N: usize>(
    thing: &str,
    value: &'a Value,
    names: [&str; N],
) -> Result<[&'a Value; N], Error> {
    let mut found = [value; N];
    find_members(&mut found, thing, value, &names, &[])?;
    Ok(found)
}

/// Stores the members in `found`. Not generic over their number, to save code size. The member
/// `optional` may be present as well.
fn find_members<'a>(
    found: &mut [&'a Value],
    thing: &str,
    value: &'a Value,
    names: &[&str],
    optional: &[&str],
) -> Result<(), Error> {
    let member_error =
        |problem: String| Err(Error::because(Code::BankShape, thing.to_owned(), problem));
    let Value::Object(all) = value else {
        return Err(type_error(thing.to_owned(), "an object", value));
    };
    if let Some((unknown, _)) = all
        .iter()
        .find(|(name, _)| [names, optional].iter().all(|known| !known.contains(&name.as_str())))
    {
        let names = join_texts(names, ", ");
        return member_error(format!("unknown member {}; known are {names}", shown(unknown)));
    }
    for (slot, name) in found.iter_mut().zip(names) {
        match value.get(name) {
            Some(member) => *slot = member,
            None => return member_error(format!("member {name} is missing")),
        }
    }
    Ok(())
}

/// Parses the digest in member `name` of `thing`.
pub(super) fn parse_digest(thing: &str, name: &str, value: &Value) -> Result<Digest, Error> {
    let mut bytes = [0; 32];
    match value.as_str() {
        Some(text) if hash::from_hex(text, &mut bytes) => Ok(Digest::from_bytes(bytes)),
        _ => Err(type_error(format!("{name} of {thing}"), "64 lower-case hex digits", value)),
    }
}

/// Parses the text in member `name` of `thing`.
pub(super) fn parse_string<'a>(
    thing: &str,
    name: &str,
    value: &'a Value,
) -> Result<&'a str, Error> {
    value.as_str().ok_or_else(|| type_error(format!("{name} of {thing}"), "text", value))
}

/// Returns the error for a value of the wrong type.
pub(super) fn type_error(thing: String, expected: &'static str, found: &Value) -> Error {
    Error::new(Code::BankShape, thing, expected, describe_value(found))
}

/// Describes `value` for an error message.
fn describe_value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Decimal(text) => text.clone(),
        Value::String(text) => shown(text),
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

impl Bank {
    /// Parses a bank file: `{"id": NAME, "items": [ITEM, …]}`; see `docs/bank.md`.
    ///
    /// # Errors
    /// A `bank.*` code for the first violated rule; the message names the item.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let (id, items) = parse_file(text)?;
        Self::new(id, items)
    }
}
