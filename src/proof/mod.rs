//! Records that prove themselves: ids, signatures, the log, withheld values, trusted keys.
//!
//! A record's id is the digest of its canonical bytes without `proof`. A signature
//! (`eddsa-jcs-2022`) covers that id; so does a leaf of the log, whose signed checkpoint proves
//! any number of records at once. `docs/proof.md` specifies all of it.

mod body;
mod canonical;
mod check;
mod checkpoint;
mod element;
mod inclusion;
mod index;
mod joined;
mod key;
mod log;
mod note;
mod opening;
mod prove;
mod seal;
mod signature;
mod tiles;
mod tree;
mod trust;
mod withhold;
mod writer;

pub use crate::hash::Tree;
pub use crate::record::{CONTEXT, Context};
pub use body::{Body, id, leaf};
pub use canonical::{Cut, cut};
pub use check::{Evidence, Logged, check, check_body};
pub use checkpoint::Checkpoint;
pub use element::{Proofs, attach};
pub use inclusion::{Inclusion, Memo};
pub(crate) use index::Index;
pub(crate) use joined::Joined;
pub use key::{PublicKey, SecretKey};
pub use log::Log;
pub use note::Note;
pub use opening::{Opened, open};
pub use prove::Prover;
pub use seal::{MOST_SALTS, Sealed, Sealer, name_evaluator};
pub use signature::{Signature, sign};
pub use tiles::{Tile, TiledLog};
pub use tree::check_consistency;
pub use trust::{Standing, Trust, Trusted};
pub(crate) use withhold::check_withheld;
pub use withhold::{MOST_WITHHELD, RightAnswer, withhold};
pub use writer::LogWriter;
