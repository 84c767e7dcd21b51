//! Gates: whether a comparison fails a job of continuous integration.

use serde::Serialize;

use super::{Comparison, Verdict};
use crate::base::text::group_thousands;
use crate::error::{Code, Error, shown};

/// The condition on which a gate closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// Any task or question that passed and now fails. For suites, whose tasks are fixed.
    Broken,
    /// The verdict [`Verdict::Regression`]. For samples of questions, where single replies vary.
    Regression,
}

impl FailOn {
    /// Every condition.
    pub const ALL: [Self; 2] = [Self::Broken, Self::Regression];

    /// Returns the name used in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Regression => "regression",
        }
    }

    /// Looks up a condition by name.
    ///
    /// # Errors
    /// `stats.unknown-gate` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| {
            let expected = Self::ALL.map(Self::name).join(" or ");
            Error::new(Code::StatsUnknownGate, "gate", expected, shown(name))
        })
    }
}

/// The decision of a gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gate {
    /// True if the gate stays open.
    pub passed: bool,
    /// The decision as a sentence.
    pub text: String,
}

/// Decides whether `comparison` passes the gate. Without pairs it does not, since nothing was
/// judged.
///
/// # Errors
/// `stats.too-few-pairs` for [`FailOn::Regression`] if there are so few pairs that the test cannot
/// reach its level even if all of them break: such a gate would never close.
pub fn gate(comparison: &Comparison, fail_on: FailOn) -> Result<Gate, Error> {
    let (pairs, alpha) = (&comparison.pairs, comparison.alpha);
    if pairs.total() == 0 {
        let text = "Failed: the files have nothing in common, so nothing was judged.".to_owned();
        return Ok(Gate { passed: false, text });
    }
    Ok(match fail_on {
        FailOn::Broken if pairs.broken == 0 => {
            Gate { passed: true, text: "Passed: nothing that passed before fails now.".to_owned() }
        }
        FailOn::Broken => {
            let broken = group_thousands(pairs.broken);
            Gate { passed: false, text: format!("Failed: {broken} that passed before fail now.") }
        }
        FailOn::Regression if pairs.total() < comparison.fewest_pairs => {
            let expected = format!(
                "at least {} pairs, since with fewer the test never reaches p {alpha} (gate \
                 \"broken\" works with any number)",
                comparison.fewest_pairs
            );
            let found = pairs.total().to_string();
            return Err(Error::new(Code::StatsTooFewPairs, "gate \"regression\"", expected, found));
        }
        FailOn::Regression => {
            let passed = comparison.verdict != Verdict::Regression;
            let text =
                if passed { "Passed: no significant regression." } else { "Failed: regression." };
            Gate { passed, text: text.to_owned() }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Observation, Options, compare};

    fn changes(fixed: usize, broken: usize, both: usize) -> Comparison {
        let runs = |first: bool| {
            let of = |count: usize, passed: bool, kind: &'static str| {
                (0..count).map(move |at| Observation {
                    key: format!("{kind}{at}"),
                    passed,
                    latency_ms: None,
                })
            };
            of(fixed, !first, "f").chain(of(broken, first, "b")).chain(of(both, true, "s"))
        };
        compare(runs(true), runs(false), &Options::default())
    }

    #[test]
    fn gates_close_when_they_should() {
        for (fixed, broken, both, by_broken, by_regression) in [
            (0, 0, 5, Ok(true), Err("stats.too-few-pairs")),
            (0, 5, 0, Ok(false), Err("stats.too-few-pairs")),
            (0, 6, 0, Ok(false), Ok(false)),
            (0, 1, 9, Ok(false), Ok(true)),
            (3, 0, 9, Ok(true), Ok(true)),
            (0, 0, 0, Ok(false), Ok(false)),
        ] {
            let comparison = changes(fixed, broken, both);
            for (fail_on, expected) in
                [(FailOn::Broken, by_broken), (FailOn::Regression, by_regression)]
            {
                let found = gate(&comparison, fail_on);
                let found = found.as_ref().map(|gate| gate.passed).map_err(|error| error.code());
                assert_eq!(found, expected, "{fail_on:?} {fixed} {broken} {both}");
            }
        }
    }

    #[test]
    fn names_are_looked_up() {
        for fail_on in FailOn::ALL {
            assert_eq!(FailOn::from_name(fail_on.name()).unwrap(), fail_on);
        }
        assert_eq!(FailOn::from_name("any").unwrap_err().code(), "stats.unknown-gate");
    }
}
