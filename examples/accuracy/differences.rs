//! Cases of other graders' tests that the committed reading decides otherwise, each with a reason.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Deserialize;

/// One reason, and the ids of the cases that it is for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    reason: String,
    ids: Vec<String>,
}

/// What the cases came to.
pub struct Differences {
    /// Each reason, and how many cases it was for.
    reasons: Vec<(Reason, u32)>,
    agreed: u32,
    unexplained: Vec<String>,
}

impl Differences {
    pub fn read() -> Result<Self, serde_json::Error> {
        let reasons: Vec<Reason> = serde_json::from_str(include_str!("differences.json"))?;
        let reasons = reasons.into_iter().map(|reason| (reason, 0)).collect();
        Ok(Self { reasons, agreed: 0, unexplained: Vec::new() })
    }

    /// Counts a case.
    pub fn add(&mut self, id: &str, agrees: bool) {
        let is_for = |reason: &Reason| reason.ids.iter().any(|other| other == id);
        if agrees {
            self.agreed += 1;
        } else if let Some((_, count)) = self.reasons.iter_mut().find(|(reason, _)| is_for(reason))
        {
            *count += 1;
        } else {
            self.unexplained.push(id.to_owned());
        }
    }

    /// Prints what the cases came to; a failure if one differs without a reason.
    pub fn print(&self, out: &mut impl Write) -> io::Result<ExitCode> {
        let Self { reasons, agreed, unexplained } = self;
        let differed: u32 = reasons.iter().map(|(_, count)| count).sum();
        if agreed + differed == 0 && unexplained.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(
            out,
            "tests of other graders: {agreed} agree, {differed} differ for a reason, {} without one",
            unexplained.len()
        )?;
        for (Reason { reason, .. }, count) in reasons.iter().filter(|(_, count)| *count > 0) {
            writeln!(out, "  {count:>3} {reason}")?;
        }
        for id in unexplained {
            writeln!(out, "  no reason: {id}")?;
        }
        Ok(if unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
