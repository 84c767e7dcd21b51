//! JSON read strictly and without losing a digit, onto a tape that is used again and again.
//!
//! A [`Tape`] owns its memory and gives it to the next text, so that a stream of lines costs no
//! allocation per value. A [`Node`] is a value on it: numbers are the text they were written in,
//! strings borrow from the text where they hold no escape.

mod fields;
mod members;
mod node;
mod reader;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use fields::{Fields, First};
pub(crate) use members::plain;
pub use members::{Member, members};
pub use node::{Node, View};
#[cfg(test)]
pub(crate) use text::escaped;
pub(crate) use text::{begin, canonical_escaped, run_end};

use crate::error::{Code, Error};

/// The largest integer that every JSON reader keeps exact: 2^53 − 1.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;

/// How deep arrays and objects may nest.
const DEEPEST: usize = 127;

/// The memory that a text is read into.
#[derive(Debug, Default)]
pub struct Tape {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: Kind,
    /// The bytes of the value; of a string, without its quotes.
    start: u32,
    end: u32,
    /// The slot after this value and everything in it.
    next: u32,
}

/// What a JSON value is.
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
    /// An object: names and values in turn.
    Map,
}

impl Tape {
    /// An empty tape.
    pub const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Reads one JSON text of at most 4 GiB; `thing` names it in the error.
    ///
    /// # Errors
    /// `json.invalid`, with the byte where it goes wrong: not JSON (RFC 8259), an object with a
    /// name twice, a lone surrogate, or more than 127 levels.
    pub fn read<'s, 't>(
        &'s mut self,
        thing: &'static str,
        text: &'t [u8],
    ) -> Result<View<'s, 't>, Error> {
        self.slots.clear();
        let refused = |(at, why): (usize, &str)| {
            let found = format!("{why} at {}", place(text, at));
            Error::new(Code::JsonInvalid, thing, "JSON (RFC 8259)", found)
        };
        let text = std::str::from_utf8(text)
            .map_err(|e| refused((e.valid_up_to(), "bytes that are not UTF-8")))?;
        if u32::try_from(text.len()).is_err() {
            return Err(refused((0, "more than 4 GiB")));
        }
        // A value is seldom shorter than this on the average.
        self.slots.reserve(text.len() / 32);
        reader::read(text, &mut self.slots).map_err(refused)?;
        Ok(View { slots: &self.slots, text, at: 0 })
    }
}

/// Where byte `at` of `text` is, in a message: counted from 0 in its line, the lines from 1.
fn place(text: &[u8], at: usize) -> String {
    let before = &text[..at];
    match before.iter().rposition(|byte| *byte == b'\n') {
        None => format!("byte {at}"),
        Some(end) => {
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line}, byte {}", at - end - 1)
        }
    }
}
