//! JSON text: as it is written, and decoded only where it holds an escape.

use crate::tape::run_end;

/// The inside of a JSON string, which is well formed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text<'a> {
    raw: &'a str,
    escaped: bool,
}

impl<'a> Text<'a> {
    /// The string that begins behind the quotation mark at `at` of `line`, and the place behind
    /// its end; `None` if it has no end, a control character or a bad escape.
    pub(super) fn scan(line: &'a str, at: usize) -> Option<(Self, usize)> {
        let bytes = line.as_bytes();
        let mut end = at;
        let mut escaped = false;
        loop {
            end = run_end(bytes, end);
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => escaped = true,
                _ => return None,
            }
            end += match bytes.get(end + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                b'u' => {
                    hex4(bytes.get(end + 2..)?)?;
                    6
                }
                _ => return None,
            };
        }
        Some((Self { raw: line.get(at..end)?, escaped }, end + 1))
    }

    /// The text. `buffer` is used only if it holds an escape. A lone surrogate is U+FFFD.
    pub(super) fn decoded<'b>(&self, buffer: &'b mut String) -> &'b str
    where
        'a: 'b,
    {
        if !self.escaped {
            return self.raw;
        }
        buffer.clear();
        let mut rest = self.raw;
        while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
            buffer.push_str(&rest[..at]);
            let (c, length) = unescaped(&rest.as_bytes()[at + 1..]);
            buffer.push(c);
            rest = &rest[at + 1 + length..];
        }
        buffer.push_str(rest);
        buffer
    }
}

/// The character of the escape that `bytes` begins with, and its length; scanned before, so every
/// escape is a good one.
fn unescaped(bytes: &[u8]) -> (char, usize) {
    match bytes.first() {
        Some(b'b') => ('\u{8}', 1),
        Some(b'f') => ('\u{C}', 1),
        Some(b'n') => ('\n', 1),
        Some(b'r') => ('\r', 1),
        Some(b't') => ('\t', 1),
        Some(b'u') => {
            let unit = |at: usize| bytes.get(at..).and_then(hex4);
            let high = unit(1).unwrap_or(0xFFFD);
            if (0xD800..0xDC00).contains(&high) && bytes.get(5..7) == Some(b"\\u") {
                let low = unit(7).unwrap_or_default();
                if (0xDC00..0xE000).contains(&low) {
                    let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                    return (char::from_u32(code).unwrap_or('\u{FFFD}'), 11);
                }
            }
            (char::from_u32(high).unwrap_or('\u{FFFD}'), 5)
        }
        Some(&other) => (char::from(other), 1),
        None => ('\u{FFFD}', 0),
    }
}

/// The value of four hexadecimal digits.
fn hex4(bytes: &[u8]) -> Option<u32> {
    bytes
        .get(..4)?
        .iter()
        .try_fold(0, |value, &byte| char::from(byte).to_digit(16).map(|digit| value * 16 + digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_decode_as_json_says() {
        for json in [
            r#""""#,
            r#""plain""#,
            r#""a\nb\t\"\\\/""#,
            r#""\u00e9é\ud83d\ude00""#,
            r#""x\u0000y""#,
            r#""\b\f\r""#,
        ] {
            let mut buffer = String::new();
            let (text, end) = Text::scan(json, 1).unwrap();
            assert_eq!(end, json.len());
            assert_eq!(text.decoded(&mut buffer), serde_json::from_str::<String>(json).unwrap());
        }
        let mut buffer = String::new();
        let lone = Text::scan(r#""\ud83dx\ude00""#, 1).unwrap().0;
        assert_eq!(lone.decoded(&mut buffer), "\u{FFFD}x\u{FFFD}");
    }

    #[test]
    fn what_is_no_string_is_refused() {
        for json in ["\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\\u\""] {
            assert!(Text::scan(json, 1).is_none(), "{json}");
        }
    }
}
