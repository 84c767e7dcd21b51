//! Byte ranges of a reply.

/// A byte range of a reply, on UTF-8 character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Returns this part of `reply`; empty if `reply` is another text without such a part.
    pub fn of(self, reply: &str) -> &str {
        reply.get(self.start..self.end).unwrap_or_default()
    }
}
