//! The protocol `auto`: what can be told of an endpoint without asking it.

use super::endpoint::{Options, Protocol};
use super::url::Url;

/// Ends of paths at which one protocol is at home.
const PATHS: [(&str, Protocol); 4] = [
    ("/chat/completions", Protocol::OpenAi),
    ("/v1/responses", Protocol::OpenAiResponses),
    ("/v1/messages", Protocol::Anthropic),
    ("/mcp", Protocol::Mcp),
];

/// What to begin with: the protocol that an option or the path belongs to, or `auto`, which looks
/// for an agent card and else settles on `json`. An option that only one protocol knows decides.
pub(super) fn guess(url: &Url, options: &Options) -> Protocol {
    if options.tool.is_some() || options.argument.is_some() {
        return Protocol::Mcp;
    }
    if options.uaid.is_some() || options.agent_url.is_some() {
        return Protocol::Broker;
    }
    if options.body.is_some() || options.reply_pointer.is_some() {
        return Protocol::Json;
    }
    let path = url.path_only().trim_end_matches('/');
    let found = PATHS.iter().find(|(end, _)| path.ends_with(end));
    found.map_or(Protocol::Auto, |(_, protocol)| *protocol)
}
