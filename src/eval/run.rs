//! A run as a state machine without I/O: the host does what it is told, and tells what happened.

use super::plan::{Place, Plan};
use super::recorded;
use crate::draw::DrawnLine;
use crate::error::{Code, Error, shown};
use crate::exchange::{
    self, Cause, Connection, Custom, CustomStep, Ended, Endpoint, Exchange, Fault, Flow, Limits,
    Request, Ticket,
};
use crate::record::file::{CloseLine, CloseType, Control};
use crate::record::{Count, Scores, SignalRecord};

/// What the host has to do now.
#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing: this is the question that is asked next.
    Question(Box<DrawnLine>),
    /// Send the request, and give up at the deadline.
    Send {
        /// The request.
        request: Request,
        /// When to give up, by the host's clock.
        deadline: u64,
    },
    /// Ask this prompt over the caller's own transport, and give up at the deadline.
    Ask {
        /// What to ask.
        prompt: String,
        /// When to give up, by the host's clock.
        deadline: u64,
    },
    /// Wait, then ask again.
    Wait {
        /// Until when, by the host's clock.
        until: u64,
    },
    /// Keep this record: the question was answered, or it failed.
    Record(Box<SignalRecord<'static>>),
    /// The run is complete.
    Done,
}

/// The way to the subject, and what is kept of it between questions.
#[derive(Clone, Debug)]
enum Way {
    Endpoint(Box<Connection>),
    /// A transport of the caller's own.
    Own,
}

/// The question that is under way.
#[derive(Clone, Debug)]
enum Asking {
    Endpoint(Box<Exchange>),
    Own { prompt: String, custom: Custom },
}

/// All questions of one run, to one endpoint, one at a time.
#[derive(Clone, Debug)]
pub struct Run {
    plan: Plan,
    limits: Limits,
    position: u64,
    scores: Scores,
    /// Lent to the exchange while one is under way.
    way: Option<Way>,
    asking: Option<(Place, Asking)>,
    /// Why the question that was only just announced is not asked.
    declined: Option<Cause>,
    /// Whether nothing of the question has been sent yet.
    announced: bool,
}

impl Run {
    /// A run that is going to ask what `plan` says.
    pub fn new(plan: Plan, endpoint: Endpoint, limits: Limits) -> Self {
        Self::over(plan, Way::Endpoint(Box::new(Connection::new(endpoint))), limits)
    }

    /// A run whose questions the caller asks over a transport of its own, see [`Step::Ask`].
    pub fn with_own_transport(plan: Plan, limits: Limits) -> Self {
        Self::over(plan, Way::Own, limits)
    }

    fn over(plan: Plan, way: Way, limits: Limits) -> Self {
        let scores = Scores::default();
        Self {
            plan,
            limits,
            position: 0,
            scores,
            way: Some(way),
            asking: None,
            declined: None,
            announced: false,
        }
    }

    /// The plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The scores so far.
    pub const fn scores(&self) -> Scores {
        self.scores
    }

    /// Passes over the next question, because an earlier part of the same run has recorded it.
    ///
    /// # Errors
    /// `run.resume` if `record` is not the one that this run would make next.
    pub fn resume(&mut self, record: &SignalRecord<'_>) -> Result<(), Error> {
        let family = record.family()?;
        let place = Place { family, index: record.data.draw.index.get() };
        let fits = self.plan.place(self.position) == Some(place)
            // It commits to the terms, the subject and the entropy.
            && self.plan.run_id() == record.data.run_id
            && *self.plan.terms() == record.data.terms;
        if !fits {
            let thing = format!("record of {family} question {}", place.index);
            let expected = "the next one of the run that is resumed";
            return Err(Error::new(Code::RunResume, thing, expected, "another"));
        }
        self.position += 1;
        self.scores.count(record);
        Ok(())
    }

    /// What to do now.
    ///
    /// # Errors
    /// None for a plan that was checked when it was made.
    pub fn next(&mut self, now: u64) -> Result<Step, Error> {
        self.announced = false;
        match self.asking.take() {
            None => self.ask(),
            Some((place, asking)) if self.declined.is_some() => self.record(place, asking, now),
            Some((place, mut asking)) => match asking.next(now) {
                Some(step) => {
                    self.asking = Some((place, asking));
                    Ok(step)
                }
                None => self.record(place, asking, now),
            },
        }
    }

    /// Does not ask the question that was announced last, see [`Step::Question`]; its record says
    /// `cause` and has no attempts. Later than that nothing is declined any more.
    ///
    /// # Errors
    /// `host.option` for a text that is no cause for not asking, see [`Cause::is_unasked`].
    pub fn decline(&mut self, cause: &str) -> Result<(), Error> {
        let Some(cause) = Cause::from_text(cause).filter(|cause| cause.is_unasked()) else {
            let expected = "a cause for not asking, such as quota.spent";
            return Err(Error::new(Code::HostOption, "admit", expected, shown(cause)));
        };
        if self.announced {
            self.declined = Some(cause);
        }
        Ok(())
    }

    /// Reports the status and the headers of an answer.
    pub fn head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> Flow {
        self.exchange().map_or(Flow::Abort, |exchange| exchange.head(status, headers, now))
    }

    /// Reports a part of the body.
    pub fn chunk(&mut self, bytes: &[u8], now: u64) -> Flow {
        self.exchange().map_or(Flow::Abort, |exchange| exchange.chunk(bytes, now))
    }

    /// Reports that the body is whole.
    pub fn end(&mut self, now: u64) {
        if let Some(exchange) = self.exchange() {
            exchange.end(now);
        }
    }

    /// Reports that a request came to nothing.
    pub fn failed(&mut self, fault: Fault, now: u64) {
        if let Some(exchange) = self.exchange() {
            exchange.failed(fault, now);
        }
    }

    /// Reports the text that the caller's own transport came back with.
    pub fn replied(&mut self, text: String, now: u64) {
        if let Some((_, Asking::Own { custom, .. })) = &mut self.asking {
            custom.replied(text, now);
        }
    }

    /// Reports that the caller's own transport failed, and why: see [`Custom::failed`].
    pub fn gave_up(&mut self, reason: &str, now: u64) {
        if let Some((_, Asking::Own { custom, .. })) = &mut self.asking {
            custom.failed(reason, now);
        }
    }

    /// The line that closes the run.
    ///
    /// # Errors
    /// None: a run can always be closed.
    pub fn close_line(&self) -> Result<Vec<u8>, Error> {
        let line = CloseLine {
            kind: CloseType,
            records: Count::new(self.position),
            run_id: self.plan.run_id(),
        };
        Control::Close(line).to_line()
    }

    fn exchange(&mut self) -> Option<&mut Exchange> {
        match &mut self.asking {
            Some((_, Asking::Endpoint(exchange))) => Some(exchange),
            _ => None,
        }
    }

    fn ask(&mut self) -> Result<Step, Error> {
        let (Some(place), Some(way)) = (self.plan.place(self.position), self.way.take()) else {
            return Ok(Step::Done);
        };
        let line = DrawnLine::new(place.index, &self.plan.draw(place)?)?;
        let prompt = line.prompt.clone();
        let asking = match way {
            Way::Endpoint(connection) => {
                let ticket = Ticket::new(self.plan.source().key(place.family), place.index);
                let exchange = Exchange::new(*connection, prompt, ticket, self.limits);
                Asking::Endpoint(Box::new(exchange))
            }
            Way::Own => Asking::Own { prompt, custom: Custom::new(self.limits) },
        };
        self.asking = Some((place, asking));
        self.announced = true;
        Ok(Step::Question(Box::new(line)))
    }

    fn record(&mut self, place: Place, asking: Asking, now: u64) -> Result<Step, Error> {
        let (way, ended) = asking.into_parts();
        let ended = self.declined.take().map_or(ended, Ended::unasked);
        self.position += 1;
        let drawn = self.plan.draw(place)?;
        let mut record = recorded::record(&self.plan, place, &drawn, ended, now)?;
        if let Way::Endpoint(connection) = &way {
            record.subject.protocol = Some(connection.protocol().name().into());
        }
        self.way = Some(way);
        self.scores.count(&record);
        Ok(Step::Record(Box::new(record)))
    }
}

impl Asking {
    /// What to do now, or none if the question has ended.
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

    /// The way, for the next question, and how this one ended.
    fn into_parts(self) -> (Way, Ended) {
        match self {
            Self::Endpoint(exchange) => {
                let (connection, ended) = exchange.into_parts();
                (Way::Endpoint(Box::new(connection)), ended)
            }
            Self::Own { custom, .. } => (Way::Own, custom.into_ended()),
        }
    }
}
