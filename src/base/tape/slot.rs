//! Slots: the entries of a tape.

/// A value on a tape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) kind: Kind,
    /// The byte range of the value; for a string, without its quotes.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Number of slots of this value and its contents.
    pub(super) size: u32,
}

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number, as written.
    Number,
    /// A string without escapes.
    Text,
    /// A string with at least one escape.
    Escaped,
    /// An array.
    List,
    /// An object: alternating names and values.
    Map,
}
