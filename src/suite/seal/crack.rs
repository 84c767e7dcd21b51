//! Guessing attack on the answer digests of a suite.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;

use super::guess::guesses;
use crate::base::hash::Digest;
use crate::suite::extract::normalise;
use crate::suite::format::Suite;
use crate::suite::oracle;

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrackResult {
    /// Number of hashes computed.
    pub hashes: u64,
    /// Number of tasks.
    pub tasks: u64,
    /// The tasks whose answer was found, in the order of discovery.
    pub fallen: Vec<CrackedTask>,
}

/// A task whose answer was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrackedTask {
    /// The task's id.
    pub id: String,
    /// The answer.
    pub answer: String,
    /// Number of hashes computed up to its discovery.
    pub hashes: u64,
}

/// Tries letters, numbers and `words` (one per line) against every task, with at most `bound`
/// hashes. One hash tests a guess against all unsalted tasks; each salted task needs its own hash.
pub fn crack(suite: &Suite<'_>, words: &str, bound: u64) -> CrackResult {
    let mut unsalted: HashMap<Digest, Vec<usize>> = HashMap::new();
    let mut salted = Vec::new();
    for (index, task) in suite.tasks().iter().enumerate() {
        match task.oracle.salt() {
            Some(_) => salted.push(index),
            None => {
                for digest in task.oracle.accepted() {
                    unsalted.entry(*digest).or_default().push(index);
                }
            }
        }
    }
    let mut unsolved = vec![true; suite.tasks().len()];
    let mut remaining = unsolved.len();
    let mut cracked = CrackResult { hashes: 0, tasks: remaining as u64, fallen: Vec::new() };
    for guess in guesses(suite, words) {
        let guess = normalise(suite.normalise(), Cow::Owned(guess));
        let cost = u64::from(!unsalted.is_empty()) + salted.len() as u64;
        if remaining == 0 || cracked.hashes.saturating_add(cost) > bound {
            break;
        }
        cracked.hashes += cost;
        let mut hit = Vec::new();
        if !unsalted.is_empty()
            && let Some(tasks) = unsalted.remove(&oracle::digest(None, &guess))
        {
            hit = tasks;
        }
        salted.retain(|&index| {
            let oracle = &suite.tasks()[index].oracle;
            let solved = oracle.accepts(&oracle.digest(&guess));
            hit.extend(solved.then_some(index));
            !solved
        });
        for index in hit {
            if std::mem::replace(&mut unsolved[index], false) {
                remaining -= 1;
                let (id, answer) = (suite.tasks()[index].id.to_string(), guess.to_string());
                cracked.fallen.push(CrackedTask { id, answer, hashes: cracked.hashes });
            }
        }
    }
    cracked
}
