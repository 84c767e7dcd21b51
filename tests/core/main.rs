//! Tests of the core's public interface, in one binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod ask;
mod bank;
mod cases;
mod committed;
mod grade;
mod proof;
mod public_bank;
mod report;
mod report_vectors;
mod rotation;
mod score_properties;
mod score_vectors;
mod sdk_cases;
mod selftest;
mod stats;
mod subject;
mod suite;
mod suite_signed;
mod verify;
