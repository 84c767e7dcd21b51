//! Decimal digits of every script.

/// The zero of each run of ten decimal digits (general category `Nd`, Unicode 16), ascending.
const ZEROS: [u32; 75] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10, 0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450,
    0x114D0, 0x11650, 0x116C0, 0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50,
    0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8,
    0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
];

/// Returns the value of a decimal digit, 0 to 9.
pub(crate) fn digit_value(c: char) -> Option<u8> {
    let code = u32::from(c);
    if code < 0x80 {
        return c.is_ascii_digit().then(|| c as u8 - b'0');
    }
    let after = ZEROS.partition_point(|&zero| zero <= code);
    let offset = code - ZEROS[after.checked_sub(1)?];
    // Below ten, so it fits.
    (offset < 10).then_some(offset as u8)
}

/// Returns the plain form of a superscript digit or sign.
pub(super) const fn from_superscript(c: char) -> Option<char> {
    match c {
        '¹' => Some('1'),
        '²' => Some('2'),
        '³' => Some('3'),
        '⁻' => Some('-'),
        '⁰' | '⁴'..='⁹' => Some((b'0' + (c as u32 - 0x2070) as u8) as char),
        _ => None,
    }
}

/// Returns the value of a subscript digit.
pub(super) const fn subscript_value(c: char) -> Option<u8> {
    match c {
        '₀'..='₉' => Some((c as u32 - 0x2080) as u8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_several_scripts() {
        assert_eq!(
            "0９٣४𝟗".chars().map(digit_value).collect::<Vec<_>>(),
            [Some(0), Some(9), Some(3), Some(4), Some(9)]
        );
        assert_eq!("a²½三①\u{2F}\u{3A}\u{65F}\u{66A}".chars().find_map(digit_value), None);
    }

    #[test]
    fn the_zeros_ascend_and_their_runs_do_not_overlap() {
        assert!(ZEROS.windows(2).all(|pair| pair[0] + 10 <= pair[1]));
    }
}
