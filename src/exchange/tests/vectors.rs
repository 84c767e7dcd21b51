//! The cases of `tests/vectors/exchange/`, each with whole bodies, single bytes, and every cut in
//! two. A turn has a request and an answer, or the name of one that the file shares. A body is text,
//! or a value in place of its compact JSON with sorted members.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::{
    Attempt, Cause, Conclusion, Connection, Endpoint, Exchange, Fault, Limits, Options, Protocol,
    ResponseFlow, ServedBy, Step, is_public_address, is_public_host, is_secret_header,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    requests: BTreeMap<String, ExpectedRequest>,
    #[serde(default)]
    answers: BTreeMap<String, Answer>,
    cases: Vec<Case>,
}

/// A value, or the name of a shared one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Named<T> {
    Name(String),
    Own(T),
}

impl<T> Named<T> {
    fn find<'a>(&'a self, shared: &'a BTreeMap<String, T>) -> &'a T {
        match self {
            Self::Name(name) => shared.get(name).unwrap_or_else(|| panic!("no shared {name}")),
            Self::Own(value) => value,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[allow(dead_code)]
    why: String,
    /// The report or the document that the case follows.
    #[allow(dead_code)]
    #[serde(default)]
    source: String,
    url: String,
    protocol: String,
    #[serde(default)]
    options: CaseOptions,
    #[serde(default)]
    limits: CaseLimits,
    /// The expected error code of the endpoint, instead of questions.
    refused: Option<String>,
    #[serde(default)]
    questions: Vec<Question>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
struct CaseOptions {
    headers: Vec<(String, String)>,
    model: Option<String>,
    body: Option<String>,
    reply_pointer: Option<String>,
    tool: Option<String>,
    argument: Option<String>,
    uaid: Option<String>,
    agent_url: Option<String>,
    cross_origin: bool,
    from_data: bool,
    allow_private: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
struct CaseLimits {
    budget_ms: Option<u64>,
    retries: Option<u32>,
    max_body: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    #[serde(default = "prompt")]
    prompt: String,
    turns: Vec<Turn>,
    ends: ExpectedEnd,
}

fn prompt() -> String {
    "What is 1 + 1?".to_owned()
}

/// A request and its expected outcome.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Turn {
    request: Named<ExpectedRequest>,
    /// Minimum delay before the request.
    waited_ms: Option<u64>,
    #[serde(default)]
    took_ms: u64,
    answer: Option<Named<Answer>>,
    fault: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ExpectedRequest {
    /// POST by default.
    method: Option<String>,
    /// The URL of the case by default.
    url: Option<String>,
    /// Headers that must be present, or absent if null.
    #[serde(default)]
    headers: serde_json::Map<String, Value>,
    body: Option<Value>,
    public_only: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Answer {
    /// 200 by default.
    status: Option<u16>,
    /// The headers; by default, those of a JSON response.
    headers: Option<BTreeMap<String, String>>,
    #[serde(default)]
    body: Value,
    /// The body in hex, if it is not text.
    body_hex: Option<String>,
    /// Number of repetitions of the body.
    repeat: Option<usize>,
    /// A fault after the body, instead of its end.
    then: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ExpectedEnd {
    reply: Option<String>,
    cause: Option<String>,
    session_id: Option<String>,
    usage: Option<[u64; 2]>,
    /// Expected identity of the model, agent or server.
    served: Option<ExpectedServed>,
    charset: Option<String>,
    /// The cause of each attempt; null for the one that got the reply.
    attempts: Option<Vec<Option<String>>>,
    latency_ms: Option<u64>,
    found: Option<String>,
}

#[derive(Deserialize, Debug, Default, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct ExpectedServed {
    card: Option<String>,
    fingerprint: Option<String>,
    model: Option<String>,
    version: Option<String>,
}

/// Returns the text of a body.
fn text(body: &Value) -> String {
    match body {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Chunking of a body.
#[derive(Clone, Copy)]
enum Cut {
    Whole,
    Bytes,
    At(usize),
}

#[test]
fn every_vector_at_every_chunk_boundary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/exchange");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.retain(|path| !path.ends_with("address.json") && !path.ends_with("secret.json"));
    names.sort();
    let mut cases = 0;
    for path in names {
        let text = fs::read(&path).unwrap();
        let file: File = serde_json::from_slice(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in &file.cases {
            cases += 1;
            let longest = play_case(&file, case, Cut::Whole);
            play_case(&file, case, Cut::Bytes);
            (0..=longest.min(3000)).for_each(|at| {
                play_case(&file, case, Cut::At(at));
            });
        }
    }
    assert!(cases > 0);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Addresses {
    hosts: Vec<Address>,
    addresses: Vec<Address>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Address {
    text: String,
    public: bool,
    #[allow(dead_code)]
    why: String,
}

#[test]
fn every_listed_address_is_classified() {
    let path = "tests/vectors/exchange/address.json";
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let file: Addresses = serde_json::from_slice(&text).unwrap();
    for Address { text, public, .. } in file.hosts {
        assert_eq!(is_public_host(&text), public, "{text}");
    }
    for Address { text, public, .. } in file.addresses {
        assert_eq!(is_public_address(&text), public, "{text}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Headers {
    headers: Vec<Header>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    secret: bool,
    #[allow(dead_code)]
    why: String,
}

#[test]
fn every_listed_header_is_classified() {
    let path = "tests/vectors/exchange/secret.json";
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let file: Headers = serde_json::from_slice(&text).unwrap();
    for Header { name, secret, .. } in file.headers {
        assert_eq!(is_secret_header(&name), secret, "{name}");
    }
}

/// Plays a case, and returns the length of its longest body.
fn play_case(file: &File, case: &Case, cut: Cut) -> usize {
    let options = Options {
        headers: case.options.headers.clone(),
        model: case.options.model.clone(),
        body: case.options.body.clone(),
        reply_pointer: case.options.reply_pointer.clone(),
        tool: case.options.tool.clone(),
        argument: case.options.argument.clone(),
        uaid: case.options.uaid.clone(),
        agent_url: case.options.agent_url.clone(),
        cross_origin: case.options.cross_origin,
        from_data: case.options.from_data,
        allow_private: case.options.allow_private,
    };
    let protocol = Protocol::from_name(&case.protocol);
    let endpoint = protocol.and_then(|protocol| Endpoint::new(&case.url, protocol, options));
    if let Some(code) = &case.refused {
        let error = endpoint.map(|_| ()).unwrap_err();
        assert_eq!(error.code(), code, "{}", case.name);
        assert!(!error.to_string().contains("secret"), "{}: {error}", case.name);
        return 0;
    }
    let defaults = Limits::default();
    let limits = Limits::new(
        case.limits.budget_ms.unwrap_or(defaults.budget_ms()),
        case.limits.retries.unwrap_or(defaults.retries()),
        case.limits.max_body.unwrap_or(defaults.max_body()),
    );
    let mut connection = Connection::new(endpoint.unwrap());
    let mut longest = 0;
    for (number, question) in case.questions.iter().enumerate() {
        let ticket = super::ticket(number as u64);
        let prompt = question.prompt.clone();
        let mut exchange = Exchange::new(connection, prompt, ticket, limits.clone().unwrap());
        let mut now = 1_800_000_000_000;
        for turn in &question.turns {
            longest = longest.max(play_turn(file, case, turn, &mut exchange, &mut now, cut));
        }
        while let Step::Wait { until } = exchange.next(now) {
            assert!(now < until, "{}", case.name);
            now = until;
        }
        assert_eq!(exchange.next(now), Step::Done, "{}", case.name);
        let shown = format!("{exchange:?}");
        assert!(!shown.contains("secret"), "{}: {shown}", case.name);
        let (kept, ended) = exchange.into_parts();
        connection = kept;
        let ends = &question.ends;
        match ended.conclusion {
            Conclusion::Reply(reply) => {
                assert_eq!(Some(reply.text), ends.reply, "{}", case.name);
                assert_eq!(reply.session_id, ends.session_id, "{}", case.name);
                let usage = reply.usage.map(|usage| [usage.input_tokens, usage.output_tokens]);
                assert_eq!(usage, ends.usage, "{}", case.name);
                let ServedBy { card, fingerprint, model, version } = reply.served;
                let served = ExpectedServed {
                    card: card.map(|card| card.hex()),
                    fingerprint,
                    model,
                    version,
                };
                if let Some(expected) = &ends.served {
                    assert_eq!(&served, expected, "{}", case.name);
                }
                assert_eq!(reply.charset, ends.charset, "{}", case.name);
                assert_eq!(ends.cause, None, "{}", case.name);
            }
            Conclusion::Failed(cause) => {
                assert_eq!(Some(cause.to_string()), ends.cause, "{}", case.name);
                assert_eq!(ends.reply, None, "{}", case.name);
            }
        }
        if let Some(expected) = &ends.attempts {
            let causes = |attempt: &Attempt| attempt.cause.map(|cause: Cause| cause.to_string());
            let found: Vec<_> = ended.attempts.iter().map(causes).collect();
            assert_eq!(&found, expected, "{}", case.name);
        }
        if let Some(expected) = ends.latency_ms {
            assert_eq!(ended.latency_ms, expected, "{}", case.name);
        }
        if let Some(expected) = &ends.found {
            assert_eq!(&connection.protocol_label(), expected, "{}", case.name);
        }
    }
    longest
}

/// Plays one turn, and returns the length of its body.
fn play_turn(
    file: &File,
    case: &Case,
    turn: &Turn,
    exchange: &mut Exchange,
    now: &mut u64,
    cut: Cut,
) -> usize {
    let began = *now;
    let request = loop {
        match exchange.next(*now) {
            Step::Send { request, .. } => break request,
            Step::Wait { until } => *now = until,
            Step::Done => panic!("{}: ended early: {:?}", case.name, exchange.result()),
        }
    };
    if let Some(least) = turn.waited_ms {
        assert!(*now - began >= least, "{}: waited {}", case.name, *now - began);
    }
    let expected = turn.request.find(&file.requests);
    let method = expected.method.as_deref().unwrap_or("POST");
    assert_eq!(request.method.name(), method, "{}", case.name);
    assert_eq!(&request.url, expected.url.as_ref().unwrap_or(&case.url), "{}", case.name);
    assert_eq!(request.body, expected.body.as_ref().map(text), "{}", case.name);
    if let Some(public_only) = expected.public_only {
        assert_eq!(request.public_only, public_only, "{}", case.name);
    }
    for (name, value) in &expected.headers {
        let found: Vec<_> = request.headers.iter().filter(|(other, _)| other == name).collect();
        match value.as_str() {
            Some(value) => assert_eq!(found, [&(name.clone(), value.into())], "{}", case.name),
            None => assert!(found.is_empty(), "{}: {name}", case.name),
        }
    }
    *now += turn.took_ms;
    if let Some(fault) = &turn.fault {
        exchange.report_fault(Fault::from_name(fault).unwrap(), *now);
        return 0;
    }
    let answer = turn.answer.as_ref().unwrap().find(&file.answers);
    let json = BTreeMap::from([("content-type".to_owned(), "application/json".to_owned())]);
    let headers = answer.headers.as_ref().unwrap_or(&json);
    let body = match &answer.body_hex {
        Some(hex) => (0..hex.len() / 2)
            .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
            .collect(),
        None => text(&answer.body).repeat(answer.repeat.unwrap_or(1)).into_bytes(),
    };
    if exchange.receive_head(answer.status.unwrap_or(200), headers, *now) == ResponseFlow::Abort {
        return body.len();
    }
    let chunks: Vec<&[u8]> = match cut {
        Cut::Whole => vec![&body],
        Cut::Bytes => body.chunks(1).collect(),
        Cut::At(at) => {
            let (before, after) = body.split_at(at.min(body.len()));
            vec![before, after]
        }
    };
    if chunks.into_iter().any(|chunk| exchange.receive_chunk(chunk, *now) == ResponseFlow::Abort) {
        return body.len();
    }
    match &answer.then {
        Some(fault) => exchange.report_fault(Fault::from_name(fault).unwrap(), *now),
        None => exchange.receive_end(*now),
    }
    body.len()
}
