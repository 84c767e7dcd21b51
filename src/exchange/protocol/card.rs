//! A2A agent cards: the URLs they are fetched from, and the choice of an interface.

use crate::exchange::call::{Call, Kind, Stage};
use crate::exchange::cause::Cause;
use crate::exchange::endpoint::Endpoint;
use crate::exchange::net::url::{Url, is_dot_segment};
use crate::exchange::options::Protocol;
use crate::exchange::value::Value;

/// Well-known paths of agent cards: A2A 1.0 (8.2), and A2A before 0.3.
const CARD_PATHS: [&str; 2] = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/// A version and transport of A2A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exchange) enum Binding {
    /// A2A 1.x over JSON-RPC.
    Rpc1,
    /// A2A 1.x over HTTP+JSON.
    Rest1,
    /// A2A 0.3 and earlier over JSON-RPC.
    Rpc0,
}

impl Binding {
    /// Returns the version and transport for display.
    pub(in crate::exchange) const fn name(self) -> &'static str {
        match self {
            Self::Rpc1 => "a2a 1.0 JSONRPC",
            Self::Rest1 => "a2a 1.0 HTTP+JSON",
            Self::Rpc0 => "a2a 0.3 JSONRPC",
        }
    }
}

/// An agent's interface, as its card declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::exchange) struct Interface {
    pub(in crate::exchange) binding: Binding,
    pub(in crate::exchange) url: Url,
    pub(in crate::exchange) tenant: Option<String>,
    /// True if the card came from another origin than the endpoint's.
    pub(in crate::exchange) foreign: bool,
}

/// Lists the URLs to fetch a card from, in order: the endpoint itself if it is a card's path;
/// otherwise below the endpoint's path, then the well-known paths of its origin.
fn card_urls(endpoint: &Endpoint) -> Vec<Url> {
    let url = endpoint.url();
    let path = url.path_only();
    if CARD_PATHS.iter().any(|place| path.ends_with(place)) {
        return vec![url.clone()];
    }
    let [new, old] = CARD_PATHS.map(|place| url.with_path(place));
    if path == "/" {
        return vec![new, old];
    }
    let below = url.with_path(&format!("{}{}", path.trim_end_matches('/'), CARD_PATHS[0]));
    vec![below, new, old]
}

/// Builds the call that fetches the card from the URL number `at`, or returns `None` after the last
/// URL. `before` is the cause with which the earlier URLs failed.
pub(in crate::exchange) fn request_card(
    endpoint: &Endpoint,
    at: usize,
    before: Option<Cause>,
) -> Option<Call> {
    let url = card_urls(endpoint).into_iter().nth(at)?;
    let retried = endpoint.protocol() != Protocol::Auto;
    Some(Call::get(Stage::Card(at, before), url).with_kind(Kind::Probe { retried }))
}

/// Chooses an interface from the card found at URL number `at`: the first in the card's order that
/// is supported and allowed. Returns `None` if `json` is not a card, or is the card of another
/// agent.
pub(in crate::exchange) fn choose_interface(
    endpoint: &Endpoint,
    at: usize,
    json: &Value,
) -> Option<Result<Interface, Cause>> {
    let declared = interfaces(endpoint.url(), json)?;
    let allowed =
        |url: &Url| endpoint.may_request(url) && (url.is_secure() || !endpoint.url().is_secure());
    // During detection, a card of the origin counts only for interfaces at the endpoint's own URL:
    // other paths of the origin may belong to other agents.
    let urls = card_urls(endpoint);
    let origin_only = endpoint.protocol() == Protocol::Auto && urls.len() == 3 && at > 0;
    let covers_endpoint =
        |interface: &Interface| !origin_only || interface.url.same_resource(endpoint.url());
    let any_unsupported = declared.contains(&Declared::Unsupported);
    let mut supported = declared
        .into_iter()
        .filter_map(|declared| match declared {
            Declared::Supported(interface) if covers_endpoint(&interface) => Some(interface),
            _ => None,
        })
        .peekable();
    if supported.peek().is_none() {
        let cause = if any_unsupported { Cause::TransportUnknown } else { Cause::CardInvalid };
        return (!origin_only).then_some(Err(cause));
    }
    Some(supported.find(|interface| allowed(&interface.url)).ok_or(Cause::AddressRefused))
}

/// An interface entry of a card.
#[derive(Debug, PartialEq, Eq)]
enum Declared {
    Supported(Interface),
    /// A well-formed entry: an http or https URL and the name of an unsupported transport.
    Unsupported,
    Malformed,
}

/// Parses the interfaces of a card, in its order, or returns `None` if `card` is not a card.
fn interfaces(base: &Url, card: &Value) -> Option<Vec<Declared>> {
    let declared = |value: &Value, tenant, binding: Option<Option<Binding>>| {
        let url = text(value, "url").and_then(|url| base.join(&url));
        match (url, binding) {
            (Some(url), Some(Some(binding))) => {
                Declared::Supported(Interface { binding, url, tenant, foreign: false })
            }
            (Some(_), Some(None)) => Declared::Unsupported,
            _ => Declared::Malformed,
        }
    };
    // A2A 1.0, 4.4.1: `supportedInterfaces`, preferred interface first.
    if let Some(list) = card.get("supportedInterfaces") {
        let read = |entry: &Value| {
            let tenant = text(entry, "tenant").filter(|tenant| !tenant.is_empty());
            // A tenant of `.` or `..` would change the URL's path.
            let leaves_path = tenant.as_deref().is_some_and(is_dot_segment);
            declared(entry, tenant, binding(entry).filter(|_| !leaves_path))
        };
        return Some(list.as_array().unwrap_or_default().iter().map(read).collect());
    }
    // A2A 0.3, 5.5: `url` with `preferredTransport` (JSONRPC if absent), then
    // `additionalInterfaces`.
    card.get("url").filter(|_| text(card, "name").is_some())?;
    let rpc = |name: String| (name == "JSONRPC").then_some(Binding::Rpc0);
    let preferred = text(card, "preferredTransport").unwrap_or_else(|| "JSONRPC".to_owned());
    let mut list = vec![declared(card, None, Some(rpc(preferred)))];
    for entry in card.get("additionalInterfaces").and_then(Value::as_array).into_iter().flatten() {
        list.push(declared(entry, None, text(entry, "transport").map(rpc)));
    }
    Some(list)
}

/// Parses the binding of an entry of `supportedInterfaces`. The outer `None` means that the entry
/// names no binding, the inner one that the binding is unsupported.
fn binding(entry: &Value) -> Option<Option<Binding>> {
    let version = text(entry, "protocolVersion")?;
    let first = version.starts_with("1.") || version == "1";
    Some(match text(entry, "protocolBinding")?.as_str() {
        "JSONRPC" if version.starts_with("0.") => Some(Binding::Rpc0),
        "JSONRPC" if first => Some(Binding::Rpc1),
        "HTTP+JSON" if first => Some(Binding::Rest1),
        _ => None,
    })
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}
