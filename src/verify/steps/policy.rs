//! Step `policy`: the signer is trusted, the subject and run are the expected ones, and the record
//! is recent.

use crate::base::hash::Digest;
use crate::base::instant;
use crate::error::{Code, Error, shown};
use crate::proof::KeyStanding;
use crate::record::{Instant, SignalRecord};
use crate::verify::fact::StepResult;
use crate::verify::options::Options;
use crate::verify::step::Reason;

/// Checks the record against the options; `created_ms` is the time of signing. Returns true if a
/// record that passes must also be covered by a signature.
pub(super) fn check(
    record: &SignalRecord<'_>,
    plan: &Digest,
    created_ms: Option<i64>,
    options: &Options,
) -> (StepResult<'static>, bool) {
    let Options { trust, subject, max_age_ms, committed, .. } = options;
    // An impossible time of signing fails under any options.
    if let Some(Err(error)) = created_ms.map(|created| check_signing_time(record, created, options))
    {
        return ((&error).into(), false);
    }
    if trust.is_none() && subject.is_none() && max_age_ms.is_none() && committed.is_none() {
        return (StepResult::NotChecked(Reason::NoPolicy), false);
    }
    let result = check_signer(record, options)
        .and_then(|()| check_subject(record, options))
        .and_then(|()| check_commitment(record, plan, options))
        .and_then(|()| check_age(record, options));
    match result {
        Err(error) => ((&error).into(), false),
        Ok(()) => (StepResult::Pass, trust.is_some()),
    }
}

/// Returns the trust file's name for the record's evaluator at the record's time.
pub(in crate::verify) fn trusted_name<'o>(
    record: &SignalRecord<'_>,
    options: &'o Options,
) -> Option<&'o str> {
    let evaluator = record.data.evaluator.as_deref()?;
    match options.trust.as_ref()?.lookup(evaluator, record.fetched_at) {
        KeyStanding::Trusted(name) => Some(name),
        KeyStanding::OutsideDates(_) | KeyStanding::Unknown => None,
    }
}

/// Checks that the evaluator is trusted at the record's time. Nobody else may sign the record.
fn check_signer(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    let Some(trust) = &options.trust else { return Ok(()) };
    let refuse = |found: String| {
        let expected = "a key of the trust file";
        Err(Error::new(Code::PolicySigner, "data.evaluator", expected, found))
    };
    let Some(evaluator) = record.data.evaluator.as_deref() else {
        return refuse("none".to_owned());
    };
    match trust.lookup(evaluator, record.fetched_at) {
        KeyStanding::Trusted(_) => Ok(()),
        KeyStanding::OutsideDates(name) => refuse(format!(
            "the key of {}, which is not valid on {}",
            shown(name),
            record.fetched_at
        )),
        KeyStanding::Unknown => refuse(shown(evaluator)),
    }
}

fn check_subject(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    match &options.subject {
        Some(wanted) if **wanted != *record.subject.id => {
            let found = shown(&record.subject.id);
            Err(Error::new(Code::PolicySubject, "subject.id", shown(wanted), found))
        }
        _ => Ok(()),
    }
}

/// Checks the time of signing: not before the record, within the key's dates, and not in the future.
fn check_signing_time(
    record: &SignalRecord<'_>,
    created: i64,
    options: &Options,
) -> Result<(), Error> {
    let refuse = |expected: String, found: String| {
        Err(Error::new(Code::PolicyCreated, "proof.created", expected, found))
    };
    let text = |ms: i64| Instant::from_ms(u64::try_from(ms).unwrap_or_default()).to_string();
    // Many signers round down to whole seconds.
    if created.div_euclid(1000) < (record.fetched_at.ms() / 1000).cast_signed() {
        return refuse(format!("{} or later", record.fetched_at), text(created));
    }
    let latest = options.now_ms.map(|now| now.saturating_add(instant::SKEW.unsigned_abs()));
    if latest.is_some_and(|latest| created.unsigned_abs() > latest) {
        return refuse("a time in the past".to_owned(), text(created));
    }
    let (Some(trust), Some(evaluator)) = (&options.trust, &record.data.evaluator) else {
        return Ok(());
    };
    match trust.lookup(evaluator, Instant::from_ms(created.unsigned_abs())) {
        KeyStanding::OutsideDates(name) => {
            refuse(format!("a time within the key dates of {}", shown(name)), text(created))
        }
        KeyStanding::Trusted(_) | KeyStanding::Unknown => Ok(()),
    }
}

fn check_commitment(
    record: &SignalRecord<'_>,
    plan: &Digest,
    options: &Options,
) -> Result<(), Error> {
    let run = &record.data.run_id;
    match &options.committed {
        Some(committed) if !committed.includes(plan, run) => {
            let (run, plan) = (run.hex(), plan.hex());
            let problem = format!("neither run {run} nor its plan {plan} was committed to");
            Err(Error::because(Code::PolicyCommitted, "data.runId", problem))
        }
        _ => Ok(()),
    }
}

fn check_age(record: &SignalRecord<'_>, options: &Options) -> Result<(), Error> {
    // Without a clock, no record is within a limit.
    let Some(now) = options.now_ms.or(options.max_age_ms.map(|_| 0)) else { return Ok(()) };
    let then = record.fetched_at.ms();
    let refuse = |expected: String, found: String| {
        Err(Error::new(Code::PolicyAge, "age of the record", expected, found))
    };
    if then > now.saturating_add(instant::SKEW.unsigned_abs()) {
        return refuse("a time in the past".to_owned(), format!("{} ms ahead", then - now));
    }
    let Some(limit) = options.max_age_ms else { return Ok(()) };
    match now.saturating_sub(then) {
        age if age > limit => refuse(format!("at most {limit} ms"), format!("{age} ms")),
        _ => Ok(()),
    }
}
