//! Errors that a host reports for a request.

use super::cause::Cause;

/// A host's reason for not sending a request or not reading its response to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The deadline passed.
    Timeout,
    /// The deadline passed before the connection was established.
    ConnectTimeout,
    /// The connection was refused.
    Refused,
    /// The connection was closed or reset.
    Reset,
    /// The host's name could not be resolved.
    Dns,
    /// The TLS handshake failed.
    Tls,
    /// The connection failed for a reason that the host cannot tell.
    Unreachable,
    /// The name resolves to a non-public address, and the request is
    /// [`public_only`](super::Request::public_only).
    Address,
    /// The response is a redirect whose target the host cannot see.
    Redirect,
    /// The content coding is unknown or malformed.
    Encoding,
    /// The response is not HTTP.
    NotHttp,
    /// The caller aborted the request.
    Aborted,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 12] = [
        Self::Timeout,
        Self::ConnectTimeout,
        Self::Refused,
        Self::Reset,
        Self::Dns,
        Self::Tls,
        Self::Unreachable,
        Self::Address,
        Self::Redirect,
        Self::Encoding,
        Self::NotHttp,
        Self::Aborted,
    ];

    /// Returns the name that hosts use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::ConnectTimeout => "connect-timeout",
            Self::Refused => "refused",
            Self::Reset => "reset",
            Self::Dns => "dns",
            Self::Tls => "tls",
            Self::Unreachable => "unreachable",
            Self::Address => "address",
            Self::Redirect => "redirect",
            Self::Encoding => "encoding",
            Self::NotHttp => "not-http",
            Self::Aborted => "aborted",
        }
    }

    /// Looks up a fault by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// Returns the cause, or `None` for a timeout, whose cause depends on the state of the
    /// exchange.
    pub(super) const fn cause(self) -> Option<Cause> {
        Some(match self {
            Self::Timeout | Self::ConnectTimeout => return None,
            Self::Refused => Cause::NetworkRefused,
            Self::Reset => Cause::NetworkReset,
            Self::Dns => Cause::NetworkDns,
            Self::Tls => Cause::NetworkTls,
            Self::Unreachable => Cause::NetworkUnreachable,
            Self::Address => Cause::AddressRefused,
            Self::Redirect => Cause::RedirectRefused,
            Self::Encoding => Cause::ReplyEncoding,
            Self::NotHttp => Cause::ReplyNotProtocol,
            Self::Aborted => Cause::Aborted,
        })
    }

    /// Reports whether a retry may succeed if the failure came before any response.
    pub(super) const fn is_transient(self) -> bool {
        matches!(self, Self::Refused | Self::Reset)
    }
}
