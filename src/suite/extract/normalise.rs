//! Normalisations of an answer before hashing.

use std::borrow::Cow;

use serde::Serialize;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::grade::Decimal;

/// A normalisation step. A suite's steps are applied in order, to the accepted answers when it is
/// sealed and to every extracted answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Normalisation {
    /// Strips white space (Unicode `White_Space`) at both ends.
    Trim,
    /// Unicode full lower-case mapping without locale, by the standard library's Unicode version.
    Lower,
    /// Unicode full upper-case mapping, likewise.
    Upper,
    /// Unicode normalisation form C.
    Nfc,
    /// Rewrites a number to its canonical decimal text, so that `7,742.0` becomes `7742`. Leaves
    /// other text unchanged.
    Number,
}

impl Normalisation {
    /// Every step, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Trim, Self::Lower, Self::Upper, Self::Nfc, Self::Number];

    /// Returns the name used in suites.
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

/// Applies `steps` to `text`, in order.
pub(in crate::suite) fn normalise<'a>(steps: &[Normalisation], text: Cow<'a, str>) -> Cow<'a, str> {
    steps.iter().fold(text, |text, step| step.apply(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_apply_in_order() {
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
    fn names_match_the_format() {
        for step in Normalisation::ALL {
            let name = serde_json::to_string(&step).unwrap();
            assert_eq!(name, format!("{:?}", step.name()));
        }
    }
}
