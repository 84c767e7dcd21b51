//! Strict, lossless JSON parser with reusable memory.
//!
//! A [`Tape`] reuses its memory for the next text, so that parsing a stream of lines allocates
//! nothing per value. A [`Node`] is a value on the tape. Numbers keep their text, and strings
//! without escapes borrow from the input.

mod fields;
mod members;
mod node;
mod reader;
mod slot;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use fields::{Fields, FirstError};
pub(crate) use members::parse_plain_integer;
pub use members::{Member, members};
pub use node::{Node, View};
pub use slot::Kind;
pub(crate) use text::{find_end_of_unescaped, starts_with};

use crate::error::{Code, Error};
use slot::Slot;

/// The largest integer that every JSON parser represents exactly: 2^53 − 1.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;

/// The memory that a text is parsed into.
#[derive(Debug, Default)]
pub struct Tape {
    slots: Vec<Slot>,
}

impl Tape {
    /// Creates an empty tape.
    pub const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Parses a JSON text of at most 4 GiB; `thing` names it in the error.
    ///
    /// # Errors
    /// `json.invalid`, with the position of the error: not JSON (RFC 8259), duplicate names in an
    /// object, a lone surrogate, or more than 127 levels.
    pub fn read<'s, 't>(
        &'s mut self,
        thing: &'static str,
        text: &'t [u8],
    ) -> Result<View<'s, 't>, Error> {
        self.slots.clear();
        let refused = |(at, why): (usize, &str)| {
            let problem = format!("not JSON: {why} at {}", format_position(text, at));
            Error::because(Code::JsonInvalid, thing, problem)
        };
        let text =
            std::str::from_utf8(text).map_err(|e| refused((e.valid_up_to(), "invalid UTF-8")))?;
        if u32::try_from(text.len()).is_err() {
            return Err(refused((0, "more than 4 GiB")));
        }
        // Most values take more than 32 bytes on average.
        self.slots.reserve(text.len() / 32);
        reader::read(text, &mut self.slots).map_err(refused)?;
        Ok(View { slots: &self.slots, text })
    }
}

/// Formats the position of byte `at` for a message: line numbers start at 1, bytes within the line
/// at 0.
fn format_position(text: &[u8], at: usize) -> String {
    let before = &text[..at];
    match before.iter().rposition(|byte| *byte == b'\n') {
        None => format!("byte {at}"),
        Some(end) => {
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            format!("line {line}, byte {}", at - end - 1)
        }
    }
}
