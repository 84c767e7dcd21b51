//! What a suite holds, for its author and for those who run it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::extract::Extractor;
use super::format::Suite;
use super::normalise::Normalisation;

/// The counts of a suite, and the rules that it is judged by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Its id; `null` for a plain list of tasks.
    pub id: Option<String>,
    /// Its version; `null` for a plain list of tasks.
    pub version: Option<String>,
    /// What scorecards name it by, in hex.
    pub digest: String,
    /// How many tasks it has.
    pub tasks: u64,
    /// How many of them have a salt.
    pub salted: u64,
    /// The tasks by stratum; those without one are not in it.
    pub strata: BTreeMap<String, u64>,
    /// The pattern that takes an answer out of a reply; `null` for the last `FINAL_[A-Z0-9_]+`.
    pub pattern: Option<String>,
    /// What is done to an answer before it is hashed.
    pub normalise: Vec<Normalisation>,
}

impl Survey {
    /// The survey of `suite`.
    pub fn of(suite: &Suite<'_>) -> Self {
        let mut strata = BTreeMap::new();
        for stratum in suite.tasks().iter().filter_map(|task| task.stratum.as_deref()) {
            *strata.entry(stratum.to_owned()).or_default() += 1;
        }
        let salted = suite.tasks().iter().filter(|task| task.oracle.salt().is_some()).count();
        Self {
            id: suite.id().map(str::to_owned),
            version: suite.version().map(str::to_owned),
            digest: suite.digest().hex(),
            tasks: suite.tasks().len() as u64,
            salted: salted as u64,
            strata,
            pattern: match suite.extractor() {
                Extractor::FinalToken => None,
                Extractor::Pattern(pattern) => Some(pattern.as_str().to_owned()),
            },
            normalise: suite.normalise().to_vec(),
        }
    }
}
