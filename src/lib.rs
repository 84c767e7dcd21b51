//! **proofmark asks an AI agent small questions with one right answer, grades the reply without
//! judgement calls, and leaves a record that anyone can check.**
//!
//! It implements the HCS-25 SimpleMath and SimpleScience evals. The core is pure: it reads no
//! clock, opens no socket and draws no randomness of its own. A host (JavaScript, or any Rust
//! program) fetches and tells the time; everything that decides anything is here.
//!
//! The modules use each other in one direction only: `error`, `id`, `order`, `hash`,
//! `tape`, `json`, `lines`, `instant` → `bank` → `question` → `draw` → `grade` → `exchange` → `record` → `eval` → `proof` →
//! `verify` → `selftest` → `suite` → `stats` → `report` → `score` → `wasm`.

#![cfg_attr(
    not(all(feature = "check", feature = "evaluate", feature = "suite", feature = "verify")),
    allow(dead_code, reason = "a build of some parts does not use what the others need")
)]

pub mod bank;
pub mod draw;
mod error;
pub mod eval;
pub mod exchange;
pub mod grade;
pub mod hash;
mod id;
pub mod instant;
pub mod json;
pub mod lines;
pub mod order;
pub mod proof;
pub mod question;
pub mod record;
pub mod report;
pub mod score;
pub mod selftest;
pub mod stats;
pub mod suite;
pub mod tape;
pub mod verify;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use error::Error;
pub use id::{AdapterId, ComponentKey, Family, QuestionId, SignalId};

/// The result of everything here that can be refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;
