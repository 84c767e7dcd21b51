//! An endpoint: URL, protocol and options of a subject.

use std::fmt;

use super::options::{Options, Protocol};
use super::template::Template;
use crate::base::pointer::Pointer;
use crate::error::{Code, Error, shown};
use crate::exchange::net::address::is_public_host;
use crate::exchange::net::secret::Secrets;
use crate::exchange::net::url;
use crate::exchange::net::url::Url;
use crate::exchange::protocol::{auto, base};

/// Default `user-agent` header.
pub const USER_AGENT: &str =
    concat!("proofmark/", env!("CARGO_PKG_VERSION"), " (+https://www.npmjs.com/package/proofmark)");

/// Model name for servers that require one but ignore it.
const DEFAULT_MODEL: &str = "default";

/// A validated endpoint.
#[derive(Clone)]
pub struct Endpoint {
    url: Url,
    protocol: Protocol,
    /// The protocol to start with.
    initial: Protocol,
    headers: Vec<(String, String)>,
    secrets: Secrets,
    model: Option<String>,
    tool: Option<String>,
    /// The member that names the broker's agent (`uaid` or `agentUrl`), and its value.
    agent: (&'static str, String),
    template: Template,
    reply_pointer: Option<Pointer>,
    cross_origin: bool,
    from_data: bool,
    allow_private: bool,
    /// True if the models or tools are requested instead of a reply.
    lists: bool,
}

impl Endpoint {
    /// Validates `url` and `options` for `protocol`.
    ///
    /// # Errors
    /// `exchange.url` for `url` or the agent's URL, `exchange.header`, `exchange.template`,
    /// `exchange.pointer`, or `exchange.option` for an option that does not apply to the protocol
    /// or is missing.
    pub fn new(url: &str, protocol: Protocol, options: Options) -> Result<Self, Error> {
        Self::build(Url::parse(url)?, protocol, options, false)
    }

    /// Returns an endpoint whose exchange requests the list of models or tools, and whose reply is
    /// that list as JSON text.
    ///
    /// # Errors
    /// As [`Endpoint::new`].
    pub(super) fn for_listing(
        url: Url,
        protocol: Protocol,
        options: Options,
    ) -> Result<Self, Error> {
        Self::build(url, protocol, options, true)
    }

    fn build(url: Url, protocol: Protocol, options: Options, lists: bool) -> Result<Self, Error> {
        let initial = match protocol {
            Protocol::Auto => auto::detect(&url, &options),
            named => named,
        };
        let url = base::complete_base_url(url, initial);
        check_options(protocol, initial, &options, lists)?;
        let template = options.body.as_deref().map(Template::parse).transpose()?;
        let template = template.or_else(|| options.argument.as_deref().map(Template::from_member));
        let template = template.unwrap_or_default();
        let fills = matches!(initial, Protocol::Json | Protocol::Mcp);
        if fills && template.has_model() != options.model.is_some() {
            let problem = match template.has_model() {
                true => "required by {{model}} in the body template",
                false => "requires {{model}} in the body template",
            };
            return Err(Error::because(Code::ExchangeOption, "model", problem));
        }
        let headers =
            options.headers.into_iter().map(validate_header).collect::<Result<Vec<_>, Error>>()?;
        let mut secrets = Secrets::default();
        headers.iter().for_each(|(name, value)| secrets.add_header(name, value));
        secrets.add_query(&url.href());
        secrets.add_query(options.agent_url.as_deref().unwrap_or_default());
        let agent = match (options.uaid, options.agent_url) {
            (Some(uaid), _) => ("uaid", uaid),
            (None, agent_url) => ("agentUrl", agent_url.unwrap_or_default()),
        };
        Ok(Self {
            url,
            protocol,
            initial,
            headers,
            secrets,
            model: options.model,
            tool: options.tool,
            agent,
            template,
            reply_pointer: options.reply_pointer.as_deref().map(parse_pointer).transpose()?,
            cross_origin: options.cross_origin,
            from_data: options.from_data,
            allow_private: options.allow_private,
            lists,
        })
    }

    /// Returns the URL.
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the requested protocol.
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the protocol to start with: the requested one, or the one that `auto` detects
    /// without a request.
    pub(super) const fn initial_protocol(&self) -> Protocol {
        self.initial
    }

    /// Returns the tool to call.
    pub fn tool_name(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Returns the requested model, if any.
    pub fn model_name(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Returns the member that names the broker's agent, and its value.
    pub(super) fn broker_agent(&self) -> (&'static str, &str) {
        (self.agent.0, &self.agent.1)
    }

    /// Returns the model to name in a request.
    pub(super) fn model(&self) -> &str {
        self.model_name().unwrap_or(DEFAULT_MODEL)
    }

    pub(super) const fn template(&self) -> &Template {
        &self.template
    }

    pub(super) const fn reply_pointer(&self) -> Option<&Pointer> {
        self.reply_pointer.as_ref()
    }

    /// Reports whether the models or tools are requested instead of a reply.
    pub(super) const fn requests_list(&self) -> bool {
        self.lists
    }

    /// Returns the headers for calls that stay within the endpoint's origin.
    pub(super) fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// Returns the values of headers and queries, which must not be stored.
    pub(super) const fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Reports whether requests to `url` are allowed: the endpoint's own URL, or a public one from
    /// data.
    pub(super) fn may_request(&self, url: &Url) -> bool {
        !self.must_be_public(url) || is_public_host(url.host())
    }

    /// Reports whether the host must check the address that the name in `url` resolves to. An agent
    /// on this machine may name its own port differently from the caller.
    pub(super) fn must_be_public(&self, url: &Url) -> bool {
        let typed = self.url.is_same_origin(url) || self.url.is_same_loopback(url);
        !self.allow_private && (self.from_data || !typed)
    }

    /// Reports whether a redirect from `from` to `to` is allowed: within the origin, or to another
    /// one if that is enabled and does not drop encryption.
    pub(super) fn may_follow(&self, from: &Url, to: &Url) -> bool {
        let open = self.cross_origin && (to.is_secure() || !from.is_secure());
        (open || from.is_same_origin(to)) && self.may_request(to)
    }
}

impl fmt::Debug for Endpoint {
    /// Omits headers and the query.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &self.url)
            .field("protocol", &self.protocol.name())
            .finish_non_exhaustive()
    }
}

/// Checks that every option applies to `protocol`, which starts as `initial`, and that required
/// options are present, unless the endpoint only `lists`.
pub(super) fn check_options(
    protocol: Protocol,
    initial: Protocol,
    options: &Options,
    lists: bool,
) -> Result<(), Error> {
    use Protocol::{Anthropic, Auto, Broker, Json, Mcp, OpenAi, OpenAiResponses};
    let model: &[Protocol] = &[OpenAi, OpenAiResponses, Anthropic, Json];
    for (name, given, used, needed) in [
        ("model", &options.model, model, matches!(initial, OpenAiResponses | Anthropic)),
        ("body template", &options.body, &[Json, Mcp], false),
        ("reply pointer", &options.reply_pointer, &[Json], false),
        ("tool", &options.tool, &[Mcp], initial == Mcp),
        ("argument", &options.argument, &[Mcp], false),
        ("uaid", &options.uaid, &[Broker], initial == Broker && options.agent_url.is_none()),
        ("agent URL", &options.agent_url, &[Broker], false),
    ] {
        let refused = |problem: String| Err(Error::because(Code::ExchangeOption, name, problem));
        // An option of a single protocol has already decided what `auto` starts with. An option of
        // another protocol would be silently ignored.
        let asked = if used.len() == 1 { initial } else { protocol };
        match given {
            None if needed && !lists => {
                return refused(format!("required by the protocol {}", initial.name()));
            }
            Some(_) if asked != Auto && !used.contains(&asked) => {
                return refused(format!("not an option of the protocol {}", asked.name()));
            }
            Some(_) if initial == Auto && name == "model" => {
                return refused("needs a protocol; name one, such as openai".to_owned());
            }
            Some(_) if initial != Auto && !used.contains(&initial) => {
                return refused(format!("not an option of the protocol {}", initial.name()));
            }
            Some(given) if given.is_empty() && name != "reply pointer" => {
                return refused("empty".to_owned());
            }
            _ => {}
        }
    }
    if options.argument.is_some() && options.body.is_some() {
        let problem = "part of the body template; give one of them";
        return Err(Error::because(Code::ExchangeOption, "argument", problem));
    }
    if options.uaid.is_some() && options.agent_url.is_some() {
        return Err(Error::new(Code::ExchangeOption, "agent", "a uaid or an agent URL", "both"));
    }
    if let Some(agent_url) = &options.agent_url {
        url::check_agent_url(agent_url)?;
    }
    // Some revisions of MCP send the tool's name in a header.
    let plain = |name: &str| {
        name.len() <= 128 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(&b))
    };
    match &options.tool {
        Some(tool) if !plain(tool) => {
            let expected = "at most 128 letters, digits, _, -, . and /";
            Err(Error::new(Code::ExchangeOption, "tool", expected, shown(tool)))
        }
        _ => Ok(()),
    }
}

/// Validates a header and lower-cases its name. Errors never show the value.
fn validate_header((name, value): (String, String)) -> Result<(String, String), Error> {
    /// Headers that the host's HTTP client sets itself.
    const FRAMING: [&str; 10] = [
        "host",
        "content-length",
        "transfer-encoding",
        "connection",
        "keep-alive",
        "upgrade",
        "te",
        "trailer",
        "expect",
        "accept-encoding",
    ];
    let name = name.to_ascii_lowercase();
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    if name.is_empty() || !name.bytes().all(token) {
        let expected = "a name of letters, digits and hyphens (RFC 9110)";
        return Err(Error::new(Code::ExchangeHeader, "header", expected, shown(&name)));
    }
    if FRAMING.contains(&name.as_str()) {
        let problem = "set by the HTTP client; remove it";
        return Err(Error::because(Code::ExchangeHeader, format!("header {name}"), problem));
    }
    let value = value.trim_matches([' ', '\t']).to_owned();
    if !value.bytes().all(|b| matches!(b, b'\t' | b' '..=b'~')) {
        let problem = "its value has characters other than visible ASCII and spaces";
        return Err(Error::because(Code::ExchangeHeader, format!("header {name}"), problem));
    }
    Ok((name, value))
}

fn parse_pointer(text: &str) -> Result<Pointer, Error> {
    Pointer::parse(text).ok_or_else(|| {
        let expected = "a JSON Pointer such as /choices/0/text (RFC 6901)";
        Error::new(Code::ExchangePointer, "reply pointer", expected, shown(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Protocol::{Anthropic, Broker, Json, Mcp, OpenAi, OpenAiResponses};

    #[test]
    fn an_option_of_another_protocol_is_refused() {
        let text = |text: &str| Some(text.to_owned());
        let valid = |protocol| Options {
            model: text("m").filter(|_| [OpenAiResponses, Anthropic].contains(&protocol)),
            tool: text("t").filter(|_| protocol == Mcp),
            uaid: text("u").filter(|_| protocol == Broker),
            ..Options::default()
        };
        for protocol in Protocol::ALL.into_iter().filter(|it| *it != Protocol::Auto) {
            let own = || valid(protocol);
            let body = text(r#"{"q":"{{prompt}}"}"#);
            let cases: [(&[Protocol], Options); 6] = [
                (&[OpenAi, OpenAiResponses, Anthropic], Options { model: text("m"), ..own() }),
                (&[Json, Mcp], Options { body, ..own() }),
                (&[Json], Options { reply_pointer: text("/a"), ..own() }),
                (&[Mcp], Options { tool: text("t"), ..own() }),
                (&[Mcp], Options { argument: text("a"), ..own() }),
                (&[Broker], Options { uaid: text("u"), ..own() }),
            ];
            for (place, (used, options)) in cases.into_iter().enumerate() {
                let refused = Endpoint::new("https://a.example/x", protocol, options).err();
                let code = (!used.contains(&protocol)).then_some("exchange.option");
                assert_eq!(refused.map(|it| it.code()), code, "{protocol:?} {place}");
            }
        }
    }
}
