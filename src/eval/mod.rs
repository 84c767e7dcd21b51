//! Evaluation: draws, asks, grades and records questions one after another.

mod ask;
#[cfg(test)]
mod interleavings;
mod plan;
mod record;
mod run;

pub use ask::{Answer, Ask, AskStep};
pub use plan::{Entropy, Plan, terms};
pub use run::{Run, Step};
