//! A numeric token, and what the words and marks around it make of it.

use super::around;
use super::state::Near;
use crate::grade::Span;
use crate::grade::committed::lex::Token;
use crate::grade::text::{ends_with_any, starts_with_any};

/// What says behind a number, or behind its unit, that it is of each.
const RATES: [&str; 14] = [
    " each",
    " per ",
    " on each",
    " in each",
    " for each",
    " at each",
    " from each",
    " to each",
    " a minute",
    " an hour",
    " a day",
    " a week",
    " a month",
    " a year",
];

/// What something is measured in, which is in the singular before it.
const MEASURES: [&str; 13] = [
    "page",
    "mile",
    "kilometer",
    "meter",
    "foot",
    "pound",
    "gallon",
    "liter",
    "dollar",
    "minute",
    "hour",
    "day",
    "week",
];

/// What makes a percentage say how sure the reply is.
const SURE: [&str; 4] = ["sure", "certain", "confiden", "positive"];

/// A numeric token, and what stands around it.
pub(super) struct Figure<'a> {
    pub token: Token,
    /// Its place, with a sign that is no part of the token.
    pub span: Span,
    pub before: &'a str,
    pub after: &'a str,
    pub near: Near,
    /// No number, and no word that is no cue, stands before it.
    pub first: bool,
    /// A word is joined to it: "3-digit number", "12-month plan".
    pub hyphenated: bool,
    /// "1. First,": it is the number of a list's line.
    pub listed: bool,
    pub bold: bool,
}

impl Figure<'_> {
    /// The byte behind it; a line break at the end.
    pub(super) fn next(&self) -> u8 {
        self.after.as_bytes().first().copied().unwrap_or(b'\n')
    }

    /// "1st", "2nd": a place.
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_ordinal(&self) -> bool {
        matches!(self.next(), b's' | b'n' | b'r' | b't')
            && ["st", "nd", "rd", "th"].iter().any(|end| {
                self.after.starts_with(end)
                    && !self.after[2..].starts_with(|c: char| c.is_alphanumeric())
            })
    }

    /// "The answer is 7th.": a place by itself.
    pub(super) fn is_lone_place(&self) -> bool {
        self.is_ordinal() && matches!(self.after.as_bytes()[2..], [] | [b'.' | b'\n', ..])
    }

    /// "6th place", "on the 14th floor": a place that may be asked for.
    pub(super) fn is_place(&self) -> bool {
        const PLACES: [&str; 10] = [
            " place",
            " floor",
            " position",
            " spot",
            " row",
            " day",
            " grade",
            " rung",
            " storey",
            " level",
        ];
        self.is_ordinal() && starts_with_any(&self.after[2..], &PLACES)
    }

    /// "she finished in 4th place": what something ends in.
    pub(super) fn is_last_place(&self) -> bool {
        const ENDS: [&str; 4] = ["finish ", "finishes ", "finished ", "finishing "];
        const UP: [&str; 4] = ["end up ", "ends up ", "ended up ", "ending up "];
        self.is_place()
            && self
                .before
                .strip_suffix("in ")
                .is_some_and(|before| ends_with_any(before, &ENDS) || ends_with_any(before, &UP))
    }

    /// "2️⃣": the number of a list's line.
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_key(&self) -> bool {
        // Mostly a space stands there.
        !self.next().is_ascii() && self.after.trim_start_matches('\u{FE0F}').starts_with('\u{20E3}')
    }

    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_struck(&self) -> bool {
        self.next() == b'~' && self.before.ends_with("~~") && self.after.starts_with("~~")
    }

    /// `8 [1]`, `It is 18.[^1]`, `[^1]: Based on`, `[1] https://…`: the number of a note, but "The answer is [14]".
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_note(&self) -> bool {
        self.next() == b']'
            && !(self.near.is || self.near.result || self.near.equals || self.near.tag)
            && (self.before.ends_with("[^")
                || starts_with_any(self.after, &["] http", "]: http"])
                || self.before.strip_suffix('[').is_some_and(|before| {
                    let before = before.strip_suffix(' ').unwrap_or(before);
                    before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ']'))
                }))
    }

    /// "100% sure".
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_certainty(&self) -> bool {
        self.after
            .strip_prefix('%')
            .is_some_and(|after| SURE.iter().any(|sure| after.trim_start().starts_with(sure)))
    }

    /// "Answer 2: 133", "Answer (2): 133", where an answer is named, but "The answer is 95: 37 plus 58".
    pub(super) fn numbers_answer(&self) -> bool {
        const NAMED: [&str; 4] = ["nswer", "NSWER", "olution", "esult"];
        self.near.is
            && self.after.strip_prefix(')').unwrap_or(self.after).starts_with(": ")
            && ends_with_any(self.before.trim_end_matches([' ', '(', '#', '*']), &NAMED)
    }

    /// It is all that stands in bold, but for a cell of a table.
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_emphasised(&self) -> bool {
        // Mostly a space stands before it.
        if !matches!(self.before.as_bytes().last(), Some(b'*' | b'$' | 0x80..)) {
            return false;
        }
        let before = self.before.trim_end_matches(['$', '€', '£']);
        before.ends_with("**")
            // A cell of a table; a digit of what is written in columns.
            && !ends_with_any(before, &["| **", "rite **", "arry **"])
            && self.after.trim_start_matches(['.', '!']).starts_with("**")
    }

    /// "5 a day", "40 hours per week", "36 apples in each".
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_rate(&self) -> bool {
        let Some(after) = self.after.strip_prefix(' ') else { return false };
        let unit = after.trim_start_matches(|c: char| c.is_ascii_lowercase());
        after.starts_with("a ")
            || starts_with_any(unit, &RATES)
            || starts_with_any(self.after, &RATES)
    }

    /// It says more of what a word names: "a 10% tip", "12-month".
    pub(super) fn modifies(&self) -> bool {
        self.hyphenated
            || self.before.ends_with(" a ")
            || self.is_price()
            || self.measures()
            || self.is_when()
            || around::is_whole(self.before)
            || around::is_attribute_of(self.before)
    }

    /// "4 $25 pens".
    fn is_price(&self) -> bool {
        let counted = self.before.strip_suffix(" $").unwrap_or_default();
        counted.ends_with(|c: char| c.is_ascii_digit())
            && self.after.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_alphabetic))
    }

    /// "a crew of 4 would", "a team of 4 can".
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn is_group(&self) -> bool {
        ends_with_any(self.before, &["crew of ", "team of ", "group of "])
            && starts_with_any(self.after, &[" would ", " will ", " can ", " could ", " must "])
    }

    /// "20 years later", "3 weeks ago".
    fn is_when(&self) -> bool {
        let Some(after) = self.after.strip_prefix(' ') else { return false };
        let unit = after.trim_start_matches(|c: char| c.is_ascii_lowercase());
        starts_with_any(unit, &[" later", " ago"])
    }

    /// "the 200 page book", "5 8 dollar toys": a measure of what follows, as its word is in the singular.
    fn measures(&self) -> bool {
        let counted = || {
            let before = self.before.strip_suffix(' ').unwrap_or_default();
            before.ends_with(|c: char| c.is_ascii_digit())
        };
        (self.before.ends_with("the ") || counted())
            && self.after.strip_prefix(' ').is_some_and(|after| {
                MEASURES.iter().any(|measure| {
                    let noun =
                        after.strip_prefix(measure).and_then(|after| after.strip_prefix(' '));
                    noun.is_some_and(|noun| noun.starts_with(|c: char| c.is_ascii_lowercase()))
                })
            })
    }
}
