//! Protocols and options of an endpoint.

use crate::error::{Code, Error, shown};

/// A protocol that an endpoint may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Detected from the options and the path, then from an agent card; falls back to `json`.
    Auto,
    /// A `POST` of a body template, answered with JSON or plain text.
    Json,
    /// OpenAI Chat Completions.
    OpenAi,
    /// The OpenAI Responses API.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Agent2Agent, configured by the agent card.
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

    /// Returns the name used in options and records.
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

    /// Looks up a protocol by name.
    ///
    /// # Errors
    /// `exchange.protocol` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let expected = format!("one of {names}");
            Error::new(Code::ExchangeProtocol, "protocol", expected, shown(name))
        })
    }
}

/// Options of an endpoint. An option that does not apply to the protocol is an error.
#[derive(Clone, Default)]
pub struct Options {
    /// Headers for the endpoint's own origin. They are secret: never shown, never sent to another
    /// origin.
    pub headers: Vec<(String, String)>,
    /// The model (`openai`, `openai-responses`, `anthropic`; required by the latter two). For `json`
    /// it fills `{{model}}` in the body template, which requires it.
    pub model: Option<String>,
    /// The body (`json`) or the arguments of the tool (`mcp`), see [`Template`](super::Template).
    pub body: Option<String>,
    /// The JSON Pointer (RFC 6901) to the reply's text (`json`).
    pub reply_pointer: Option<String>,
    /// The tool to call (`mcp`, required).
    pub tool: Option<String>,
    /// The tool argument that receives the prompt (`mcp`); `message` by default.
    pub argument: Option<String>,
    /// The agent's universal agent id (`broker`, which requires this or the agent's URL).
    pub uaid: Option<String>,
    /// The agent's URL (`broker`).
    pub agent_url: Option<String>,
    /// True if redirects to another origin are followed.
    pub cross_origin: bool,
    /// True if the URL comes from data rather than from the caller.
    pub from_data: bool,
    /// True if a URL from data may have a private address.
    pub allow_private: bool,
}
