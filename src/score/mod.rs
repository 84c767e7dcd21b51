//! The HCS-25 trust score: aggregates signals into one composite, with adapters defined by data.
//!
//! [`Config::parse`] parses a configuration, [`accept_config`] checks it against those published
//! before, and a [`Scorer`] scores single subjects or a stream of lines. `docs/hcs25.md` has the
//! rules and the requirements of the standard; `docs/signals.md` is the catalogue of signals and
//! adapters.
//!
//! All arithmetic is in integers and exact: component values are kept to a billionth, sums of them
//! are fractions, and a published number is rounded once, to two decimals, half up.

mod adapter;
mod arithmetic;
mod clock;
mod combine;
mod condition;
mod config;
mod config_object;
mod digest;
mod evals;
mod explain;
mod identity;
mod ledger;
mod part;
mod records;
mod run;
mod signals;
mod signed;
mod snapshot;
mod source;
mod status;
mod stream;
mod transform;
mod verify;
mod write;

pub use adapter::Mode;
pub use config::Config;
pub use ledger::{PublishedConfig, accept_config};
pub use signals::{KeptRuns, SignalConverter, Task};
pub use stream::{Output, Scorer, Summary};
pub use verify::SignedScores;

use arithmetic::{curve, decimal, mean, wilson};
