//! Proofs of records: ids, signatures, logs, withheld values and trusted keys.
//!
//! A record's id is the digest of its canonical JSON without `proof`. A signature
//! (`eddsa-jcs-2022`) covers the id, and so does a leaf of the log, whose signed checkpoint covers
//! any number of records. `docs/proof.md` is the specification.

mod body;
mod canonical;
mod check;
mod dsse;
mod element;
mod key;
mod log;
mod opening;
mod seal;
mod signature;
mod trust;
mod withhold;

pub use crate::base::hash::Tree;
pub use crate::record::{CONTEXT, Context};
pub use body::{Body, id, leaf};
pub use canonical::{Cut, cut};
pub use check::{Evidence, Logged, check, check_body};
pub use dsse::envelope;
pub use element::{Proofs, attach};
pub use key::{PublicKey, SecretKey};
pub use log::checkpoint::Checkpoint;
pub use log::head::Log;
pub use log::inclusion::{Inclusion, Memo};
pub(crate) use log::index::Index;
pub(crate) use log::joined::Joined;
pub use log::note::Note;
pub use log::prove::Prover;
pub use log::tiles::{Tile, TiledLog};
pub use log::tree::check_consistency;
pub use log::writer::LogWriter;
pub use opening::Opened;
pub use seal::{MOST_SALTS, Sealed, Sealer, name_evaluator};
pub use signature::{Signature, sign};
pub use trust::{Standing, Trust, Trusted};
pub(crate) use withhold::check_withheld;
pub use withhold::{MOST_WITHHELD, RightAnswer, withhold};
