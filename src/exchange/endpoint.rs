//! Where and how a subject is asked.

use std::fmt;

use super::address::is_public_host;
use super::auto;
use super::secret::Secrets;
use super::template::Template;
use super::url::{self, Url};
use crate::error::{Code, Error, shown};
use crate::pointer::Pointer;

/// The user agent that is sent unless a header says otherwise.
pub const USER_AGENT: &str =
    concat!("proofmark/", env!("CARGO_PKG_VERSION"), " (+https://www.npmjs.com/package/proofmark)");

/// The model that is named where none is given and the protocol needs no real one.
const DEFAULT_MODEL: &str = "default";

/// The argument of a tool that the prompt goes into where none is named.
const DEFAULT_ARGUMENT: &str = "message";

/// A protocol that an endpoint may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Found out: by the options and the path, then by an agent card, else `json`.
    Auto,
    /// A `POST` of a body template, answered with JSON or plain text.
    Json,
    /// OpenAI Chat Completions.
    OpenAi,
    /// The OpenAI Responses API.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Agent2Agent, by the agent's card.
    A2a,
    /// A tool of a Model Context Protocol server.
    Mcp,
    /// The HOL Registry Broker.
    Broker,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Json,
        Self::OpenAi,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::A2a,
        Self::Mcp,
        Self::Broker,
    ];

    /// The name that options and records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Json => "json",
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::A2a => "a2a",
            Self::Mcp => "mcp",
            Self::Broker => "broker",
        }
    }

    /// The protocol called `name`.
    ///
    /// # Errors
    /// `exchange.protocol` for any other name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let expected = format!("one of {names}");
            Error::new(Code::ExchangeProtocol, "protocol", expected, shown(name))
        })
    }
}

/// What is said of an endpoint beside its URL. An option that the protocol has no use for is
/// refused.
#[derive(Clone, Default)]
pub struct Options {
    /// Headers for the endpoint's own origin. Secret: never shown, never sent elsewhere.
    pub headers: Vec<(String, String)>,
    /// The model to ask (`openai`, `openai-responses`, `anthropic`; the latter two need it).
    pub model: Option<String>,
    /// The body template (`json`), see [`Template`].
    pub body: Option<String>,
    /// The JSON Pointer (RFC 6901) of the reply's text (`json`).
    pub reply_pointer: Option<String>,
    /// The tool to call (`mcp`, which needs it).
    pub tool: Option<String>,
    /// The argument of the tool that the prompt goes into (`mcp`); `message` if there is none.
    pub argument: Option<String>,
    /// The agent's universal id (`broker`, which needs this or the agent's URL).
    pub uaid: Option<String>,
    /// The agent's URL (`broker`).
    pub agent_url: Option<String>,
    /// Whether redirects to another origin are followed.
    pub cross_origin: bool,
    /// Whether the URL itself comes from data, not from whoever runs this.
    pub from_data: bool,
    /// Whether addresses from data may be private.
    pub allow_private: bool,
}

/// An endpoint that can be asked: every part checked.
#[derive(Clone)]
pub struct Endpoint {
    url: Url,
    protocol: Protocol,
    /// What `auto` begins with.
    guess: Protocol,
    headers: Vec<(String, String)>,
    secrets: Secrets,
    model: Option<String>,
    tool: Option<String>,
    argument: String,
    /// The member that names the broker's agent, and its value.
    agent: (&'static str, String),
    template: Template,
    reply_pointer: Option<Pointer>,
    cross_origin: bool,
    from_data: bool,
    allow_private: bool,
}

impl Endpoint {
    /// Checks `url` and `options` for `protocol`.
    ///
    /// # Errors
    /// `exchange.url` for `url` or the agent's, `exchange.header`, `exchange.template`,
    /// `exchange.pointer`, or `exchange.option` for an option that the protocol has no use for, or
    /// that it lacks.
    pub fn new(url: &str, protocol: Protocol, options: Options) -> Result<Self, Error> {
        let url = Url::parse(url)?;
        let guess = match protocol {
            Protocol::Auto => auto::guess(&url, &options),
            named => named,
        };
        check_options(protocol, guess, &options)?;
        let headers = options.headers.into_iter().map(header).collect::<Result<Vec<_>, Error>>()?;
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
            guess,
            headers,
            secrets,
            model: options.model,
            tool: options.tool,
            argument: options.argument.unwrap_or_else(|| DEFAULT_ARGUMENT.to_owned()),
            agent,
            template: options
                .body
                .map_or_else(|| Ok(Template::default()), |t| Template::parse(&t))?,
            reply_pointer: options.reply_pointer.as_deref().map(pointer).transpose()?,
            cross_origin: options.cross_origin,
            from_data: options.from_data,
            allow_private: options.allow_private,
        })
    }

    /// The URL.
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// The protocol asked for.
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// What to begin with: the protocol asked for, or what `auto` sees at a glance.
    pub(super) const fn first_guess(&self) -> Protocol {
        self.guess
    }

    /// The tool and its argument.
    pub(super) fn tool(&self) -> (&str, &str) {
        (self.tool_name().unwrap_or_default(), &self.argument)
    }

    /// The tool that is called.
    pub fn tool_name(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The model that was asked for, if one was.
    pub fn model_name(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// The member that names the broker's agent, and its value.
    pub(super) fn broker_agent(&self) -> (&'static str, &str) {
        (self.agent.0, &self.agent.1)
    }

    /// The model to name in a request.
    pub(super) fn model(&self) -> &str {
        self.model_name().unwrap_or(DEFAULT_MODEL)
    }

    pub(super) const fn template(&self) -> &Template {
        &self.template
    }

    pub(super) const fn reply_pointer(&self) -> Option<&Pointer> {
        self.reply_pointer.as_ref()
    }

    /// The headers, for calls that have not left the endpoint's origin.
    pub(super) fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// The values of headers and queries, which nothing that is stored may contain.
    pub(super) const fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Whether `url` may be asked at all: the URL as given, or one from data that is public.
    pub(super) fn may_ask(&self, url: &Url) -> bool {
        !self.public_only(url) || is_public_host(url.host())
    }

    /// Whether the host must check what the name in `url` resolves to. An agent on this machine
    /// may call its own port by another name than whoever typed it.
    pub(super) fn public_only(&self, url: &Url) -> bool {
        let typed = self.url.same_origin(url) || self.url.same_loopback(url);
        !self.allow_private && (self.from_data || !typed)
    }

    /// Whether a redirect may lead from `from` to `to`: within the origin, or to another where
    /// that is allowed and does not give up encryption.
    pub(super) fn may_follow(&self, from: &Url, to: &Url) -> bool {
        let open = self.cross_origin && (to.is_secure() || !from.is_secure());
        (open || from.same_origin(to)) && self.may_ask(to)
    }
}

impl fmt::Debug for Endpoint {
    /// Shows no header and no query.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("url", &self.url)
            .field("protocol", &self.protocol.name())
            .finish_non_exhaustive()
    }
}

/// Checks that `protocol`, begun as `guess`, has a use for every option, and every option that it
/// needs.
fn check_options(protocol: Protocol, guess: Protocol, options: &Options) -> Result<(), Error> {
    use Protocol::{Anthropic, Auto, Broker, Json, Mcp, OpenAi, OpenAiResponses};
    let model: &[Protocol] = &[OpenAi, OpenAiResponses, Anthropic];
    let text = |option: &Option<String>| option.clone();
    for (name, given, used, needed) in [
        ("model", text(&options.model), model, matches!(guess, OpenAiResponses | Anthropic)),
        ("body template", text(&options.body), &[Json], false),
        ("reply pointer", text(&options.reply_pointer), &[Json], false),
        ("tool", text(&options.tool), &[Mcp], guess == Mcp),
        ("argument", text(&options.argument), &[Mcp], false),
        ("uaid", text(&options.uaid), &[Broker], guess == Broker && options.agent_url.is_none()),
        ("agent URL", text(&options.agent_url), &[Broker], false),
    ] {
        let refused = |expected, found: &str| {
            Err(Error::new(Code::ExchangeOption, name, expected, found.to_owned()))
        };
        // An option that only one protocol knows has decided what `auto` begins with: one of another
        // protocol beside it would be passed over without a word.
        let asked = if used.len() == 1 { guess } else { protocol };
        match given {
            None if needed => {
                return refused(format!("one with the protocol {}", guess.name()), "none");
            }
            Some(_) if asked != Auto && !used.contains(&asked) => {
                return refused(format!("none with the protocol {}", asked.name()), "one");
            }
            Some(_) if name == "model" && !used.contains(&guess) => {
                return refused("a protocol that names one".to_owned(), guess.name());
            }
            Some(given) if given.is_empty() && name != "reply pointer" => {
                return refused("text".to_owned(), "none");
            }
            _ => {}
        }
    }
    if options.uaid.is_some() && options.agent_url.is_some() {
        return Err(Error::new(Code::ExchangeOption, "agent", "a uaid or an agent URL", "both"));
    }
    if let Some(agent_url) = &options.agent_url {
        url::check_agent(agent_url)?;
    }
    // Some revisions of MCP carry it in a header.
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

/// Checks one header; its name in lower case. The value is not shown in an error.
fn header((name, value): (String, String)) -> Result<(String, String), Error> {
    /// What the host's own HTTP decides.
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
        let expected = "a header that does not frame the message";
        return Err(Error::new(Code::ExchangeHeader, "header", expected, shown(&name)));
    }
    let value = value.trim_matches([' ', '\t']).to_owned();
    if !value.bytes().all(|b| matches!(b, b'\t' | b' '..=b'~')) {
        let expected = "a value of visible ASCII and spaces";
        return Err(Error::new(
            Code::ExchangeHeader,
            format!("header {name}"),
            expected,
            "another",
        ));
    }
    Ok((name, value))
}

fn pointer(text: &str) -> Result<Pointer, Error> {
    Pointer::parse(text).ok_or_else(|| {
        let expected = "a JSON Pointer such as /choices/0/text (RFC 6901)";
        Error::new(Code::ExchangePointer, "reply pointer", expected, shown(text))
    })
}
