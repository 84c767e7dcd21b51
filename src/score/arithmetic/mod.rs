//! Exact arithmetic in integers, identical on every host.

pub(super) mod curve;
pub(super) mod decimal;
pub(super) mod mean;
pub(super) mod wilson;
