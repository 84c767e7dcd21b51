//! Extraction of the answer from a reply, and its normalisation before hashing.

mod normalise;
mod pattern;

use memchr::memrchr;

pub use normalise::Normalisation;
pub(super) use normalise::normalise;
pub(super) use pattern::Extraction;
pub use pattern::{MatchChoice, Pattern};

/// The rule that finds the answer in a reply.
#[derive(Clone, Debug, Default)]
pub enum Extractor {
    /// The last `FINAL_[A-Z0-9_]+`.
    #[default]
    FinalToken,
    /// A pattern defined by the suite.
    Pattern(Box<Pattern>),
}

impl Extractor {
    pub(super) fn extract<'a>(&self, reply: &'a str) -> Extraction<'a> {
        match self {
            Self::FinalToken => final_token(reply).map_or(Extraction::NoMatch, Extraction::Token),
            Self::Pattern(pattern) => pattern.extract(reply),
        }
    }
}

/// Prefix of every default token.
pub(super) const PREFIX: &str = "FINAL_";

/// Returns the last of the non-overlapping leftmost-longest matches of `FINAL_[A-Z0-9_]+`.
///
/// A match lies within a run of `[A-Z0-9_]`, extends to its end, and starts at the run's first
/// `FINAL_`. So each run has at most one match, and searching the runs from the end finds the last
/// one in linear time.
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
    fn final_token_finds_the_last_token() {
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
        fn final_token_agrees_with_regex(reply in "([FINAL_ aé7]|FINAL_|FINAL_A){0,12}") {
            let pattern = regex::Regex::new("FINAL_[A-Z0-9_]+").unwrap();
            let expect = pattern.find_iter(&reply).last().map(|found| found.as_str());
            prop_assert_eq!(final_token(&reply), expect);
        }
    }
}
