//! Probes of scripted agents.

use crate::error::Code;
use crate::exchange::{Findings, Limits, Options, Probe, Protocol, Request, ResponseFlow, Step};

/// A response: status, media type and body.
type Answer = (u16, &'static str, String);

const JSON: &str = "application/json";

fn json(status: u16, body: impl Into<String>) -> Answer {
    (status, JSON, body.into())
}

/// Probes `url`, at which `agent` answers requests to a path with a body.
fn probe(
    url: &str,
    protocol: Protocol,
    options: Options,
    agent: &dyn Fn(&Request, &str, &str) -> Answer,
) -> Findings {
    let mut probe = Probe::new(url, protocol, options, Limits::default(), "seed").unwrap();
    for now in 0..500 {
        let Step::Send { request, .. } = probe.next(now) else {
            return probe.into_findings().unwrap();
        };
        let path = request.url.strip_prefix("http://127.0.0.1:9").unwrap_or_default().to_owned();
        let body = request.body.clone().unwrap_or_default();
        let (status, media_type, answer) = match path.contains(".well-known") {
            true => (404, "text/plain", "not found".to_owned()),
            false => agent(&request, &path, &body),
        };
        let mut headers = vec![("Content-Type".to_owned(), media_type.to_owned())];
        if status == 307 {
            headers.push(("Location".to_owned(), answer.clone()));
        }
        if probe.receive_head(status, headers, now) == ResponseFlow::Continue
            && probe.receive_chunk(answer.as_bytes(), now) == ResponseFlow::Continue
        {
            probe.receive_end(now);
        }
    }
    panic!("the probe does not end");
}

/// Returns the found options as text.
fn found(findings: &Findings) -> String {
    let options = findings.options.as_ref().unwrap_or_else(|| panic!("{}", findings.message));
    let parts = [
        &options.endpoint,
        &Some(options.protocol.to_owned()),
        &options.json_body,
        &options.reply_pointer,
        &options.model,
        &options.tool,
        &options.argument,
    ];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
}

fn open(path: &str, agent: &dyn Fn(&Request, &str, &str) -> Answer) -> String {
    let url = format!("http://127.0.0.1:9{path}");
    let findings = probe(&url, Protocol::Auto, Options::default(), agent);
    assert!(findings.right, "{findings:?}");
    found(&findings)
}

#[test]
fn json_agents_are_understood() {
    let takes = |member: &'static str, answer: &'static str, refusal: Answer| {
        move |_: &Request, _: &str, body: &str| match body.contains(&format!("{{\"{member}\":")) {
            true => json(200, answer),
            false => refusal.clone(),
        }
    };
    let bad = || json(400, r#"{"error":"bad request"}"#);
    for (member, answer, refusal, options) in [
        ("message", r#"{"reply":"125"}"#, bad(), "json"),
        ("message", r#"{"id":"x","said":{"words":["125"]}}"#, bad(), "json /said/words/0"),
        ("message", r#"{"message":"ok","payload":"125"}"#, bad(), "json /payload"),
        ("prompt", r#"{"response":"125"}"#, bad(), r#"json {"prompt":"{{prompt}}"}"#),
        (
            "text",
            r#"[{"generated_text":"125"}]"#,
            bad(),
            r#"json {"text":"{{prompt}}"} /0/generated_text"#,
        ),
        ("query", r#"{"answer":"125"}"#, json(500, "KeyError"), r#"json {"query":"{{prompt}}"}"#),
        (
            "question",
            r#"{"answer":"125"}"#,
            json(200, r#"{"answer":"You said: undefined"}"#),
            r#"json {"question":"{{prompt}}"}"#,
        ),
        (
            "utterance",
            r#"{"answer":"125"}"#,
            json(422, r#"{"detail":[{"loc":["body","utterance"]}]}"#),
            r#"json {"utterance":"{{prompt}}"}"#,
        ),
        (
            "messages",
            r#"{"content":"125"}"#,
            json(200, r#"{"error":"messages required"}"#),
            r#"json {"messages":[{"content":"{{prompt}}","role":"user"}]}"#,
        ),
    ] {
        assert_eq!(open("/chat", &takes(member, answer, refusal)), options);
    }
}

#[test]
fn paths_and_protocols_are_found() {
    let openai = |_: &Request, path: &str, _: &str| match path {
        "/v1/chat/completions" => json(200, r#"{"choices":[{"message":{"content":"125"}}]}"#),
        _ => json(404, r#"{"detail":"Not Found"}"#),
    };
    let url = "http://127.0.0.1:9/v1/chat/completions openai";
    assert_eq!(open("/v1", &openai), url);
    assert_eq!(open("/", &openai), url);
    assert_eq!(open("/v1/chat/completions", &openai), "openai");

    let ollama = |_: &Request, path: &str, body: &str| match path {
        "/api/tags" => json(200, r#"{"models":[{"name":"nomic-embed"},{"name":"tiny"}]}"#),
        "/api/chat" if !body.contains("\"model\":\"tiny\"") => {
            json(400, r#"{"error":"model is required"}"#)
        }
        "/api/chat" if body.contains("\"stream\":false") => {
            json(200, r#"{"model":"tiny","message":{"role":"assistant","content":"125"}}"#)
        }
        _ => (404, "text/plain", "404 page not found".into()),
    };
    let options = r#"{"messages":[{"content":"{{prompt}}","role":"user"}],"model":"{{model}}","stream":false} tiny"#;
    assert_eq!(open("/api/chat", &ollama), format!("json {options}"));
    assert_eq!(open("", &ollama), format!("http://127.0.0.1:9/api/chat json {options}"));
}

#[test]
fn mcp_tools_are_listed() {
    let server = |request: &Request, path: &str, body: &str| {
        if path != "/mcp" {
            return json(404, "{}");
        }
        let id = body.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let result = match request.headers.iter().find(|(name, _)| name == "mcp-method") {
            Some((_, method)) if method == "server/discover" => {
                r#"{"supportedVersions":["2026-07-28"]}"#
            }
            Some((_, method)) if method == "tools/list" => {
                r#"{"tools":[{"name":"chat","inputSchema":{"properties":{"text":{"type":"string"}}}}]}"#
            }
            _ if body.contains(r#""name":"chat""#) => {
                r#"{"content":[{"type":"text","text":"125"}]}"#
            }
            _ => "{}",
        };
        json(200, format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{result}}}"#))
    };
    assert_eq!(open("/mcp", &server), "mcp chat text");
    assert_eq!(open("", &server), "http://127.0.0.1:9/mcp mcp chat text");
}

#[test]
fn a_named_protocol_or_body_is_kept() {
    let server = |_: &Request, path: &str, _: &str| match path {
        "/mcp" => json(400, r#"{"jsonrpc":"2.0","error":{"code":-32600},"id":null}"#),
        _ => json(404, "{}"),
    };
    let body = Options { body: Some(r#"{"q":"{{prompt}}"}"#.into()), ..Options::default() };
    for (path, protocol, options) in [
        ("/mcp", Protocol::Json, Options::default()),
        ("/mcp", Protocol::Json, body.clone()),
        ("/mcp", Protocol::Auto, body.clone()),
        ("/x", Protocol::Json, Options::default()),
    ] {
        let url = format!("http://127.0.0.1:9{path}");
        assert_eq!(probe(&url, protocol, options, &server).protocol, "json", "{path}");
    }
    let refused =
        Probe::new("http://127.0.0.1:9", Protocol::OpenAi, body, Limits::default(), "seed");
    assert_eq!(refused.unwrap_err().code(), Code::ExchangeOption.as_str());
}

#[test]
fn an_unknown_model_is_named_with_those_of_the_server() {
    for (error, protocol, path) in [
        // OpenAI, and Groq, DeepSeek and xAI alike
        (
            json(
                404,
                r#"{"error":{"message":"The model `big` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#,
            ),
            Protocol::OpenAi,
            "/v1/chat/completions",
        ),
        // Anthropic
        (
            json(
                404,
                r#"{"type":"error","error":{"type":"not_found_error","message":"model: big"}}"#,
            ),
            Protocol::Anthropic,
            "/v1/messages",
        ),
        // Ollama
        (json(404, r#"{"error":"model 'big' not found"}"#), Protocol::Auto, "/api/chat"),
        // Mistral
        (
            json(
                400,
                r#"{"object":"error","message":"Invalid model: big","type":"invalid_model"}"#,
            ),
            Protocol::OpenAi,
            "/v1/chat/completions",
        ),
    ] {
        for (list, choices) in [
            (json(200, r#"{"data":[{"id":"small"},{"id":"tiny"}]}"#), vec!["small", "tiny"]),
            (json(404, "{}"), vec![]),
        ] {
            let server = |_: &Request, _: &str, body: &str| match body {
                "" => list.clone(),
                _ => error.clone(),
            };
            let options = Options { model: Some("big".into()), ..Options::default() };
            let url = format!("http://127.0.0.1:9{path}");
            let findings = probe(&url, protocol, options, &server);
            assert_eq!(findings.cause.as_deref(), Some("model.unknown"), "{error:?}");
            assert_eq!(findings.message, "The server has no model \"big\".");
            assert_eq!(findings.choices, choices);
            assert_eq!(findings.request.method, "POST");
        }
    }
}

#[test]
fn a_missing_credential_ends_the_probe() {
    let options = Options {
        headers: vec![("x-api-key".into(), "a-long-secret".into())],
        ..Options::default()
    };
    let agent = |_: &Request, _: &str, _: &str| {
        json(401, r#"{"error":"a-long-secret is not valid as x-api-key"}"#)
    };
    let findings = probe("http://127.0.0.1:9/chat?k=v", Protocol::Json, options, &agent);
    assert_eq!((findings.tried, findings.code), (1, Some("contact.credential")));
    assert_eq!(findings.header.as_deref(), Some("x-api-key: ${API_KEY}"));
    assert_eq!(findings.request.url, "http://127.0.0.1:9/chat?(hidden)");
    let shown = serde_json::to_string(&findings).unwrap();
    assert!(!shown.contains("a-long-secret") && shown.contains("(hidden)"), "{shown}");
}

#[test]
fn a_header_that_the_agent_names_is_suggested() {
    for (answer, header) in [
        (r#"{"fault":"missing X-Acme-Key","id":"x-request-7"}"#, "x-acme-key: ${API_KEY}"),
        (r#"{"x-request-id":"7"}"#, "authorization: Bearer ${API_KEY}"),
    ] {
        let agent = |_: &Request, _: &str, _: &str| json(401, answer);
        let findings = probe("http://127.0.0.1:9/", Protocol::Json, Options::default(), &agent);
        assert_eq!(findings.header.as_deref(), Some(header));
    }
}

#[test]
fn a_secret_in_a_redirect_is_not_shown() {
    let agent = |_: &Request, path: &str, _: &str| match path {
        "/chat" => (307, "", "/away/a_long_secret".to_owned()),
        _ => json(500, "{}"),
    };
    let options =
        Options { headers: vec![("x".into(), "a_long_secret".into())], ..Options::default() };
    let findings = probe("http://127.0.0.1:9/chat", Protocol::Json, options, &agent);
    assert_eq!((findings.request.method, findings.request.url.as_str()), ("POST", "(hidden)"));
    assert!(!serde_json::to_string(&findings).unwrap().contains("a_long_secret"));
}

#[test]
fn a_field_named_after_a_secret_is_not_shown() {
    let agent = |_: &Request, _: &str, body: &str| match body.contains("a_long_secret\":") {
        true => json(200, r#"{"reply":"125"}"#),
        false => json(400, r#"{"error":"'a_long_secret' is required"}"#),
    };
    let options =
        Options { headers: vec![("x".into(), "a_long_secret".into())], ..Options::default() };
    let findings = probe("http://127.0.0.1:9/chat", Protocol::Json, options, &agent);
    assert_eq!(findings.cause.as_deref(), Some("reply.secret"));
    assert!(!serde_json::to_string(&findings).unwrap().contains("a_long_secret"));
}

#[test]
fn an_agent_that_knows_nothing_is_asked_as_it_answers() {
    let agent = |_: &Request, _: &str, _: &str| json(200, r#"{"reply":"I only sell shoes."}"#);
    let findings = probe("http://127.0.0.1:9/", Protocol::Auto, Options::default(), &agent);
    assert_eq!((findings.right, found(&findings).as_str()), (false, "json"));
    assert_eq!(findings.reply.as_deref(), Some("I only sell shoes."));
}

#[test]
fn a_failing_agent_is_explained() {
    let agent = |_: &Request, _: &str, _: &str| json(503, "{}");
    let findings = probe("http://127.0.0.1:9/", Protocol::Json, Options::default(), &agent);
    assert_eq!((findings.tried, findings.cause.as_deref()), (1, Some("http.503")));
    let agent = |_: &Request, _: &str, _: &str| json(404, "{}");
    let findings = probe("http://127.0.0.1:9/x", Protocol::Auto, Options::default(), &agent);
    assert_eq!(findings.code, Some("contact.path"));
    assert_eq!(findings.request.url, "http://127.0.0.1:9/x");
}
