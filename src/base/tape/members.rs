//! Direct access to the members of objects with known members.

use std::borrow::Cow;

use super::{Kind, MAX_INTEGER, View};
use crate::error::{Code, Error, join_texts};

/// A member of an object, possibly missing.
#[derive(Clone, Copy, Debug)]
pub struct Member<'s, 't> {
    /// The name of the object in error messages.
    thing: &'static str,
    name: &'static str,
    pub(super) view: Option<View<'s, 't>>,
}

/// Returns the members `names` of an object, in the order of `names`; `thing` names the object in
/// errors.
///
/// # Errors
/// `json.invalid` if it is not an object or has an unknown member.
pub fn members<'s, 't, const N: usize>(
    thing: &'static str,
    object: View<'s, 't>,
    names: [&'static str; N],
) -> Result<[Member<'s, 't>; N], Error> {
    let mut all = names.map(|name| Member { thing, name, view: None });
    if !find_members(&mut all, object) {
        check_names(thing, object, &names)?;
    }
    Ok(all)
}

/// Stores the members of `object` in `all`. Returns false if it is no object or has others. Not
/// generic over their number, to save code size.
fn find_members<'s, 't>(all: &mut [Member<'s, 't>], object: View<'s, 't>) -> bool {
    // Members usually come in the order of the names, so the search starts after the last match.
    let mut next = 0;
    for (name, value) in object.members() {
        let name = name.as_str().unwrap_or_default();
        let is_named = |member: &Member<'_, '_>| member.name == name;
        let later = all[next..].iter().position(is_named).map(|at| next + at);
        let Some(at) = later.or_else(|| all.iter().position(is_named)) else { return false };
        all[at].view = Some(value);
        next = at + 1;
    }
    object.kind() == Kind::Map
}

/// Checks that `object` is an object, and that all its members are in `names`.
pub(super) fn check_names(
    thing: &'static str,
    object: View<'_, '_>,
    names: &[&str],
) -> Result<(), Error> {
    if object.kind() != Kind::Map {
        return Err(member_error(
            thing,
            "",
            format!("expected an object, found {}", object.describe()),
        ));
    }
    match object.members().find(|(name, _)| !names.iter().any(|known| name.is_text(known))) {
        None => Ok(()),
        Some((name, _)) => {
            let known = join_texts(names, ", ");
            let problem = format!("unknown member {}; known are {known}", name.describe());
            Err(member_error(thing, "", problem))
        }
    }
}

impl<'s, 't> Member<'s, 't> {
    /// Wraps a value that is not part of an object.
    pub const fn standalone(thing: &'static str, view: View<'s, 't>) -> Self {
        Self { thing, name: "", view: Some(view) }
    }

    /// Creates a missing member.
    pub(super) const fn missing(thing: &'static str, name: &'static str) -> Self {
        Self { thing, name, view: None }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// `json.invalid` if it is missing.
    pub fn required(self) -> Result<View<'s, 't>, Error> {
        self.view.ok_or_else(|| member_error(self.thing, self.name, "missing"))
    }

    /// Returns the value, if present.
    pub(crate) const fn view(self) -> Option<View<'s, 't>> {
        self.view
    }

    /// Reads the member with `read`, if present.
    ///
    /// # Errors
    /// As for `read`.
    pub fn optional<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.view.map(|_| read(self)).transpose()
    }

    /// Reads the member with `read`, unless it is `null`.
    ///
    /// # Errors
    /// `json.invalid` if it is missing, and the errors of `read`.
    pub fn nullable<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if self.required()?.is_null() { Ok(None) } else { read(self).map(Some) }
    }

    /// Returns the text of a string.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or not a string.
    pub fn text(self) -> Result<Cow<'t, str>, Error> {
        match self.view.and_then(|view| view.as_str()) {
            Some(text) => Ok(text),
            None => self.required().and_then(|_| Err(self.unexpected_error("text"))),
        }
    }

    /// Returns an integer from 0 to 2^53−1 in plain notation.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or not such an integer.
    pub fn count(self) -> Result<u64, Error> {
        let number = self.required()?.as_number().and_then(parse_plain_integer);
        let count = number.and_then(|number| u64::try_from(number).ok());
        count.ok_or_else(|| self.unexpected_error("a whole number from 0 to 2^53−1"))
    }

    /// Returns the values of an array.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or not an array.
    pub fn items(self) -> Result<impl Iterator<Item = Self> + use<'s, 't>, Error> {
        let list = self.required()?;
        if list.kind() != Kind::List {
            return Err(self.unexpected_error("an array"));
        }
        Ok(list.items().map(move |view| Self { view: Some(view), ..self }))
    }

    /// Returns the `N` values of an array of that length.
    ///
    /// # Errors
    /// `json.invalid` if it is missing, not an array, or of another length.
    pub fn array<const N: usize>(self) -> Result<[Self; N], Error> {
        let mut all = [self; N];
        self.fill_items(&mut all)?;
        Ok(all)
    }

    pub(super) fn fill_items(self, all: &mut [Self]) -> Result<(), Error> {
        let mut items = self.items()?;
        for slot in all {
            *slot = items.next().ok_or_else(|| self.unexpected_error("an array of more items"))?;
        }
        if items.next().is_some() {
            Err(self.unexpected_error("an array of fewer items"))
        } else {
            Ok(())
        }
    }

    /// Returns the error for a value that is not what was expected.
    pub fn unexpected_error(self, expected: &'static str) -> Error {
        let problem = match self.view {
            Some(view) => format!("expected {expected}, found {}", view.describe()),
            None if expected == "a value" => "missing".to_owned(),
            None => format!("missing; expected {expected}"),
        };
        member_error(self.thing, self.name, problem)
    }
}

/// Parses an integer in plain notation within ±(2^53−1).
pub(crate) fn parse_plain_integer(number: &str) -> Option<i64> {
    // The parser has already rejected leading zeros and plus signs.
    let value = if number == "-0" { None } else { number.parse().ok() };
    value.filter(|value| (-MAX_INTEGER..=MAX_INTEGER).contains(value))
}

fn member_error(
    thing: &'static str,
    name: &'static str,
    problem: impl Into<Cow<'static, str>>,
) -> Error {
    let thing = if name.is_empty() { thing.into() } else { format!("{thing}.{name}").into() };
    let thing: Cow<'static, str> = thing;
    Error::because(Code::JsonInvalid, thing, problem)
}
