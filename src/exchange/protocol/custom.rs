//! One question over a transport of the caller, without I/O.

use crate::exchange::cause::Cause;
use crate::exchange::clock::Clock;
use crate::exchange::fault::Fault;
use crate::exchange::limits::Limits;
use crate::exchange::result::ExchangeResult;

/// One question asked by a transport of the caller: any function from a prompt to a text.
///
/// The host calls [`next`](Self::next), runs its transport once, and reports
/// [`receive_reply`](Self::receive_reply) or [`report_failure`](Self::report_failure). The time
/// budget and the reply's size limit apply; retries are up to the transport. Events that do not fit
/// the current state are ignored.
#[derive(Clone, Debug)]
pub struct Custom {
    limits: Limits,
    clock: Clock,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    New,
    Asked,
    Ended(Box<ExchangeResult>),
}

/// The next action of the host. Times are in milliseconds by the host's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomStep {
    /// Call the transport, and report [`Fault::Timeout`] at `deadline`.
    Ask {
        /// Time at which the time budget ends.
        deadline: u64,
    },
    /// Wait for the transport, at most until `until`.
    Wait {
        /// Time at which the time budget ends.
        until: u64,
    },
    /// The question has ended; see [`Custom::into_ended`].
    Done,
}

impl Custom {
    /// Creates a question with these limits.
    pub const fn new(limits: Limits) -> Self {
        Self { limits, clock: Clock::new(), state: State::New }
    }

    /// Returns the next action. The first call starts the time budget.
    pub fn next(&mut self, now: u64) -> CustomStep {
        if self.advance(now) {
            return CustomStep::Done;
        }
        let end = self.clock.host_time(self.limits.budget_ms());
        match std::mem::replace(&mut self.state, State::Asked) {
            State::New => CustomStep::Ask { deadline: end },
            _ => CustomStep::Wait { until: end },
        }
    }

    /// Reports the transport's reply.
    pub fn receive_reply(&mut self, text: String, now: u64) {
        if self.advance(now) || !matches!(self.state, State::Asked) {
            return;
        }
        if !self.limits.admits(text.len()) {
            return self.fail(Cause::ReplyTooLarge);
        }
        self.state = State::Ended(Box::new(ExchangeResult::from_text(text, self.clock.elapsed())));
    }

    /// Reports that the transport failed. `reason` is the text of a [`Cause`] or the name of a
    /// [`Fault`]; anything else is [`Cause::TransportFailed`].
    pub fn report_failure(&mut self, reason: &str, now: u64) {
        if self.advance(now) {
            return;
        }
        let fault = Fault::from_name(reason);
        if fault != Some(Fault::Aborted) && !matches!(self.state, State::Asked) {
            return;
        }
        let cause = match fault {
            Some(fault) => fault.cause().unwrap_or(Cause::TimeoutBudget),
            None => Cause::from_text(reason).unwrap_or(Cause::TransportFailed),
        };
        self.fail(cause);
    }

    /// Returns the result. A question that has not ended yet ends as aborted.
    pub fn into_ended(self) -> ExchangeResult {
        match self.state {
            State::Ended(ended) => *ended,
            State::New => ExchangeResult::not_asked(Cause::Aborted),
            State::Asked => ExchangeResult::from_cause(Cause::Aborted, self.clock.elapsed()),
        }
    }

    /// Advances the clock, ends the question once its budget is spent, and reports whether it has
    /// ended.
    fn advance(&mut self, now: u64) -> bool {
        if !matches!(self.state, State::Ended(_)) {
            self.clock.tick(now);
            if self.clock.elapsed() >= self.limits.budget_ms() {
                self.fail(Cause::TimeoutBudget);
            }
        }
        matches!(self.state, State::Ended(_))
    }

    fn fail(&mut self, cause: Cause) {
        let latency = self.clock.elapsed().min(self.limits.budget_ms());
        let ended = match self.state {
            State::New => ExchangeResult::not_asked(cause),
            _ => ExchangeResult::from_cause(cause, latency),
        };
        self.state = State::Ended(Box::new(ended));
    }
}
