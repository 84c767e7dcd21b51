//! Verification status of a file in one sentence, as shown on a report page.

use super::records::Records;
use super::source::Source;
use crate::base::json::{Value, object};
use crate::base::text::group_thousands;
use crate::error::{Code, Error, join_texts};
#[cfg(feature = "suite")]
use crate::suite::Scorecard;
use crate::suite::check_signature;
use crate::verify::{self, Conclusion, Report, Step, Verifier};

/// The result of verifying a file, limited to what was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The conclusion; it never claims that a file is verified.
    pub verdict: Conclusion,
    /// The `did:key`s of the signers, if all of the file is signed; empty otherwise.
    pub signers: Vec<String>,
    /// The sentence. Starts with `Intact`, `Failed` or `Not checked`.
    pub text: String,
}

impl Status {
    /// Reports whether every check passed.
    pub fn is_intact(&self) -> bool {
        self.verdict == Conclusion::Intact
    }

    /// Returns the status as a JSON object.
    pub fn to_value(&self) -> Value {
        object([
            ("intact", self.is_intact().into()),
            ("signers", self.signers.iter().map(|signer| signer.as_str().into()).collect()),
            ("text", self.text.as_str().into()),
            ("verdict", self.verdict.name().into()),
        ])
    }
}

/// Verifies `file`, a scorecard or a record file; `options` apply to the latter.
pub fn file_status(file: &[u8], options: verify::Options) -> Status {
    match Source::parse(file) {
        Ok(Source::Scorecard(card)) => scorecard_status(&card),
        Ok(Source::Records(records)) => records_status(&verify_records(file, options), records),
        // A file without any JSON is not a modified record file or scorecard.
        Err(error)
            if error.code() == Code::JsonInvalid.as_str()
                && verify_records(file, options).conclusion == Conclusion::NotChecked =>
        {
            not_checked_status(&format!("{}: {error}", error.code()))
        }
        Err(error) => error_status(&error),
    }
}

/// Verifies a scorecard by itself: its counts and its signature.
pub fn scorecard_status(card: &[u8]) -> Status {
    match check_signature(card) {
        Ok(signer) => {
            intact_status("its counts are those of its results", signer.into_iter().collect())
        }
        Err(error) => error_status(&error),
    }
}

fn verify_records(file: &[u8], options: verify::Options) -> Report {
    let mut verifier = Verifier::new(options);
    verifier.push(file);
    verifier.finish()
}

fn records_status(report: &Report, records: Records) -> Status {
    let tally = |step: Step| report.steps.iter().find(|tally| tally.step == step);
    if report.conclusion == Conclusion::NotChecked {
        return not_checked_status(report.why.as_deref().unwrap_or("it has no record"));
    }
    if let Some(first) = report.failures.first() {
        let more = match report.failed - 1 {
            0 => String::new(),
            more => format!(" ({} more)", group_thousands(more)),
        };
        return failed_status(&format!(
            "line {}: {}: {}: {}{more}",
            first.line, first.step, first.code, first.message
        ));
    }
    let done: Vec<&str> = report.required.iter().map(|step| step.name()).collect();
    let what = format!(
        "{} hold on all {} records",
        join_texts(&done, ", "),
        group_thousands(report.records)
    );
    let signed = tally(Step::Signature).map_or(0, |tally| tally.pass);
    if signed == 0 {
        return intact_status(&what, Vec::new());
    }
    if signed < report.records || records.anonymous > 0 {
        let what = format!(
            "{what}; {} of {} are signed",
            group_thousands(signed),
            group_thousands(report.records)
        );
        return intact_status(&what, Vec::new());
    }
    // Every record is signed by the evaluator that it names.
    intact_status(&what, records.evaluators)
}

/// Verifies a scorecard against its suite, by the checks of
/// [`check_scorecard`](crate::suite::check_scorecard).
#[cfg(feature = "suite")]
pub fn status_in_suite(
    card: &[u8],
    suite: &crate::suite::Suite<'_>,
    answers: Option<&crate::suite::Answers<'_>>,
) -> Status {
    let checked = check_signature(card).and_then(|signer| {
        let card = Scorecard::parse(card)?;
        crate::suite::check_scorecard(&card, suite, answers)?;
        Ok(signer)
    });
    match checked {
        Ok(signer) => {
            let what = match answers {
                Some(_) => "judging the answers again gives these results",
                None => "its results are those of the suite's own digests",
            };
            intact_status(what, signer.into_iter().collect())
        }
        Err(error) => error_status(&error),
    }
}

fn intact_status(what: &str, signers: Vec<String>) -> Status {
    let names: Vec<&str> = signers.iter().map(String::as_str).collect();
    let text = match names.len() {
        0 => format!("Intact, unsigned: {what}. Nothing here shows who made it."),
        _ => format!("Intact, signed by {}: {what}.", join_texts(&names, ", ")),
    };
    Status { verdict: Conclusion::Intact, signers, text }
}

fn error_status(error: &Error) -> Status {
    failed_status(&format!("{}: {error}", error.code()))
}

fn failed_status(why: &str) -> Status {
    let text = format!("Failed. {why}");
    Status { verdict: Conclusion::Failed, signers: Vec::new(), text }
}

fn not_checked_status(why: &str) -> Status {
    let text = format!("Not checked. {why}.");
    Status { verdict: Conclusion::NotChecked, signers: Vec::new(), text }
}
