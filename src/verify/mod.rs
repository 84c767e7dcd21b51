//! Verification of record files.
//!
//! `steps` verifies one record: seven steps. An [`Examiner`] turns each line into a fact: the step
//! results of a record, the start of a run, a checkpoint. The ledger combines the facts in file order:
//! it checks that runs are complete and that checkpoints cover the records above them. A [`Verifier`]
//! does both. With several cores, each has an examiner, and one verifier takes their output.

mod committed;
mod conclusion;
mod examine;
mod extent;
mod fact;
mod gaps;
mod ledger;
mod logs;
mod openings;
mod options;
mod proofs;
mod report;
mod report_json;
mod runs;
mod step;
mod steps;
mod stream;
mod wire;

pub use committed::Commitments;
pub use conclusion::Conclusion;
pub use extent::{Completeness, Extent};
pub use openings::Openings;
pub use options::Options;
pub use report::{Counts, Failure, Party, PlanUse, Report, Tally};
pub use step::{Reason, Step};
pub use stream::{Examiner, Verifier};
