//! The `auto` protocol: detection from the URL and the options, without a request.

use crate::exchange::net::url::Url;
use crate::exchange::options::{Options, Protocol};
use crate::exchange::protocol::base;

/// Path suffixes that belong to one protocol.
const PATHS: [(&str, Protocol); 4] = [
    ("/chat/completions", Protocol::OpenAi),
    ("/v1/responses", Protocol::OpenAiResponses),
    ("/v1/messages", Protocol::Anthropic),
    ("/mcp", Protocol::Mcp),
];

/// Returns the protocol to start with. An option that only one protocol has decides first, then the
/// path: with a model, a base URL such as `/v1` is `openai`. Otherwise returns `auto`, which looks for an agent card and falls back to `json`.
pub(in crate::exchange) fn detect(url: &Url, options: &Options) -> Protocol {
    if options.tool.is_some() || options.argument.is_some() {
        return Protocol::Mcp;
    }
    if options.uaid.is_some() || options.agent_url.is_some() {
        return Protocol::Broker;
    }
    if options.body.is_some() || options.reply_pointer.is_some() {
        return Protocol::Json;
    }
    if options.model.is_some() && base::is_versioned(url) {
        return Protocol::OpenAi;
    }
    let path = url.path_only().trim_end_matches('/');
    let found = PATHS.iter().find(|(end, _)| path.ends_with(end));
    found.map_or(Protocol::Auto, |(_, protocol)| *protocol)
}
