//! Normalisations: what is done to a token before it is hashed, as the suite names it.

use std::borrow::Cow;

use serde::Serialize;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::grade::Decimal;

/// One step. The steps of a suite are done in the order in which it names them, to the accepted
/// answers when they are sealed and to every extracted token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Normalisation {
    /// White space at both ends is left out (Unicode `White_Space`).
    Trim,
    /// Unicode full lower-case mapping, no locale, by the standard library's version of Unicode.
    Lower,
    /// Unicode full upper-case mapping, likewise.
    Upper,
    /// Unicode normalisation form C.
    Nfc,
    /// A numeric token as its canonical decimal text, so that `7,742.0` is `7742`; what is none is
    /// left as it is.
    Number,
}

impl Normalisation {
    /// Every step, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Trim, Self::Lower, Self::Upper, Self::Nfc, Self::Number];

    /// The name that suites use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trim => "trim",
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Nfc => "nfc",
            Self::Number => "number",
        }
    }

    fn apply<'a>(self, text: Cow<'a, str>) -> Cow<'a, str> {
        match self {
            Self::Trim => match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
                Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
            },
            Self::Lower => Cow::Owned(text.to_lowercase()),
            Self::Upper => Cow::Owned(text.to_uppercase()),
            Self::Nfc => match is_nfc_quick(text.chars()) {
                IsNormalized::Yes => text,
                _ => Cow::Owned(text.nfc().collect()),
            },
            Self::Number => {
                let number = Decimal::parse(&text).map(|number| number.to_string());
                number.map_or(text, Cow::Owned)
            }
        }
    }
}

/// `text` after `steps`, in order.
pub(super) fn normalise<'a>(steps: &[Normalisation], text: Cow<'a, str>) -> Cow<'a, str> {
    steps.iter().fold(text, |text, step| step.apply(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_done_in_order() {
        let done = |steps: &[Normalisation], text: &'static str| {
            normalise(steps, Cow::Borrowed(text)).into_owned()
        };
        use Normalisation::{Lower, Nfc, Number, Trim, Upper};
        assert_eq!(done(&[], " A "), " A ");
        assert_eq!(done(&[Trim, Lower], "\u{2003} ÀB\n"), "àb");
        assert_eq!(done(&[Upper], "straße"), "STRASSE");
        assert_eq!(done(&[Nfc], "e\u{301}"), "é");
        assert_eq!(done(&[Nfc], "é"), "é");
        assert_eq!(done(&[Lower, Upper], "x"), "X");
        assert_eq!(done(&[Trim, Number], " −7,742.50 "), "-7742.5");
        assert_eq!(done(&[Number], "seven"), "seven");
    }

    #[test]
    fn names_are_those_of_the_format() {
        for step in Normalisation::ALL {
            let name = serde_json::to_string(&step).unwrap();
            assert_eq!(name, format!("{:?}", step.name()));
        }
    }
}
