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
    /// A2A 0.3 over HTTP+JSON.
    Rest0,
}

impl Binding {
    /// Returns the version and transport for display.
    pub(in crate::exchange) const fn name(self) -> &'static str {
        match self {
            Self::Rpc1 => "a2a 1.0 JSONRPC",
            Self::Rest1 => "a2a 1.0 HTTP+JSON",
            Self::Rpc0 => "a2a 0.3 JSONRPC",
            Self::Rest0 => "a2a 0.3 HTTP+JSON",
        }
    }

    /// Returns the binding for a transport and a protocol version; `None` if unsupported. Ignores
    /// the case of the transport, as the official client for JavaScript does.
    fn new(transport: &str, version: &str) -> Option<Self> {
        let version = version.trim().trim_start_matches(['v', 'V']);
        let major = version.split('.').next().unwrap_or_default();
        match (transport.to_ascii_uppercase().as_str(), major) {
            ("JSONRPC", "1") => Some(Self::Rpc1),
            ("JSONRPC", "0") => Some(Self::Rpc0),
            ("HTTP+JSON", "1") => Some(Self::Rest1),
            ("HTTP+JSON", "0") => Some(Self::Rest0),
            _ => None,
        }
    }
}

/// An agent's interface, as its card declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::exchange) struct Interface {
    pub(in crate::exchange) binding: Binding,
    pub(in crate::exchange) url: Url,
    pub(in crate::exchange) tenant: Option<String>,
    /// True if the card names no version, so that the binding is a guess.
    pub(in crate::exchange) guessed: bool,
    /// True if the card came from another origin than the endpoint's.
    pub(in crate::exchange) foreign: bool,
}

/// Lists the URLs to fetch a card from, in order: the endpoint itself if it is a card's path;
/// otherwise below the endpoint's path, then the well-known paths of its origin. LangGraph serves
/// the card of `/a2a/ID` at a well-known path with a query (LangSmith, "A2A endpoint").
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
    let assistant = path.strip_prefix("/a2a/").filter(|id| !id.is_empty() && !id.contains('/'));
    let queried =
        assistant.map(|id| url.with_path(&format!("{}?assistant_id={id}", CARD_PATHS[0])));
    [below, new, old].into_iter().chain(queried).collect()
}

/// Builds the call that fetches the card from the URL number `at`, or returns `None` after the last
/// URL. `before` is the cause with which the earlier URLs failed.
pub(in crate::exchange) fn card_call(
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
    let declared = parse_interfaces(endpoint.url(), json)?;
    let secure = |url: &Url| url.is_secure() || !endpoint.url().is_secure();
    // During detection, a card of the origin counts only for interfaces at the endpoint's own URL:
    // other paths of the origin may belong to other agents.
    let urls = card_urls(endpoint);
    let origin_only = endpoint.protocol() == Protocol::Auto && urls.len() > 2 && at > 0;
    let covers_endpoint =
        |interface: &Interface| !origin_only || interface.url.is_same_resource(endpoint.url());
    let any_unsupported = declared.contains(&DeclaredInterface::Unsupported);
    let supported: Vec<Interface> = declared
        .into_iter()
        .filter_map(|declared| match declared {
            DeclaredInterface::Supported(interface) if covers_endpoint(&interface) => {
                Some(interface)
            }
            _ => None,
        })
        .collect();
    if supported.is_empty() {
        let cause = if any_unsupported { Cause::TransportUnknown } else { Cause::CardInvalid };
        return (!origin_only).then_some(Err(cause));
    }
    let insecure = supported.iter().all(|interface| !secure(&interface.url));
    let allowed = |url: &Url| endpoint.may_request(url) && secure(url);
    let chosen = supported.into_iter().find(|interface| allowed(&interface.url));
    Some(chosen.ok_or(if insecure { Cause::CardInsecure } else { Cause::AddressRefused }))
}

/// An interface entry of a card.
#[derive(Debug, PartialEq, Eq)]
enum DeclaredInterface {
    Supported(Interface),
    /// A well-formed entry: an http or https URL and the name of an unsupported transport.
    Unsupported,
    Malformed,
}

/// Parses the interfaces of a card, in its order, or returns `None` if `card` is not a card.
fn parse_interfaces(base: &Url, card: &Value) -> Option<Vec<DeclaredInterface>> {
    let declared = |entry: &Value, transport: Option<String>, version: Option<String>| {
        let tenant = text_member(entry, "tenant").filter(|tenant| !tenant.is_empty());
        // A tenant of `.` or `..` would change the URL's path.
        let leaves_path = tenant.as_deref().is_some_and(is_dot_segment);
        let url = text_member(entry, "url").and_then(|url| base.join(&url));
        let (Some(url), Some(transport), false) = (url, transport, leaves_path) else {
            return DeclaredInterface::Malformed;
        };
        let url = url.replace_unspecified_host(base);
        let guessed = version.is_none();
        match Binding::new(&transport, version.as_deref().unwrap_or("1.0")) {
            Some(binding) => DeclaredInterface::Supported(Interface {
                binding,
                url,
                tenant,
                guessed,
                foreign: false,
            }),
            None => DeclaredInterface::Unsupported,
        }
    };
    // A2A 1.0, 4.4.1: `supportedInterfaces`, preferred interface first.
    let list = member_or_snake_case(card, "supportedInterfaces")
        .map(|list| list.as_array().unwrap_or_default());
    if let Some(list) = list.filter(|list| !list.is_empty() || !has_text_member(card, "url")) {
        let read = |entry: &Value| {
            let version =
                text_member(entry, "protocolVersion").filter(|version| !version.is_empty());
            declared(entry, text_member(entry, "protocolBinding"), version)
        };
        return Some(list.iter().map(read).collect());
    }
    // A2A 0.3, 5.5: `url` with `preferredTransport` (JSONRPC if absent), then
    // `additionalInterfaces`. The version is the card's.
    let named = ["name", "skills", "capabilities", "protocolVersion"];
    card.get("url")
        .filter(|_| named.iter().any(|name| member_or_snake_case(card, name).is_some()))?;
    let version = text_member(card, "protocolVersion").filter(|version| !version.is_empty());
    let version = version.or_else(|| Some("0.3".to_owned()));
    let preferred = text_member(card, "preferredTransport").unwrap_or_else(|| "JSONRPC".to_owned());
    let mut list = vec![declared(card, Some(preferred), version.clone())];
    let more = member_or_snake_case(card, "additionalInterfaces").and_then(Value::as_array);
    for entry in more.unwrap_or_default() {
        list.push(declared(entry, text_member(entry, "transport"), version.clone()));
    }
    Some(list)
}

/// Returns the member `name`, or its spelling in snake case: the JSON form of protocol buffers
/// allows both.
fn member_or_snake_case<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let snake = || {
        let mut snake = String::new();
        for letter in name.chars() {
            if letter.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        snake
    };
    value.get(name).or_else(|| value.get(&snake()))
}

fn text_member(value: &Value, name: &str) -> Option<String> {
    member_or_snake_case(value, name).and_then(Value::as_str).map(str::to_owned)
}

fn has_text_member(value: &Value, name: &str) -> bool {
    text_member(value, name).is_some_and(|text| !text.is_empty())
}
