//! Exact decimal numbers from replies.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::digit;
use super::token;

/// An exact decimal number that borrows its text.
///
/// Equality compares values: `7,742` equals `7742.0` and `7.742e3`. Exponents are never expanded,
/// so `1e999999999` costs no more than `1`. `Display` writes the canonical text.
#[derive(Clone, Copy)]
pub struct Decimal<'a> {
    text: &'a str,
    negative: bool,
    digits: Digits,
    /// The power of ten of the last significant digit.
    exponent: i64,
}

/// The significant digits, from the first to the last non-zero one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    /// The digits as an integer; 0 for zero.
    Few(u64),
    /// The number of digits, if they may exceed a `u64`. The digits are read from the text.
    Many(usize),
}

/// The most digits that always fit a `u64`.
const FEW: usize = 19;

impl<'a> Decimal<'a> {
    /// Parses `text` as exactly one numeric token.
    pub fn parse(text: &'a str) -> Option<Self> {
        let span = token::next_number(text, 0)?;
        (span.start == 0 && span.end == text.len()).then(|| Self::from_token(text))
    }

    /// Creates an integer with few digits. Zero is never negative.
    fn from_integer(text: &'a str, negative: bool, mut value: u64) -> Self {
        let mut exponent = 0;
        while value > 0 && value.is_multiple_of(10) {
            (value, exponent) = (value / 10, exponent + 1);
        }
        Self { text, negative, digits: Digits::Few(value), exponent }
    }

    /// Parses a whole numeric token.
    pub(super) fn from_token(text: &'a str) -> Self {
        Self::read(text, '.')
    }

    /// Parses a number of the committed reading, which may have a decimal comma or a power of ten.
    pub(super) fn of_number(text: &'a str) -> Self {
        Self::read(text, if token::has_decimal_comma(text) { ',' } else { '.' })
    }

    fn read(text: &'a str, point: char) -> Self {
        let mut negative = false;
        let (mut value, mut count, mut zeros) = (0_u64, 0_usize, 0_usize);
        let (mut fraction, mut in_fraction) = (0_i64, false);
        let (mantissa, explicit) = token::split_exponent(text);
        let mut rest = mantissa;
        while let Some(byte) = rest.as_bytes().first() {
            // Much faster than `chars` for ASCII.
            let c = if byte.is_ascii() { Some(char::from(*byte)) } else { rest.chars().next() };
            let Some(c) = c else { break };
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
            match c {
                _ if c == point => in_fraction = true,
                '-' | '−' | '–' => negative = true,
                _ => {}
            }
            let Some(digit) = digit::digit_value(c) else { continue };
            fraction += i64::from(in_fraction);
            if digit == 0 {
                zeros += usize::from(count > 0);
                continue;
            }
            count += zeros + 1;
            if count <= FEW {
                for _ in 0..zeros {
                    value *= 10;
                }
                value = value * 10 + u64::from(digit);
            }
            zeros = 0;
        }
        if count == 0 {
            return Self { text, negative: false, digits: Digits::Few(0), exponent: 0 };
        }
        let digits = if count <= FEW { Digits::Few(value) } else { Digits::Many(count) };
        // Does not overflow: a text has fewer than 2^62 bytes, and an exponent is below 10^18.
        let exponent = explicit - fraction + zeros as i64;
        Self { text, negative, digits, exponent }
    }

    /// Returns this number with `text` as its text; `None` if it has too many digits to store and
    /// `text` does not contain them in one piece.
    pub(super) fn written_as(self, text: &str) -> Option<Decimal<'_>> {
        let Self { negative, digits, exponent, .. } = self;
        let written = Decimal { text, negative, digits, exponent };
        let same = match digits {
            Digits::Few(_) => true,
            Digits::Many(count) => self.has_digits_of(&written, count),
        };
        same.then_some(written)
    }

    /// Returns the original text; empty for a number created from an integer.
    pub const fn as_written(&self) -> &'a str {
        self.text
    }

    /// Reports whether the first `count` significant digits are those of `other`.
    fn has_digits_of(&self, other: &Decimal<'_>, count: usize) -> bool {
        self.text == other.text || self.significant_digits(count) == other.significant_digits(count)
    }

    /// Returns the first `count` significant digits of the text in ASCII, without leading zeros.
    fn significant_digits(&self, count: usize) -> Cow<'a, str> {
        let (mantissa, _) = token::split_exponent(self.text);
        let value = |c: char| digit::digit_value(c).or_else(|| digit::subscript_value(c));
        let start = mantissa.find(|c| value(c).is_some_and(|digit| digit > 0));
        let rest = mantissa.get(start.unwrap_or_default()..).unwrap_or_default();
        match rest.get(..count).filter(|run| run.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(run) => Cow::Borrowed(run),
            None => {
                let digits = rest.chars().filter_map(value).take(count);
                Cow::Owned(digits.map(|digit| char::from(b'0' + digit)).collect())
            }
        }
    }
}

/// Converts an integer. [`as_written`](Decimal::as_written) is then empty.
impl From<i64> for Decimal<'_> {
    fn from(value: i64) -> Self {
        Self::from_integer("", value < 0, value.unsigned_abs())
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same_shape = self.negative == other.negative
            && self.digits == other.digits
            && self.exponent == other.exponent;
        match self.digits {
            Digits::Few(_) => same_shape,
            Digits::Many(count) => same_shape && self.has_digits_of(other, count),
        }
    }
}

impl Eq for Decimal<'_> {}

impl Hash for Decimal<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negative.hash(state);
        self.exponent.hash(state);
    }
}

impl fmt::Debug for Decimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decimal({self})")
    }
}

/// Writes the canonical text: equal numbers have equal texts.
///
/// ASCII digits without `+`, `-0`, grouping and redundant zeros. Plain notation (`-7742`, `0.5`) if
/// that adds at most twenty zeros to the significant digits, otherwise scientific (`1.5e-30`).
impl fmt::Display for Decimal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_ZEROS: i64 = 20;
        let digits = match self.digits {
            Digits::Few(value) => Cow::Owned(value.to_string()),
            Digits::Many(count) => self.significant_digits(count),
        };
        if self.negative {
            f.write_str("-")?;
        }
        // The position of the decimal point, in digits from the first.
        let point = digits.len() as i64 + self.exponent;
        if self.exponent > MOST_ZEROS || point < -MOST_ZEROS {
            let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
            let dot = if rest.is_empty() { "" } else { "." };
            return write!(f, "{first}{dot}{rest}e{}", point - 1);
        }
        if point <= 0 {
            f.write_str("0.")?;
            write_zeros(f, -point)?;
        }
        let whole = digits.len().min(point.max(0) as usize);
        let (whole, fraction) = digits.split_at_checked(whole).unwrap_or_default();
        f.write_str(whole)?;
        if 0 < point && self.exponent < 0 {
            f.write_str(".")?;
        }
        f.write_str(fraction)?;
        write_zeros(f, self.exponent.max(0))
    }
}

fn write_zeros(f: &mut fmt::Formatter<'_>, count: i64) -> fmt::Result {
    (0..count).try_for_each(|_| f.write_str("0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Decimal::parse(text).map_or_else(|| "none".to_string(), |decimal| decimal.to_string())
    }

    #[test]
    fn canonical_text() {
        for (written, expected) in [
            ("95", "95"),
            ("-0", "0"),
            ("−40", "-40"),
            ("007.50", "7.5"),
            ("7,742", "7742"),
            (".5", "0.5"),
            ("-.5e1", "-5"),
            ("0.0001", "0.0001"),
            ("1e3", "1000"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e21"),
            ("15e-30", "1.5e-29"),
            ("1e999999999", "1e999999999"),
            ("1e-999999999999999999", "1e-999999999999999999"),
            ("１２３", "123"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
            ("18446744073709551616", "18446744073709551616"),
            ("10000000000000000000", "10000000000000000000"),
            ("0e5", "0"),
            ("95 ", "none"),
            ("", "none"),
            ("ninety", "none"),
        ] {
            assert_eq!(canonical(written), expected, "{written}");
        }
    }

    #[test]
    fn an_integer_is_what_it_is_written_as() {
        for value in [0, 1, -1, 10, -40, 7742, 10_000, i64::MIN, i64::MAX] {
            let (text, number) = (value.to_string(), Decimal::from(value));
            assert_eq!(number, Decimal::parse(&text).unwrap());
            assert_eq!(number.to_string(), text);
        }
    }

    #[test]
    fn equality_is_of_values() {
        let equal = |a, b| Decimal::parse(a).unwrap() == Decimal::parse(b).unwrap();
        assert!(equal("1e3", "1,000.00"));
        assert!(equal("0", "-0.000e99"));
        assert!(equal("12345678901234567890123e1", "123456789012345678901230"));
        assert!(!equal("12345678901234567890123", "12345678901234567890124"));
        assert!(!equal("1e999999999", "1e999999998"));
        assert!(!equal("5", "-5"));
    }
}
