//! Looking at many bytes of a text at once.

mod many;

use many::{MANY, Many};
use std::ops::{BitAnd, BitOr, Not};

/// A byte, or many of them that are compared together. What is true of one is all its bits.
pub(super) trait Bytes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Each is `byte`.
    fn all(byte: u8) -> Self;
    /// Each less `byte`, wrapping around.
    fn less(self, byte: u8) -> Self;
    /// Whether each is `byte`.
    fn is(self, byte: u8) -> Self;
    /// Whether each is below `byte`.
    fn below(self, byte: u8) -> Self;

    /// Whether each is a letter of ASCII.
    #[inline(always)]
    fn is_letter(self) -> Self {
        (self | Self::all(0x20)).is_small()
    }

    /// Whether each is a small letter of ASCII.
    #[inline(always)]
    fn is_small(self) -> Self {
        self.less(b'a').below(26)
    }

    /// Whether each is a digit of ASCII.
    #[inline(always)]
    fn is_digit(self) -> Self {
        self.less(b'0').below(10)
    }
}

impl Bytes for u8 {
    #[inline(always)]
    fn all(byte: u8) -> Self {
        byte
    }
    #[inline(always)]
    fn less(self, byte: u8) -> Self {
        self.wrapping_sub(byte)
    }
    #[inline(always)]
    fn is(self, byte: u8) -> Self {
        if self == byte { u8::MAX } else { 0 }
    }
    #[inline(always)]
    fn below(self, byte: u8) -> Self {
        if self < byte { u8::MAX } else { 0 }
    }
}

/// What is looked for, by `AROUND` bytes that stand one behind the other.
pub(super) trait Wanted<const AROUND: usize> {
    /// Whether each is.
    fn is<B: Bytes>(around: [B; AROUND]) -> B;
}

/// Where what is wanted first stands at or after `from`, by its byte and the one behind it; behind the
/// last there is a zero.
#[inline(always)]
pub(super) fn next<W: Wanted<2>>(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(many) = bytes.get(at..).and_then(<[u8]>::first_chunk::<{ MANY + 1 }>) {
        let found = W::is([Many::of(many.first_chunk()?), Many::of(many.last_chunk()?)]);
        if let Some(found) = found.first() {
            return Some(at + found);
        }
        at += MANY;
    }
    let behind = |at: usize| bytes.get(at + 1).copied().unwrap_or_default();
    (at..bytes.len()).find(|&at| W::is([bytes[at], behind(at)]) != 0)
}

/// Whether `holds` says so of any place where what is wanted stands.
#[inline(always)]
pub(super) fn any<W: Wanted<1>>(bytes: &[u8], holds: impl Fn(usize) -> bool) -> bool {
    let any_of = |from: usize, mut truths: u32| {
        while truths != 0 {
            if holds(from + truths.trailing_zeros() as usize) {
                return true;
            }
            truths &= truths - 1;
        }
        false
    };
    let mut at = 0;
    while let Some(many) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        if any_of(at, W::is([Many::of(many)]).truths()) {
            return true;
        }
        at += MANY;
    }
    match bytes.last_chunk() {
        // Of the last ones those that were not looked at.
        Some(many) => {
            let from = bytes.len() - MANY;
            let seen = at - from;
            any_of(from, W::is([Many::of(many)]).truths() >> seen << seen)
        }
        None => (0..bytes.len()).any(|at| W::is([bytes[at]]) != 0 && holds(at)),
    }
}

/// Where what is wanted last stands before `end`: the second of the four bytes it is told by. Outside of
/// the text there are zeros.
#[inline(always)]
pub(super) fn last<W: Wanted<4>>(bytes: &[u8], mut end: usize) -> Option<usize> {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    let one = |at: usize| {
        let before = at.checked_sub(1).map_or(0, byte);
        W::is([before, byte(at), byte(at + 1), byte(at + 2)]) != 0
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
        let (first, last) = (many.first_chunk()?, many.last_chunk()?);
        let [second, third] = [many[1..].first_chunk()?, many[2..].first_chunk()?];
        if let Some(at) = W::is([first, second, third, last].map(Many::of)).last() {
            return Some(from + at);
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

/// For each byte, whether it is in one of two sets.
pub(super) const fn either(mut one: [bool; 256], other: [bool; 256]) -> [bool; 256] {
    let mut byte = 0;
    while byte < one.len() {
        one[byte] |= other[byte];
        byte += 1;
    }
    one
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

    /// The byte `x`.
    struct Cross;

    impl Wanted<1> for Cross {
        fn is<B: Bytes>([byte]: [B; 1]) -> B {
            byte.is(b'x')
        }
    }

    impl Wanted<2> for Cross {
        fn is<B: Bytes>([byte, _]: [B; 2]) -> B {
            byte.is(b'x')
        }
    }

    impl Wanted<4> for Cross {
        fn is<B: Bytes>([_, byte, ..]: [B; 4]) -> B {
            byte.is(b'x')
        }
    }

    /// The same with others around it.
    struct Told<const BEFORE: u8, const NEXT: u8, const BEHIND: u8>;

    impl<const BEFORE: u8, const NEXT: u8, const BEHIND: u8> Wanted<2> for Told<BEFORE, NEXT, BEHIND> {
        fn is<B: Bytes>([byte, next]: [B; 2]) -> B {
            byte.is(b'x') & next.is(NEXT)
        }
    }

    impl<const BEFORE: u8, const NEXT: u8, const BEHIND: u8> Wanted<4> for Told<BEFORE, NEXT, BEHIND> {
        fn is<B: Bytes>([before, byte, next, behind]: [B; 4]) -> B {
            byte.is(b'x') & before.is(BEFORE) & next.is(NEXT) & behind.is(BEHIND)
        }
    }

    #[test]
    fn the_first_and_the_last_are_found_wherever_they_stand_with_what_is_around_them() {
        for length in 0..100 {
            let plain = vec![b'.'; length];
            assert_eq!((next::<Cross>(&plain, 0), last::<Cross>(&plain, length)), (None, None));
            for at in 0..length {
                let mut bytes = plain.clone();
                bytes[at] = b'x';
                assert_eq!(next::<Cross>(&bytes, 0), Some(at));
                assert_eq!(next::<Cross>(&bytes, at + 1), None);
                assert_eq!(last::<Cross>(&bytes, length), Some(at));
                assert_eq!(last::<Cross>(&bytes, at), None);
                let (first, last_but_one) = (at == 0, at + 2 == length);
                let found = if at + 1 == length {
                    next::<Told<b'.', 0, 0>>(&bytes, 0)
                } else {
                    next::<Told<b'.', b'.', 0>>(&bytes, 0)
                };
                assert_eq!(found, Some(at), "{length}");
                let found = match (first, at + 1 == length, last_but_one) {
                    (true, true, _) => last::<Told<0, 0, 0>>(&bytes, length),
                    (true, _, true) => last::<Told<0, b'.', 0>>(&bytes, length),
                    (true, ..) => last::<Told<0, b'.', b'.'>>(&bytes, length),
                    (_, true, _) => last::<Told<b'.', 0, 0>>(&bytes, length),
                    (.., true) => last::<Told<b'.', b'.', 0>>(&bytes, length),
                    _ => last::<Told<b'.', b'.', b'.'>>(&bytes, length),
                };
                assert_eq!(found, Some(at), "{length}");
            }
        }
    }

    #[test]
    fn every_place_is_looked_at_once() {
        for length in 0..100 {
            let bytes = vec![b'x'; length];
            let seen = std::cell::Cell::new(0_u128);
            let none =
                any::<Cross>(&bytes, |at| seen.replace(seen.get() + (1 << at)) >> at & 1 != 0);
            assert_eq!((none, seen.get()), (false, (1 << length) - 1));
            assert!((0..length).all(|place| any::<Cross>(&bytes, |at| at == place)));
        }
        assert!(!any::<Cross>(&[b'.'; 99], |_| true));
    }

    #[test]
    fn many_bytes_are_told_as_each_of_them() {
        fn told<B: Bytes>(byte: B) -> [B; 7] {
            [
                byte.is_letter(),
                byte.is_small(),
                byte.is_digit(),
                byte.is(0x7F),
                byte.below(0xE3),
                !byte.below(1) & byte.less(0x40).below(0x80),
                (byte | B::all(0x20)).is(b'k'),
            ]
        }
        for byte in 0..=u8::MAX {
            let many = told(Many::of(&[byte; MANY]));
            for (one, many) in told(byte).into_iter().zip(many) {
                assert!(one == 0 || one == u8::MAX);
                let found = (one != 0).then_some(0);
                assert_eq!((many.first(), many.last()), (found, found.map(|_| MANY - 1)), "{byte}");
            }
            assert_eq!(byte.is_letter() != 0, byte.is_ascii_alphabetic());
            assert_eq!(byte.is_small() != 0, byte.is_ascii_lowercase());
            assert_eq!(byte.is_digit() != 0, byte.is_ascii_digit());
        }
    }
}
