//! Truncated lines: an incomplete JSON object, left by an interrupted writer.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::error::Error;

/// A truncated line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornLine {
    /// The line number in the file, from 1.
    pub line: u64,
    /// The error of parsing it.
    pub error: Error,
}

impl Serialize for TornLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut torn = serializer.serialize_struct("TornLine", 3)?;
        torn.serialize_field("line", &self.line)?;
        torn.serialize_field("code", self.error.code())?;
        torn.serialize_field("message", &self.error.to_string())?;
        torn.end()
    }
}

/// Returns the note on the truncated lines of a file; `whose` tells two files apart.
pub(super) fn torn_note(torn: &[TornLine], whose: &str) -> Option<String> {
    let line = torn.first()?.line;
    Some(match torn.len() {
        1 => format!("Line {line}{whose} breaks off and is left out."),
        count => {
            format!("{count} lines{whose} break off and are left out, the first is line {line}.")
        }
    })
}

/// Reports whether `line`, which is not JSON, is truncated. After a power failure, it may end in
/// zero bytes.
pub(super) fn is_torn(line: &[u8]) -> bool {
    let end = line.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut bytes = line[..end].iter();
    if line.first() != Some(&b'{') {
        return false;
    }
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            // Skips the escaped character.
            b'\\' if quoted => _ = bytes.next(),
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_proper_prefixes_of_objects_are_torn() {
        let line = r#"{"a":[{"b":"}\"]"},[]],"c":"\\","é":{}}"#.as_bytes();
        assert!((1..line.len()).all(|end| is_torn(&line[..end])));
        assert!(is_torn(b"{\"a\0\0"));
        for whole in [line, b"", b"\0\0", b"notes", b"[{", b"{}", b"{}}", b"{\"a\":1}{", b" {"] {
            assert!(!is_torn(whole), "{}", String::from_utf8_lossy(whole));
        }
    }
}
