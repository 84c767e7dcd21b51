//! Prompts of somebody else's to one endpoint, as a state machine without I/O: the same exchange
//! as a run's, without a question, a grade or a record.

use crate::draw::Key;
use crate::error::{Code, Error};
use crate::exchange::{
    self, Conclusion, Connection, Ended, Endpoint, Exchange, Fault, Flow, Limits, Request, Ticket,
};

/// What the host has to do now.
#[derive(Clone, Debug)]
pub enum AskStep {
    /// Send the request, and give up at the deadline.
    Send {
        /// The request.
        request: Request,
        /// When to give up, by the host's clock.
        deadline: u64,
    },
    /// Wait, then ask again.
    Wait {
        /// Until when, by the host's clock.
        until: u64,
    },
    /// The exchange has ended.
    Answer(Box<Answer>),
    /// Nothing: no prompt is under way.
    Idle,
}

/// How one prompt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply, or why there is none: a dotted cause.
    pub reply: Result<String, String>,
    /// Milliseconds from the first request to the end, waits included.
    pub latency_ms: u64,
    /// How many attempts were made.
    pub attempts: u64,
}

/// Prompts to one endpoint, one at a time. What was found out about the endpoint is kept.
#[derive(Debug)]
pub struct Ask {
    key: Key,
    limits: Limits,
    number: u64,
    /// What is known of the endpoint; lent to the exchange while one is under way.
    connection: Option<Connection>,
    asking: Option<Exchange>,
}

impl Ask {
    /// Prompts to `endpoint`; identifiers and back-off come out of `seed`.
    pub fn new(endpoint: Endpoint, limits: Limits, seed: &str) -> Self {
        let key = Key::new(&["ask", seed]);
        Self { key, limits, number: 0, connection: Some(Connection::new(endpoint)), asking: None }
    }

    /// Begins with `prompt`.
    ///
    /// # Errors
    /// `ask.busy` while another one is under way.
    pub fn begin(&mut self, prompt: String) -> Result<(), Error> {
        let Some(connection) = self.connection.take() else {
            return Err(Error::new(Code::AskBusy, "endpoint", "one prompt at a time", "another"));
        };
        let ticket = Ticket::new(self.key.clone(), self.number);
        self.number += 1;
        self.asking = Some(Exchange::new(connection, prompt, ticket, self.limits));
        Ok(())
    }

    /// What to do now.
    pub fn next(&mut self, now: u64) -> AskStep {
        let Some(mut exchange) = self.asking.take() else { return AskStep::Idle };
        let step = match exchange.next(now) {
            exchange::Step::Send { request, deadline } => AskStep::Send { request, deadline },
            exchange::Step::Wait { until } => AskStep::Wait { until },
            exchange::Step::Done => {
                let (connection, ended) = exchange.into_parts();
                self.connection = Some(connection);
                return AskStep::Answer(Box::new(Answer::of(ended)));
            }
        };
        self.asking = Some(exchange);
        step
    }

    /// Reports the status and the headers of an answer.
    pub fn head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> Flow {
        self.asking.as_mut().map_or(Flow::Abort, |exchange| exchange.head(status, headers, now))
    }

    /// Reports a part of the body.
    pub fn chunk(&mut self, bytes: &[u8], now: u64) -> Flow {
        self.asking.as_mut().map_or(Flow::Abort, |exchange| exchange.chunk(bytes, now))
    }

    /// Reports that the body is whole.
    pub fn end(&mut self, now: u64) {
        if let Some(exchange) = &mut self.asking {
            exchange.end(now);
        }
    }

    /// Reports that a request came to nothing.
    pub fn failed(&mut self, fault: Fault, now: u64) {
        if let Some(exchange) = &mut self.asking {
            exchange.failed(fault, now);
        }
    }
}

impl Answer {
    fn of(ended: Ended) -> Self {
        let attempts = ended.attempts.len() as u64;
        let reply = match ended.conclusion {
            Conclusion::Reply(reply) => Ok(reply.text),
            Conclusion::Failed(cause) => Err(cause.to_string()),
        };
        Self { reply, latency_ms: ended.latency_ms, attempts }
    }
}
