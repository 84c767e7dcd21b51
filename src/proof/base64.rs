//! Base64 (RFC 4648, section 4), for what is no secret: how long it takes tells what it reads.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `bytes` as digits, with padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |index: usize| three.get(index).map_or(0, |byte| u32::from(*byte));
        let all = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let value = all >> (18 - 6 * digit) & 63;
            let past = digit > three.len();
            text.push(if past { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text
}

/// The bytes that `text` is the one way to write; `None` if it is none.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let all = four.iter().fold(0, |all, digit| all << 6 | value(*digit));
        bytes.extend_from_slice(&all.to_be_bytes()[1..]);
    }
    let padding = text.len() - text.trim_end_matches('=').len();
    bytes.truncate(bytes.len().saturating_sub(padding));
    // Whatever else is wrong with it is not what would have been written.
    (encode(&bytes) == text).then_some(bytes)
}

/// The value of a digit; 0 for any other byte.
fn value(digit: u8) -> u32 {
    u32::from(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => 0,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_is_as_section_10_of_rfc_4648_shows() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xef, 0xff]), "++//");
    }

    #[test]
    fn there_is_one_way_to_write_bytes() {
        for other in [
            "Z", "Zg", "Zg=", "Zh==", "Zg===", "Zg== ", "Zm8", "Zm9=", "Zm9v=", "Zm-_", "====",
            "é===",
        ] {
            assert_eq!(decode(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(bytes in prop::collection::vec(any::<u8>(), 0..99)) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn what_is_read_is_written(text in "[A-Za-f0-3+/=]{0,12}") {
            if let Some(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
