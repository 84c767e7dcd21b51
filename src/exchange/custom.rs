//! One question over a transport of the caller's own, without I/O.

use super::cause::Cause;
use super::clock::Clock;
use super::ended::Ended;
use super::fault::Fault;
use super::limits::Limits;

/// One question that the caller asks in a way of its own: any way from a prompt to a text.
///
/// The host asks [`next`](Self::next) what to do, asks its transport once, and reports
/// [`replied`](Self::replied) or [`failed`](Self::failed). The budget and the body limit hold;
/// retries are the transport's. Events that do not fit are ignored.
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
    Ended(Box<Ended>),
}

/// What the host has to do now. Times are of the host's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomStep {
    /// Ask the transport, and report [`Fault::Timeout`] at `deadline`.
    Ask {
        /// When to give up.
        deadline: u64,
    },
    /// Nothing before the transport has answered, or until `until`.
    Wait {
        /// When the budget ends.
        until: u64,
    },
    /// The question has ended, see [`Custom::into_ended`].
    Done,
}

impl Custom {
    /// A question within `limits`.
    pub const fn new(limits: Limits) -> Self {
        Self { limits, clock: Clock::new(), state: State::New }
    }

    /// What to do now. The first call starts the budget.
    pub fn next(&mut self, now: u64) -> CustomStep {
        if self.over(now) {
            return CustomStep::Done;
        }
        let end = self.clock.host_time(self.limits.budget_ms());
        match std::mem::replace(&mut self.state, State::Asked) {
            State::New => CustomStep::Ask { deadline: end },
            _ => CustomStep::Wait { until: end },
        }
    }

    /// Reports the text that the transport came back with.
    pub fn replied(&mut self, text: String, now: u64) {
        if self.over(now) || !matches!(self.state, State::Asked) {
            return;
        }
        if !self.limits.admits(text.len()) {
            return self.fail(Cause::ReplyTooLarge);
        }
        self.state = State::Ended(Box::new(Ended::of_text(text, self.clock.elapsed())));
    }

    /// Reports that the transport failed. `reason` is the text of a [`Cause`] or the name of a
    /// [`Fault`]; any other is [`Cause::TransportFailed`].
    pub fn failed(&mut self, reason: &str, now: u64) {
        if self.over(now) {
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

    /// How the question ended. One that has not ended yet ends as aborted.
    pub fn into_ended(self) -> Ended {
        match self.state {
            State::Ended(ended) => *ended,
            State::New => Ended::unasked(Cause::Aborted),
            State::Asked => Ended::of_cause(Cause::Aborted, self.clock.elapsed()),
        }
    }

    /// Notes the time. Whether the question has ended, which it does when its budget is used up.
    fn over(&mut self, now: u64) -> bool {
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
            State::New => Ended::unasked(cause),
            _ => Ended::of_cause(cause, latency),
        };
        self.state = State::Ended(Box::new(ended));
    }
}
