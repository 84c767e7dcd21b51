//! Objects of known members.

use std::borrow::Cow;

use super::{Kind, MAX_INTEGER, View};
use crate::error::{Code, Error, joined};

/// A member of an object, which may be missing.
#[derive(Clone, Copy, Debug)]
pub struct Member<'s, 't> {
    /// What the object is in errors.
    thing: &'static str,
    name: &'static str,
    pub(super) view: Option<View<'s, 't>>,
}

/// The members called `names` of an object that has no others, in the order of `names`; `thing`
/// names the object in errors.
///
/// # Errors
/// `json.invalid` if it is no object or has a member of another name.
pub fn members<'s, 't, const N: usize>(
    thing: &'static str,
    object: View<'s, 't>,
    names: [&'static str; N],
) -> Result<[Member<'s, 't>; N], Error> {
    let mut all = [Member { thing, name: "", view: None }; N];
    fill(&mut all, thing, &names, object)?;
    Ok(all)
}

/// Puts the members of `object` into `all`: code that there is once, whatever their number.
fn fill<'s, 't>(
    all: &mut [Member<'s, 't>],
    thing: &'static str,
    names: &[&'static str],
    object: View<'s, 't>,
) -> Result<(), Error> {
    for (member, name) in all.iter_mut().zip(names) {
        member.name = name;
    }
    each(thing, object, names, &mut |at, value| all[at].view = Some(value))
}

/// Whether the members of `object`, which has none but those called `names`, stand in their order.
///
/// # Errors
/// As [`members`].
pub(super) fn known(
    thing: &'static str,
    object: View<'_, '_>,
    names: &[&str],
) -> Result<bool, Error> {
    let (mut ordered, mut last) = (true, None);
    each(thing, object, names, &mut |at, _| {
        ordered = ordered && last < Some(at);
        last = Some(at);
    })?;
    Ok(ordered)
}

/// Hands each member of `object` to `take`, with the place of its name in `names`.
fn each<'s, 't>(
    thing: &'static str,
    object: View<'s, 't>,
    names: &[&str],
    take: &mut dyn FnMut(usize, View<'s, 't>),
) -> Result<(), Error> {
    if object.kind() != Kind::Map {
        return Err(refused(thing, "", "an object", object.found()));
    }
    // Members mostly come in the order of `names`: the next one is looked for behind the last.
    let mut next = 0;
    for (name, value) in object.members() {
        let behind = names[next..].iter().position(|known| name.is(known));
        let place = behind.map(|at| next + at);
        let Some(at) = place.or_else(|| names.iter().position(|known| name.is(known))) else {
            return Err(refused(thing, "", joined(names, ", "), name.found()));
        };
        take(at, value);
        next = at + 1;
    }
    Ok(())
}

impl<'s, 't> Member<'s, 't> {
    /// A value as if it were a member, for what stands by itself.
    pub const fn of(thing: &'static str, view: View<'s, 't>) -> Self {
        Self { thing, name: "", view: Some(view) }
    }

    /// A member that is missing.
    pub(super) const fn none(thing: &'static str, name: &'static str) -> Self {
        Self { thing, name, view: None }
    }

    /// The value, which must be there.
    ///
    /// # Errors
    /// `json.invalid` if it is missing.
    pub fn required(self) -> Result<View<'s, 't>, Error> {
        self.view.ok_or_else(|| refused(self.thing, self.name, "a value", "none"))
    }

    /// The value, if it is there.
    pub(crate) const fn view(self) -> Option<View<'s, 't>> {
        self.view
    }

    /// What `read` makes of the member, if it is there.
    ///
    /// # Errors
    /// What `read` has against it.
    pub fn optional<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.view.map(|_| read(self)).transpose()
    }

    /// What `read` makes of the member, which must be there but may be `null`.
    ///
    /// # Errors
    /// `json.invalid` if it is missing; what `read` has against it.
    pub fn nullable<T>(
        self,
        read: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if self.required()?.is_null() { Ok(None) } else { read(self).map(Some) }
    }

    /// The text of a string.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or anything else.
    pub fn text(self) -> Result<Cow<'t, str>, Error> {
        self.required()?.as_str().ok_or_else(|| self.wrong("text"))
    }

    /// What `read` knows the text of a string as; `expected` says what it knows.
    ///
    /// # Errors
    /// `json.invalid` if it is missing, no string, or not known.
    pub fn word<T>(
        self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        read(&self.text()?).ok_or_else(|| self.wrong(expected))
    }

    /// A whole number from 0 to 2^53−1 in plain notation.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or anything else.
    pub fn count(self) -> Result<u64, Error> {
        let number = self.required()?.as_number().and_then(plain);
        let count = number.and_then(|number| u64::try_from(number).ok());
        count.ok_or_else(|| self.wrong("a whole number from 0 to 2^53−1"))
    }

    /// The values of an array.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or anything else.
    pub fn items(self) -> Result<impl Iterator<Item = Self> + use<'s, 't>, Error> {
        let list = self.required()?;
        if list.kind() != Kind::List {
            return Err(self.wrong("an array"));
        }
        Ok(list.items().map(move |view| Self { view: Some(view), ..self }))
    }

    /// The `N` values of an array of so many.
    ///
    /// # Errors
    /// `json.invalid` if it is missing or anything else.
    pub fn array<const N: usize>(self) -> Result<[Self; N], Error> {
        let mut all = [self; N];
        self.items_into(&mut all)?;
        Ok(all)
    }

    pub(super) fn items_into(self, all: &mut [Self]) -> Result<(), Error> {
        let mut items = self.items()?;
        for slot in all {
            *slot = items.next().ok_or_else(|| self.wrong("an array of more items"))?;
        }
        if items.next().is_some() { Err(self.wrong("an array of fewer items")) } else { Ok(()) }
    }

    /// The error for a value that is not what was expected.
    pub fn wrong(self, expected: &'static str) -> Error {
        let found = self.view.map_or_else(|| "none".to_owned(), |view| view.found());
        refused(self.thing, self.name, expected, found)
    }
}

/// The integer that a number writes in plain notation within ±(2^53−1).
pub(crate) fn plain(number: &str) -> Option<i64> {
    // What is read as a number has neither a leading zero nor a plus sign.
    let value = if number == "-0" { None } else { number.parse().ok() };
    value.filter(|value| (-MAX_INTEGER..=MAX_INTEGER).contains(value))
}

fn refused(
    thing: &'static str,
    name: &'static str,
    expected: impl Into<Cow<'static, str>>,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    let thing = if name.is_empty() { thing.into() } else { format!("{thing}.{name}").into() };
    let thing: Cow<'static, str> = thing;
    Error::new(Code::JsonInvalid, thing, expected, found)
}
