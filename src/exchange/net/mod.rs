//! URLs, addresses, HTTP messages, and the values that must stay secret.

pub(in crate::exchange) mod address;
pub(in crate::exchange) mod message;
pub(in crate::exchange) mod secret;
pub(in crate::exchange) mod url;
