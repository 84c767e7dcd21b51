//! One question to one endpoint, as a state machine without I/O.

use super::cause::Cause;
use super::clock::Clock;
use super::connection::{Ask, Connection};
use super::ended::{Attempt, Conclusion, Ended};
use super::endpoint::USER_AGENT;
use super::fault::Fault;
use super::limits::Limits;
use super::message::{Headers, Method, Request, Response};
use super::retry;
use super::sse::Events;
use super::step::{Call, Kind, Move, Stage};
use super::ticket::Ticket;

/// How many redirects one call may follow.
const MOST_REDIRECTS: u32 = 5;

/// One in so many parts of the budget is for finding out what is spoken; the rest, for the question.
const GUESSING: u64 = 2;

/// What the host has to do now. Times are of the host's own clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send `request`, report its answer, and give up at `deadline`.
    Send {
        /// The request.
        request: Request,
        /// When to end it, if need be within the body, and report [`Fault::Timeout`].
        deadline: u64,
    },
    /// Nothing until `until`, then ask again.
    Wait {
        /// When to ask again.
        until: u64,
    },
    /// The exchange has ended, see [`Exchange::into_parts`].
    Done,
}

/// Whether the host should go on reading an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Drop the answer, report nothing more of it, and ask what to do next.
    Abort,
}

/// One question to one endpoint.
///
/// The host asks [`next`](Self::next) what to do and reports what happened: [`head`](Self::head),
/// then [`chunk`](Self::chunk) for each part of the body, then [`end`](Self::end); or
/// [`failed`](Self::failed). `now` is milliseconds since 1970 by the host's clock, which may jump.
/// Events that do not fit are ignored, and an exchange that has ended stays ended.
#[derive(Clone, Debug)]
pub struct Exchange {
    connection: Connection,
    ask: Ask,
    limits: Limits,
    clock: Clock,
    state: State,
    attempts: Vec<Attempt>,
    /// When the attempt that is under way began.
    attempt_began: Option<u64>,
    retries: u32,
    redirects: u32,
    polls: u32,
}

#[derive(Clone, Debug)]
enum State {
    /// Nothing was sent yet.
    New,
    /// The call is to be sent at once.
    Ready(Box<Call>),
    /// The call is to be sent at a time.
    Waiting(Box<Call>, u64),
    /// The call was sent, and no answer came yet.
    Sent(Box<Call>),
    /// The head of the answer came, and some of its body.
    Receiving(Box<Call>, Body),
    Ended(Ended),
}

/// An answer that is coming.
#[derive(Clone, Debug)]
struct Body {
    /// The answer so far; what came as events is not kept.
    response: Response,
    /// How many bytes came.
    length: usize,
    /// The events in it, if it is a stream of them.
    events: Option<Events>,
}

impl Exchange {
    /// An exchange that will ask `prompt` over `connection`.
    pub const fn new(
        connection: Connection,
        prompt: String,
        ticket: Ticket,
        limits: Limits,
    ) -> Self {
        Self {
            connection,
            ask: Ask { prompt, ticket },
            limits,
            clock: Clock::new(),
            state: State::New,
            attempts: Vec::new(),
            attempt_began: None,
            retries: 0,
            redirects: 0,
            polls: 0,
        }
    }

    /// What to do now. The first call starts the budget.
    pub fn next(&mut self, now: u64) -> Step {
        if self.over(now) {
            return Step::Done;
        }
        if matches!(self.state, State::New) {
            let first = self.connection.first(&self.ask);
            self.take(first.into());
        }
        let budget = self.limits.budget_ms();
        match std::mem::replace(&mut self.state, State::New) {
            State::Waiting(call, until) if self.clock.elapsed() < until => {
                self.state = State::Waiting(call, until);
                Step::Wait { until: self.clock.host_time(until.min(budget)) }
            }
            State::Ready(call) | State::Waiting(call, _) => {
                self.attempt_began.get_or_insert(self.clock.elapsed());
                let request = self.request(&call);
                let guessing = budget / GUESSING;
                let early = call.is_guess() && self.clock.elapsed() < guessing;
                self.state = State::Sent(call);
                let deadline = self.clock.host_time(if early { guessing } else { budget });
                Step::Send { request, deadline }
            }
            // The host asks while a request is under way: there is nothing to do before its end.
            state @ (State::Sent(_) | State::Receiving(..)) => {
                self.state = state;
                Step::Wait { until: self.clock.host_time(budget) }
            }
            state @ (State::New | State::Ended(_)) => {
                self.state = state;
                Step::Done
            }
        }
    }

    /// Reports the status and the headers of an answer.
    pub fn head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> Flow {
        if self.over(now) {
            return Flow::Abort;
        }
        let State::Sent(call) = &self.state else { return self.flow() };
        let call = *call.clone();
        let headers = Headers::new(headers);
        let success = matches!(status, 200..=299);
        match status {
            301 | 302 | 303 | 307 | 308 => self.redirect(call, status, &headers),
            // A notification has no answer; a stream in its place may stay open for ever.
            _ if success
                && matches!(call.stage, Stage::Initialized { .. })
                && headers.media_type() == "text/event-stream" =>
            {
                let foreign = call.foreign;
                let response = Response { status, headers, body: Vec::new(), foreign };
                let next = self.connection.answered(&self.ask, &call.stage, &response);
                self.take(next);
            }
            _ if retry::is_transient(status) => self.retry(call, Cause::http(status), &headers),
            _ if !success && call.kind != Kind::Rpc => self.refuse(&call, Cause::http(status)),
            _ if too_long(&headers, self.limits.max_body()) => self.too_large(&call, status),
            _ => {
                let stream = success && call.kind == Kind::Rpc;
                let events = stream && headers.media_type() == "text/event-stream";
                let events = events.then(Events::default);
                let foreign = call.foreign;
                let response = Response { status, headers, body: Vec::new(), foreign };
                self.state = State::Receiving(Box::new(call), Body { response, length: 0, events });
            }
        }
        self.flow()
    }

    /// Reports a part of the body, its content coding undone.
    pub fn chunk(&mut self, bytes: &[u8], now: u64) -> Flow {
        if self.over(now) {
            return Flow::Abort;
        }
        if let State::Receiving(call, body) = &mut self.state {
            body.length = body.length.saturating_add(bytes.len());
            if !self.limits.admits(body.length) {
                let (call, status) = (call.clone(), body.response.status);
                self.too_large(&call, status);
            } else if let Some(events) = &mut body.events {
                let complete = events.feed(bytes);
                self.events(&complete);
            } else {
                body.response.body.extend_from_slice(bytes);
            }
        }
        self.flow()
    }

    /// Reports that the body is whole.
    pub fn end(&mut self, now: u64) {
        if self.over(now) {
            return;
        }
        if let State::Receiving(call, body) = &mut self.state {
            if let Some(events) = &mut body.events {
                let last = events.finish();
                self.events(last.as_slice());
                // A stream that ends without the answer was none.
                if let State::Receiving(call, _) = &self.state {
                    self.miss(&call.clone(), Cause::ReplyNotProtocol);
                }
                return;
            }
            let next = self.connection.answered(&self.ask, &call.stage, &body.response);
            self.take(next);
        }
    }

    /// Reports that a request could not be sent, or its answer not be read to the end.
    /// [`Fault::Aborted`] ends the exchange at any time.
    pub fn failed(&mut self, fault: Fault, now: u64) {
        self.clock.tick(now);
        // With the time that is left, the question is asked.
        if fault.cause().is_none()
            && self.clock.elapsed() < self.limits.budget_ms()
            && let State::Sent(call) | State::Receiving(call, _) = &self.state
            && call.is_guess()
        {
            return self.miss(&call.clone(), self.timeout());
        }
        // A host that gives up at the deadline knows how far it came.
        if fault == Fault::ConnectTimeout
            && let State::Sent(call) = &self.state
            && !matches!(call.stage, Stage::Poll(_))
        {
            return self.fail(Cause::TimeoutConnect);
        }
        if self.over(now) {
            return;
        }
        match (fault.cause(), &self.state) {
            (Some(Cause::Aborted), _) => self.fail(Cause::Aborted),
            (None, State::Sent(_) | State::Receiving(..)) => self.fail(self.timeout()),
            (Some(cause), State::Sent(call)) if fault.is_transient() => {
                self.retry(*call.clone(), cause, &Headers::default());
            }
            (Some(cause), State::Sent(call)) => self.refuse(&call.clone(), cause),
            // What the status said counts for more than how its body ended.
            (Some(_), State::Receiving(_, body)) if !body.response.is_success() => {
                self.fail(Cause::http(body.response.status));
            }
            (Some(cause), State::Receiving(call, _)) => self.refuse(&call.clone(), cause),
            _ => {}
        }
    }

    /// How the exchange ended, if it has.
    pub const fn result(&self) -> Option<&Ended> {
        match &self.state {
            State::Ended(ended) => Some(ended),
            _ => None,
        }
    }

    /// The connection for the next question, and how this one ended. One that has not ended yet
    /// ends as aborted.
    pub fn into_parts(mut self) -> (Connection, Ended) {
        self.fail(Cause::Aborted);
        match self.state {
            State::Ended(ended) => (self.connection, ended),
            _ => (self.connection, Ended::unasked(Cause::Aborted)),
        }
    }

    /// Notes the time. Whether the exchange has ended, which it does when its budget is used up.
    fn over(&mut self, now: u64) -> bool {
        if !matches!(self.state, State::Ended(_)) {
            self.clock.tick(now);
            if self.clock.elapsed() >= self.limits.budget_ms() {
                self.fail(self.timeout());
            }
        }
        matches!(self.state, State::Ended(_))
    }

    /// The cause if time ran out now.
    const fn timeout(&self) -> Cause {
        match &self.state {
            State::Sent(call) | State::Receiving(call, _) | State::Waiting(call, _)
                if matches!(call.stage, Stage::Poll(_)) =>
            {
                Cause::TimeoutPoll
            }
            State::Sent(_) => Cause::TimeoutHeaders,
            State::Receiving(..) => Cause::TimeoutBody,
            _ => Cause::TimeoutBudget,
        }
    }

    /// What to tell a host that reads an answer.
    const fn flow(&self) -> Flow {
        match self.state {
            State::Receiving(..) => Flow::Continue,
            _ => Flow::Abort,
        }
    }

    /// Does what the protocol says.
    fn take(&mut self, next: Move) {
        match next {
            Move::Send(call) => self.ready(call),
            Move::Poll(call) => {
                let pause = retry::poll_ms(self.polls);
                self.polls += 1;
                let until = self.clock.elapsed().saturating_add(pause);
                self.state = State::Waiting(Box::new(call), until);
            }
            // A malformed byte of a body takes three as U+FFFD.
            Move::Reply(reply) if !self.limits.admits(reply.text.len()) => {
                self.fail(Cause::ReplyTooLarge);
            }
            Move::Reply(mut reply) => {
                reply.served = self.connection.served(reply.served);
                self.finish(Conclusion::Reply(reply));
            }
            Move::Fail(cause) => self.fail(cause),
        }
    }

    /// Takes the events that came, until one of them is the answer.
    fn events(&mut self, complete: &[String]) {
        for data in complete {
            let State::Receiving(call, body) = &self.state else { return };
            let next = self.connection.event(&self.ask, &call.stage, &body.response, data);
            if let Some(next) = next {
                self.take(next);
            }
        }
    }

    /// Takes a failure that is not tried again: the answer to a probe, the end of anything else.
    fn refuse(&mut self, call: &Call, cause: Cause) {
        match call.kind {
            Kind::Probe { .. } => {
                let next = self.connection.refused(&self.ask, &call.stage, cause);
                self.take(next);
            }
            Kind::Ask | Kind::Rpc => self.fail(cause),
        }
    }

    /// Takes that nothing came of `call`: of a guess, what it was to find out stays unknown.
    fn miss(&mut self, call: &Call, cause: Cause) {
        if !call.is_guess() {
            return self.fail(cause);
        }
        let next = self.connection.refused(&self.ask, &call.stage, cause);
        self.take(next);
    }

    /// Takes a body over the limit; of an answer without success, the status says more.
    fn too_large(&mut self, call: &Call, status: u16) {
        let success = matches!(status, 200..=299);
        self.refuse(call, if success { Cause::ReplyTooLarge } else { Cause::http(status) });
    }

    /// Makes `call` the next one to be sent, if its address may be asked.
    fn ready(&mut self, call: Call) {
        self.redirects = 0;
        self.ready_again(call);
    }

    fn ready_again(&mut self, mut call: Call) {
        call.foreign |= !self.connection.endpoint.url().same_origin(&call.url);
        if self.connection.endpoint.may_ask(&call.url) {
            self.state = State::Ready(Box::new(call));
        } else {
            self.fail(Cause::AddressRefused);
        }
    }

    /// Follows a redirect by the rules of the Fetch standard, or refuses it. 301, 302 and 303 turn
    /// a `POST` into a `GET` there, which would drop the question: refused.
    fn redirect(&mut self, mut call: Call, status: u16, headers: &Headers) {
        let Some(location) = headers.get("location") else {
            return self.refuse(&call, Cause::http(status));
        };
        let keeps_method = matches!(status, 307 | 308) || call.method == Method::Get;
        match call.url.join(location) {
            Some(url) if keeps_method && self.connection.endpoint.may_follow(&call.url, &url) => {
                self.redirects += 1;
                if self.redirects > MOST_REDIRECTS {
                    return self.refuse(&call, Cause::RedirectTooMany);
                }
                call.url = url;
                self.ready_again(call);
            }
            _ => self.refuse(&call, Cause::RedirectRefused),
        }
    }

    /// Ends the attempt with `cause` and sends `call` again later, if there is a retry left and
    /// the wait fits into the budget; else ends the exchange with `cause`.
    fn retry(&mut self, call: Call, cause: Cause, headers: &Headers) {
        let date = headers.get("date").and_then(retry::http_date_ms);
        let reference = date.unwrap_or_else(|| self.clock.now());
        let asked = headers.get("retry-after");
        let asked = asked.and_then(|value| retry::retry_after_ms(value, reference));
        let wait = retry::wait_ms(&self.ask.ticket, self.retries, asked);
        let until = self.clock.elapsed().saturating_add(wait);
        let wanted = call.kind != Kind::Probe { retried: false };
        let left = self.retries < self.limits.retries() && until < self.limits.budget_ms();
        if !wanted || !left {
            return self.refuse(&call, cause);
        }
        self.close_attempt(Some(cause));
        self.retries += 1;
        self.redirects = 0;
        self.state = State::Waiting(Box::new(call), until);
    }

    /// The request for `call`: the endpoint's own headers take the place of the protocol's. Once
    /// another origin had a say in the URL, they stay here, even if it leads back.
    fn request(&self, call: &Call) -> Request {
        let endpoint = &self.connection.endpoint;
        let own = if call.foreign { &[] } else { endpoint.headers() };
        let led_back = call.foreign && endpoint.url().same_origin(&call.url);
        let ours = [("user-agent", USER_AGENT.to_owned())];
        let ours = ours.into_iter().chain(call.headers.iter().cloned());
        let ours = ours.filter(|(name, _)| own.iter().all(|(other, _)| other != name));
        let ours = ours.filter(|(name, _)| !(led_back && *name == "mcp-session-id"));
        let ours = ours.map(|(name, value)| (name.to_owned(), value));
        Request {
            method: call.method,
            url: call.url.href(),
            headers: ours.chain(own.iter().cloned()).collect(),
            body: call.body.clone(),
            public_only: self.connection.endpoint.public_only(&call.url),
        }
    }

    fn fail(&mut self, cause: Cause) {
        self.finish(Conclusion::Failed(cause));
    }

    /// Ends the exchange, once.
    fn finish(&mut self, conclusion: Conclusion) {
        if matches!(self.state, State::Ended(_)) {
            return;
        }
        let reveals = self.connection.reveals_secret(&conclusion);
        let conclusion = if reveals { Conclusion::Failed(Cause::ReplySecret) } else { conclusion };
        self.close_attempt(match &conclusion {
            Conclusion::Reply(_) => None,
            Conclusion::Failed(cause) => Some(*cause),
        });
        let attempts = std::mem::take(&mut self.attempts);
        let latency_ms = self.elapsed();
        self.state = State::Ended(Ended { conclusion, attempts, latency_ms });
    }

    fn close_attempt(&mut self, cause: Option<Cause>) {
        if let Some(start_ms) = self.attempt_began.take() {
            let duration_ms = self.elapsed().saturating_sub(start_ms);
            self.attempts.push(Attempt { start_ms, duration_ms, cause });
        }
    }

    /// The time so far, at most the budget: a host that comes late does not lengthen the exchange.
    fn elapsed(&self) -> u64 {
        self.clock.elapsed().min(self.limits.budget_ms())
    }
}

/// Whether the headers alone say that the body is longer than `most`. Under a content coding the
/// length is of something else.
fn too_long(headers: &Headers, most: u64) -> bool {
    let length =
        headers.get("content-length").filter(|_| headers.get("content-encoding").is_none());
    length.is_some_and(|value| {
        let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        digits && value.parse::<u64>().map_or(true, |length| length > most)
    })
}
