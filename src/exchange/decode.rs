//! Decoders for percent-encoding, JSON escapes and base64 within longer texts.

/// The shortest base64 run that is decoded: eight bytes.
const MIN_BASE64_LEN: usize = 11;

/// Decodes each encoding that occurs in `text`, and returns one decoded text for each encoding and
/// base64 alignment.
pub(super) fn decode_all(text: &[u8]) -> Vec<Vec<u8>> {
    let mut decoded = Vec::new();
    if text.contains(&b'%') {
        decoded.push(decode_percent(text));
    }
    if text.contains(&b'\\') {
        decoded.push(decode_json_escapes(text));
    }
    // The alignment of base64 groups within a longer text is unknown.
    decoded.extend((0..4).map(|skip| decode_base64(text, skip)).filter(|bytes| !bytes.is_empty()));
    decoded
}

/// Decodes `%XX` (RFC 3986, 2.1). Keeps any other `%`.
pub(super) fn decode_percent(text: &[u8]) -> Vec<u8> {
    replace_matches(text, |rest| match rest {
        [b'%', high, low, ..] => Some((vec![parse_hex(&[*high, *low])? as u8], 3)),
        _ => None,
    })
}

/// Decodes the escapes of JSON strings (RFC 8259, 7). Keeps surrogates and unknown escapes.
fn decode_json_escapes(text: &[u8]) -> Vec<u8> {
    replace_matches(text, |rest| match rest {
        [b'\\', b'u', a, b, c, d, ..] => {
            let letter = char::from_u32(parse_hex(&[*a, *b, *c, *d])?)?;
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

/// Decodes every run of base64 (RFC 4648, both alphabets) after skipping the first `skip`
/// characters of each. Line breaks within a run are ignored. A zero byte ends each decoded run.
pub(super) fn decode_base64(text: &[u8], skip: usize) -> Vec<u8> {
    let mut decoded = Vec::new();
    for run in text.split(|byte| base64_bits(*byte).is_none() && !is_line_break(*byte)) {
        if run.len() < MIN_BASE64_LEN {
            continue;
        }
        let (mut bits, mut count) = (0_u32, 0);
        for sextet in run.iter().filter_map(|byte| base64_bits(*byte)).skip(skip) {
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

const fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Returns the six bits of a base64 character.
fn base64_bits(byte: u8) -> Option<u32> {
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

/// Parses hex digits.
fn parse_hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, digit| Some(value << 4 | char::from(*digit).to_digit(16)?))
}

/// Copies `text`, replacing each match of `decode`, which returns the new bytes and the length of
/// the match.
fn replace_matches(text: &[u8], decode: impl Fn(&[u8]) -> Option<(Vec<u8>, usize)>) -> Vec<u8> {
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
    fn decodes_each_encoding() {
        assert_eq!(decode_percent(b"a%2fb%2Fc%zz%2"), b"a/b/c%zz%2");
        assert_eq!(decode_json_escapes(br#"a\u0062\/\"\n\x\ud800\"#), b"ab/\"\n\\x\\ud800\\");
        assert_eq!(decode_base64(b"(U0VDUkVULTEyMw==)", 0), b"SECRET-123\0");
        assert_eq!(decode_base64(b"xxU0VDUkVU\r\nLTEyMw", 2), b"SECRET-123\0");
        assert_eq!(decode_base64(b"_-_-_-_-_-_-", 0), decode_base64(b"/+/+/+/+/+/+", 0));
        assert_eq!(decode_all(b"the answer is 4"), Vec::<Vec<u8>>::new());
    }
}
