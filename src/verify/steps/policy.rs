//! The step `policy`: who signed, about whom, how long ago.

use crate::base::hash::Digest;
use crate::base::instant;
use crate::error::{Code, Error, shown};
use crate::proof::Standing;
use crate::record::{Instant, SignalRecord};
use crate::verify::{Options, Reason, Verdict};

/// What is held against the record, whoever signed it, and whether it takes a signature to pass.
pub(in crate::verify) fn check(
    record: &SignalRecord<'_>,
    plan: &Digest,
    created_ms: Option<i64>,
    options: &Options,
) -> (Verdict, bool) {
    let Options { trust, subject, max_age_ms, committed, .. } = options;
    // A signature that contradicts itself fails, whatever was asked about.
    if let Some(Err(error)) = created_ms.map(|created| created_at(record, created, options)) {
        return (Verdict::Fail(error), false);
    }
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
pub(in crate::verify) fn name<'o>(
    record: &SignalRecord<'_>,
    options: &'o Options,
) -> Option<&'o str> {
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

/// Holds the time of signing to the record's own time, to the key's dates, and to the clock.
fn created_at(record: &SignalRecord<'_>, created: i64, options: &Options) -> Result<(), Error> {
    let refuse = |expected: String, found: String| {
        Err(Error::new(Code::PolicyCreated, "proof.created", expected, found))
    };
    let text = |ms: i64| Instant::from_ms(u64::try_from(ms).unwrap_or_default()).to_string();
    // Many signers write whole seconds.
    if created.div_euclid(1000) < (record.fetched_at.ms() / 1000).cast_signed() {
        return refuse(format!("a time from {} on", record.fetched_at), text(created));
    }
    let latest = options.now_ms.map(|now| now.saturating_add(instant::SKEW.unsigned_abs()));
    if latest.is_some_and(|latest| created.unsigned_abs() > latest) {
        return refuse("a time of the past".to_owned(), text(created));
    }
    let (Some(trust), Some(evaluator)) = (&options.trust, &record.data.evaluator) else {
        return Ok(());
    };
    match trust.lookup(evaluator, Instant::from_ms(created.unsigned_abs())) {
        Standing::OutsideDates(name) => {
            refuse(format!("a time of the key of {}", shown(name)), text(created))
        }
        Standing::Trusted(_) | Standing::Unknown => Ok(()),
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
