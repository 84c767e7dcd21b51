//! Base64 with padding (RFC 4648, section 4).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes `bytes`.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let group =
            (0..3).fold(0, |group, at| group << 8 | chunk.get(at).map_or(0, |b| usize::from(*b)));
        for at in 0..4 {
            let digit = ALPHABET[group >> (18 - 6 * at) & 63];
            text.push(if at > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

/// Decodes `text`; `None` unless it is exactly what [`encode`] returns.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut group, mut bits) = (Vec::new(), 0, 0);
    for c in text.trim_end_matches('=').bytes() {
        group = group << 6 & 0xffff | ALPHABET.iter().position(|digit| *digit == c)?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((group >> bits) as u8);
        }
    }
    (encode(&bytes) == text).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64, Encoding};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_have_one_text(bytes: Vec<u8>) {
            let text = Base64::encode_string(&bytes);
            prop_assert_eq!(decode(&text), Some(bytes.clone()));
            prop_assert_eq!(encode(&bytes), text);
        }

        #[test]
        fn other_texts_stand_for_nothing(text in "[AQgw/+=_ é-]{0,9}") {
            prop_assert_eq!(decode(&text), Base64::decode_vec(&text).ok());
        }
    }
}
