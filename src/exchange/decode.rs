//! Encodings that text can stand in: percent-encoding, JSON escapes and base64.

/// The fewest characters of base64 that are decoded: those of eight bytes.
const SHORTEST_BASE64: usize = 11;

/// Returns `text` with each encoding undone wherever it occurs, one text for each way to read it.
/// An encoding that does not occur gives none.
pub(super) fn each(text: &[u8]) -> Vec<Vec<u8>> {
    let mut decoded = Vec::new();
    if text.contains(&b'%') {
        decoded.push(percent(text));
    }
    if text.contains(&b'\\') {
        decoded.push(escapes(text));
    }
    // Within a longer text the alignment of base64 groups is unknown.
    decoded.extend((0..4).map(|skipped| base64(text, skipped)).filter(|bytes| !bytes.is_empty()));
    decoded
}

/// Decodes `%XX` (RFC 3986, 2.1). Any other `%` stays.
pub(super) fn percent(text: &[u8]) -> Vec<u8> {
    replace(text, |rest| match rest {
        [b'%', high, low, ..] => Some((vec![hex(&[*high, *low])? as u8], 3)),
        _ => None,
    })
}

/// Decodes the escapes of JSON strings (RFC 8259, 7). A surrogate and any other backslash stay.
fn escapes(text: &[u8]) -> Vec<u8> {
    replace(text, |rest| match rest {
        [b'\\', b'u', a, b, c, d, ..] => {
            let letter = char::from_u32(hex(&[*a, *b, *c, *d])?)?;
            Some((letter.to_string().into_bytes(), 6))
        }
        [b'\\', escaped, ..] => {
            let byte = match escaped {
                b'"' | b'\\' | b'/' => *escaped,
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                _ => return None,
            };
            Some((vec![byte], 2))
        }
        _ => None,
    })
}

/// Decodes every run of base64 (RFC 4648, both alphabets), without the first `skipped` characters of
/// each. Line breaks within a run are passed over; a zero byte separates runs.
pub(super) fn base64(text: &[u8], skipped: usize) -> Vec<u8> {
    let mut decoded = Vec::new();
    for run in text.split(|byte| sextet(*byte).is_none() && !is_break(*byte)) {
        if run.len() < SHORTEST_BASE64 {
            continue;
        }
        let (mut bits, mut count) = (0_u32, 0);
        for sextet in run.iter().filter_map(|byte| sextet(*byte)).skip(skipped) {
            bits = bits << 6 | sextet;
            count += 6;
            if count >= 8 {
                count -= 8;
                decoded.push((bits >> count) as u8);
            }
        }
        decoded.push(0);
    }
    decoded
}

const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Returns the six bits of a character of base64.
fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Returns the value of hex digits.
fn hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, digit| Some(value << 4 | char::from(*digit).to_digit(16)?))
}

/// Copies `text`, replacing each place for which `decode` gives bytes and the length that they replace.
fn replace(text: &[u8], decode: impl Fn(&[u8]) -> Option<(Vec<u8>, usize)>) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        let (bytes, length) = decode(rest).unwrap_or_else(|| (vec![*first], 1));
        decoded.extend(bytes);
        rest = &rest[length..];
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_undone_where_they_occur() {
        assert_eq!(percent(b"a%2fb%2Fc%zz%2"), b"a/b/c%zz%2");
        assert_eq!(escapes(br#"a\u0062\/\"\n\x\ud800\"#), b"ab/\"\n\\x\\ud800\\");
        assert_eq!(base64(b"(U0VDUkVULTEyMw==)", 0), b"SECRET-123\0");
        assert_eq!(base64(b"xxU0VDUkVU\r\nLTEyMw", 2), b"SECRET-123\0");
        assert_eq!(base64(b"_-_-_-_-_-_-", 0), base64(b"/+/+/+/+/+/+", 0));
        assert_eq!(each(b"the answer is 4"), Vec::<Vec<u8>>::new());
    }
}
