//! The exchange of one question with one endpoint: protocols, retries, redirects and limits,
//! without I/O.
//!
//! An [`Exchange`] tells its host what to send and when to wait, and the host reports the response.
//! It ends with a [`Reply`] or a [`Cause`] within its [`Limits`]. `docs/exchange.md` documents the
//! protocols, the causes and the rules.

mod advice;
mod call;
mod cause;
mod clock;
mod connection;
mod decode;
mod endpoint;
mod fault;
mod id_source;
mod identity;
mod limits;
mod net;
mod options;
mod probe;
mod prompt;
mod protocol;
mod result;
mod retry;
mod served_by;
mod state_machine;
mod step;
mod template;
mod value;

#[cfg(test)]
mod tests;

pub use advice::Advice;
pub use cause::{Cause, Status};
pub use connection::Connection;
pub use endpoint::{Endpoint, USER_AGENT};
pub use fault::Fault;
pub use id_source::IdSource;
pub use limits::{Limits, MAX_REPLY};
pub use net::address::{is_public_address, is_public_host};
pub use net::message::{Method, Reply, Request, Usage};
pub use net::secret::is_secret_header;
pub use net::url::Url;
pub use options::{Options, Protocol};
pub use probe::{
    DetectedOptions, Findings, PROMPT as PROBE_PROMPT, Probe, ReceivedResponse, SentRequest,
};
pub use protocol::custom::{Custom, CustomStep};
pub use result::{Attempt, Conclusion, ExchangeResult};
pub use served_by::ServedBy;
pub use state_machine::Exchange;
pub use step::{ResponseFlow, Step};
pub use template::Template;
