//! The boundary to JavaScript: translates, decides nothing.
//!
//! Options and results cross as JSON text, bulk data as bytes. An error crosses as an object `{ code,
//! message }`, which the host converts to its own error type; that of a `Verifier` as JSON text, since
//! objects would make the smallest build larger.
//!
//! Each feature enables a part of this boundary, so that a wasm file contains only what it needs.

#[cfg(feature = "evaluate")]
mod ask;
#[cfg(feature = "evaluate")]
mod bank;
#[cfg(feature = "check")]
mod check;
mod convert;
#[cfg(feature = "evaluate")]
mod evaluate;
#[cfg(feature = "evaluate")]
mod grade;
#[cfg(feature = "suite")]
mod hasher;
#[cfg(any(feature = "evaluate", feature = "suite"))]
mod members;
#[cfg(feature = "evaluate")]
mod options;
#[cfg(all(feature = "evaluate", feature = "verify"))]
mod parts;
#[cfg(feature = "evaluate")]
mod probe;
#[cfg(feature = "evaluate")]
mod proof;
#[cfg(feature = "suite")]
mod report;
#[cfg(feature = "evaluate")]
mod request;
#[cfg(feature = "score")]
mod score;
#[cfg(feature = "suite")]
mod suite;
#[cfg(feature = "evaluate")]
mod tiles;
#[cfg(feature = "verify")]
mod verify;

use wasm_bindgen::prelude::wasm_bindgen;

/// Allocates memory with a sixth of the code of the default allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Returns the version of this package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
