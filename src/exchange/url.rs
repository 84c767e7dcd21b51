//! The URLs that are asked: `http` and `https`, read so strictly that every other reader agrees.

use std::fmt;
use std::net::Ipv6Addr;

use super::address::{self, Ipv4};
use crate::error::{Code, Error, shown};

/// An absolute `http` or `https` URL without user name and fragment, its host in canonical form.
#[derive(Clone, PartialEq, Eq)]
pub struct Url {
    secure: bool,
    host: String,
    port: u16,
    /// Begins with `/`; includes the query.
    path: String,
}

impl Url {
    /// Reads `text`. A fragment is dropped.
    ///
    /// # Errors
    /// `exchange.url` if it is no such URL: another scheme, a user name, a host that is neither an
    /// address nor an ASCII name, white space, control characters or backslashes.
    pub fn parse(text: &str) -> Result<Self, Error> {
        check_scheme(text)?;
        let expected = "an absolute http or https URL without a user name, its host in ASCII";
        Self::read(text).ok_or_else(|| url_error("endpoint URL", expected, text))
    }

    /// The URL that `reference`, a `Location` or a card's entry, names seen from this one.
    pub(super) fn join(&self, reference: &str) -> Option<Self> {
        let reference = reference.split('#').next().unwrap_or_default();
        if reference.is_empty() {
            return Some(self.clone());
        }
        if reference.starts_with("//") {
            return Self::read(&format!("{}:{reference}", self.scheme()));
        }
        let end = reference.find(['/', '?']).unwrap_or(reference.len());
        if reference[..end].contains(':') {
            return Self::read(reference);
        }
        let old = self.path_only();
        let path = match reference.as_bytes() {
            [b'/', ..] => reference.to_owned(),
            [b'?', ..] => format!("{old}{reference}"),
            _ => format!("{}{reference}", &old[..=old.rfind('/').unwrap_or_default()]),
        };
        is_path(&path).then(|| Self { path: without_dots(&path), ..self.clone() })
    }

    /// The same origin with `path`, which begins with `/`.
    pub(super) fn with_path(&self, path: &str) -> Self {
        Self { path: path.to_owned(), ..self.clone() }
    }

    /// The URL with `path`, which begins with `/`, put behind its own; the query stays.
    pub(super) fn below(&self, path: &str) -> Self {
        let (own, query) = self.path.split_at(self.path_only().len());
        self.with_path(&format!("{}{path}{query}", own.trim_end_matches('/')))
    }

    /// Whether both lead to one port of this machine, in whatever spelling.
    pub(super) fn same_loopback(&self, other: &Self) -> bool {
        (self.secure, self.port) == (other.secure, other.port)
            && address::is_loopback(&self.host)
            && address::is_loopback(&other.host)
    }

    /// `http` or `https`.
    const fn scheme(&self) -> &'static str {
        if self.secure { "https" } else { "http" }
    }

    /// Whether the scheme is `https`.
    pub(super) const fn is_secure(&self) -> bool {
        self.secure
    }

    /// The host: a name in lower case, an IPv4 address, or an IPv6 address in brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The path without the query.
    pub fn path_only(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// Reports whether there is a query.
    pub(super) fn has_query(&self) -> bool {
        self.path.contains('?')
    }

    /// Whether both have the same scheme, host and port.
    pub(super) fn same_origin(&self, other: &Self) -> bool {
        (self.secure, &self.host, self.port) == (other.secure, &other.host, other.port)
    }

    /// Whether both lead to the same place, a slash at the end or not.
    pub(super) fn same_resource(&self, other: &Self) -> bool {
        let path = |url: &Self| url.path_only().trim_end_matches('/').to_owned();
        (self.same_origin(other) || self.same_loopback(other)) && path(self) == path(other)
    }

    /// Scheme, host and port, the latter where it is not the scheme's own.
    pub fn origin(&self) -> String {
        let Self { host, port, .. } = self;
        if *port == default_port(self.secure) {
            format!("{}://{host}", self.scheme())
        } else {
            format!("{}://{host}:{port}", self.scheme())
        }
    }

    /// The whole URL, query included: what a host fetches. The query may hold a key.
    pub fn href(&self) -> String {
        self.origin() + &self.path
    }

    /// The URL without its query: what a record may show.
    pub fn shown(&self) -> String {
        self.origin() + self.path_only()
    }

    fn read(text: &str) -> Option<Self> {
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
        Some(Self { secure, host: canonical_host(host)?, port, path: without_dots(&path) })
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

/// Checks that `text`, the address of an endpoint, begins as one that can be asked: most that do not are
/// typed as browsers take them.
fn check_scheme(text: &str) -> Result<(), Error> {
    let expected = "a URL that begins with http:// or https://";
    let is_known = scheme(text).and_then(is_secure).is_some();
    if is_known { Ok(()) } else { Err(url_error("endpoint URL", expected, text)) }
}

/// Checks that `text`, the address of an agent that a broker asks, has a scheme; which ones it can be is for
/// the broker to say.
///
/// # Errors
/// `exchange.url` if it has none.
pub(super) fn check_agent_url(text: &str) -> Result<(), Error> {
    let expected = "a URL with its scheme, such as https://";
    let named = |scheme: &str| scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    if scheme(text).is_some_and(named) {
        Ok(())
    } else {
        Err(url_error("agent URL", expected, text))
    }
}

/// Returns `text`, the address or the UAID of an agent, without a user name, a query and a fragment.
pub(super) fn redacted_agent(text: &str) -> String {
    let named = text.split_once("://").map(|(scheme, rest)| {
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        format!("{scheme}://{}{path}", authority.rsplit('@').next().unwrap_or_default())
    });
    let named = named.as_deref().unwrap_or(text);
    named.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// What stands before `://`.
fn scheme(text: &str) -> Option<&str> {
    text.split_once("://").map(|(scheme, _)| scheme)
}

/// The error for the address `text`, without what may be a key.
fn url_error(thing: &'static str, expected: &'static str, text: &str) -> Error {
    // What stands before `@` or after `?` may be a key; so may a `?` before `@`.
    let safe = text.split(['?', '#']).next().unwrap_or_default();
    let authority = text.split_once("://").map_or(text, |(_, rest)| rest).split('/').next();
    let user = safe.contains('@') || authority.is_some_and(|part| part.contains('@'));
    let found = if user { "one with @".to_owned() } else { shown(safe) };
    Error::new(Code::ExchangeUrl, thing, expected, found)
}

/// Whether `scheme` is `https`; `None` if it is not `http` either.
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
    match address::ipv4(&host) {
        Ipv4::Address(address) => Some(address.to_string()),
        Ipv4::Malformed => None,
        Ipv4::Name => address::is_name(host.strip_suffix('.').unwrap_or(&host)).then_some(host),
    }
}

fn is_path(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

/// Whether `text` as a segment of a path leads elsewhere: to URL readers, dots are steps however they
/// are encoded (WHATWG URL, "double-dot URL path segment").
pub(super) fn is_dot_segment(text: &str) -> bool {
    matches!(text, "." | "..")
}

/// Encodes `text` as one segment of a path (RFC 3986, 3.3).
pub(super) fn encode_segment(text: &str) -> String {
    percent_encode(text, b"-_~")
}

/// Encodes `text` as a part of a fragment (RFC 3986, 3.5).
pub(super) fn encode_fragment(text: &str) -> String {
    percent_encode(text, b"-_~./:@")
}

/// Encodes every byte of `text` but ASCII letters, digits and those in `kept`.
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

/// `path` without `.` and `..` segments (RFC 3986, 5.2.4), its query as it is.
fn without_dots(path: &str) -> String {
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
