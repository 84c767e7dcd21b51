//! What JSON has to look like where suites and answers are read: the small parts.

use std::borrow::Cow;

use super::name::check_name;
use crate::error::{Code, Error, shown};
use crate::tape::{Kind, View, plain};

/// The refusal of a value that is something else than `expected`.
pub(super) fn refused(
    thing: impl Into<Cow<'static, str>>,
    expected: impl Into<Cow<'static, str>>,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(Code::SuiteShape, thing, expected, found)
}

/// The text that `value` is.
pub(super) fn text<'t>(thing: &'static str, value: View<'_, 't>) -> Result<Cow<'t, str>, Error> {
    value.as_str().ok_or_else(|| refused(thing, "text", value.found()))
}

/// The name that `value` is.
pub(super) fn named<'t>(thing: &'static str, value: View<'_, 't>) -> Result<Cow<'t, str>, Error> {
    let name = text(thing, value)?;
    check_name(thing, &name)?;
    Ok(name)
}

/// A version: text, or a whole number below 2^32, which is read as its digits.
pub(super) fn version<'t>(value: View<'_, 't>) -> Result<Cow<'t, str>, Error> {
    let number = value.as_number();
    match number.and_then(plain).and_then(|number| u32::try_from(number).ok()) {
        Some(number) => Ok(Cow::Owned(number.to_string())),
        None => value
            .as_str()
            .ok_or_else(|| refused("version", "text or a whole number", value.found())),
    }
}

/// Calls `each` for every member of the object `value`; it says whether it knows the name.
///
/// # Errors
/// `suite.shape` for another value, or a name that is not known, and what `each` refuses.
pub(super) fn members<'s, 't>(
    thing: &'static str,
    expected: &'static str,
    value: View<'s, 't>,
    mut each: impl FnMut(&str, View<'s, 't>) -> Result<bool, Error>,
) -> Result<(), Error> {
    if value.kind() != Kind::Map {
        return Err(refused(thing, expected, value.found()));
    }
    for (name, value) in value.members() {
        let name = name.as_str().unwrap_or_default();
        if !each(&name, value)? {
            let known = format!("{expected}, and no other member");
            return Err(refused(thing, known, shown(&name)));
        }
    }
    Ok(())
}

/// Fills `place`, which a member of another name may have filled already; `null` is as good as
/// nothing.
pub(super) fn fill<'s, 't, T>(
    place: &mut Option<T>,
    thing: &'static str,
    value: View<'s, 't>,
    read: impl FnOnce(View<'s, 't>) -> Result<T, Error>,
) -> Result<bool, Error> {
    if value.is_null() {
        return Ok(true);
    }
    if place.is_some() {
        return Err(refused(thing, "one member for it", "two"));
    }
    *place = Some(read(value)?);
    Ok(true)
}
