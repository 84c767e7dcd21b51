//! Objects of known members, read one member after another.

use std::borrow::Cow;
use std::cell::Cell;

use super::members::known;
use super::{Kind, Member, View};
use crate::error::Error;

/// The first of all errors.
#[derive(Default)]
pub(crate) struct First(Cell<Option<Error>>);

impl First {
    /// `value`, if there was no error.
    ///
    /// # Errors
    /// The first one.
    pub(crate) fn or<T>(&self, value: T) -> Result<T, Error> {
        match self.0.take() {
            None => Ok(value),
            Some(error) => Err(error),
        }
    }

    /// What `result` has; its error is kept if it is the first.
    pub(crate) fn keep<T>(&self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.add(error);
                None
            }
        }
    }

    fn stands(&self) -> bool {
        let first = self.0.take();
        let stands = first.is_some();
        self.0.set(first);
        stands
    }

    #[inline(never)]
    fn add(&self, error: Error) {
        let first = self.0.take().unwrap_or(error);
        self.0.set(Some(first));
    }
}

/// The members of an object that has no others than those of some names, in the order of the names.
///
/// The first thing that is wrong is kept, and what is read from there on stands for nothing: so
/// there is one place where reading fails, and not one behind each member.
pub(crate) struct Fields<'s, 't, 'e> {
    thing: &'static str,
    names: &'static [&'static str],
    /// The object; none where another value stands.
    object: Option<View<'s, 't>>,
    /// Whether its members stand in the order of their names.
    ordered: bool,
    /// The slot of the member behind the last one that was found in order.
    next: usize,
    /// The member at hand.
    at: Member<'s, 't>,
    wrong: &'e First,
}

impl<'s, 't, 'e> Fields<'s, 't, 'e> {
    /// The members of `object`; `thing` names it in errors.
    pub(crate) fn of(
        thing: &'static str,
        object: View<'s, 't>,
        names: &'static [&'static str],
        wrong: &'e First,
    ) -> Self {
        Self::new(thing, Some(object), names, wrong)
    }

    #[inline(never)]
    fn new(
        thing: &'static str,
        object: Option<View<'s, 't>>,
        names: &'static [&'static str],
        wrong: &'e First,
    ) -> Self {
        let ordered = object.and_then(|object| wrong.keep(known(thing, object, names)));
        let next = object.map_or(0, |object| object.at + 1);
        let at = Member::none(thing, "");
        Self { thing, names, object, ordered: ordered.unwrap_or(true), next, at, wrong }
    }

    /// Goes on to the next member; says whether it is there.
    #[inline(never)]
    pub(crate) fn next(&mut self) -> bool {
        let name = self.names.split_off_first().copied().unwrap_or_default();
        self.at = Member::none(self.thing, name);
        let Some(object) = self.object.filter(|object| object.kind() == Kind::Map) else {
            return false;
        };
        let key = View { at: self.next, ..object };
        let found = if self.next < object.slot().next as usize && key.is(name) {
            let value = View { at: self.next + 1, ..object };
            self.next = value.slot().next as usize;
            Some(value)
        } else if self.ordered {
            None
        } else {
            object.get(name)
        };
        self.at.view = found;
        found.is_some()
    }

    /// Goes on to the next member, which must be there but may be `null`; says whether it is
    /// something else.
    pub(crate) fn next_value(&mut self) -> bool {
        self.next();
        self.wrong.keep(self.at.required()).is_some_and(|value| !value.is_null())
    }

    /// The member at hand.
    pub(crate) const fn member(&self) -> Member<'s, 't> {
        self.at
    }

    /// Has `member` at hand, such as an item of a list, or a member that was passed over.
    pub(crate) const fn turn_to(&mut self, member: Member<'s, 't>) {
        self.at = member;
    }

    /// The member at hand is not what was expected.
    pub(crate) fn refuse(&self, expected: &'static str) {
        self.wrong.add(self.at.wrong(expected));
    }

    /// What `read` made of the member at hand; nothing where it is wrong.
    pub(crate) fn keep<T>(&self, read: Result<T, Error>) -> Option<T> {
        self.wrong.keep(read)
    }

    /// What was made of the text at hand; `other` in its place where that is not known.
    pub(crate) fn known<T>(&self, value: Option<T>, expected: &'static str, other: T) -> T {
        value.unwrap_or_else(|| {
            self.refuse(expected);
            other
        })
    }

    /// The text at hand.
    #[inline(never)]
    pub(crate) fn text_here(&self) -> Cow<'t, str> {
        self.keep(self.at.text()).unwrap_or_default()
    }

    /// The next member, a text.
    pub(crate) fn text(&mut self) -> Cow<'t, str> {
        self.next();
        self.text_here()
    }

    /// The next member, a text if it is there.
    pub(crate) fn optional_text(&mut self) -> Option<Cow<'t, str>> {
        self.next().then(|| self.text_here())
    }

    /// The count at hand: a whole number from 0 to 2^53−1.
    #[inline(never)]
    pub(crate) fn count_here(&self) -> u64 {
        self.keep(self.at.count()).unwrap_or_default()
    }

    /// The next member, a count.
    pub(crate) fn count(&mut self) -> u64 {
        self.next();
        self.count_here()
    }

    /// The count at hand, which is `expected` and no more than `most`.
    #[inline(never)]
    pub(crate) fn small_here(&self, most: u32, expected: &'static str) -> u32 {
        let count = self.count_here();
        u32::try_from(count).ok().filter(|count| *count <= most).unwrap_or_else(|| {
            self.refuse(expected);
            0
        })
    }

    /// The items of the list at hand.
    pub(crate) fn items_here(&self) -> impl Iterator<Item = Member<'s, 't>> + use<'s, 't, 'e> {
        let wrong = self.wrong;
        self.keep(self.at.items()).into_iter().flatten().take_while(|_| !wrong.stands())
    }

    /// Puts the items of the list at hand into `all`, which is as many.
    pub(crate) fn fill_here(&self, all: &mut [Member<'s, 't>]) {
        self.keep(self.at.items_into(all));
    }

    /// The members of the object at hand; `thing` names it in errors.
    pub(crate) fn object_here(
        &self,
        thing: &'static str,
        names: &'static [&'static str],
    ) -> Fields<'s, 't, 'e> {
        Self::new(thing, self.keep(self.at.required()), names, self.wrong)
    }

    /// The members of the next member, an object.
    pub(crate) fn object(
        &mut self,
        thing: &'static str,
        names: &'static [&'static str],
    ) -> Fields<'s, 't, 'e> {
        self.next();
        self.object_here(thing, names)
    }
}
