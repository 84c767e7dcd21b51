//! Proofs of records: ids, signatures, logs, withheld values and trusted keys.
//!
//! A record's id is the digest of its canonical JSON without `proof`. A signature
//! (`eddsa-jcs-2022`) covers the id, and so does a leaf of the log, whose signed checkpoint covers
//! any number of records. `docs/proof.md` is the specification.

mod body;
mod canonical;
mod check;
mod dsse;
mod key;
mod log;
mod opening;
mod proofs;
mod seal;
mod signature;
mod trust;
mod withhold;

pub use crate::base::hash::Tree;
pub use crate::record::{CONTEXT, Context};
pub use body::{Body, id, record_leaf_hash};
pub use canonical::{SplitRecord, split_proof};
pub use check::{Evidence, LogPosition, check, check_body};
pub use dsse::envelope;
pub use key::{PublicKey, SecretKey};
pub use log::checkpoint::Checkpoint;
pub(crate) use log::concatenated::ConcatenatedLogs;
pub use log::head::Log;
pub use log::inclusion::{CheckpointCache, Inclusion};
pub(crate) use log::index::Index;
pub use log::note::Note;
pub use log::prove::Prover;
pub use log::tiles::{Tile, TiledLog};
pub use log::tree::check_consistency;
pub use log::writer::LogWriter;
pub use opening::OpenedRecord;
pub use proofs::{Proofs, attach};
pub use seal::{MOST_SALTS, SealedRecord, Sealer, set_evaluator};
pub use signature::{Signature, sign};
pub use trust::{KeyStanding, Trust, TrustedKey};
pub(crate) use withhold::check_withheld;
pub use withhold::{AnswerAvailability, MOST_WITHHELD, withhold};
