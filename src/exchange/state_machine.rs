//! State machine for one question to one endpoint, without I/O.

use super::call::{Action, Call, Kind, Stage};
use super::cause::Cause;
use super::clock::Clock;
use super::connection::Connection;
use super::fault::Fault;
use super::id_source::IdSource;
use super::limits::Limits;
use super::prompt::Prompt;
use super::result::{Attempt, Conclusion, ExchangeResult};
use super::retry;
use super::step::{ResponseFlow, Step};
use crate::exchange::net::message::{Headers, Method, Response};
use crate::exchange::protocol::sse::SseParser;

/// Redirect limit of one call.
const MAX_REDIRECTS: u32 = 5;

/// Protocol detection may use one part in this many of the budget; the rest is for the question.
const DETECTION_SHARE: u64 = 2;

/// One question to one endpoint.
///
/// The host calls [`next`](Self::next) and reports what happened:
/// [`receive_head`](Self::receive_head), then [`receive_chunk`](Self::receive_chunk) for each part
/// of the body, then [`receive_end`](Self::receive_end); or [`report_fault`](Self::report_fault).
/// `now` is the host's clock in milliseconds since 1970; it may jump. Events that do not fit the
/// current state are ignored, and an exchange that has ended stays ended.
#[derive(Clone, Debug)]
pub struct Exchange {
    connection: Connection,
    prompt: Prompt,
    limits: Limits,
    clock: Clock,
    state: State,
    attempts: Vec<Attempt>,
    /// Start of the current attempt.
    attempt_began: Option<u64>,
    retries: u32,
    redirects: u32,
    polls: u32,
    /// The conclusion and its latency, while the session is ended after it.
    concluded: Option<(Conclusion, u64)>,
}

#[derive(Clone, Debug)]
enum State {
    /// Nothing has been sent.
    New,
    /// The call is ready to be sent.
    Ready(Box<Call>),
    /// The call is sent once this much time has elapsed.
    Waiting(Box<Call>, u64),
    /// The call was sent and has no response yet.
    Sent(Box<Call>),
    /// The response headers have arrived, and perhaps part of the body.
    Receiving(Box<Call>, Body),
    Ended(ExchangeResult),
}

/// A response whose body is being read.
#[derive(Clone, Debug)]
struct Body {
    /// The response so far. The body of an event stream is not kept.
    response: Response,
    /// Bytes received.
    length: usize,
    /// Parser of the body if it is an event stream.
    events: Option<SseParser>,
}

impl Exchange {
    /// Creates an exchange that sends `prompt` over `connection`.
    pub const fn new(
        connection: Connection,
        prompt: String,
        ticket: IdSource,
        limits: Limits,
    ) -> Self {
        Self {
            connection,
            prompt: Prompt { text: prompt, ticket },
            limits,
            clock: Clock::new(),
            state: State::New,
            attempts: Vec::new(),
            attempt_began: None,
            retries: 0,
            redirects: 0,
            polls: 0,
            concluded: None,
        }
    }

    /// Returns the next action. The first call starts the time budget.
    pub fn next(&mut self, now: u64) -> Step {
        if self.advance(now) {
            return Step::Done;
        }
        if matches!(self.state, State::New) {
            let first = self.connection.first_call(&self.prompt);
            self.apply_action(first.into());
        }
        let budget = self.limits.budget_ms();
        match std::mem::replace(&mut self.state, State::New) {
            State::Waiting(call, until) if self.clock.elapsed() < until => {
                self.state = State::Waiting(call, until);
                Step::Wait { until: self.clock.host_time(until.min(budget)) }
            }
            State::Ready(call) | State::Waiting(call, _) => {
                self.attempt_began.get_or_insert(self.clock.elapsed());
                let request = call.request(&self.connection.endpoint);
                let detection_budget = budget / DETECTION_SHARE;
                let early = call.is_detection() && self.clock.elapsed() < detection_budget;
                self.state = State::Sent(call);
                let deadline = self.clock.host_time(if early { detection_budget } else { budget });
                Step::Send { request, deadline }
            }
            // A request is in progress: nothing to do before it ends.
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

    /// Reports the status and headers of a response.
    pub fn receive_head<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        now: u64,
    ) -> ResponseFlow {
        if self.advance(now) {
            return ResponseFlow::Abort;
        }
        let State::Sent(call) = &self.state else { return self.response_flow() };
        let call = *call.clone();
        // Any response will do.
        if call.stage == Stage::EndSession {
            self.fail(Cause::SessionEnded);
            return ResponseFlow::Abort;
        }
        let headers = Headers::new(headers);
        let success = matches!(status, 200..=299);
        match status {
            301 | 302 | 303 | 307 | 308 => self.redirect(call, status, &headers),
            // A notification has no response body, and an event stream could stay open forever.
            _ if success
                && matches!(call.stage, Stage::Initialized { .. })
                && headers.media_type() == "text/event-stream" =>
            {
                let foreign = call.foreign;
                let response =
                    Response { status, headers, body: Vec::new(), events: Vec::new(), foreign };
                let next = self.connection.on_response(&self.prompt, &call.stage, &response);
                self.apply_action(next);
            }
            _ if retry::is_transient(status) => {
                self.retry(call, Cause::from_http_status(status), &headers)
            }
            _ if !success && call.kind != Kind::Rpc => {
                self.fail_call(&call, Cause::from_http_status(status))
            }
            _ if headers.declares_more_than(self.limits.max_body()) => {
                self.fail_too_large(&call, status)
            }
            _ => {
                let reads_streams = call.kind == Kind::Rpc || self.connection.reads_streams();
                let stream = success && reads_streams;
                let events = stream && headers.media_type() == "text/event-stream";
                let events = events.then(SseParser::default);
                let foreign = call.foreign;
                let response =
                    Response { status, headers, body: Vec::new(), events: Vec::new(), foreign };
                self.state = State::Receiving(Box::new(call), Body { response, length: 0, events });
            }
        }
        self.response_flow()
    }

    /// Reports a part of the body, after content decoding.
    pub fn receive_chunk(&mut self, bytes: &[u8], now: u64) -> ResponseFlow {
        if self.advance(now) {
            return ResponseFlow::Abort;
        }
        if let State::Receiving(call, body) = &mut self.state {
            body.length = body.length.saturating_add(bytes.len());
            if !self.limits.admits(body.length) {
                let (call, status) = (call.clone(), body.response.status);
                self.fail_too_large(&call, status);
            } else if let Some(events) = &mut body.events {
                let complete = events.feed(bytes);
                self.handle_events(complete);
            } else {
                body.response.body.extend_from_slice(bytes);
            }
        }
        self.response_flow()
    }

    /// Reports that the body is complete.
    pub fn receive_end(&mut self, now: u64) {
        if self.advance(now) {
            return;
        }
        if let State::Receiving(call, body) = &mut self.state {
            if let Some(events) = &mut body.events {
                let last = events.finish();
                self.handle_events(last.into_iter().collect());
                return self.handle_end_of_stream();
            }
            match self.connection.on_response(&self.prompt, &call.stage, &body.response) {
                Action::Retry(cause) => {
                    let (call, headers) = (*call.clone(), body.response.headers.clone());
                    self.retry(call, cause, &headers);
                }
                next => self.apply_action(next),
            }
        }
    }

    /// Reports that a request could not be sent or its response not read to the end.
    /// [`Fault::Aborted`] ends the exchange in any state.
    pub fn report_fault(&mut self, fault: Fault, now: u64) {
        self.clock.tick(now);
        // A detection call timed out early: the remaining time is for the question.
        if fault.cause().is_none()
            && self.clock.elapsed() < self.limits.budget_ms()
            && let State::Sent(call) | State::Receiving(call, _) = &self.state
            && call.is_detection()
        {
            return self.fail_unless_detection(&call.clone(), self.timeout_cause());
        }
        // Checked before the budget: a host that gives up at the deadline knows that it never
        // connected.
        if fault == Fault::ConnectTimeout
            && let State::Sent(call) = &self.state
            && !matches!(call.stage, Stage::Poll(_))
        {
            return self.fail(Cause::TimeoutConnect);
        }
        if self.advance(now) {
            return;
        }
        match (fault.cause(), &self.state) {
            (Some(Cause::Aborted), _) => self.fail(Cause::Aborted),
            (None, State::Sent(_) | State::Receiving(..)) => self.fail(self.timeout_cause()),
            (Some(cause), State::Sent(call)) if fault.is_transient() => {
                self.retry(*call.clone(), cause, &Headers::default());
            }
            (Some(cause), State::Sent(call)) => self.fail_call(&call.clone(), cause),
            // An unsuccessful status says more than a failure within its body.
            (Some(_), State::Receiving(_, body)) if !body.response.is_success() => {
                self.fail(Cause::from_http_status(body.response.status));
            }
            (Some(cause), State::Receiving(call, _)) => self.fail_call(&call.clone(), cause),
            _ => {}
        }
    }

    /// Returns the result, if the exchange has ended.
    pub const fn result(&self) -> Option<&ExchangeResult> {
        match &self.state {
            State::Ended(ended) => Some(ended),
            _ => None,
        }
    }

    /// Returns the connection for the next question, and the result. An exchange that has not ended
    /// yet ends as aborted.
    pub fn into_parts(mut self) -> (Connection, ExchangeResult) {
        self.fail(Cause::Aborted);
        match self.state {
            State::Ended(ended) => (self.connection, ended),
            _ => (self.connection, ExchangeResult::not_asked(Cause::Aborted)),
        }
    }

    /// Advances the clock, ends the exchange once its budget is spent, and reports whether it has
    /// ended.
    fn advance(&mut self, now: u64) -> bool {
        if !matches!(self.state, State::Ended(_)) {
            self.clock.tick(now);
            if self.clock.elapsed() >= self.limits.budget_ms() {
                self.fail(self.timeout_cause());
            }
        }
        matches!(self.state, State::Ended(_))
    }

    /// Returns the cause of a timeout in the current state.
    const fn timeout_cause(&self) -> Cause {
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

    /// Returns whether the host should continue to read.
    const fn response_flow(&self) -> ResponseFlow {
        match self.state {
            State::Receiving(..) => ResponseFlow::Continue,
            _ => ResponseFlow::Abort,
        }
    }

    /// Carries out a protocol's decision.
    fn apply_action(&mut self, next: Action) {
        match next {
            Action::Send(call) => self.queue_allowed(call),
            Action::Poll(call) => {
                let pause = retry::poll_delay_ms(self.polls);
                self.polls += 1;
                let until = self.clock.elapsed().saturating_add(pause);
                self.state = State::Waiting(Box::new(call), until);
            }
            // Decoding can grow a body: a malformed byte becomes a U+FFFD of three bytes.
            Action::Reply(reply) if !self.limits.admits(reply.text.len()) => {
                self.fail(Cause::ReplyTooLarge);
            }
            Action::Reply(mut reply) => {
                reply.served = self.connection.add_known_identity(reply.served);
                self.finish(Conclusion::Reply(reply));
            }
            Action::Fail(cause) | Action::Retry(cause) => self.fail(cause),
        }
    }

    /// Handles completed events, up to the one that holds the response.
    fn handle_events(&mut self, complete: Vec<String>) {
        for data in &complete {
            let State::Receiving(call, body) = &mut self.state else { return };
            let next =
                self.connection.on_event(&self.prompt, &call.stage, &mut body.response, data);
            if let Some(next) = next {
                self.apply_action(next);
            }
        }
    }

    /// Handles the end of a stream that did not complete the response.
    fn handle_end_of_stream(&mut self) {
        let State::Receiving(call, body) = &self.state else { return };
        let (call, events) = (call.clone(), body.events.clone().unwrap_or_default());
        if call.is_detection() {
            return self.fail_unless_detection(&call, Cause::ReplyNotProtocol);
        }
        let (stage, last) = (&call.stage, &events.last_id);
        let next = self.connection.on_end_of_stream(&self.prompt, stage, &body.response, last);
        self.apply_action(next);
        // The server says when to resume the stream.
        if let (State::Waiting(_, until), Some(pause)) = (&mut self.state, events.retry_ms) {
            *until = (*until).max(self.clock.elapsed().saturating_add(pause));
        }
    }

    /// Handles a failure that is not retried: passes it to the protocol for a probe, ends the
    /// exchange otherwise.
    fn fail_call(&mut self, call: &Call, cause: Cause) {
        match call.kind {
            Kind::Probe { .. } => {
                let next = self.connection.on_failure(&self.prompt, &call.stage, cause);
                self.apply_action(next);
            }
            Kind::Ask | Kind::Rpc => self.fail(cause),
        }
    }

    /// Ends the exchange, unless `call` only detects the protocol: then the protocol continues
    /// without it.
    fn fail_unless_detection(&mut self, call: &Call, cause: Cause) {
        if !call.is_detection() {
            return self.fail(cause);
        }
        let next = self.connection.on_failure(&self.prompt, &call.stage, cause);
        self.apply_action(next);
    }

    /// Handles a body over the limit. An unsuccessful status says more than the size.
    fn fail_too_large(&mut self, call: &Call, status: u16) {
        let success = matches!(status, 200..=299);
        self.fail_call(
            call,
            if success { Cause::ReplyTooLarge } else { Cause::from_http_status(status) },
        );
    }

    /// Queues `call` if its address is allowed.
    fn queue_allowed(&mut self, call: Call) {
        self.redirects = 0;
        self.check_and_queue(call);
    }

    fn check_and_queue(&mut self, mut call: Call) {
        call.foreign |= !self.connection.endpoint.url().is_same_origin(&call.url);
        if self.connection.endpoint.may_request(&call.url) {
            self.state = State::Ready(Box::new(call));
        } else {
            self.fail(Cause::AddressRefused);
        }
    }

    /// Follows a redirect by the rules of the Fetch standard, or refuses it. 301, 302 and 303 would
    /// turn a `POST` into a `GET` and so drop the prompt.
    fn redirect(&mut self, mut call: Call, status: u16, headers: &Headers) {
        let Some(location) = headers.get("location") else {
            return self.fail_call(&call, Cause::from_http_status(status));
        };
        let keeps_method = matches!(status, 307 | 308) || call.method == Method::Get;
        match call.url.join(location) {
            Some(url) if keeps_method && self.connection.endpoint.may_follow(&call.url, &url) => {
                self.redirects += 1;
                if self.redirects > MAX_REDIRECTS {
                    return self.fail_call(&call, Cause::RedirectTooMany);
                }
                call.url = url;
                self.check_and_queue(call);
            }
            _ => self.fail_call(&call, Cause::RedirectRefused),
        }
    }

    /// Ends the attempt and schedules a retry of `call`, if one is left and its delay fits into the
    /// budget. Otherwise handles the failure with `cause`.
    fn retry(&mut self, call: Call, cause: Cause, headers: &Headers) {
        let date = headers.get("date").and_then(retry::http_date_ms);
        let reference = date.unwrap_or_else(|| self.clock.now());
        let requested = headers.get("retry-after");
        let requested = requested.and_then(|value| retry::retry_after_ms(value, reference));
        let wait = retry::backoff_ms(&self.prompt.ticket, self.retries, requested);
        let until = self.clock.elapsed().saturating_add(wait);
        let is_left = self.retries < self.limits.retries() && until < self.limits.budget_ms();
        if !is_left || call.kind == (Kind::Probe { retried: false }) {
            return self.fail_call(&call, cause);
        }
        self.close_attempt(Some(cause));
        self.retries += 1;
        self.redirects = 0;
        self.state = State::Waiting(Box::new(call), until);
    }

    fn fail(&mut self, cause: Cause) {
        self.finish(Conclusion::Failed(cause));
    }

    /// Ends the exchange, once.
    fn finish(&mut self, conclusion: Conclusion) {
        if matches!(self.state, State::Ended(_)) {
            return;
        }
        if let Some((conclusion, latency_ms)) = self.concluded.take() {
            let attempts = std::mem::take(&mut self.attempts);
            self.state = State::Ended(ExchangeResult { conclusion, attempts, latency_ms });
            return;
        }
        let reveals = self.connection.reveals_secret(&conclusion);
        let conclusion = if reveals { Conclusion::Failed(Cause::ReplySecret) } else { conclusion };
        self.close_attempt(match &conclusion {
            Conclusion::Reply(_) => None,
            Conclusion::Failed(cause) => Some(*cause),
        });
        let latency_ms = self.elapsed();
        let open = latency_ms < self.limits.budget_ms();
        let aborted = conclusion == Conclusion::Failed(Cause::Aborted);
        let ending = self.connection.end_session().filter(|_| open && !aborted);
        self.concluded = Some((conclusion, latency_ms));
        match ending {
            Some(call) => self.queue_allowed(call),
            None => self.fail(Cause::Aborted),
        }
    }

    fn close_attempt(&mut self, cause: Option<Cause>) {
        if let Some(start_ms) = self.attempt_began.take() {
            let duration_ms = self.elapsed().saturating_sub(start_ms);
            self.attempts.push(Attempt { start_ms, duration_ms, cause });
        }
    }

    /// Returns the elapsed time, capped at the budget: a late host does not lengthen the exchange.
    fn elapsed(&self) -> u64 {
        self.clock.elapsed().min(self.limits.budget_ms())
    }
}
