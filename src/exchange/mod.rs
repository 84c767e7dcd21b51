//! The exchange of one question with one endpoint: protocols, retries, redirects and limits,
//! without I/O.
//!
//! An [`Exchange`] tells its host what to send and when to wait, and the host reports the response.
//! It ends with a [`Reply`] or a [`Cause`] within its [`Limits`]. `docs/exchange.md` documents the
//! protocols, the causes and the rules.

mod a2a;
mod address;
mod anthropic;
mod auto;
mod broker;
mod card;
mod cause;
mod clock;
mod connection;
mod custom;
mod decode;
mod ended;
mod endpoint;
mod fault;
mod identity;
mod json;
mod limits;
mod machine;
mod mcp;
mod message;
mod openai;
mod openai_responses;
mod retry;
mod rpc;
mod secret;
mod served;
mod sse;
mod step;
mod template;
mod ticket;
mod url;
mod value;

#[cfg(test)]
mod tests;

pub use address::{is_public_address, is_public_host};
pub use cause::{Cause, Status};
pub use connection::Connection;
pub use custom::{Custom, CustomStep};
pub use ended::{Attempt, Conclusion, Ended};
pub use endpoint::{Endpoint, Options, Protocol, USER_AGENT};
pub use fault::Fault;
pub use limits::{Limits, MAX_REPLY};
pub use machine::{Exchange, Flow, Step};
pub use message::{Method, Reply, Request, Usage};
pub use secret::is_secret_header;
pub use served::Served;
pub use template::Template;
pub use ticket::Ticket;
pub use url::Url;
