//! Strict `http` and `https` URLs: rejects every spelling that another parser could read
//! differently.

use std::fmt;
use std::net::Ipv6Addr;

use super::address::{self, Ipv4};
use crate::error::{Code, Error, shown};

/// An absolute `http` or `https` URL without user name and fragment, and with a canonical host.
#[derive(Clone, PartialEq, Eq)]
pub struct Url {
    secure: bool,
    host: String,
    port: u16,
    /// Starts with `/`; includes the query.
    path: String,
}

impl Url {
    /// Parses a URL, and drops its fragment.
    ///
    /// # Errors
    /// `exchange.url` for another scheme, a user name, a host that is neither an address nor an
    /// ASCII name, white space, control characters or backslashes.
    pub fn parse(text: &str) -> Result<Self, Error> {
        check_scheme(text)?;
        let expected = "an absolute http or https URL without a user name, its host in ASCII";
        Self::parse_optional(text).ok_or_else(|| url_error("endpoint URL", expected, text))
    }

    /// Resolves `reference`, a `Location` header or an entry of an agent card, against this URL.
    pub(in crate::exchange) fn join(&self, reference: &str) -> Option<Self> {
        let reference = reference.split('#').next().unwrap_or_default();
        if reference.is_empty() {
            return Some(self.clone());
        }
        if reference.starts_with("//") {
            return Self::parse_optional(&format!("{}:{reference}", self.scheme()));
        }
        let end = reference.find(['/', '?']).unwrap_or(reference.len());
        if reference[..end].contains(':') {
            return Self::parse_optional(reference);
        }
        let old = self.path_only();
        let path = match reference.as_bytes() {
            [b'/', ..] => reference.to_owned(),
            [b'?', ..] => format!("{old}{reference}"),
            _ => format!("{}{reference}", &old[..=old.rfind('/').unwrap_or_default()]),
        };
        is_path(&path).then(|| Self { path: remove_dot_segments(&path), ..self.clone() })
    }

    /// Replaces an unspecified host (`0.0.0.0` or `[::]`) with that of `server`. Servers that
    /// listen on every address name themselves so.
    pub(in crate::exchange) fn replace_unspecified_host(self, server: &Self) -> Self {
        let unspecified = matches!(self.host.as_str(), "0.0.0.0" | "[::]");
        if unspecified { Self { host: server.host.clone(), ..self } } else { self }
    }

    /// Replaces path and query with `path`, which must start with `/`.
    pub(in crate::exchange) fn with_path(&self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self.clone() }
    }

    /// Appends `path`, which must start with `/`, to the path. Keeps the query.
    pub(in crate::exchange) fn append_path(&self, path: &str) -> Self {
        let (own, query) = self.path.split_at(self.path_only().len());
        self.with_path(&format!("{}{path}{query}", own.trim_end_matches('/')))
    }

    /// Reports whether both URLs lead to one port of this machine, in any spelling.
    pub(in crate::exchange) fn is_same_loopback(&self, other: &Self) -> bool {
        (self.secure, self.port) == (other.secure, other.port)
            && address::is_loopback(&self.host)
            && address::is_loopback(&other.host)
    }

    /// Returns `http` or `https`.
    const fn scheme(&self) -> &'static str {
        if self.secure { "https" } else { "http" }
    }

    /// Reports whether the scheme is `https`.
    pub(in crate::exchange) const fn is_secure(&self) -> bool {
        self.secure
    }

    /// Returns the host: a lower-case name, an IPv4 address, or an IPv6 address in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the path without the query.
    pub fn path_only(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// Reports whether the URL has a query.
    pub(in crate::exchange) fn has_query(&self) -> bool {
        self.path.contains('?')
    }

    /// Reports whether scheme, host and port are equal.
    pub(in crate::exchange) fn is_same_origin(&self, other: &Self) -> bool {
        (self.secure, &self.host, self.port) == (other.secure, &other.host, other.port)
    }

    /// Reports whether origin and path are equal, ignoring a trailing slash and spellings of
    /// loopback.
    pub(in crate::exchange) fn is_same_resource(&self, other: &Self) -> bool {
        let path = |url: &Self| url.path_only().trim_end_matches('/').to_owned();
        (self.is_same_origin(other) || self.is_same_loopback(other)) && path(self) == path(other)
    }

    /// Returns scheme, host, and port unless it is the scheme's default.
    pub fn origin(&self) -> String {
        let Self { host, port, .. } = self;
        if *port == default_port(self.secure) {
            format!("{}://{host}", self.scheme())
        } else {
            format!("{}://{host}:{port}", self.scheme())
        }
    }

    /// Returns the whole URL with its query, for requests. The query may be secret.
    pub fn href(&self) -> String {
        self.origin() + &self.path
    }

    /// Returns the URL without its query, for records.
    pub fn without_query(&self) -> String {
        self.origin() + self.path_only()
    }

    fn parse_optional(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let secure = is_secure(scheme)?;
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let bracket = authority.find(']').unwrap_or_default();
        let (host, port) = match authority[bracket..].find(':') {
            Some(at) => authority.split_at(bracket + at),
            None => (authority, ""),
        };
        let port = match port.strip_prefix(':') {
            None => default_port(secure),
            Some(digits) if digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits.parse().ok()?
            }
            Some(_) => return None,
        };
        is_path(&path).then_some(())?;
        Some(Self { secure, host: canonical_host(host)?, port, path: remove_dot_segments(&path) })
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.without_query())
    }
}

/// Checks that an endpoint's URL starts with a supported scheme. Without one, a browser would
/// accept the text, so users often type it.
fn check_scheme(text: &str) -> Result<(), Error> {
    let expected = if text.starts_with("stdio:") || text.trim().contains(' ') {
        "a URL that begins with http:// or https:// (a server over stdio needs an HTTP bridge)"
    } else {
        "a URL that begins with http:// or https://"
    };
    let is_known = scheme(text).and_then(is_secure).is_some();
    if is_known { Ok(()) } else { Err(url_error("endpoint URL", expected, text)) }
}

/// Checks that the URL of a broker's agent has a scheme. Which schemes are supported is up to the
/// broker.
///
/// # Errors
/// `exchange.url` for a URL without a scheme.
pub(in crate::exchange) fn check_agent_url(text: &str) -> Result<(), Error> {
    let expected = "a URL with its scheme, such as https://";
    let named = |scheme: &str| scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    if scheme(text).is_some_and(named) {
        Ok(())
    } else {
        Err(url_error("agent URL", expected, text))
    }
}

/// Removes user name, query and fragment from the URL or UAID of an agent.
pub(in crate::exchange) fn redact_agent(text: &str) -> String {
    let named = text.split_once("://").map(|(scheme, rest)| {
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        format!("{scheme}://{}{path}", authority.rsplit('@').next().unwrap_or_default())
    });
    let named = named.as_deref().unwrap_or(text);
    named.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Returns the text before `://`.
fn scheme(text: &str) -> Option<&str> {
    text.split_once("://").map(|(scheme, _)| scheme)
}

/// Returns the error for a URL, without parts that may be secret.
fn url_error(thing: &'static str, expected: &'static str, text: &str) -> Error {
    // Text before `@` or after `?` may be secret, and `?` may occur before `@`.
    let safe = text.split(['?', '#']).next().unwrap_or_default();
    let authority = text.split_once("://").map_or(text, |(_, rest)| rest).split('/').next();
    let user = safe.contains('@') || authority.is_some_and(|part| part.contains('@'));
    let found = if user { "one with @".to_owned() } else { shown(safe) };
    Error::new(Code::ExchangeUrl, thing, expected, found)
}

/// Reports whether `scheme` is `https`; `None` if it is neither `http` nor `https`.
fn is_secure(scheme: &str) -> Option<bool> {
    let is = |name| scheme.eq_ignore_ascii_case(name);
    (is("http") || is("https")).then(|| is("https"))
}

const fn default_port(secure: bool) -> u16 {
    if secure { 443 } else { 80 }
}

fn canonical_host(host: &str) -> Option<String> {
    let host = host.to_ascii_lowercase();
    if let Some(inner) = host.strip_prefix('[') {
        let address: Ipv6Addr = inner.strip_suffix(']')?.parse().ok()?;
        return Some(format!("[{address}]"));
    }
    match address::parse_ipv4(&host) {
        Ipv4::Address(address) => Some(address.to_string()),
        Ipv4::Malformed => None,
        Ipv4::Name => address::is_name(host.strip_suffix('.').unwrap_or(&host)).then_some(host),
    }
}

fn is_path(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

/// Reports whether `text` is `.` or `..`. URL parsers resolve such a path segment even if it is
/// percent-encoded (WHATWG URL, "double-dot URL path segment"), so it cannot be escaped.
pub(in crate::exchange) fn is_dot_segment(text: &str) -> bool {
    matches!(text, "." | "..")
}

/// Percent-encodes `text` as one path segment (RFC 3986, 3.3).
pub(in crate::exchange) fn encode_segment(text: &str) -> String {
    percent_encode(text, b"-_~")
}

/// Percent-encodes `text` as part of a fragment (RFC 3986, 3.5).
pub(in crate::exchange) fn encode_fragment(text: &str) -> String {
    percent_encode(text, b"-_~./:@")
}

/// Percent-encodes every byte except ASCII letters, digits and those in `kept`.
fn percent_encode(text: &str, kept: &[u8]) -> String {
    let mut percent_encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            percent_encoded.push(char::from(byte));
        } else {
            percent_encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    percent_encoded
}

/// Removes `.` and `..` segments from `path` (RFC 3986, 5.2.4). Keeps the query.
fn remove_dot_segments(path: &str) -> String {
    let (path, query) = match path.find('?') {
        Some(at) => path.split_at(at),
        None => (path, ""),
    };
    let mut segments = Vec::new();
    let mut parts = path.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            ".." => {
                segments.pop();
            }
            "." => {}
            _ => segments.push(part),
        }
        if last && matches!(part, "." | "..") {
            segments.push("");
        }
    }
    format!("/{}{query}", segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_parse_to_canonical_form() {
        for (text, href) in [
            ("http://a.example", "http://a.example/"),
            ("HTTPS://A.Example:443/x?y=1#z", "https://a.example/x?y=1"),
            ("http://a.example:8080?q", "http://a.example:8080/?q"),
            ("http://0x7f.1:80/", "http://127.0.0.1/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://[0:0::1]:8/", "http://[::1]:8/"),
            ("http://a.example/a/./b/../c/..", "http://a.example/a/"),
            ("http://a.example/ü", "http://a.example/ü"),
        ] {
            assert_eq!(Url::parse(text).unwrap().href(), href, "{text}");
        }
    }

    #[test]
    fn rejects_ambiguous_urls() {
        for text in [
            "",
            "a.example",
            "/x",
            "ftp://a.example/",
            "http:/a.example",
            "http:a.example",
            "http://",
            "http:///x",
            "http://u@a.example/",
            "http://u:p@a.example/",
            "http://a.example\\@b.example/",
            "http://a.example /",
            "http://a%2eexample/",
            "http://bücher.example/",
            "http://a.example:/",
            "http://a.example:99999/",
            "http://a.example:1:2/",
            "http://[::1/",
            "http://[fe80::1%25eth0]/",
            "http://[::1]x/",
            "http://1.2.3.256/",
            "http://1.2.3.4.5/",
            "http://a.0x/",
            "http://a..example/",
            "http://a.example/\n",
            " http://a.example/",
            "javascript://a.example/%0aalert(1)",
        ] {
            let error = Url::parse(text).map(|url| url.href()).unwrap_err();
            assert_eq!(error.code(), "exchange.url", "{text}");
        }
    }

    #[test]
    fn errors_name_what_is_missing() {
        for (text, found) in [
            ("agent.example/chat", "\"agent.example/chat\""),
            ("localhost:3000", "\"localhost:3000\""),
            ("//agent.example/?key=secret", "\"//agent.example/\""),
            ("me:secret@agent.example", "one with @"),
            ("ftp://agent.example", "\"ftp://agent.example\""),
        ] {
            let error = Url::parse(text).unwrap_err().to_string();
            let expected = "a URL that begins with http:// or https://";
            assert_eq!(error, format!("endpoint URL: expected {expected}, found {found}"));
        }
        let error = Url::parse("HTTP://u@agent.example").unwrap_err().to_string();
        assert!(
            error.starts_with("endpoint URL: expected an absolute http or https URL"),
            "{error}"
        );
    }

    #[test]
    fn errors_omit_user_name_and_query() {
        for text in [
            "http://me:secret@a.example/",
            "http://me:secret?x@a.example/",
            "http://me:secret#x@a.example/",
            "http://me:secret/x@a.example/",
            "nonsense?key=secret",
        ] {
            assert!(!Url::parse(text).unwrap_err().to_string().contains("secret"));
        }
        let url = Url::parse("http://a.example/x?key=secret").unwrap();
        assert_eq!(format!("{url:?}"), "http://a.example/x");
    }

    #[test]
    fn references_resolve_per_rfc_3986() {
        let base = Url::parse("http://a.example:81/b/c?d").unwrap();
        for (reference, href) in [
            ("", "http://a.example:81/b/c?d"),
            ("#f", "http://a.example:81/b/c?d"),
            ("?q", "http://a.example:81/b/c?q"),
            ("/x?y", "http://a.example:81/x?y"),
            ("x", "http://a.example:81/b/x"),
            ("../x#f", "http://a.example:81/x"),
            ("//h.example/x", "http://h.example/x"),
            ("https://h.example", "https://h.example/"),
            ("x?u=http://h.example", "http://a.example:81/b/x?u=http://h.example"),
        ] {
            assert_eq!(base.join(reference).unwrap().href(), href, "{reference}");
        }
        for reference in ["javascript:x", "http:x", "/a b", "/\\h.example", "//u@h.example/"] {
            assert!(base.join(reference).is_none(), "{reference}");
        }
    }
}
