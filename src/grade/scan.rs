//! Looking at many bytes of a text at once.

/// How many bytes are looked at together while none of them is looked for. Compilers make vectors of
/// it where what is `wanted` compares without a branch, and what is said of each byte is a byte too.
const MANY: usize = 16;

/// Where a byte that is `wanted`, by itself and the one behind it, first stands at or after `from`;
/// behind the last there is a zero.
#[inline(always)]
pub(super) fn next(bytes: &[u8], from: usize, wanted: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let bytes = bytes.get(from..)?;
    let mut plain = 0;
    // A loop, as compilers may call what iterators are given.
    while let Some(many) = bytes.get(plain..).and_then(<[u8]>::first_chunk::<{ MANY + 1 }>) {
        let each = std::array::from_fn(|at| u8::from(wanted(many[at], many[at + 1])));
        if u128::from_le_bytes(each) != 0 {
            break;
        }
        plain += MANY;
    }
    let behind = |at: usize| bytes.get(at + 1).copied().unwrap_or_default();
    (plain..bytes.len()).find(|&at| wanted(bytes[at], behind(at))).map(|found| from + found)
}

/// Where a byte that is `wanted` last stands before `end`: the second of the four that are asked for,
/// with the one before it and the two behind. Outside of the text there are zeros.
#[inline(always)]
pub(super) fn last(
    bytes: &[u8],
    mut end: usize,
    wanted: impl Fn([u8; 4]) -> bool,
) -> Option<usize> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    let one = |at: usize| {
        let before = at.checked_sub(1).map_or(0, byte);
        wanted([before, byte(at), byte(at + 1), byte(at + 2)])
    };
    let found = |from: usize, end: usize| (from..end).rev().find(|&at| one(at));
    // Only where all of them stand in the text are many looked at together.
    let inside = end.min(bytes.len().saturating_sub(2));
    if let Some(at) = found(inside, end) {
        return Some(at);
    }
    end = inside;
    while let Some(from) = end.checked_sub(MANY)
        && let Some(before) = from.checked_sub(1)
        && let Some(many) = bytes.get(before..).and_then(<[u8]>::first_chunk::<{ MANY + 3 }>)
    {
        let each = std::array::from_fn(|at| {
            u8::from(wanted([many[at], many[at + 1], many[at + 2], many[at + 3]]))
        });
        if u128::from_le_bytes(each) != 0
            && let Some(at) = found(from, end)
        {
            return Some(at);
        }
        end = from;
    }
    found(0, end)
}

/// For each byte, whether one of `texts` has it at `place`: a letter of ASCII in any case.
pub(super) const fn bytes_at(place: usize, texts: &[&str]) -> [bool; 256] {
    let mut bytes = [false; 256];
    let mut at = 0;
    while at < texts.len() {
        let byte = texts[at].as_bytes()[place];
        bytes[byte as usize] = true;
        bytes[byte.to_ascii_uppercase() as usize] = true;
        at += 1;
    }
    bytes
}

/// The eight bytes at `at`, the first of them lowest; zeros behind the end of the text.
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn eight(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => last_of_eight(bytes, at),
    }
}

/// The same where the text ends before.
#[cold]
#[inline(never)]
fn last_of_eight(bytes: &[u8], at: usize) -> u64 {
    match bytes.last_chunk() {
        // Of the last eight bytes those from `at` on.
        Some(last) if at < bytes.len() => u64::from_le_bytes(*last) >> (8 * (at + 8 - bytes.len())),
        Some(_) => 0,
        None => {
            let rest = bytes.get(at..).unwrap_or_default();
            rest.iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte))
        }
    }
}

/// How many of eight bytes, from the lowest, are letters or digits of ASCII.
#[inline(always)]
pub(super) const fn alphanumeric(eight: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    // The top bit of a byte is set in a sum where its other bits are at least the bound.
    const fn least(bytes: u64, bound: u8) -> u64 {
        bytes + (0x80 - bound as u64) * ONES
    }
    let bytes = eight & !TOPS;
    let small = bytes | (0x20 * ONES);
    let letter = least(small, b'a') & !least(small, b'z' + 1);
    let digit = least(bytes, b'0') & !least(bytes, b'9' + 1);
    let other = !((letter | digit) & !eight) & TOPS;
    other.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_letter_or_a_digit_or_not_at_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut bytes = *b"aZ09zA5m";
                bytes[place] = byte;
                let expected = if byte.is_ascii_alphanumeric() { 8 } else { place };
                assert_eq!(alphanumeric(u64::from_le_bytes(bytes)), expected, "{bytes:?}");
            }
        }
    }

    #[test]
    fn what_is_behind_the_end_is_zeros() {
        assert_eq!(eight(b"0123456789", 1).to_le_bytes(), *b"12345678");
        assert_eq!(eight(b"0123456789", 3).to_le_bytes(), *b"3456789\0");
        assert_eq!(eight(b"0123456789", 10), 0);
        assert_eq!(eight(b"0123456789", 99), 0);
        assert_eq!(eight(b"012", 1).to_le_bytes(), *b"12\0\0\0\0\0\0");
        assert_eq!((eight(b"0", 1), eight(b"0", 9)), (0, 0));
    }

    #[test]
    fn the_last_is_found_wherever_it_stands_with_what_is_around_it() {
        for length in 0..100 {
            let plain = vec![b'.'; length];
            assert_eq!(last(&plain, length, |[_, byte, ..]| byte == b'x'), None);
            for at in 0..length {
                let mut bytes = plain.clone();
                (bytes[0], bytes[at]) = (b'x', b'x');
                let around = |at: Option<usize>| match at.and_then(|at| bytes.get(at)) {
                    Some(byte) => *byte,
                    None => 0,
                };
                let four = [at.checked_sub(1), Some(at), Some(at + 1), Some(at + 2)].map(around);
                let found = last(&bytes, length, |[before, byte, next, behind]| {
                    (byte == b'x') & (before == four[0]) & (next == four[2]) & (behind == four[3])
                });
                assert_eq!(found, Some(at), "{length}");
            }
        }
    }

    #[test]
    fn the_first_is_found_wherever_it_stands() {
        for length in [1, 2, 31, 32, 33, 64, 65, 100] {
            let plain = vec![b'.'; length];
            assert_eq!(next(&plain, 0, |byte, _| byte == b'x'), None);
            for at in 0..length {
                let mut bytes = plain.clone();
                bytes[at] = b'x';
                assert_eq!(next(&bytes, 0, |byte, _| byte == b'x'), Some(at));
                let behind = if at + 1 < length { b'.' } else { 0 };
                let found = next(&bytes, 0, |byte, next| (byte == b'x') & (next == behind));
                assert_eq!(found, Some(at));
            }
        }
    }
}
