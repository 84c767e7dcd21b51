//! Published commitments to plans and runs.

use crate::base::hash::Digest;
use crate::base::lines::{Line, Lines};
use crate::error::{Code, Error};
use crate::proof::Index;
use crate::record::file::{self, ControlLine, RunLine};

/// Published plan ids and run ids.
#[derive(Clone, Debug, Default)]
pub struct Commitments {
    ids: Index,
    /// The subject of each id, if the first line of its run was published.
    subjects: Vec<Option<String>>,
    /// True for each id that a run of the file has.
    met: Vec<bool>,
}

impl Commitments {
    /// Parses commitments, one per line: a plan id, a run id, or the first line of a run.
    ///
    /// # Errors
    /// `verify.committed` for any other line, or without lines.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (mut all, mut wrong, mut number) = (Self::default(), None, 0);
        let mut each = |line: Line<'_>| {
            number += 1;
            let read = match line {
                Line::Whole(line) => parse_commitment(line),
                Line::TooLong => None,
            };
            match read {
                Some((id, subject)) => all.add(&id, subject),
                None => wrong = wrong.or(Some(number)),
            }
        };
        let mut lines = Lines::default();
        lines.push(text.as_bytes(), &mut each);
        lines.finish(&mut each);
        if wrong.is_none() && !all.met.is_empty() {
            return Ok(all);
        }
        let thing = format!("line {} of the commitments", wrong.unwrap_or(1));
        let expected = "a plan id, a run id, or the first line of a run";
        let found = if number == 0 { "nothing" } else { "something else" };
        Err(Error::new(Code::VerifyCommitted, thing, expected, found))
    }

    fn add(&mut self, id: &Digest, subject: Option<String>) {
        if self.ids.add(id) {
            self.subjects.push(subject);
            self.met.push(false);
        }
    }

    /// Reports whether the plan or the run was published.
    pub(super) fn includes(&self, plan: &Digest, run: &Digest) -> bool {
        self.ids.find(plan).is_some() || self.ids.find(run).is_some()
    }

    /// Records that the file has this run of this plan.
    pub(super) fn mark_found(&mut self, plan: &Digest, run: &Digest) {
        for id in [plan, run] {
            if let Some(at) = self.ids.find(id) {
                self.met[at] = true;
            }
        }
    }

    /// Returns the ids that no run of the file has. Skips runs known to be of other subjects than
    /// `subject`.
    pub(super) fn missing_ids(&self, subject: Option<&str>) -> impl Iterator<Item = &Digest> {
        let is_requested = move |other: &Option<String>| match (subject, other) {
            (Some(wanted), Some(other)) => other == wanted,
            _ => true,
        };
        let all = self.ids.digests().iter().zip(&self.subjects).zip(&self.met);
        all.filter(move |((_, other), met)| !**met && is_requested(other)).map(|((id, _), _)| id)
    }
}

/// Parses a line to its id, and to the subject if it is the first line of a run.
fn parse_commitment(line: &[u8]) -> Option<(Digest, Option<String>)> {
    let text = std::str::from_utf8(line).ok()?;
    if let Ok(id) = Digest::from_hex("id", text.trim()) {
        return Some((id, None));
    }
    let Ok(file::Line::Control(ControlLine::Run(run))) = file::Line::parse(line) else {
        return None;
    };
    let RunLine { terms, subject, entropy, run_id, .. } = *run;
    let id = terms.run_id(&subject, &entropy);
    (id == run_id).then(|| (id, Some(subject.to_string())))
}
