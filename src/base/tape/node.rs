//! Values on a tape.

use std::borrow::Cow;

use super::slot::{Kind, Slot};
use crate::base::order;
use crate::base::pointer::{Pointer, parse_index};
use crate::error::shown;
use crate::grade::escape::unescape;

/// A value on a tape that lives as long as the text.
pub type Node<'t> = View<'t, 't>;

/// A value on a tape: `'s` is the lifetime of the tape, `'t` that of the text.
#[derive(Clone, Copy, Debug)]
pub struct View<'s, 't> {
    /// The slot of the value, those of its contents, and any later ones.
    pub(super) slots: &'s [Slot],
    pub(super) text: &'t str,
}

/// Iterates over the items of a list, or the names and values of an object.
struct Children<'s, 't>(View<'s, 't>);

impl<'s, 't> Iterator for Children<'s, 't> {
    type Item = View<'s, 't>;

    // A call would pass views through memory.
    #[cfg_attr(feature = "bulk", inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.0;
        self.0.slots = node.slots.get(node.slots.first()?.size as usize..).unwrap_or_default();
        Some(node)
    }
}

/// Iterates over the members of an object.
struct Members<'s, 't>(Children<'s, 't>);

impl<'s, 't> Iterator for Members<'s, 't> {
    type Item = (View<'s, 't>, View<'s, 't>);

    #[cfg_attr(feature = "bulk", inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}

impl<'s, 't> View<'s, 't> {
    #[inline(always)]
    pub(super) fn slot(&self) -> Slot {
        self.slots[0]
    }

    #[inline(always)]
    fn raw(&self) -> &'t str {
        let slot = self.slot();
        &self.text[slot.start as usize..slot.end as usize]
    }

    /// Returns the original JSON text of the value.
    pub fn source(&self) -> &'t str {
        let slot = self.slot();
        let quote = usize::from(matches!(slot.kind, Kind::Text | Kind::Escaped));
        &self.text[slot.start as usize - quote..slot.end as usize + quote]
    }

    /// Describes the value in a message: quoted text, or a number as written.
    #[inline(never)]
    pub(crate) fn describe(&self) -> String {
        match self.kind() {
            Kind::Text | Kind::Escaped => shown(&self.as_str().unwrap_or_default()),
            Kind::List => "an array".to_owned(),
            Kind::Map => "an object".to_owned(),
            _ => self.source().chars().take(60).collect(),
        }
    }

    /// Returns the kind of the value.
    #[inline(always)]
    pub fn kind(&self) -> Kind {
        self.slot().kind
    }

    /// Reports whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Text => Some(Cow::Borrowed(self.raw())),
            Kind::Escaped => Some(Cow::Owned(unescape(self.raw()))),
            _ => None,
        }
    }

    /// Returns the original text of a number.
    pub fn as_number(&self) -> Option<&'t str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// Returns a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Iterates over an array; empty for any other value.
    pub fn items(&self) -> impl Iterator<Item = Self> + use<'s, 't> {
        self.children(self.kind() == Kind::List)
    }

    /// Iterates over the names and values of an object; empty for any other value.
    pub fn members(&self) -> impl Iterator<Item = (Self, Self)> + use<'s, 't> {
        Members(self.children(self.kind() == Kind::Map))
    }

    /// Returns the member `name` of an object.
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<Self> {
        self.members().find(|(key, _)| key.is_text(name)).map(|(_, value)| value)
    }

    /// Reports whether the value is the string `text`.
    pub fn is_text(&self, text: &str) -> bool {
        match self.kind() {
            Kind::Text => self.raw() == text,
            Kind::Escaped => unescape(self.raw()) == text,
            _ => false,
        }
    }

    /// Returns the value at `pointer`.
    pub(crate) fn follow_pointer(&self, pointer: &Pointer) -> Option<Self> {
        pointer.tokens().iter().try_fold(*self, |node, token| match node.kind() {
            Kind::List => node.items().nth(parse_index(token)?),
            _ => node.get(token),
        })
    }

    #[inline(always)]
    fn children(&self, any: bool) -> Children<'s, 't> {
        let end = if any { self.slot().size as usize } else { 1 };
        Children(Self { slots: self.slots.get(1..end).unwrap_or_default(), text: self.text })
    }

    /// Returns the position of a duplicate name.
    pub(super) fn duplicate_name(&self) -> Option<usize> {
        // Pairwise comparison is fastest for few names; sorting avoids quadratic time for objects
        // with a hundred thousand names.
        const PAIRWISE_LIMIT: usize = 24;
        if cfg!(feature = "bulk") && self.names_differ::<PAIRWISE_LIMIT>() {
            return None;
        }
        let mut names = Vec::new();
        for (name, _) in self.members() {
            names.push((name.as_str().unwrap_or_default(), name));
        }
        let duplicate = if names.len() > PAIRWISE_LIMIT {
            order::sort_by(&mut names, &|(a, _), (b, _)| a.cmp(b));
            names.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1)
        } else {
            let mut all = names.iter().enumerate();
            let duplicate = all
                .find(|(index, (text, _))| names[..*index].iter().any(|(other, _)| other == text));
            duplicate.map(|(_, (_, name))| *name)
        };
        duplicate.map(|name| name.slot().start as usize - 1)
    }

    /// Reports whether there are at most `MOST` names, all without escapes and with distinct
    /// fingerprints of their length and three of their bytes. This holds for most objects.
    fn names_differ<const MOST: usize>(&self) -> bool {
        let mut seen = [0; MOST];
        for (index, (name, _)) in self.members().enumerate() {
            let raw = name.raw().as_bytes();
            let byte = |at: usize| u32::from(raw.get(at).copied().unwrap_or(0));
            let length = raw.len() as u32;
            let fingerprint = length << 24
                | byte(0) << 16
                | byte(raw.len() / 2) << 8
                | byte(raw.len().max(1) - 1);
            if index == MOST || name.kind() != Kind::Text || seen[..index].contains(&fingerprint) {
                return false;
            }
            seen[index] = fingerprint;
        }
        true
    }
}
