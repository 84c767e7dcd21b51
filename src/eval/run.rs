//! A run as a state machine without I/O: returns the next action, and the host reports what
//! happened.

use super::plan::{Place, Plan};
use super::record;
use crate::draw::DrawnLine;
use crate::error::{Code, Error, shown};
use crate::exchange::{
    self, Cause, Connection, Custom, CustomStep, Endpoint, Exchange, ExchangeResult, Fault,
    IdSource, Limits, Request, ResponseFlow,
};
use crate::record::file::{CloseLine, CloseType, ControlLine};
use crate::record::{Count, Scores, SignalRecord};

/// The next action of the host.
#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing to do: announces the next question.
    Question(Box<DrawnLine>),
    /// Send the request, and give up at the deadline.
    Send {
        /// The request.
        request: Request,
        /// Time at which to abort, in milliseconds by the host's clock.
        deadline: u64,
    },
    /// Send this prompt over the caller's own transport, and give up at the deadline.
    Ask {
        /// The prompt to send.
        prompt: String,
        /// Time at which to abort, in milliseconds by the host's clock.
        deadline: u64,
    },
    /// Wait, then call [`Run::next`] again.
    Wait {
        /// Time at which the wait ends, in milliseconds by the host's clock.
        until: u64,
    },
    /// Store this record: the question was answered, or it failed.
    Record(Box<SignalRecord<'static>>),
    /// The run is complete.
    Done,
}

/// The transport to the subject, with the state kept between questions.
#[derive(Clone, Debug)]
enum Transport {
    Endpoint(Box<Connection>),
    /// A transport of the caller, which sends prompts itself.
    Own,
}

/// The question in progress.
#[derive(Clone, Debug)]
enum QuestionInProgress {
    Endpoint(Box<Exchange>),
    Own { prompt: String, custom: Custom },
}

/// The questions of one run to one subject, one at a time.
#[derive(Clone, Debug)]
pub struct Run {
    plan: Plan,
    limits: Limits,
    position: u64,
    scores: Scores,
    /// Moved into the exchange while one is in progress.
    transport: Option<Transport>,
    current: Option<(Place, QuestionInProgress)>,
    /// Cause for not asking the announced question.
    declined: Option<Cause>,
    /// True if the current question was announced and nothing has been sent for it.
    announced: bool,
}

impl Run {
    /// Creates a run of `plan` over `endpoint`.
    pub fn new(plan: Plan, endpoint: Endpoint, limits: Limits) -> Self {
        Self::with_transport(plan, Transport::Endpoint(Box::new(Connection::new(endpoint))), limits)
    }

    /// Creates a run whose questions the caller sends over its own transport; see [`Step::Ask`].
    pub fn with_own_transport(plan: Plan, limits: Limits) -> Self {
        Self::with_transport(plan, Transport::Own, limits)
    }

    fn with_transport(plan: Plan, transport: Transport, limits: Limits) -> Self {
        let scores = Scores::default();
        Self {
            plan,
            limits,
            position: 0,
            scores,
            transport: Some(transport),
            current: None,
            declined: None,
            announced: false,
        }
    }

    /// Returns the plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the scores so far.
    pub const fn scores(&self) -> Scores {
        self.scores
    }

    /// Skips the next question, which an earlier part of the run has recorded.
    ///
    /// # Errors
    /// `run.resume` if `record` is not the one that this run would make next.
    pub fn resume(&mut self, record: &SignalRecord<'_>) -> Result<(), Error> {
        let family = record.family()?;
        let place = Place { family, index: record.data.draw.index.get() };
        let fits = self.plan.place(self.position) == Some(place)
            // The run id commits to the terms, the subject and the entropy.
            && self.plan.run_id() == record.data.run_id
            && *self.plan.terms() == record.data.terms;
        if !fits {
            let thing = format!("record of {family} question {}", place.index);
            let problem = "not the next record of the resumed run";
            return Err(Error::because(Code::RunResume, thing, problem));
        }
        self.position += 1;
        self.scores.add_record(record);
        Ok(())
    }

    /// Returns the next action.
    ///
    /// # Errors
    /// Never fails for a plan created with [`Plan::new`].
    pub fn next(&mut self, now: u64) -> Result<Step, Error> {
        self.announced = false;
        match self.current.take() {
            None => self.ask_question(),
            Some((place, current)) if self.declined.is_some() => {
                self.record_question(place, current, now)
            }
            Some((place, mut current)) => match current.next(now) {
                Some(step) => {
                    self.current = Some((place, current));
                    Ok(step)
                }
                None => self.record_question(place, current, now),
            },
        }
    }

    /// Declines the question announced by the last [`Step::Question`]. Its record has this `cause`
    /// and no attempts. Has no effect once [`Run::next`] has been called again.
    ///
    /// # Errors
    /// `host.option` if `cause` is not a cause for not asking; see [`Cause::means_not_asked`].
    pub fn decline(&mut self, cause: &str) -> Result<(), Error> {
        let Some(cause) = Cause::from_text(cause).filter(|cause| cause.means_not_asked()) else {
            let expected = "a cause for not asking, such as quota.spent";
            return Err(Error::new(Code::HostOption, "admit", expected, shown(cause)));
        };
        if self.announced {
            self.declined = Some(cause);
        }
        Ok(())
    }

    /// Reports the status and headers of a response.
    pub fn receive_head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> ResponseFlow {
        self.exchange()
            .map_or(ResponseFlow::Abort, |exchange| exchange.receive_head(status, headers, now))
    }

    /// Reports a part of the body.
    pub fn receive_chunk(&mut self, bytes: &[u8], now: u64) -> ResponseFlow {
        self.exchange().map_or(ResponseFlow::Abort, |exchange| exchange.receive_chunk(bytes, now))
    }

    /// Reports that the body is complete.
    pub fn receive_end(&mut self, now: u64) {
        if let Some(exchange) = self.exchange() {
            exchange.receive_end(now);
        }
    }

    /// Reports that a request failed.
    pub fn report_fault(&mut self, fault: Fault, now: u64) {
        if let Some(exchange) = self.exchange() {
            exchange.report_fault(fault, now);
        }
    }

    /// Reports the reply of the caller's own transport.
    pub fn receive_reply(&mut self, text: String, now: u64) {
        if let Some((_, QuestionInProgress::Own { custom, .. })) = &mut self.current {
            custom.receive_reply(text, now);
        }
    }

    /// Reports that the caller's own transport failed; see [`Custom::report_failure`].
    pub fn report_transport_failure(&mut self, reason: &str, now: u64) {
        if let Some((_, QuestionInProgress::Own { custom, .. })) = &mut self.current {
            custom.report_failure(reason, now);
        }
    }

    /// Returns the line that closes the run.
    ///
    /// # Errors
    /// Never fails.
    pub fn close_line(&self) -> Result<Vec<u8>, Error> {
        let line = CloseLine {
            kind: CloseType,
            records: Count::new(self.position),
            run_id: self.plan.run_id(),
        };
        ControlLine::Close(line).to_line()
    }

    fn exchange(&mut self) -> Option<&mut Exchange> {
        match &mut self.current {
            Some((_, QuestionInProgress::Endpoint(exchange))) => Some(exchange),
            _ => None,
        }
    }

    fn ask_question(&mut self) -> Result<Step, Error> {
        let (Some(place), Some(transport)) =
            (self.plan.place(self.position), self.transport.take())
        else {
            return Ok(Step::Done);
        };
        let line = DrawnLine::new(place.index, &self.plan.draw(place)?)?;
        let prompt = line.prompt.clone();
        let current = match transport {
            Transport::Endpoint(connection) => {
                let ticket = IdSource::new(self.plan.source().key(place.family), place.index);
                let exchange = Exchange::new(*connection, prompt, ticket, self.limits);
                QuestionInProgress::Endpoint(Box::new(exchange))
            }
            Transport::Own => QuestionInProgress::Own { prompt, custom: Custom::new(self.limits) },
        };
        self.current = Some((place, current));
        self.announced = true;
        Ok(Step::Question(Box::new(line)))
    }

    fn record_question(
        &mut self,
        place: Place,
        current: QuestionInProgress,
        now: u64,
    ) -> Result<Step, Error> {
        let (transport, ended) = current.into_parts();
        let ended = self.declined.take().map_or(ended, ExchangeResult::not_asked);
        self.position += 1;
        let drawn = self.plan.draw(place)?;
        let mut record = record::create_record(&self.plan, place, &drawn, ended, now)?;
        if let Transport::Endpoint(connection) = &transport {
            record.subject.protocol = Some(connection.protocol().name().into());
        }
        self.transport = Some(transport);
        self.scores.add_record(&record);
        Ok(Step::Record(Box::new(record)))
    }
}

impl QuestionInProgress {
    /// Returns the next action; `None` once the question has ended.
    fn next(&mut self, now: u64) -> Option<Step> {
        match self {
            Self::Endpoint(exchange) => match exchange.next(now) {
                exchange::Step::Send { request, deadline } => {
                    Some(Step::Send { request, deadline })
                }
                exchange::Step::Wait { until } => Some(Step::Wait { until }),
                exchange::Step::Done => None,
            },
            Self::Own { prompt, custom } => match custom.next(now) {
                CustomStep::Ask { deadline } => {
                    Some(Step::Ask { prompt: prompt.clone(), deadline })
                }
                CustomStep::Wait { until } => Some(Step::Wait { until }),
                CustomStep::Done => None,
            },
        }
    }

    /// Returns the transport for the next question, and the result of this one.
    fn into_parts(self) -> (Transport, ExchangeResult) {
        match self {
            Self::Endpoint(exchange) => {
                let (connection, ended) = exchange.into_parts();
                (Transport::Endpoint(Box::new(connection)), ended)
            }
            Self::Own { custom, .. } => (Transport::Own, custom.into_ended()),
        }
    }
}
