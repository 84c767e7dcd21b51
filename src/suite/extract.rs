//! The extractor: which part of a reply is its answer.

use memchr::memrchr;

use super::pattern::Pattern;

/// What takes the answer out of a reply.
#[derive(Clone, Debug, Default)]
pub enum Extractor {
    /// The last `FINAL_[A-Z0-9_]+`.
    #[default]
    FinalToken,
    /// What a pattern of the suite's own finds.
    Pattern(Box<Pattern>),
}

/// What an extractor makes of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extracted<'a> {
    /// The answer.
    Token(&'a str),
    /// There is none.
    Nothing,
    /// The reply is longer than a pattern is run over.
    TooLarge,
}

impl Extractor {
    pub(super) fn extract<'a>(&self, reply: &'a str) -> Extracted<'a> {
        match self {
            Self::FinalToken => final_token(reply).map_or(Extracted::Nothing, Extracted::Token),
            Self::Pattern(pattern) => pattern.extract(reply),
        }
    }
}

/// What every default token begins with.
pub(super) const PREFIX: &str = "FINAL_";

/// The last of the leftmost-longest matches of `FINAL_[A-Z0-9_]+` that do not overlap.
///
/// A match lies within one run of `[A-Z0-9_]`, reaches to its end, and begins at the run's first
/// `FINAL_`; so each run has one match at most, and the last is found by going through the runs
/// from the end. Every byte is looked at a fixed number of times.
fn final_token(reply: &str) -> Option<&str> {
    let bytes = reply.as_bytes();
    let mut end = bytes.len();
    while let Some(place) = memrchr(b'F', &bytes[..end]) {
        if !bytes[place..].starts_with(PREFIX.as_bytes()) {
            end = place;
            continue;
        }
        let is_part = |byte: &u8| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_');
        let start = bytes[..place].iter().rposition(|b| !is_part(b)).map_or(0, |i| i + 1);
        let after = place + PREFIX.len();
        let stop =
            bytes[after..].iter().position(|b| !is_part(b)).map_or(bytes.len(), |i| after + i);
        let run = &reply[start..stop];
        // Most runs have one prefix, at their start.
        let first = if place == start { 0 } else { run.find(PREFIX).unwrap_or(place - start) };
        if run.len() > first + PREFIX.len() {
            return Some(&run[first..]);
        }
        end = start;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_last_token_is_found() {
        for (reply, expect) in [
            ("", None),
            ("FINAL_", None),
            ("FINAL_ A", None),
            ("final_A", None),
            ("FINAL_A", Some("FINAL_A")),
            ("xFINAL_Ax", Some("FINAL_A")),
            ("AFINAL_B", Some("FINAL_B")),
            ("FINAL_A then FINAL_B.", Some("FINAL_B")),
            ("FINAL_A then FINAL_", Some("FINAL_A")),
            ("FINAL_FINAL_", Some("FINAL_FINAL_")),
            ("FINAL_FINAL_A", Some("FINAL_FINAL_A")),
            ("FINAL_Aé FINAL_", Some("FINAL_A")),
            ("F FINAL_7 F", Some("FINAL_7")),
            ("FINAL__", Some("FINAL__")),
        ] {
            assert_eq!(final_token(reply), expect, "{reply}");
        }
    }

    proptest! {
        #[test]
        fn it_is_what_a_pattern_engine_finds(reply in "([FINAL_ aé7]|FINAL_|FINAL_A){0,12}") {
            let pattern = regex::Regex::new("FINAL_[A-Z0-9_]+").unwrap();
            let expect = pattern.find_iter(&reply).last().map(|found| found.as_str());
            prop_assert_eq!(final_token(&reply), expect);
        }
    }
}
