//! Building blocks without knowledge of evals: text, hashes, JSON, lines, times.

pub(crate) mod base64;
pub mod hash;
pub mod instant;
pub mod json;
pub(crate) mod lines;
pub(crate) mod order;
pub(crate) mod pointer;
pub mod tape;
pub(crate) mod text;
