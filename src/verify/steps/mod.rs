//! Verification of one record: seven steps, one file each.

mod bank;
mod draw;
mod grade;
mod inclusion;
mod policy;
mod schema;
mod signature;

pub(super) use bank::{awaits_public_bank, check_reveal};
pub(super) use policy::trusted_name;
pub(super) use schema::{apply_openings, parse_withheld};

use super::fact::{LogPosition, StepResult};
use super::options::Options;
use super::proofs::RecordProofs;
use super::runs::PlanCache;
use super::step::{Reason, Step};
use crate::base::hash::Digest;
use crate::error::Error;
use crate::proof::CheckpointCache;
use crate::record::{METHOD, SignalRecord};
use draw::SourceCache;

/// A record to verify.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    /// The line of the file, without its line feed.
    pub(super) line: &'a [u8],
    /// The record on that line.
    pub(super) record: &'a SignalRecord<'a>,
    /// True if `line` is known to be canonical JSON without a proof.
    pub(super) canonical: bool,
}

/// The verdicts on a record, and the data that the steps have derived.
pub(super) struct VerifiedRecord {
    /// The result of each step, in the order of [`Step::ALL`].
    pub(super) results: [StepResult<'static>; 7],
    /// True if `policy` passes only if a signature covers the record.
    pub(super) needs_signer: bool,
    /// The plan id of the record's run.
    pub(super) plan: Digest,
    /// The record's leaf hash in a log.
    pub(super) leaf: Digest,
    /// The log of the record's inclusion proof, if the proof is valid.
    pub(super) logged: Option<LogPosition>,
}

/// Values that neighbouring records share, cached.
#[derive(Debug, Default)]
pub(super) struct Caches {
    pub(super) checkpoint: CheckpointCache,
    plans: PlanCache,
    sources: SourceCache,
}

/// Verifies a record: the seven steps, in order. `opened` is the record with its openings applied.
///
/// A record that fails `schema` has no other steps. Any later failure leaves the other steps
/// unaffected, so that a report lists everything that is wrong.
///
/// # Errors
/// The failure of the step `schema`.
pub(super) fn verify(
    Candidate { line, record, canonical }: Candidate<'_>,
    opened: &SignalRecord<'_>,
    options: &Options,
    caches: &mut Caches,
) -> Result<VerifiedRecord, Error> {
    let plan = schema::check(record, &mut caches.plans)?;
    let proofs = RecordProofs::parse(line, record, canonical)?;
    let bank = bank::find(opened, options);
    let known = bank.as_ref().ok().copied().flatten();
    // The checkpoint of a valid inclusion proof also counts as a signature, so it comes first.
    let (inclusion, logged) = inclusion::check(&proofs, &mut caches.checkpoint);
    let (policy, needs_signer) = policy::check(record, &plan, proofs.created_ms(), options);
    let by_method = |step, check: &mut dyn FnMut() -> StepResult<'static>| {
        if &*opened.data.terms.method != METHOD {
            StepResult::NotChecked(Reason::UnknownMethod)
        } else if options.skip.contains(&step) {
            StepResult::NotChecked(Reason::Skipped)
        } else {
            check()
        }
    };
    let results = [
        StepResult::Pass, // schema
        signature::check(&proofs, &inclusion),
        inclusion,
        by_method(Step::Draw, &mut || draw::check(opened, known, &mut caches.sources)),
        by_method(Step::Bank, &mut || bank::check(opened, &bank)),
        by_method(Step::Grade, &mut || grade::check(opened, known)),
        policy,
    ];
    Ok(VerifiedRecord { results, needs_signer, plan, leaf: proofs.leaf, logged })
}
