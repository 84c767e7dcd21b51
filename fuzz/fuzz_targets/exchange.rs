//! Law: whatever an endpoint answers, in whatever pieces, a question ends: with a reply or a cause,
//! after a bounded number of requests.
//!
//! The first byte chooses the protocol, the second how bodies are cut. Then come answers, one for
//! each request: a byte that chooses the status, a byte that chooses the headers or a fault, and the
//! body up to the next byte 0xff.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark::draw::Key;
use proofmark::exchange::{
    Connection, Endpoint, Exchange, Fault, ResponseFlow, Limits, Options, Protocol, Step, IdSource,
};

const STATUSES: [u16; 10] = [200, 200, 200, 202, 204, 307, 400, 401, 404, 503];
const HEADERS: [&[(&str, &str)]; 8] = [
    &[("content-type", "application/json")],
    &[("content-type", "text/event-stream")],
    &[("content-type", "text/plain; charset=iso-8859-1")],
    &[("content-type", "application/json"), ("mcp-session-id", "s")],
    &[("location", "/elsewhere"), ("retry-after", "1")],
    &[("retry-after", "99999999999999999999")],
    &[("content-length", "5")],
    &[],
];

fn connection(protocol: Protocol) -> Connection {
    let given = |of: &[Protocol]| of.contains(&protocol).then(|| "x".to_owned());
    let options = Options {
        model: given(&[Protocol::OpenAiResponses, Protocol::Anthropic]),
        tool: given(&[Protocol::Mcp]),
        uaid: given(&[Protocol::Broker]),
        ..Options::default()
    };
    let endpoint = Endpoint::new("https://a.example/ask", protocol, options);
    Connection::new(endpoint.expect("an endpoint with what its protocol needs"))
}

/// Hands one answer to the exchange.
fn answer(exchange: &mut Exchange, answer: &[u8], cut: usize, now: u64) {
    let (Some(&status), Some(&kind), body) =
        (answer.first(), answer.get(1), answer.get(2..).unwrap_or_default())
    else {
        return exchange.report_fault(Fault::Reset, now);
    };
    let kind = usize::from(kind);
    if let Some(fault) = Fault::ALL.get(kind.wrapping_sub(HEADERS.len())) {
        return exchange.report_fault(*fault, now);
    }
    let status = STATUSES[usize::from(status) % STATUSES.len()];
    let headers = HEADERS[kind % HEADERS.len()].iter().copied();
    let goes_on = exchange.receive_head(status, headers, now) == ResponseFlow::Continue
        && body.chunks(cut).all(|chunk| exchange.receive_chunk(chunk, now) == ResponseFlow::Continue);
    if goes_on {
        exchange.receive_end(now);
    }
}

fuzz_target!(|data: &[u8]| {
    let [protocol, cut, rest @ ..] = data else { return };
    let protocol = Protocol::ALL[usize::from(*protocol) % Protocol::ALL.len()];
    let limits = Limits::new(10_000, 2, 4096).expect("limits");
    let mut answers = rest.split(|byte| *byte == 0xff);
    let mut connection = connection(protocol);
    for number in 0..2 {
        let ticket = IdSource::new(Key::new(&["fuzz"]), number);
        let mut exchange =
            Exchange::new(connection, "What is 1 + 1?".into(), ticket, limits.clone());
        let mut now = 1_800_000_000_000;
        let mut requests = 0;
        loop {
            match exchange.next(now) {
                Step::Done => break,
                Step::Wait { until } => {
                    assert!(now < until, "time goes on");
                    now = until;
                }
                Step::Send { .. } => {
                    requests += 1;
                    assert!(requests <= 64, "requests come to an end");
                    let next = answers.next().unwrap_or_default();
                    answer(&mut exchange, next, usize::from(*cut).max(1), now);
                }
            }
        }
        assert!(exchange.result().is_some());
        connection = exchange.into_parts().0;
    }
});
