//! Ways to ask an agent.

use super::bodies;
use crate::error::Error;
use crate::exchange::endpoint::{Endpoint, check_options};
use crate::exchange::net::url::Url;
use crate::exchange::options::{Options, Protocol};
use crate::exchange::protocol::auto;
use crate::exchange::value::Value;

/// The model to name before the server's models are known.
pub(super) const ANY_MODEL: &str = "default";

/// One way to ask.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RequestVariant {
    pub(super) url: Url,
    pub(super) protocol: Protocol,
    /// The body template, if not the default.
    pub(super) body: Option<Value>,
    pub(super) model: Option<String>,
    /// The tool and its argument.
    pub(super) tool: Option<(String, Option<String>)>,
    /// True if the models or tools are requested.
    pub(super) lists: bool,
}

impl RequestVariant {
    pub(super) fn with_protocol(&self, protocol: Protocol) -> Self {
        Self { protocol, body: None, ..self.clone() }
    }

    /// Returns the endpoint to ask in this way.
    pub(super) fn endpoint(&self, given: &Options) -> Result<Endpoint, Error> {
        let own = |used: bool, text: &Option<String>| text.clone().filter(|_| used);
        let is = |protocol| self.protocol == protocol || self.protocol == Protocol::Auto;
        let body = self.body.as_ref().map(Value::to_string);
        let options = Options {
            model: self.model.clone(),
            body: body.or_else(|| own(is(Protocol::Json) || is(Protocol::Mcp), &given.body)),
            reply_pointer: own(is(Protocol::Json), &given.reply_pointer),
            tool: self.tool.as_ref().map(|(tool, _)| tool.clone()),
            argument: self.tool.as_ref().and_then(|(_, argument)| argument.clone()),
            uaid: own(is(Protocol::Broker), &given.uaid),
            agent_url: own(is(Protocol::Broker), &given.agent_url),
            ..given.clone()
        };
        if self.lists {
            return Endpoint::for_listing(self.url.clone(), self.protocol, options);
        }
        Endpoint::new(&self.url.href(), self.protocol, options)
    }
}

/// Returns the way to try first: as the caller says, with what may be missing.
pub(super) fn first_variant(
    url: &Url,
    protocol: Protocol,
    options: &Options,
) -> Result<RequestVariant, Error> {
    let initial = if protocol == Protocol::Auto { auto::detect(url, options) } else { protocol };
    let model = options.model.clone();
    let tool = options.tool.clone().map(|tool| (tool, options.argument.clone()));
    let lists = initial == Protocol::Mcp && tool.is_none();
    if initial != Protocol::Auto {
        check_options(protocol, initial, options, true)?;
    }
    let variant =
        RequestVariant { url: url.clone(), protocol: initial, body: None, model, tool, lists };
    let named = matches!(initial, Protocol::Anthropic | Protocol::OpenAiResponses);
    Ok(match initial {
        Protocol::Auto | Protocol::Json if variant.model.is_some() && options.body.is_none() => {
            let body = Some(bodies::model_templates(url.path_only()));
            RequestVariant { protocol: Protocol::Json, body, ..variant }
        }
        _ if named && variant.model.is_none() => {
            RequestVariant { model: Some(ANY_MODEL.to_owned()), ..variant }
        }
        _ => variant,
    })
}
