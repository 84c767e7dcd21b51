//! JSON string literals.

/// The bytes that end an unescaped run of a string.
const ENDS_RUN: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        ends[byte] = true;
        byte += 1;
    }
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    ends
};

/// Returns the position of the first byte from `at` on that ends an unescaped run: a quotation
/// mark, a backslash or a control character. Returns the length of `bytes` if there is none.
pub(crate) fn find_end_of_unescaped(bytes: &[u8], at: usize) -> usize {
    let at = match if cfg!(feature = "bulk") {
        find_end_of_unescaped_fast(bytes, at)
    } else {
        Err(at)
    } {
        Ok(end) => return end,
        Err(at) => at,
    };
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| ENDS_RUN[usize::from(*byte)]).unwrap_or(rest.len())
}

/// Fast path of [`find_end_of_unescaped`]. `Err` holds the position from which the last few bytes
/// remain to be searched.
#[inline]
fn find_end_of_unescaped_fast(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        use core::arch::wasm32::{i64x2, u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, v128_or};
        // Sixteen bytes at a time.
        while let Some(sixteen) = bytes.get(at..at + 16) {
            let (low, high) = sixteen.split_at(8);
            let half = |half: &[u8]| half.try_into().map_or(0, i64::from_le_bytes);
            let sixteen = i64x2(half(low), half(high));
            let quote = u8x16_eq(sixteen, u8x16_splat(b'"'));
            let escape = u8x16_eq(sixteen, u8x16_splat(b'\\'));
            let small = u8x16_lt(sixteen, u8x16_splat(0x20));
            let ends = u8x16_bitmask(v128_or(v128_or(quote, escape), small));
            if ends != 0 {
                return Ok(at + ends.trailing_zeros() as usize);
            }
            at += 16;
        }
    }
    // Eight bytes at a time. In `zero(x)`, the top bit of a zero byte is set; in `small`, that of a
    // byte below 0x20. A false positive can only follow a true one.
    let zero = |x: u64| x.wrapping_sub(ONES) & !x;
    while let Some(eight) = bytes.get(at..at + 8).and_then(|eight| eight.try_into().ok()) {
        let eight = u64::from_le_bytes(eight);
        let quote = zero(eight ^ (ONES * u64::from(b'"')));
        let escape = zero(eight ^ (ONES * u64::from(b'\\')));
        let small = eight.wrapping_sub(ONES * 0x20) & !eight;
        let ends = (quote | escape | small) & TOPS;
        if ends != 0 {
            return Ok(at + ends.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    Err(at)
}

/// Reports whether `bytes` start with `wanted`, comparing eight bytes at a time, since
/// `starts_with` compares single bytes in wasm.
#[inline]
pub(crate) fn starts_with(bytes: &[u8], wanted: &[u8]) -> bool {
    let Some(found) = bytes.get(..wanted.len()) else { return false };
    let ((a, a_rest), (b, b_rest)) = (found.as_chunks::<8>(), wanted.as_chunks::<8>());
    let eights = a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b));
    eights && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

/// Decodes the escapes in `raw`, which the parser has validated.
pub(super) fn unescape(raw: &str) -> String {
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
pub(crate) fn decode_escape(bytes: &[u8]) -> Option<(char, usize)> {
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
pub(crate) fn decode_canonical_escape(bytes: &[u8]) -> Option<(char, usize)> {
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

/// Parses hex digits.
pub(super) fn parse_hex4(digits: &[u8]) -> Option<u32> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    digits.iter().try_fold(0, |value, byte| Some(value << 4 | digit(byte)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn run_end_agrees_with_a_simple_loop(text in prop::collection::vec(any::<u8>(), 0..40)) {
            let stop = |&c: &u8| c < 0x20 || c == b'"' || c == b'\\';
            let plain = text.iter().position(stop).unwrap_or(text.len());
            prop_assert_eq!(find_end_of_unescaped(&text, 0), plain);
        }
    }
}
