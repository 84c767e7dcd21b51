//! Step `schema`: the line is a record, its openings match, and its run id follows from its terms.

use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::{OpenedRecord, check_withheld};
use crate::record::SignalRecord;
use crate::record::file::{ControlLine, Line};
use crate::verify::fact::LineError;
use crate::verify::options::Options;
use crate::verify::runs::PlanCache;

/// Checks a parsed record and returns the plan id of its run.
///
/// # Errors
/// `record.run-id` if the run id does not follow from the record's terms, subject and entropy.
pub(super) fn check(record: &SignalRecord<'_>, plans: &mut PlanCache) -> Result<Digest, Error> {
    record.family()?;
    plans.plan_id(record)
}

/// Parses a line whose record withholds values.
///
/// # Errors
/// The codes of [`SignalRecord::parse`]; `withhold.given-away` if the record reveals a withheld
/// value elsewhere.
pub(in crate::verify) fn parse_withheld(line: &[u8]) -> Result<SignalRecord<'_>, Error> {
    let record = SignalRecord::parse(line)?;
    check_withheld(&record)?;
    Ok(record)
}

/// Applies openings to the record on `line`: those of the file, on the lines `openings`, and those
/// of the options. Returns the opened record as JSON; `None` without openings. `faults` receives
/// one entry for each line of `openings`.
///
/// # Errors
/// An `opening.*` code if an opening of the options does not match the record.
pub(in crate::verify) fn apply_openings(
    line: &[u8],
    openings: &[Vec<u8>],
    options: &Options,
    faults: &mut Vec<Option<LineError<'static>>>,
) -> Result<Option<Vec<u8>>, Error> {
    if openings.is_empty() && options.openings.is_empty() {
        return Ok(None);
    }
    let mut opened = OpenedRecord::new(Value::parse(line)?)?;
    // Parsed one at a time, since the values may be large.
    for line in openings {
        if let Ok(Line::Control(ControlLine::Opening(opening))) = Line::parse(line) {
            faults.push(opened.open(&opening).err().as_ref().map(Into::into));
        }
    }
    // The options may repeat an opening of the file.
    let mut supplied = options.openings.for_record(opened.id()).iter();
    supplied.try_for_each(|opening| opened.open_or_verify(opening))?;
    Ok(Some(opened.value().canonical()))
}
