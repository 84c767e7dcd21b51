//! Exhaustive sequences of up to six events, and hostile bytes.

use std::collections::HashMap;

use proptest::prelude::*;

use super::super::{
    Cause, Conclusion, Exchange, ExchangeResult, Fault, Limits, Protocol, ResponseFlow, Step,
};
use super::exchange;
use crate::base::hash::Digest;

const BUDGET: u64 = 1_000;
const RETRIES: u32 = 2;
const START: u64 = 1_800_000_000_000;

#[derive(Clone, Copy, Debug)]
enum Event {
    Next,
    Head(u16),
    SmallChunk,
    OversizedChunk,
    /// A complete JSON response.
    JsonResponse(&'static str),
    End,
    Reset,
    Abort,
    PollDelayPasses,
    BudgetPasses,
    ClockGoesBack,
}

const ALPHABET: [Event; 14] = [
    Event::Next,
    Event::Head(200),
    Event::Head(429),
    Event::Head(500),
    Event::Head(302),
    Event::Head(307),
    Event::SmallChunk,
    Event::OversizedChunk,
    Event::End,
    Event::Reset,
    Event::Abort,
    Event::PollDelayPasses,
    Event::BudgetPasses,
    Event::ClockGoesBack,
];

/// Body size limit; each of the responses below fits.
const MAX_BODY: usize = 200;

/// A host that drives the machine and injects events.
#[derive(Clone, Debug)]
struct Host {
    exchange: Exchange,
    now: u64,
    sent: u32,
}

impl Host {
    fn new(protocol: Protocol) -> Self {
        Self {
            exchange: exchange(protocol, Limits::new(BUDGET, RETRIES, MAX_BODY as u64).unwrap()),
            now: START,
            sent: 0,
        }
    }

    fn next(&mut self) -> Step {
        let step = self.exchange.next(self.now);
        match &step {
            Step::Send { deadline, .. } => {
                self.sent += 1;
                assert!(*deadline <= self.now + BUDGET);
            }
            Step::Wait { until } => assert!(*until <= self.now + BUDGET),
            Step::Done => {}
        }
        step
    }

    fn inject(&mut self, event: Event) {
        let (exchange, now) = (&mut self.exchange, self.now);
        match event {
            Event::Next => drop(self.next()),
            Event::Head(status) => {
                let headers = [("location", "/next"), ("content-type", "text/plain")];
                exchange.receive_head(status, headers, now);
            }
            Event::SmallChunk => drop(exchange.receive_chunk(b"2", now)),
            Event::OversizedChunk => drop(exchange.receive_chunk(&[b'2'; MAX_BODY + 1], now)),
            Event::JsonResponse(body) => {
                exchange.receive_head(200, [("content-type", "application/json")], now);
                exchange.receive_chunk(body.as_bytes(), now);
                exchange.receive_end(now);
            }
            Event::End => exchange.receive_end(now),
            Event::Reset => exchange.report_fault(Fault::Reset, now),
            Event::Abort => exchange.report_fault(Fault::Aborted, now),
            Event::PollDelayPasses => self.now += 260,
            Event::BudgetPasses => self.now += BUDGET + 1,
            Event::ClockGoesBack => self.now -= 5_000,
        }
    }

    /// Runs the machine to its end against an endpoint that never answers again.
    fn drain(&mut self) {
        for _ in 0..20 {
            match self.next() {
                Step::Done => return,
                Step::Wait { until } => self.now = self.now.max(until),
                Step::Send { deadline, .. } => {
                    self.now = deadline;
                    self.exchange.report_fault(Fault::Timeout, self.now);
                }
            }
        }
        panic!("the exchange does not end");
    }
}

/// Number of verified sequences by start state and remaining depth.
type Explored = HashMap<(Digest, u32), u64>;

/// Verifies the limits for every continuation of `host` by up to `depth` events, and returns the
/// number of continuations.
///
/// An ended exchange is explored for one event only: if no single event changes it, no sequence
/// does. Equal states are explored once. `Debug` output identifies a state: it omits only headers
/// and queries, which these exchanges do not have.
fn explore(
    host: &Host,
    alphabet: &[Event],
    depth: u32,
    path: &mut Vec<Event>,
    explored: &mut Explored,
) -> u64 {
    let state = format!("{host:?}");
    let key = (Digest::sha256(&[state.as_bytes()]), depth);
    if let Some(sequences) = explored.get(&key) {
        return *sequences;
    }
    let mut drained = host.clone();
    drained.drain();
    let result = drained.exchange.result().cloned().unwrap();
    assert_limits(&result, drained.sent, path);
    let ended = host.exchange.result();
    assert!(ended.is_none_or(|ended| *ended == result), "{path:?}");
    let mut sequences = 1;
    if depth > 0 {
        for &event in alphabet {
            let mut after = host.clone();
            after.inject(event);
            path.push(event);
            match ended {
                Some(_) => assert_eq!(after.exchange.result(), ended, "{path:?}"),
                None => sequences += explore(&after, alphabet, depth - 1, path, explored),
            }
            path.pop();
        }
    }
    explored.insert(key, sequences);
    sequences
}

fn assert_limits(result: &ExchangeResult, sent: u32, events: &[Event]) {
    assert!(result.attempts.len() <= RETRIES as usize + 1, "{events:?}");
    // Five redirects for each call of a protocol: two cards and a question here.
    assert!(sent as usize <= (RETRIES as usize + 1 + 2) * 6, "{events:?}");
    assert!(result.latency_ms <= BUDGET, "{events:?}");
    let mut end = 0;
    for attempt in &result.attempts {
        assert!(attempt.start_ms >= end, "{events:?}");
        end = attempt.start_ms + attempt.duration_ms;
        assert!(end <= BUDGET, "{events:?}");
    }
    let last = result.attempts.last().and_then(|attempt| attempt.cause);
    match &result.conclusion {
        Conclusion::Reply(_) => assert_eq!(last, None, "{events:?}"),
        Conclusion::Failed(cause) if last.is_some() => {
            // A timeout or abort between two attempts is the cause of neither.
            let between = matches!(cause, Cause::TimeoutBudget | Cause::Aborted);
            assert!(last == Some(*cause) || between, "{events:?}: {result:?}");
        }
        Conclusion::Failed(_) => assert!(result.attempts.is_empty(), "{events:?}"),
    }
}

/// Responses that advance or end each protocol.
const fn responses(protocol: Protocol) -> [&'static str; 3] {
    const CARD: &str = r#"{"supportedInterfaces":[{"url":"https://a.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}"#;
    const WORKING: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}"#;
    const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"2"}]}}}"#;
    const SESSION: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}"#;
    const TOOL: &str =
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"2"}]}}"#;
    const PLAIN: &str = r#"{"response":"2"}"#;
    const ERROR: &str = r#"{"error":"no"}"#;
    match protocol {
        Protocol::Auto => [CARD, MESSAGE, PLAIN],
        Protocol::Json => [PLAIN, ERROR, "no JSON"],
        Protocol::OpenAi => {
            [r#"{"choices":[{"message":{"content":"2"},"finish_reason":"stop"}]}"#, "{}", ERROR]
        }
        Protocol::OpenAiResponses => [
            r#"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"2"}]}]}"#,
            "{}",
            ERROR,
        ],
        Protocol::Anthropic => {
            [r#"{"content":[{"type":"text","text":"2"}],"stop_reason":"end_turn"}"#, "{}", ERROR]
        }
        Protocol::A2a => [CARD, WORKING, MESSAGE],
        Protocol::Mcp => [SESSION, TOOL, ERROR],
        Protocol::Broker => [r#"{"sessionId":"s","message":"2"}"#, "{}", "no JSON"],
    }
}

#[test]
fn all_sequences_of_six_events_end_within_limits() {
    for protocol in Protocol::ALL {
        let mut alphabet = ALPHABET.to_vec();
        alphabet.extend(responses(protocol).map(Event::JsonResponse));
        let host = Host::new(protocol);
        let sequences = explore(&host, &alphabet, 6, &mut Vec::new(), &mut Explored::new());
        println!("{}: {sequences} sequences", protocol.name());
        assert!(sequences > 1_000_000, "{}: {sequences}", protocol.name());
    }
}

proptest! {
    #[test]
    fn every_protocol_ends_on_hostile_bytes(
        which in 0..Protocol::ALL.len(),
        kind in prop::sample::select(vec!["", "application/json", "text/event-stream", "text/html"]),
        parts in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                prop::sample::select(vec![
                    "{", "}", "[", "]", "\"", ":", ",", "null", "\\ud800", "\u{feff}", "data: ",
                    "\n\n", "\"result\"", "\"choices\"", "\"message\"", "\"content\"", "1e999",
                ]).prop_map(|text| text.as_bytes().to_vec()),
            ],
            0..20,
        ),
        status in 0..700u16,
    ) {
        let limits = Limits::new(BUDGET, RETRIES, 400).unwrap();
        let mut exchange = exchange(Protocol::ALL[which], limits);
        let mut now = START;
        for _ in 0..40 {
            match exchange.next(now) {
                Step::Done => break,
                Step::Wait { until } => now = until,
                Step::Send { .. } => {
                    let headers = [("content-type", kind)];
                    if exchange.receive_head(status, headers, now) == ResponseFlow::Continue
                        && parts.iter().all(|part| exchange.receive_chunk(part, now) == ResponseFlow::Continue)
                    {
                        exchange.receive_end(now);
                    }
                }
            }
        }
        prop_assert!(exchange.result().is_some());
    }
}
