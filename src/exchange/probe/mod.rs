//! Finds out how to ask an agent, without I/O: asks one question in different ways until a reply is
//! found, and says why if none is.
//!
//! A probe may send its question many times. A run never does that; it uses what a probe found.

mod answers;
mod bodies;
mod findings;
mod next_variants;
mod routes;
mod tools;
mod variant;

pub use findings::{DetectedOptions, Findings, ReceivedResponse, SentRequest};

use std::fmt;

use self::findings::LastExchange;
use self::variant::{ANY_MODEL, RequestVariant, first_variant};
use super::cause::{Cause, Status};
use super::connection::Connection;
use super::fault::Fault;
use super::id_source::IdSource;
use super::limits::Limits;
use super::net::url::Url;
use super::options::{Options, Protocol};
use super::protocol::models;
use super::result::Conclusion;
use super::state_machine::Exchange;
use super::step::{ResponseFlow, Step};
use super::value::Value;
use crate::draw::Key;
use crate::error::{Error, shown};

/// The question of a probe.
pub const PROMPT: &str = "What is 58 + 67? Reply with only the number.";
/// The right answer. It does not occur in the question, so an echo is not taken for a reply.
const ANSWER: &str = "125";

/// The maximum number of ways that are tried.
const MAX_TRIES: usize = 40;

/// A probe of one endpoint. The host drives it like an [`Exchange`].
pub struct Probe {
    url: Url,
    /// The protocol that the caller names.
    protocol: Protocol,
    options: Options,
    limits: Limits,
    key: Key,
    /// The ways to try next, the last one first.
    waiting: Vec<RequestVariant>,
    /// The ways that were tried.
    tried: Vec<RequestVariant>,
    current: Option<(RequestVariant, Exchange)>,
    tap: LastExchange,
    /// True once other paths than the given one are tried.
    rerouted: bool,
    /// The first reply that was not the right answer.
    doubtful: Option<Findings>,
    /// The failure that says the most.
    failure: Option<Findings>,
    findings: Option<Findings>,
}

impl Probe {
    /// Creates a probe of `url`. Ids are derived from `seed`.
    ///
    /// # Errors
    /// As [`Endpoint::new`](super::Endpoint::new), except that a tool and a model may be missing,
    /// and that a model may be given for any agent.
    pub fn new(
        url: &str,
        protocol: Protocol,
        options: Options,
        limits: Limits,
        seed: &str,
    ) -> Result<Self, Error> {
        let url = Url::parse(url)?;
        let limits = Limits::new(limits.budget_ms(), 0, limits.max_body())?;
        let first = first_variant(&url, protocol, &options)?;
        first.endpoint(&options)?;
        Ok(Self {
            url,
            protocol,
            options,
            limits,
            key: Key::new(&["probe", seed]),
            waiting: vec![first],
            tried: Vec::new(),
            current: None,
            tap: LastExchange::default(),
            rerouted: false,
            doubtful: None,
            failure: None,
            findings: None,
        })
    }

    /// Returns the next action; after [`Step::Done`], [`Probe::findings`] has the result.
    pub fn next(&mut self, now: u64) -> Step {
        self.tap.past_end = false;
        while self.findings.is_none() {
            let Some((variant, mut exchange)) = self.current.take() else {
                self.start_next_variant();
                continue;
            };
            match exchange.next(now) {
                Step::Done => self.conclude(variant, exchange),
                step => {
                    if let Step::Send { request, .. } = &step {
                        self.tap = LastExchange::from_request(request);
                    }
                    self.current = Some((variant, exchange));
                    return step;
                }
            }
        }
        Step::Done
    }

    /// Reports the status and headers of a response.
    pub fn receive_head(
        &mut self,
        status: u16,
        headers: Vec<(String, String)>,
        now: u64,
    ) -> ResponseFlow {
        let Some((_, exchange)) = &mut self.current else { return ResponseFlow::Abort };
        self.tap.receive_head(status, &headers);
        let flow = exchange.receive_head(status, headers, now);
        // An exchange does not read the body of an error. It may say what is wanted.
        self.tap.past_end = flow == ResponseFlow::Abort && exchange.result().is_some();
        if self.tap.past_end { ResponseFlow::Continue } else { flow }
    }

    /// Reports a part of the body.
    pub fn receive_chunk(&mut self, bytes: &[u8], now: u64) -> ResponseFlow {
        let Some((_, exchange)) = &mut self.current else { return ResponseFlow::Abort };
        let room = self.tap.receive_chunk(bytes);
        if self.tap.past_end {
            return if room { ResponseFlow::Continue } else { ResponseFlow::Abort };
        }
        exchange.receive_chunk(bytes, now)
    }

    /// Reports that the body is complete.
    pub fn receive_end(&mut self, now: u64) {
        if let Some((_, exchange)) = &mut self.current {
            exchange.receive_end(now);
        }
    }

    /// Reports that a request failed.
    pub fn report_fault(&mut self, fault: Fault, now: u64) {
        if let Some((_, exchange)) = &mut self.current {
            exchange.report_fault(fault, now);
        }
    }

    /// Returns the result, once the probe has ended.
    pub const fn findings(&self) -> Option<&Findings> {
        self.findings.as_ref()
    }

    #[cfg(test)]
    pub(in crate::exchange) fn into_findings(self) -> Option<Findings> {
        self.findings
    }

    /// Starts to ask in the next way, or ends the probe after the last one.
    fn start_next_variant(&mut self) {
        let next = self.waiting.pop().filter(|_| self.tried.len() < MAX_TRIES);
        let Some(variant) = next else {
            self.findings = self.doubtful.take().or_else(|| self.failure.take());
            return;
        };
        if self.tried.contains(&variant) {
            return;
        }
        self.tried.push(variant.clone());
        let number = self.tried.len() as u64;
        if let Ok(endpoint) = variant.endpoint(&self.options) {
            let ticket = IdSource::new(self.key.clone(), number);
            let connection = Connection::new(endpoint);
            let exchange = Exchange::new(connection, PROMPT.to_owned(), ticket, self.limits);
            self.current = Some((variant, exchange));
        }
    }

    /// Queues ways to try next, in this order.
    fn queue_next(&mut self, variants: Vec<RequestVariant>) {
        self.waiting.extend(variants.into_iter().rev());
    }

    fn conclude(&mut self, variant: RequestVariant, exchange: Exchange) {
        let (connection, ended) = exchange.into_parts();
        let variant = RequestVariant { protocol: connection.protocol(), ..variant };
        // Detection may have ended with a protocol.
        if let Some(last) = self.tried.last_mut() {
            last.protocol = variant.protocol;
        }
        let tap = std::mem::take(&mut self.tap);
        match ended.conclusion {
            Conclusion::Reply(reply) if variant.lists => {
                self.use_listed_names(&variant, &connection, tap, &reply.text)
            }
            Conclusion::Reply(reply) => self.on_reply(&variant, &connection, tap, reply.text),
            Conclusion::Failed(cause) => self.on_failure(&variant, &connection, tap, cause),
        }
    }

    fn on_reply(
        &mut self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: LastExchange,
        reply: String,
    ) {
        let right = answers::has_number(&reply, ANSWER);
        if right || variant.protocol != Protocol::Json {
            self.findings = Some(self.findings_for(variant, connection, &tap, (None, reply)));
            return;
        }
        if self.use_right_answer(variant, connection, &tap) {
            return;
        }
        if self.doubtful.is_none() {
            self.doubtful = Some(self.findings_for(variant, connection, &tap, (None, reply)));
        }
        self.try_other_bodies(variant, &tap);
    }

    /// Ends the probe if the right answer is anywhere in the response.
    fn use_right_answer(
        &mut self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: &LastExchange,
    ) -> bool {
        let Some(json) = self.searchable_json(variant, tap) else { return false };
        let Some(pointer) = answers::find_pointer(&json, &|text| answers::has_number(text, ANSWER))
        else {
            return false;
        };
        self.findings = Some(self.findings_at(variant, connection, tap, (&json, pointer)));
        true
    }

    /// Returns the JSON of a successful response, if the caller does not say where its reply is.
    fn searchable_json(&self, variant: &RequestVariant, tap: &LastExchange) -> Option<Value> {
        let open = variant.protocol == Protocol::Json && self.options.reply_pointer.is_none();
        (open && tap.is_success()).then(|| Value::read(&tap.text())).flatten()
    }

    fn findings_at(
        &self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: &LastExchange,
        (json, pointer): (&Value, String),
    ) -> Findings {
        let tokens = crate::base::pointer::Pointer::parse(&pointer);
        let value = tokens.and_then(|tokens| json.get_path(tokens.tokens()));
        let text = value.and_then(super::protocol::content::scalar_text).unwrap_or_default();
        self.findings_for(variant, connection, tap, (Some(pointer), text))
    }

    fn on_failure(
        &mut self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: LastExchange,
        cause: Cause,
    ) {
        let first = self.tried.len() == 1;
        if variant.lists && variant.protocol != Protocol::Mcp && cause != Cause::Aborted {
            return match self.options.model {
                Some(_) => self.findings = self.failure.take(),
                None => self.queue_with_model(variant, ANY_MODEL),
            };
        }
        let is_missing = |cause: &str| matches!(cause, "http.404" | "http.405" | "http.410");
        let ends = cause == Cause::Aborted || cause.wants_credential();
        let better = self.failure.as_ref().is_none_or(|known| {
            known.cause.as_deref().is_some_and(is_missing) && !is_missing(&cause.to_string())
        });
        if ends || better {
            self.failure = Some(Findings::from_failure(connection, &tap, cause, self.tried.len()));
        }
        if ends {
            self.findings = self.failure.take();
            return;
        }
        let answer = tap.text();
        if let Some(model) =
            self.options.model.as_deref().filter(|it| models::says_model_missing(&answer, it))
        {
            let mut failure =
                Findings::from_failure(connection, &tap, Cause::ModelUnknown, self.tried.len());
            failure.message = format!("The server has no model {}.", shown(model));
            self.failure = Some(failure);
            return self.queue_next(vec![RequestVariant { lists: true, ..variant.clone() }]);
        }
        if answer.contains("\"jsonrpc\"")
            && variant.protocol == Protocol::Json
            && !self.requires_json_body()
        {
            return self.queue_next(vec![RequestVariant {
                lists: true,
                ..variant.with_protocol(Protocol::Mcp)
            }]);
        }
        if tap.status.is_some()
            && answer.to_ascii_lowercase().contains("model")
            && self.may_list_models(variant)
        {
            return self.queue_next(vec![RequestVariant { lists: true, ..variant.clone() }]);
        }
        match cause {
            Cause::Http(Status::NOT_FOUND | Status::NO_METHOD | Status::GONE)
            | Cause::CardMissing => self.try_other_paths(variant),
            Cause::ReplyNotJson if answer.trim_start().starts_with('<') => {
                self.try_other_paths(variant)
            }
            Cause::ReplyNoText
            | Cause::ReplyError
            | Cause::ReplyNotJson
            | Cause::ReplyNotProtocol
                if tap.status.is_some() =>
            {
                if self.use_right_answer(variant, connection, &tap) {
                    return;
                }
                self.keep_likely_reply(variant, connection, &tap);
                self.try_other_bodies(variant, &tap);
            }
            // A server that misses a field may crash.
            Cause::Http(status) if matches!(status.code(), 400 | 406 | 411..=428 | 500 | 501) => {
                self.try_other_bodies(variant, &tap);
            }
            _ if first => self.findings = self.failure.take(),
            _ => {}
        }
    }

    /// Keeps the text that is probably the reply, although it is not right.
    fn keep_likely_reply(
        &mut self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: &LastExchange,
    ) {
        let Some(json) = self.searchable_json(variant, tap) else { return };
        let is_error = json.get("error").is_some_and(|error| !error.is_null());
        if let Some(pointer) = answers::find_likely_pointer(&json).filter(|_| !is_error)
            && self.doubtful.is_none()
        {
            self.doubtful = Some(self.findings_at(variant, connection, tap, (&json, pointer)));
        }
    }

    fn findings_for(
        &self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: &LastExchange,
        (pointer, reply): (Option<String>, String),
    ) -> Findings {
        let right = answers::has_number(&reply, ANSWER);
        let body = variant.body.as_ref().map(Value::to_string);
        let tool = variant.tool.clone().unwrap_or_default();
        let learned =
            [Some(&reply), pointer.as_ref(), body.as_ref(), variant.model.as_ref(), Some(&tool.0)];
        let learned: Vec<&str> = learned.into_iter().flatten().map(String::as_str).collect();
        // An agent may name a field or a place of its answer after a secret.
        if connection.endpoint().secrets().occur_in(&learned.join(" ")) {
            return Findings::from_failure(connection, tap, Cause::ReplySecret, self.tried.len());
        }
        let mut findings = Findings::from_answer(connection, tap, reply, self.tried.len());
        findings.right = right;
        let given = &self.options;
        findings.options = Some(DetectedOptions {
            endpoint: (variant.url != self.url).then(|| variant.url.href()),
            protocol: connection.protocol().name(),
            json_body: body.or_else(|| given.body.clone()),
            reply_pointer: pointer.or_else(|| given.reply_pointer.clone()),
            model: variant.model.clone(),
            tool: variant.tool.as_ref().map(|(tool, _)| tool.clone()),
            argument: variant.tool.as_ref().and_then(|(_, argument)| argument.clone()),
        });
        findings
    }
}

impl fmt::Debug for Probe {
    /// Omits the options, which hold headers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe").field("tried", &self.tried).finish_non_exhaustive()
    }
}
