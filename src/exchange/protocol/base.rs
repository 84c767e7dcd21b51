//! Base URLs, as clients and providers name them, completed to the URL of a protocol's method.

use crate::exchange::net::url::Url;
use crate::exchange::options::Protocol;

/// Completes `url` if it is a base URL of `protocol`: one that ends in a version such as `/v1`, or
/// for MCP a bare origin. Any other URL is complete.
pub(in crate::exchange) fn complete_base_url(url: Url, protocol: Protocol) -> Url {
    let path = match protocol {
        Protocol::OpenAi if is_versioned(&url) => "/chat/completions",
        Protocol::OpenAiResponses if is_versioned(&url) => "/responses",
        Protocol::Anthropic if is_versioned(&url) => "/messages",
        Protocol::Mcp if url.path_only() == "/" => "/mcp",
        _ => return url,
    };
    url.append_path(path)
}

/// Reports whether the path ends in a version: `/v1`, `/api/v3/`.
pub(in crate::exchange) fn is_versioned(url: &Url) -> bool {
    let last = url.path_only().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let digits = last.strip_prefix('v').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_base_urls_only() {
        use Protocol::{Anthropic, Json, Mcp, OpenAi, OpenAiResponses};
        for (url, protocol, path) in [
            ("https://a.example/v1", OpenAi, "/v1/chat/completions"),
            ("https://a.example/v1/", OpenAi, "/v1/chat/completions"),
            ("https://a.example/api/v3?k=1", OpenAi, "/api/v3/chat/completions"),
            ("https://a.example/v1", OpenAiResponses, "/v1/responses"),
            ("https://a.example/v1", Anthropic, "/v1/messages"),
            ("https://a.example", Mcp, "/mcp"),
            ("https://a.example/v1/chat/completions", OpenAi, "/v1/chat/completions"),
            ("https://a.example/", OpenAi, "/"),
            ("https://a.example/ask", OpenAi, "/ask"),
            ("https://a.example/v", OpenAi, "/v"),
            ("https://a.example/tools", Mcp, "/tools"),
            ("https://a.example/v1", Json, "/v1"),
        ] {
            let completed = complete_base_url(Url::parse(url).unwrap(), protocol);
            assert_eq!(completed.path_only(), path, "{url} {}", protocol.name());
            assert_eq!(completed.has_query(), url.contains('?'));
        }
    }
}
