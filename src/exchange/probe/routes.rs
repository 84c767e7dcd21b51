//! Paths at which agents commonly listen.

use crate::exchange::net::url::Url;
use crate::exchange::options::Protocol;

/// Common paths below an origin, with their protocol, the most common first.
const PATHS: [(&str, Protocol); 14] = [
    ("/v1/chat/completions", Protocol::OpenAi),
    ("/mcp", Protocol::Mcp),
    ("/v1/messages", Protocol::Anthropic),
    ("/v1/responses", Protocol::OpenAiResponses),
    ("/chat", Protocol::Json),
    ("/api/chat", Protocol::Json),
    ("/invoke", Protocol::Json),
    ("/ask", Protocol::Json),
    ("/api/generate", Protocol::Json),
    ("/message", Protocol::Json),
    ("/query", Protocol::Json),
    ("/agent", Protocol::Json),
    ("/api/message", Protocol::Json),
    ("/chat/completions", Protocol::OpenAi),
];

/// Returns the URLs to try if nothing answers at `url`: paths below its own, then below its origin.
/// A base URL may end with the version that the paths begin with.
pub(super) fn alternative_urls(url: &Url, protocol: Protocol) -> Vec<(Url, Protocol)> {
    let wanted = |(_, other): &&(&str, Protocol)| protocol == Protocol::Auto || *other == protocol;
    let own = url.path_only().trim_end_matches('/');
    let below = |(path, protocol): &(&'static str, Protocol)| {
        let rest = path.strip_prefix("/v1").filter(|_| own.ends_with("/v1")).unwrap_or(path);
        (url.append_path(rest), *protocol)
    };
    let at_origin = |(path, protocol): &(&'static str, Protocol)| (url.with_path(path), *protocol);
    let mut found: Vec<(Url, Protocol)> = PATHS.iter().filter(wanted).map(below).collect();
    if !own.is_empty() && !own.ends_with("/v1") {
        found.extend(PATHS.iter().filter(wanted).map(at_origin));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_lead_to_full_paths() {
        let first = |url: &str, protocol| {
            let found = alternative_urls(&Url::parse(url).unwrap(), protocol);
            (found[0].0.href(), found[0].1)
        };
        let openai = "http://a.example/v1/chat/completions".to_owned();
        assert_eq!(
            first("http://a.example/v1", Protocol::Auto),
            (openai.clone(), Protocol::OpenAi)
        );
        assert_eq!(first("http://a.example", Protocol::Auto), (openai, Protocol::OpenAi));
        let messages = "http://a.example/v1/messages".to_owned();
        assert_eq!(
            first("http://a.example/v1/", Protocol::Anthropic),
            (messages, Protocol::Anthropic)
        );
        assert_eq!(first("http://a.example", Protocol::Mcp).0, "http://a.example/mcp");
    }
}
