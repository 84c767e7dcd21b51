//! Cases of other graders' tests that the committed reading decides otherwise, each with a reason.

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
    reasons: Vec<Reason>,
    agreed: u32,
    differed: u32,
    unexplained: Vec<String>,
}

impl Differences {
    pub fn read() -> Result<Self, serde_json::Error> {
        let reasons = serde_json::from_str(include_str!("differences.json"))?;
        Ok(Self { reasons, agreed: 0, differed: 0, unexplained: Vec::new() })
    }

    /// Counts a case.
    pub fn add(&mut self, id: &str, agrees: bool) {
        if agrees {
            self.agreed += 1;
        } else if self.reasons.iter().any(|reason| reason.ids.iter().any(|other| other == id)) {
            self.differed += 1;
        } else {
            self.unexplained.push(id.to_owned());
        }
    }

    /// Prints what the cases came to; a failure if one differs without a reason.
    pub fn print(&self) -> ExitCode {
        let Self { reasons, agreed, differed, unexplained } = self;
        if agreed + differed == 0 && unexplained.is_empty() {
            return ExitCode::SUCCESS;
        }
        println!(
            "tests of other graders: {agreed} agree, {differed} differ for one of {} reasons, {} differ without one",
            reasons.len(),
            unexplained.len()
        );
        for id in unexplained {
            println!("  {id}");
        }
        if unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
