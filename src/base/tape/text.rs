//! The unescaped text of JSON string literals.

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
