//! Prompts of the caller to one endpoint, as a state machine without I/O. Uses the exchange of a
//! run, without a question, grade or record.

use crate::draw::Key;
use crate::error::{Code, Error};
use crate::exchange::{
    self, Conclusion, Connection, Endpoint, Exchange, ExchangeResult, Fault, IdSource, Limits,
    Request, ResponseFlow,
};

/// The next action of the host.
#[derive(Clone, Debug)]
pub enum AskStep {
    /// Send the request, and give up at the deadline.
    Send {
        /// The request.
        request: Request,
        /// Time at which to abort the request, in milliseconds by the host's clock.
        deadline: u64,
    },
    /// Wait, then call [`Ask::next`] again.
    Wait {
        /// Time at which the wait ends, in milliseconds by the host's clock.
        until: u64,
    },
    /// The exchange has ended.
    Answer(Box<Answer>),
    /// Nothing to do: no prompt is in progress.
    Idle,
}

/// The result of one prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply, or the dotted cause of the failure.
    pub reply: Result<String, String>,
    /// Milliseconds from the first request to the end, including waits.
    pub latency_ms: u64,
    /// Number of attempts.
    pub attempts: u64,
}

/// Prompts to one endpoint, one at a time. What is learned about the endpoint is kept for later
/// prompts.
#[derive(Debug)]
pub struct Ask {
    key: Key,
    limits: Limits,
    number: u64,
    /// State of the endpoint; moved into the exchange while one is in progress.
    connection: Option<Connection>,
    exchange: Option<Exchange>,
}

impl Ask {
    /// Creates an `Ask` for `endpoint`. Ids and back-off are derived from `seed`.
    pub fn new(endpoint: Endpoint, limits: Limits, seed: &str) -> Self {
        let key = Key::new(&["ask", seed]);
        Self { key, limits, number: 0, connection: Some(Connection::new(endpoint)), exchange: None }
    }

    /// Starts an exchange with `prompt`.
    ///
    /// # Errors
    /// `ask.busy` while another one is in progress.
    pub fn begin(&mut self, prompt: String) -> Result<(), Error> {
        let Some(connection) = self.connection.take() else {
            return Err(Error::because(Code::AskBusy, "endpoint", "busy with another prompt"));
        };
        let ticket = IdSource::new(self.key.clone(), self.number);
        self.number += 1;
        self.exchange = Some(Exchange::new(connection, prompt, ticket, self.limits));
        Ok(())
    }

    /// Returns the next action.
    pub fn next(&mut self, now: u64) -> AskStep {
        let Some(mut exchange) = self.exchange.take() else { return AskStep::Idle };
        let step = match exchange.next(now) {
            exchange::Step::Send { request, deadline } => AskStep::Send { request, deadline },
            exchange::Step::Wait { until } => AskStep::Wait { until },
            exchange::Step::Done => {
                let (connection, ended) = exchange.into_parts();
                self.connection = Some(connection);
                return AskStep::Answer(Box::new(Answer::from_ended(ended)));
            }
        };
        self.exchange = Some(exchange);
        step
    }

    /// Reports the status and headers of a response.
    pub fn receive_head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> ResponseFlow {
        self.exchange
            .as_mut()
            .map_or(ResponseFlow::Abort, |exchange| exchange.receive_head(status, headers, now))
    }

    /// Reports a part of the body.
    pub fn receive_chunk(&mut self, bytes: &[u8], now: u64) -> ResponseFlow {
        self.exchange
            .as_mut()
            .map_or(ResponseFlow::Abort, |exchange| exchange.receive_chunk(bytes, now))
    }

    /// Reports that the body is complete.
    pub fn receive_end(&mut self, now: u64) {
        if let Some(exchange) = &mut self.exchange {
            exchange.receive_end(now);
        }
    }

    /// Reports that a request failed.
    pub fn report_fault(&mut self, fault: Fault, now: u64) {
        if let Some(exchange) = &mut self.exchange {
            exchange.report_fault(fault, now);
        }
    }
}

impl Answer {
    fn from_ended(ended: ExchangeResult) -> Self {
        let attempts = ended.attempts.len() as u64;
        let reply = match ended.conclusion {
            Conclusion::Reply(reply) => Ok(reply.text),
            Conclusion::Failed(cause) => Err(cause.to_string()),
        };
        Self { reply, latency_ms: ended.latency_ms, attempts }
    }
}
