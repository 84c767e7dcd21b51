//! Escapes of JSON string literals; here, since the core compiles this crate for speed.

/// Decodes the escapes in `raw`, the text between the quotes of a valid JSON string.
pub fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    // memchr uses SIMD, in wasm too.
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let (c, length) = decode_escape(&rest.as_bytes()[at + 1..]).unwrap_or_default();
        text.push(c);
        rest = &rest[at + 1 + length..];
    }
    text.push_str(rest);
    text
}

/// Decodes the escape at the start of `bytes` (after its backslash) to a character and the escape's
/// length; `None` if it is invalid (RFC 8259, 7). A lone surrogate becomes U+FFFD.
pub fn decode_escape(bytes: &[u8]) -> Option<(char, usize)> {
    Some(match *bytes.first()? {
        same @ (b'"' | b'\\' | b'/') => (char::from(same), 1),
        b'n' => ('\n', 1),
        b't' => ('\t', 1),
        b'r' => ('\r', 1),
        b'b' => ('\u{8}', 1),
        b'f' => ('\u{C}', 1),
        b'u' => return decode_unicode_escape(bytes),
        _ => return None,
    })
}

/// Decodes an escape like [`decode_escape`], but only in its canonical form (RFC 8785, 3.2.2.2): a
/// two-character escape if there is one, and `\u00xx` in lower case for the other control
/// characters.
pub fn decode_canonical_escape(bytes: &[u8]) -> Option<(char, usize)> {
    match bytes {
        [b'u', b'0', b'0', b'0' | b'1', b'0'..=b'9' | b'a'..=b'f', ..] => {
            let of_two = |c| matches!(c, '\u{8}' | '\t' | '\n' | '\u{C}' | '\r');
            decode_escape(bytes).filter(|(c, _)| !of_two(*c))
        }
        [b'u' | b'/', ..] => None,
        _ => decode_escape(bytes),
    }
}

/// Decodes `u` and four hex digits, or a surrogate pair.
#[inline(never)]
fn decode_unicode_escape(bytes: &[u8]) -> Option<(char, usize)> {
    let high = parse_hex4(bytes.get(1..5)?)?;
    let low = match bytes.get(5..) {
        Some([b'\\', b'u', rest @ ..]) => rest.get(..4).and_then(parse_hex4),
        _ => None,
    };
    Some(match (high, low) {
        (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
            let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 11)
        }
        _ => (char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER), 5),
    })
}

/// Parses hex digits; `None` if it has another byte.
pub fn parse_hex4(digits: &[u8]) -> Option<u32> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    digits.iter().try_fold(0, |value, byte| Some(value << 4 | digit(byte)?))
}
