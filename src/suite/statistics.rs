//! Summary of a suite.

use std::collections::BTreeMap;

use serde::Serialize;

use super::extract::{Extractor, Normalisation};
use super::format::Suite;

/// The counts and judging rules of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Its id; `null` for a plain list of tasks.
    pub id: Option<String>,
    /// Its version; `null` for a plain list of tasks.
    pub version: Option<String>,
    /// The digest by which scorecards identify it, in hex.
    pub digest: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of tasks with a salt.
    pub salted: u64,
    /// Number of tasks by stratum, not counting tasks without one.
    pub strata: BTreeMap<String, u64>,
    /// The pattern that extracts the answer; `null` for the last `FINAL_[A-Z0-9_]+`.
    pub pattern: Option<String>,
    /// The normalisations applied to an answer before hashing.
    pub normalise: Vec<Normalisation>,
}

impl Survey {
    /// Summarizes `suite`.
    pub fn from_suite(suite: &Suite<'_>) -> Self {
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
