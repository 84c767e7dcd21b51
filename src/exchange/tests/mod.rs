//! Complete exchanges, driven by a simulated clock.

mod interleavings;
mod probe;
mod vectors;

use super::{Connection, Endpoint, Exchange, IdSource, Limits, Options, Protocol};
use crate::draw::Key;

/// Returns the ticket used by these tests.
fn ticket(number: u64) -> IdSource {
    IdSource::new(Key::new(&["exchange"]), number)
}

/// Creates an exchange with a public endpoint.
fn exchange(protocol: Protocol, limits: Limits) -> Exchange {
    let given = |protocols: &[Protocol]| protocols.contains(&protocol).then(|| "x".to_owned());
    let options = Options {
        model: given(&[Protocol::OpenAiResponses, Protocol::Anthropic]),
        tool: given(&[Protocol::Mcp]),
        uaid: given(&[Protocol::Broker]),
        ..Options::default()
    };
    let endpoint = Endpoint::new("https://a.example/ask", protocol, options).unwrap();
    Exchange::new(Connection::new(endpoint), "What is 1 + 1?".into(), ticket(0), limits)
}
