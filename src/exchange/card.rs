//! A2A agent cards: where they are looked for, and what is read in them.

use super::cause::Cause;
use super::endpoint::{Endpoint, Protocol};
use super::step::{Call, Kind, Stage};
use super::url::{Url, is_step};
use super::value::Value;

/// Where a card stands (A2A 1.0, 8.2), and where it stood before A2A 0.3.
const PLACES: [&str; 2] = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/// How an agent is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// A2A 1.x over JSON-RPC.
    Rpc1,
    /// A2A 1.x over HTTP+JSON.
    Rest1,
    /// A2A 0.3 and before over JSON-RPC.
    Rpc0,
}

impl Binding {
    /// The version and the binding, for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rpc1 => "a2a 1.0 JSONRPC",
            Self::Rest1 => "a2a 1.0 HTTP+JSON",
            Self::Rpc0 => "a2a 0.3 JSONRPC",
        }
    }
}

/// One way to reach an agent, out of its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interface {
    pub(super) binding: Binding,
    pub(super) url: Url,
    pub(super) tenant: Option<String>,
    /// True if the card came from another origin than the endpoint's.
    pub(super) foreign: bool,
}

/// The URLs at which a card is looked for, in order: the endpoint itself if it is one, below the
/// endpoint's path, at its origin.
fn places(endpoint: &Endpoint) -> Vec<Url> {
    let url = endpoint.url();
    let path = url.path_only();
    if PLACES.iter().any(|place| path.ends_with(place)) {
        return vec![url.clone()];
    }
    let [new, old] = PLACES.map(|place| url.with_path(place));
    if path == "/" {
        return vec![new, old];
    }
    let below = url.with_path(&format!("{}{}", path.trim_end_matches('/'), PLACES[0]));
    vec![below, new, old]
}

/// The call for the card at place number `at`, if there is such a place; `before` is why the
/// places before had none.
pub(super) fn look(endpoint: &Endpoint, at: usize, before: Option<Cause>) -> Option<Call> {
    let url = places(endpoint).into_iter().nth(at)?;
    let retried = endpoint.protocol() != Protocol::Auto;
    Some(Call::get(Stage::Card(at, before), url).taken_as(Kind::Probe { retried }))
}

/// The interface to speak to, by the card that was found at place number `at`: the first one in
/// the card's own order that is spoken here and may be asked. None if `json` is no card, or one of
/// another agent.
pub(super) fn choose(
    endpoint: &Endpoint,
    at: usize,
    json: &Value,
) -> Option<Result<Interface, Cause>> {
    let declared = interfaces(endpoint.url(), json)?;
    let usable =
        |url: &Url| endpoint.may_ask(url) && (url.is_secure() || !endpoint.url().is_secure());
    // Asked only to find out, the card of the origin speaks for the origin, not for every path.
    let found = places(endpoint);
    let elsewhere = endpoint.protocol() == Protocol::Auto && found.len() == 3 && at > 0;
    let mine = |interface: &Interface| !elsewhere || interface.url.same_place(endpoint.url());
    let others = declared.contains(&Declared::Unspoken);
    let mut spoken = declared
        .into_iter()
        .filter_map(|declared| match declared {
            Declared::Spoken(interface) if mine(&interface) => Some(interface),
            _ => None,
        })
        .peekable();
    if spoken.peek().is_none() {
        let cause = if others { Cause::TransportUnknown } else { Cause::CardInvalid };
        return (!elsewhere).then_some(Err(cause));
    }
    Some(spoken.find(|interface| usable(&interface.url)).ok_or(Cause::AddressRefused))
}

/// One interface that a card declares.
#[derive(Debug, PartialEq, Eq)]
enum Declared {
    Spoken(Interface),
    /// A well-formed one: an http or https URL, and the name of a transport that is not spoken here.
    Unspoken,
    Malformed,
}

/// Returns the interfaces of a card in its order, or none if it is no card.
fn interfaces(base: &Url, card: &Value) -> Option<Vec<Declared>> {
    let declared = |value: &Value, tenant, binding: Option<Option<Binding>>| {
        let url = text(value, "url").and_then(|url| base.join(&url));
        match (url, binding) {
            (Some(url), Some(Some(binding))) => {
                Declared::Spoken(Interface { binding, url, tenant, foreign: false })
            }
            (Some(_), Some(None)) => Declared::Unspoken,
            _ => Declared::Malformed,
        }
    };
    // A2A 1.0, 4.4.1: `supportedInterfaces`, the preferred one first.
    if let Some(list) = card.get("supportedInterfaces") {
        let read = |entry: &Value| {
            let tenant = text(entry, "tenant").filter(|tenant| !tenant.is_empty());
            // Its path would lead elsewhere.
            let astray = tenant.as_deref().is_some_and(is_step);
            declared(entry, tenant, binding(entry).filter(|_| !astray))
        };
        return Some(list.as_array().unwrap_or_default().iter().map(read).collect());
    }
    // A2A 0.3, 5.5: `url` with `preferredTransport` (JSONRPC if absent), then the additional ones.
    card.get("url").filter(|_| text(card, "name").is_some())?;
    let rpc = |name: String| (name == "JSONRPC").then_some(Binding::Rpc0);
    let preferred = text(card, "preferredTransport").unwrap_or_else(|| "JSONRPC".to_owned());
    let mut list = vec![declared(card, None, Some(rpc(preferred)))];
    for entry in card.get("additionalInterfaces").and_then(Value::as_array).into_iter().flatten() {
        list.push(declared(entry, None, text(entry, "transport").map(rpc)));
    }
    Some(list)
}

/// Returns the binding of an entry of `supportedInterfaces`: none if the entry does not name one, and
/// none in it if it is not spoken here.
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
