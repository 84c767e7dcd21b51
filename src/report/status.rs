//! What verification makes of a file, in one sentence: what a page that carries it says.

use super::source::{Records, Source};
use crate::error::{Code, Error, joined};
use crate::json::{Value, object};
#[cfg(feature = "suite")]
use crate::suite::Scorecard;
use crate::suite::check_signature;
use crate::text::grouped;
use crate::verify::{self, Conclusion, Report, Step, Verifier};

/// What verification makes of a file. It claims no more than was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The one word for it; nothing here says that a file is verified.
    pub verdict: Conclusion,
    /// Who signed all of it, as `did:key`s; empty if nobody did.
    pub signers: Vec<String>,
    /// The sentence. It begins with `Intact`, `Failed` or `Not checked`.
    pub text: String,
}

impl Status {
    /// Whether everything that was checked holds.
    pub fn intact(&self) -> bool {
        self.verdict == Conclusion::Intact
    }

    /// The status as an object of these members.
    pub fn to_value(&self) -> Value {
        object([
            ("intact", self.intact().into()),
            ("signers", self.signers.iter().map(|signer| signer.as_str().into()).collect()),
            ("text", self.text.as_str().into()),
            ("verdict", self.verdict.name().into()),
        ])
    }
}

/// Verifies `file`, a scorecard or a record file; `options` are for the latter.
pub fn status(file: &[u8], options: verify::Options) -> Status {
    match Source::parse(file) {
        Ok(Source::Scorecard(card)) => match check_signature(&card) {
            Ok(signer) => {
                intact("its counts are those of its results", signer.into_iter().collect())
            }
            Err(error) => refused(&error),
        },
        Ok(Source::Records(records)) => of_records(&verified(file, options), records),
        // What is no JSON from its first line to its last is no file of ours that was changed.
        Err(error)
            if error.code() == Code::JsonInvalid.as_str()
                && verified(file, options).conclusion == Conclusion::NotChecked =>
        {
            not_checked(&format!("{}: {error}", error.code()))
        }
        Err(error) => refused(&error),
    }
}

fn verified(file: &[u8], options: verify::Options) -> Report {
    let mut verifier = Verifier::new(options);
    verifier.push(file);
    verifier.finish()
}

fn of_records(report: &Report, records: Records) -> Status {
    let tally = |step: Step| report.steps.iter().find(|tally| tally.step == step);
    if report.conclusion == Conclusion::NotChecked {
        return not_checked(report.why.as_deref().unwrap_or("it has no record"));
    }
    if let Some(first) = report.failures.first() {
        let more = match report.failed - 1 {
            0 => String::new(),
            more => format!(" ({} more)", grouped(more)),
        };
        return failed(&format!(
            "line {}: {}: {}: {}{more}",
            first.line, first.step, first.code, first.message
        ));
    }
    let done: Vec<&str> = report.required.iter().map(|step| step.name()).collect();
    let what = format!("{} hold on all {} records", joined(&done, ", "), grouped(report.records));
    let signed = tally(Step::Signature).map_or(0, |tally| tally.pass);
    if signed == 0 {
        return intact(&what, Vec::new());
    }
    if signed < report.records || records.anonymous > 0 {
        let what = format!("{what}; {} of {} are signed", grouped(signed), grouped(report.records));
        return intact(&what, Vec::new());
    }
    // Every record is signed by the evaluator that it names.
    intact(&what, records.evaluators)
}

/// Holds a scorecard to its suite: that it names it, has a result for each task in order, and calls
/// passed what the suite accepts; with `answers`, that judging them again gives the same.
#[cfg(feature = "suite")]
pub fn status_in_suite(
    card: &[u8],
    suite: &crate::suite::Suite<'_>,
    answers: Option<&crate::suite::Answers<'_>>,
) -> Status {
    let held = check_signature(card).and_then(|signer| {
        let card = Scorecard::parse(card)?;
        crate::suite::check_scorecard(&card, suite, answers)?;
        Ok(signer)
    });
    match held {
        Ok(signer) => {
            let what = match answers {
                Some(_) => "judging the answers again gives these results",
                None => "its results are those of the suite's own digests",
            };
            intact(what, signer.into_iter().collect())
        }
        Err(error) => refused(&error),
    }
}

fn intact(what: &str, signers: Vec<String>) -> Status {
    let names: Vec<&str> = signers.iter().map(String::as_str).collect();
    let text = match names.len() {
        0 => format!("Intact, unsigned: {what}. Nothing here shows who made it."),
        _ => format!("Intact, signed by {}: {what}.", joined(&names, ", ")),
    };
    Status { verdict: Conclusion::Intact, signers, text }
}

fn refused(error: &Error) -> Status {
    failed(&format!("{}: {error}", error.code()))
}

fn failed(why: &str) -> Status {
    let text = format!("Failed. {why}");
    Status { verdict: Conclusion::Failed, signers: Vec::new(), text }
}

fn not_checked(why: &str) -> Status {
    let text = format!("Not checked. {why}.");
    Status { verdict: Conclusion::NotChecked, signers: Vec::new(), text }
}
