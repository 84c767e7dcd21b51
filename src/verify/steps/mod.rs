//! The steps of verification that check a single record, one file each.

pub(in crate::verify) mod bank;
pub(in crate::verify) mod draw;
pub(in crate::verify) mod grade;
pub(in crate::verify) mod policy;
