//! The step `policy`: who signed, about whom, how long ago.

use super::{Options, Reason, Verdict};
use crate::error::{Code, Error, shown};
use crate::hash::Digest;
use crate::instant;
use crate::proof::Standing;
use crate::record::SignalRecord;

/// What is held against the record, whoever signed it, and whether it takes a signature to pass.
pub(super) fn check(
    record: &SignalRecord<'_>,
    plan: &Digest,
    options: &Options,
) -> (Verdict, bool) {
    let Options { trust, subject, max_age_ms, committed, .. } = options;
    if trust.is_none() && subject.is_none() && max_age_ms.is_none() && committed.is_none() {
        return (Verdict::NotChecked(Reason::NoPolicy), false);
    }
    let held = signer(record, options).and_then(|()| about(record, options));
    let held = held.and_then(|()| committed_to(record, plan, options));
    match held.and_then(|()| age(record, options)) {
        Err(error) => (Verdict::Fail(error), false),
        Ok(()) => (Verdict::Pass, trust.is_some()),
    }
}

/// The name under which the trust file lists the record's evaluator for the record's time.
pub(super) fn name<'o>(record: &SignalRecord<'_>, options: &'o Options) -> Option<&'o str> {
    let evaluator = record.data.evaluator.as_deref()?;
    match options.trust.as_ref()?.lookup(evaluator, record.fetched_at) {
        Standing::Trusted(name) => Some(name),
        Standing::OutsideDates(_) | Standing::Unknown => None,
    }
}

/// The evaluator, who is the only one that may sign, is believed for the record's own time.
fn signer(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    let Some(trust) = &options.trust else { return Ok(()) };
    let refuse = |found: String| {
        let expected = "a key of the trust file";
        Err(Error::new(Code::PolicySigner, "data.evaluator", expected, found))
    };
    let Some(evaluator) = record.data.evaluator.as_deref() else {
        return refuse("none".to_owned());
    };
    match trust.lookup(evaluator, record.fetched_at) {
        Standing::Trusted(_) => Ok(()),
        Standing::OutsideDates(name) => {
            refuse(format!("that of {}, not for {}", shown(name), record.fetched_at))
        }
        Standing::Unknown => refuse(shown(evaluator)),
    }
}

fn about(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    match &options.subject {
        Some(wanted) if **wanted != *record.subject.id => {
            let found = shown(&record.subject.id);
            Err(Error::new(Code::PolicySubject, "subject.id", shown(wanted), found))
        }
        _ => Ok(()),
    }
}

fn committed_to(record: &SignalRecord<'_>, plan: &Digest, options: &Options) -> Result<(), Error> {
    let run = &record.data.run_id;
    match &options.committed {
        Some(committed) if !committed.has(plan, run) => {
            let found = format!("run {} of plan {}", run.hex(), plan.hex());
            let expected = "a plan or a run that was committed to";
            Err(Error::new(Code::PolicyCommitted, "data.runId", expected, found))
        }
        _ => Ok(()),
    }
}

fn age(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    // Without a clock no record is known to be young enough.
    let Some(now) = options.now_ms.or(options.max_age_ms.map(|_| 0)) else { return Ok(()) };
    let then = record.fetched_at.ms();
    let refuse = |expected: String, found: String| {
        Err(Error::new(Code::PolicyAge, "age of the record", expected, found))
    };
    // Whoever is to be believed is not believed about what has not happened yet.
    if then > now.saturating_add(instant::SKEW.unsigned_abs()) {
        return refuse("a record of the past".to_owned(), format!("{} ms ahead", then - now));
    }
    let Some(limit) = options.max_age_ms else { return Ok(()) };
    match now.saturating_sub(then) {
        age if age > limit => refuse(format!("at most {limit} ms"), format!("{age} ms")),
        _ => Ok(()),
    }
}
