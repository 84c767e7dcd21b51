//! Instructions of an exchange to its host.

use crate::exchange::net::message::Request;

/// The next action of the host. Times are in milliseconds by the host's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send `request`, report the response, and give up at `deadline`.
    Send {
        /// The request.
        request: Request,
        /// Time at which to abort the request, even within the body, and report
        /// [`Fault::Timeout`](super::Fault::Timeout).
        deadline: u64,
    },
    /// Do nothing until `until`, then call [`Exchange::next`](super::Exchange::next) again.
    Wait {
        /// Time at which the wait ends.
        until: u64,
    },
    /// The exchange has ended; see [`Exchange::into_parts`](super::Exchange::into_parts).
    Done,
}

/// Tells the host to continue or to stop reading a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseFlow {
    /// Continue.
    Continue,
    /// Drop the response, report nothing more of it, and call [`Exchange::next`](super::Exchange::next).
    Abort,
}
