//! **proofmark asks an AI agent small questions with one right answer, grades the reply without
//! judgement calls, and leaves a record that anyone can check.**
//!
//! It implements the HCS-25 SimpleMath and SimpleScience evals. The core is pure: it reads no
//! clock, opens no socket and draws no randomness of its own. A host (JavaScript, or any Rust
//! program) sends requests and supplies the time; all decisions are made here.
//!
//! # Reading a reply
//!
//! Every reply is read twice: literally, as the standard defines, and for the answer that it
//! finally commits to.
//!
//! ```
//! use proofmark::grade::{self, Answer, Decimal, Outcome};
//! use proofmark::grade::Form;
//!
//! let readings = grade::read_number("37 + 58 is not 94 but 95.", &[], Form::BARE);
//! let expected = Decimal::parse("95").map(Answer::Number).expect("a number");
//! assert_eq!(readings.literal.outcome(expected), Outcome::Wrong); // "37", the first number
//! assert_eq!(readings.committed.outcome(expected), Outcome::Correct);
//! ```
//!
//! # A run, and its verification
//!
//! A run is a state machine: it returns the next action, and the host reports what happened. Here
//! the agent is a function; with [`eval::Run::new`] it is an endpoint, and the machine returns the
//! requests to send. `examples/run.rs` is the same as a program.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use proofmark::bank::Bank;
//! use proofmark::eval::{Entropy, Plan, Run, Step};
//! use proofmark::exchange::Limits;
//! use proofmark::record::{Count, Counts, Policy, Subject};
//! use proofmark::verify::{Options, Verifier};
//!
//! # fn main() -> proofmark::Result<()> {
//! let bank = || Ok::<_, proofmark::Error>(Cow::Borrowed(Bank::public()?));
//! let counts = Counts { math: Count::new(3), science: Count::new(2) };
//! let subject = Subject::from_id("urn:always-b");
//! // A fresh seed is 128 random bits; anyone who knows it can derive the questions.
//! let plan = Plan::new("a seed".into(), Entropy::default(), counts, Policy::Literal, subject, bank()?)?;
//! let mut file = vec![plan.run_line()?];
//!
//! let mut run = Run::with_own_transport(plan, Limits::new(25_000, 0, 1 << 18)?);
//! let mut now = 1_795_194_000_000; // the caller's clock
//! loop {
//!     match run.next(now)? {
//!         Step::Ask { prompt: _, .. } => {
//!             now += 40;
//!             run.receive_reply("B".to_owned(), now);
//!         }
//!         Step::Record(record) => file.push(record.to_line()?),
//!         Step::Done => break,
//!         Step::Question(_) | Step::Send { .. } | Step::Wait { .. } => {}
//!     }
//! }
//! file.push(run.close_line()?);
//!
//! let mut verifier = Verifier::new(Options { banks: vec![bank()?], ..Options::default() });
//! verifier.push(&file.join(&b'\n'));
//! verifier.end();
//! let report = verifier.finish();
//! assert!(report.passed);
//! assert_eq!(report.records, 5);
//! # Ok(())
//! # }
//! ```
//!
//! # Modules
//!
//! Modules depend on each other in one direction: `grade` → `error`, `id` → `base` → `bank` →
//! `question` → `draw` → `rows` → `exchange` → `record` → `eval` → `proof` → `verify` → `selftest` → `suite` →
//! `stats` → `report` → `score` → `wasm`.

#![cfg_attr(
    not(all(feature = "check", feature = "evaluate", feature = "suite", feature = "verify")),
    allow(dead_code, reason = "a build of some parts does not use what the others need")
)]

pub mod bank;
mod base;
pub mod draw;
mod error;
pub mod eval;
pub mod exchange;
mod id;
pub mod proof;
pub mod question;
pub mod record;
pub mod report;
pub mod rows;
pub mod score;
pub mod selftest;
pub mod stats;
pub mod suite;
pub mod verify;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use base::{hash, instant, json, tape};
pub use error::Error;
pub use id::{AdapterId, ComponentKey, Family, QuestionId, SignalId};
#[doc(inline)]
pub use proofmark_grade as grade;

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
