//! JSON strings: as they are written, and decoded only where they hold an escape.

use crate::tape::{escaped, run_end};

/// What a JSON string says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Text<'a> {
    /// Written without an escape.
    Plain(&'a str),
    /// This part of the texts that were decoded.
    Decoded { start: usize, end: usize },
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::Plain("")
    }
}

impl<'a> Text<'a> {
    /// The string that begins behind the quotation mark at `at` of `line`, and the place behind
    /// its end; `None` if it has no end, a control character or a bad escape. What holds an escape
    /// is decoded to the end of `decoded`; a lone surrogate is U+FFFD.
    #[inline(always)]
    pub(super) fn scan(line: &'a str, at: usize, decoded: &mut String) -> Option<(Self, usize)> {
        let end = run_end(line.as_bytes(), at);
        match line.as_bytes().get(end)? {
            b'"' => Some((Self::Plain(line.get(at..end)?), end + 1)),
            b'\\' => {
                let start = decoded.len();
                let behind = decode(line, at, end, decoded)?;
                Some((Self::Decoded { start, end: decoded.len() }, behind))
            }
            _ => None,
        }
    }

    /// The text; `decoded` is what it was scanned with.
    #[inline]
    pub(super) fn of<'b>(self, decoded: &'b str) -> &'b str
    where
        'a: 'b,
    {
        match self {
            Self::Plain(text) => text,
            Self::Decoded { start, end } => decoded.get(start..end).unwrap_or_default(),
        }
    }
}

/// Decodes the string that begins at `at` of `line` and has a backslash at `escape` to the end of
/// `decoded`: the place behind its end.
#[inline(never)]
fn decode(line: &str, mut at: usize, mut escape: usize, decoded: &mut String) -> Option<usize> {
    let bytes = line.as_bytes();
    loop {
        copy(line, at, escape, decoded)?;
        match bytes.get(escape)? {
            b'"' => return Some(escape + 1),
            b'\\' => {
                let (c, length) = escaped(bytes.get(escape + 1..)?)?;
                decoded.push(c);
                at = escape + 1 + length;
            }
            _ => return None,
        }
        escape = run_end(bytes, at);
    }
}

/// Copies what stands at `at..end` of `line` to the end of `decoded`.
#[inline(always)]
fn copy(line: &str, at: usize, end: usize, decoded: &mut String) -> Option<()> {
    // A few bytes are copied with some behind them, which are taken back: of a fixed length they take no
    // call, as another length does in a wasm.
    const FEW: usize = 32;
    match line.get(at..at + FEW) {
        Some(few) if end - at <= FEW => {
            let length = decoded.len() + (end - at);
            decoded.push_str(few);
            decoded.truncate(length);
        }
        _ => decoded.push_str(line.get(at..end)?),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_decode_as_json_says() {
        let mut decoded = String::from("what was before");
        for json in [
            r#""""#,
            r#""plain""#,
            r#""a\nb\t\"\\\/""#,
            r#""\u00e9é\ud83d\ude00""#,
            r#""x\u0000y""#,
            r#""\b\f\r""#,
        ] {
            let (text, end) = Text::scan(json, 1, &mut decoded).unwrap();
            assert_eq!(end, json.len());
            assert_eq!(text.of(&decoded), serde_json::from_str::<String>(json).unwrap());
        }
        for (json, expected) in [
            (r#""\ud83dx\ude00""#, "\u{FFFD}x\u{FFFD}"),
            (r#""\ud83d\u0041""#, "\u{FFFD}A"),
            (r#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
            (r#""\ud83d\n""#, "\u{FFFD}\n"),
        ] {
            let lone = Text::scan(json, 1, &mut decoded).unwrap().0;
            assert_eq!(lone.of(&decoded), expected);
        }
    }

    #[test]
    fn what_is_no_string_is_refused() {
        for json in [
            "\"",
            "\"\\\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12g4\"",
            "\"a\nb\"",
            "\"\\u\"",
            "\"\\n\n\"",
            r#""\ud83d\u12""#,
            r#""\ud83d\u""#,
        ] {
            assert!(Text::scan(json, 1, &mut String::new()).is_none(), "{json}");
        }
    }
}
