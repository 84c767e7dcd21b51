//! Values on a tape.

use std::borrow::Cow;

use super::text::unescaped;
use super::{Kind, Slot};
use crate::error::shown;
use crate::order;
use crate::pointer::{Pointer, place};

/// A value on a tape that lives as long as the text.
pub type Node<'t> = View<'t, 't>;

/// A value on a tape: `'s` is the tape's, `'t` the text's.
#[derive(Clone, Copy, Debug)]
pub struct View<'s, 't> {
    pub(super) slots: &'s [Slot],
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'s, 't> View<'s, 't> {
    pub(super) fn slot(&self) -> Slot {
        self.slots[self.at]
    }

    fn raw(&self) -> &'t str {
        let slot = self.slot();
        &self.text[slot.start as usize..slot.end as usize]
    }

    /// The JSON text of the value, as it was written.
    pub fn source(&self) -> &'t str {
        let slot = self.slot();
        let quote = usize::from(matches!(slot.kind, Kind::Text | Kind::Escaped));
        &self.text[slot.start as usize - quote..slot.end as usize + quote]
    }

    /// What the value is, in a message: a text in quotation marks, a number without.
    #[inline(never)]
    pub(crate) fn found(&self) -> String {
        match self.kind() {
            Kind::Text | Kind::Escaped => shown(&self.as_str().unwrap_or_default()),
            Kind::List => "an array".to_owned(),
            Kind::Map => "an object".to_owned(),
            _ => self.source().chars().take(60).collect(),
        }
    }

    /// What the value is.
    pub fn kind(&self) -> Kind {
        self.slot().kind
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Text => Some(Cow::Borrowed(self.raw())),
            Kind::Escaped => Some(Cow::Owned(unescaped(self.raw()))),
            _ => None,
        }
    }

    /// A number as it was written.
    pub fn as_number(&self) -> Option<&'t str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The values of an array; nothing for any other value.
    pub fn items(&self) -> impl Iterator<Item = Self> + use<'s, 't> {
        self.inside(self.kind() == Kind::List)
    }

    /// The names and values of an object; nothing for any other value.
    pub fn members(&self) -> impl Iterator<Item = (Self, Self)> + use<'s, 't> {
        let mut inside = self.inside(self.kind() == Kind::Map);
        std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
    }

    /// The member `name` of an object.
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<Self> {
        self.members().find(|(key, _)| key.is(name)).map(|(_, value)| value)
    }

    /// Whether the value is the string `text`.
    pub fn is(&self, text: &str) -> bool {
        match self.kind() {
            Kind::Text => self.raw() == text,
            Kind::Escaped => unescaped(self.raw()) == text,
            _ => false,
        }
    }

    /// The value that `pointer` leads to.
    pub(crate) fn follow(&self, pointer: &Pointer) -> Option<Self> {
        pointer.tokens().iter().try_fold(*self, |node, token| match node.kind() {
            Kind::List => node.items().nth(place(token)?),
            _ => node.get(token),
        })
    }

    fn inside(&self, any: bool) -> impl Iterator<Item = Self> + use<'s, 't> {
        let (slots, text) = (self.slots, self.text);
        let end = if any { self.slot().next as usize } else { 0 };
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let node = (at < end).then_some(Self { slots, text, at })?;
            at = node.slot().next as usize;
            Some(node)
        })
    }

    /// Where a name stands that an earlier member has too.
    pub(super) fn twin(&self) -> Option<usize> {
        // Comparing pairs is fastest for the few names of an ordinary object; sorting keeps an
        // object of a hundred thousand names from costing their square.
        const FEW: usize = 24;
        if cfg!(feature = "bulk") && self.names_differ::<FEW>() {
            return None;
        }
        let mut names = Vec::new();
        for (name, _) in self.members() {
            names.push((name.as_str().unwrap_or_default(), name));
        }
        let twin = if names.len() > FEW {
            order::sort_by(&mut names, &|(a, _), (b, _)| a.cmp(b));
            names.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1)
        } else {
            let mut all = names.iter().enumerate();
            let twin = all
                .find(|(index, (text, _))| names[..*index].iter().any(|(other, _)| other == text));
            twin.map(|(_, (_, name))| *name)
        };
        twin.map(|name| name.slot().start as usize - 1)
    }

    /// Whether the names are at most `MOST` without escapes that differ in their lengths or in one
    /// of three bytes, as the names of most objects do.
    fn names_differ<const MOST: usize>(&self) -> bool {
        let mut seen = [0; MOST];
        for (index, (name, _)) in self.members().enumerate() {
            let raw = name.raw().as_bytes();
            let byte = |at: usize| u32::from(raw.get(at).copied().unwrap_or(0));
            let length = raw.len() as u32;
            let print = length << 24
                | byte(0) << 16
                | byte(raw.len() / 2) << 8
                | byte(raw.len().max(1) - 1);
            if index == MOST || name.kind() != Kind::Text || seen[..index].contains(&print) {
                return false;
            }
            seen[index] = print;
        }
        true
    }
}
