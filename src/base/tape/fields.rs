//! Sequential reader for objects with known members.

use std::borrow::Cow;
use std::cell::Cell;

use super::members::check_names;
use super::{Member, View};
use crate::error::Error;

/// Collects errors, and keeps the first.
#[derive(Default)]
pub(crate) struct FirstError(Cell<Option<Error>>);

impl FirstError {
    /// Returns `value` if there was no error.
    ///
    /// # Errors
    /// The first error.
    pub(crate) fn value_or_error<T>(&self, value: T) -> Result<T, Error> {
        match self.0.take() {
            None => Ok(value),
            Some(error) => Err(error),
        }
    }

    /// Returns the value of `result`, or records its error if it is the first.
    pub(crate) fn value_or_record<T>(&self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.record_error(error);
                None
            }
        }
    }

    fn is_set(&self) -> bool {
        let first = self.0.take();
        let is_set = first.is_some();
        self.0.set(first);
        is_set
    }

    #[inline(never)]
    fn record_error(&self, error: Error) {
        let first = self.0.take().unwrap_or(error);
        self.0.set(Some(first));
    }
}

/// Reads the members of an object with a fixed set of names, in the order of the names. Unknown
/// members are an error.
///
/// The first error is recorded, and all later reads return placeholder values. So callers check for
/// errors once at the end, instead of after each member.
pub(crate) struct Fields<'s, 't, 'e> {
    thing: &'static str,
    names: &'static [&'static str],
    /// The object; `None` if its value is missing.
    object: Option<View<'s, 't>>,
    /// The current member.
    at: Member<'s, 't>,
    wrong: &'e FirstError,
}

impl<'s, 't, 'e> Fields<'s, 't, 'e> {
    /// Creates a reader for `object`; `thing` names it in errors.
    pub(crate) fn new_reader(
        thing: &'static str,
        object: View<'s, 't>,
        names: &'static [&'static str],
        wrong: &'e FirstError,
    ) -> Self {
        Self::new(thing, Some(object), names, wrong)
    }

    #[inline(never)]
    fn new(
        thing: &'static str,
        object: Option<View<'s, 't>>,
        names: &'static [&'static str],
        wrong: &'e FirstError,
    ) -> Self {
        if let Some(object) = object {
            wrong.value_or_record(check_names(thing, object, names));
        }
        Self { thing, names, object, at: Member::missing(thing, ""), wrong }
    }

    /// Advances to the next member. Returns whether it is present.
    #[inline(never)]
    pub(crate) fn advance(&mut self) -> bool {
        let name = self.names.split_off_first().copied().unwrap_or_default();
        self.at = Member::missing(self.thing, name);
        self.at.view = self.object.and_then(|object| object.get(name));
        self.at.view.is_some()
    }

    /// Advances to the next member, which is required but may be `null`. Returns whether it is not
    /// `null`.
    pub(crate) fn advance_nullable(&mut self) -> bool {
        self.advance();
        self.wrong.value_or_record(self.at.required()).is_some_and(|value| !value.is_null())
    }

    /// Returns the current member.
    pub(crate) const fn current_member(&self) -> Member<'s, 't> {
        self.at
    }

    /// Makes `member` the current one, such as an item of a list or a skipped member.
    pub(crate) const fn set_current_member(&mut self, member: Member<'s, 't>) {
        self.at = member;
    }

    /// Records an error: the current member is not what was expected.
    pub(crate) fn record_unexpected(&self, expected: &'static str) {
        self.wrong.record_error(self.at.unexpected_error(expected));
    }

    /// Returns the value of `read`, or records its error.
    pub(crate) fn value_or_record<T>(&self, read: Result<T, Error>) -> Option<T> {
        self.wrong.value_or_record(read)
    }

    /// Returns `value`, or records an error and returns `other`.
    pub(crate) fn value_or_default<T>(
        &self,
        value: Option<T>,
        expected: &'static str,
        other: T,
    ) -> T {
        value.unwrap_or_else(|| {
            self.record_unexpected(expected);
            other
        })
    }

    /// Returns the current member's string.
    #[inline(never)]
    pub(crate) fn current_text(&self) -> Cow<'t, str> {
        self.value_or_record(self.at.text()).unwrap_or_default()
    }

    /// Advances, and returns a string.
    pub(crate) fn next_text(&mut self) -> Cow<'t, str> {
        self.advance();
        self.current_text()
    }

    /// Advances, and returns an optional string.
    pub(crate) fn next_optional_text(&mut self) -> Option<Cow<'t, str>> {
        self.advance().then(|| self.current_text())
    }

    /// Returns the current member's count: an integer from 0 to 2^53−1.
    #[inline(never)]
    pub(crate) fn current_count(&self) -> u64 {
        self.value_or_record(self.at.count()).unwrap_or_default()
    }

    /// Advances, and returns a count.
    pub(crate) fn next_count(&mut self) -> u64 {
        self.advance();
        self.current_count()
    }

    /// Returns the current member's count, which must be at most `most`; `expected` describes it in
    /// the error.
    #[inline(never)]
    pub(crate) fn current_small_count(&self, most: u32, expected: &'static str) -> u32 {
        let count = self.current_count();
        u32::try_from(count).ok().filter(|count| *count <= most).unwrap_or_else(|| {
            self.record_unexpected(expected);
            0
        })
    }

    /// Iterates over the current member's list, up to the first error.
    pub(crate) fn current_items(&self) -> impl Iterator<Item = Member<'s, 't>> + use<'s, 't, 'e> {
        let wrong = self.wrong;
        self.value_or_record(self.at.items()).into_iter().flatten().take_while(|_| !wrong.is_set())
    }

    /// Stores the items of the current member's list in `all`; the numbers must match.
    pub(crate) fn fill_from_current(&self, all: &mut [Member<'s, 't>]) {
        self.value_or_record(self.at.fill_items(all));
    }

    /// Creates a reader for the current member's object; `thing` names it in errors.
    pub(crate) fn current_object(
        &self,
        thing: &'static str,
        names: &'static [&'static str],
    ) -> Fields<'s, 't, 'e> {
        Self::new(thing, self.value_or_record(self.at.required()), names, self.wrong)
    }

    /// Advances, and creates a reader for an object.
    pub(crate) fn next_object(
        &mut self,
        thing: &'static str,
        names: &'static [&'static str],
    ) -> Fields<'s, 't, 'e> {
        self.advance();
        self.current_object(thing, names)
    }
}
