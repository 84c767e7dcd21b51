//! Helpers for parsing suites and answers.

use std::borrow::Cow;

use super::name::check_name;
use crate::base::tape::{Kind, View, parse_plain_integer};
use crate::error::{Code, Error, shown};

/// Returns the error for a value of the wrong shape.
pub(super) fn shape_error(
    thing: impl Into<Cow<'static, str>>,
    expected: impl Into<Cow<'static, str>>,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(Code::SuiteShape, thing, expected, found)
}

/// Returns a string.
pub(super) fn parse_string<'t>(
    thing: &'static str,
    value: View<'_, 't>,
) -> Result<Cow<'t, str>, Error> {
    value.as_str().ok_or_else(|| shape_error(thing, "text", value.describe()))
}

/// Returns a valid name.
pub(super) fn parse_name<'t>(
    thing: &'static str,
    value: View<'_, 't>,
) -> Result<Cow<'t, str>, Error> {
    let name = parse_string(thing, value)?;
    check_name(thing, &name)?;
    Ok(name)
}

/// Parses a version: a string, or an integer below 2^32, which is converted to its digits.
pub(super) fn parse_version<'t>(value: View<'_, 't>) -> Result<Cow<'t, str>, Error> {
    let number = value.as_number();
    match number.and_then(parse_plain_integer).and_then(|number| u32::try_from(number).ok()) {
        Some(number) => Ok(Cow::Owned(number.to_string())),
        None => value
            .as_str()
            .ok_or_else(|| shape_error("version", "text or a whole number", value.describe())),
    }
}

/// Calls `each` for every member of the object `value`; it returns false for an unknown name.
///
/// # Errors
/// `suite.shape` if `value` is not an object or has an unknown member, and the errors of `each`.
pub(super) fn for_each_member<'s, 't>(
    thing: &'static str,
    expected: &'static str,
    value: View<'s, 't>,
    mut each: impl FnMut(&str, View<'s, 't>) -> Result<bool, Error>,
) -> Result<(), Error> {
    if value.kind() != Kind::Map {
        return Err(shape_error(thing, expected, value.describe()));
    }
    for (name, value) in value.members() {
        let name = name.as_str().unwrap_or_default();
        if !each(&name, value)? {
            let known = format!("{expected}, and no other member");
            return Err(shape_error(thing, known, shown(&name)));
        }
    }
    Ok(())
}

/// Sets `place` to the parsed value. It is an error if an alias of the same member has already set
/// `place`. `null` counts as absent.
pub(super) fn set_once<'s, 't, T>(
    place: &mut Option<T>,
    thing: &'static str,
    value: View<'s, 't>,
    read: impl FnOnce(View<'s, 't>) -> Result<T, Error>,
) -> Result<bool, Error> {
    if value.is_null() {
        return Ok(true);
    }
    if place.is_some() {
        return Err(shape_error(thing, "one value", "two"));
    }
    *place = Some(read(value)?);
    Ok(true)
}
