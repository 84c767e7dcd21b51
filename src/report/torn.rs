//! A torn line: the beginning of an object and no more, as a writer leaves it that was stopped.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::error::Error;

/// A line that was kept apart, as it is torn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The line of the file that it stands on, from 1.
    pub line: u64,
    /// What it would be refused with.
    pub error: Error,
}

impl Serialize for Torn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut torn = serializer.serialize_struct("Torn", 3)?;
        torn.serialize_field("line", &self.line)?;
        torn.serialize_field("code", self.error.code())?;
        torn.serialize_field("message", &self.error.to_string())?;
        torn.end()
    }
}

/// What has to stand beside figures without the lines `torn` of a file; `whose` says of which, where
/// there are two.
pub(super) fn note(torn: &[Torn], whose: &str) -> Option<String> {
    let line = torn.first()?.line;
    Some(match torn.len() {
        1 => format!("Line {line}{whose} breaks off and is left out."),
        count => {
            format!("{count} lines{whose} break off and are left out, the first is line {line}.")
        }
    })
}

/// Whether `line`, which is no JSON, is torn. A disk that lost its power may have left zeros behind
/// it.
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
            // Whatever is escaped ends nothing.
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
    fn every_beginning_of_an_object_is_torn_and_nothing_else() {
        let line = r#"{"a":[{"b":"}\"]"},[]],"c":"\\","é":{}}"#.as_bytes();
        assert!((1..line.len()).all(|end| is_torn(&line[..end])));
        assert!(is_torn(b"{\"a\0\0"));
        for whole in [line, b"", b"\0\0", b"notes", b"[{", b"{}", b"{}}", b"{\"a\":1}{", b" {"] {
            assert!(!is_torn(whole), "{}", String::from_utf8_lossy(whole));
        }
    }
}
