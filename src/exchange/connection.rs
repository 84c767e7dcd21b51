//! State that is learned about an endpoint and kept for later questions.

use std::fmt;

use super::call::{Action, Call, Stage};
use super::cause::Cause;
use super::endpoint::Endpoint;
use super::options::Protocol;
use super::prompt::Prompt;
use super::result::Conclusion;
use super::served_by::ServedBy;
use super::value::Value;
use crate::exchange::net::message::{Reply, Response};
use crate::exchange::protocol::card;
use crate::exchange::protocol::card::Interface;
use crate::exchange::protocol::mcp;
use crate::exchange::protocol::mcp::Mode;
use crate::exchange::protocol::model_stream;
use crate::exchange::protocol::models;
use crate::exchange::protocol::rpc;
use crate::exchange::protocol::{a2a, anthropic, broker, json, openai, openai_responses};

/// An endpoint and the protocol state that exchanges with it have established.
#[derive(Clone)]
pub struct Connection {
    pub(super) endpoint: Endpoint,
    negotiated: ProtocolState,
    /// Identity of the agent or server, from its card or handshake.
    served: ServedBy,
}

/// The protocol state established with the endpoint.
#[derive(Clone)]
enum ProtocolState {
    /// A protocol without state, or one whose handshake has not happened yet.
    Untracked(Protocol),
    /// A2A, with the interface from the agent card.
    A2a(Interface),
    /// MCP, with the mode from the handshake.
    Mcp(Mode),
    /// A broker, with the id of the session of the current question.
    Broker(Option<String>),
}

impl Connection {
    /// Creates a connection before its first exchange.
    pub const fn new(endpoint: Endpoint) -> Self {
        let negotiated = ProtocolState::Untracked(endpoint.initial_protocol());
        let served = ServedBy { card: None, fingerprint: None, model: None, version: None };
        Self { endpoint, negotiated, served }
    }

    /// Adds the card and version known from the connection to the identity in a reply.
    pub(super) fn add_known_identity(&self, reply: ServedBy) -> ServedBy {
        let ServedBy { card, version, .. } = self.served.clone();
        ServedBy { card, version, ..reply }
    }

    /// Returns the endpoint.
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Returns the protocol; `auto` until it is detected.
    pub const fn protocol(&self) -> Protocol {
        match &self.negotiated {
            ProtocolState::Untracked(protocol) => *protocol,
            ProtocolState::A2a(_) => Protocol::A2a,
            ProtocolState::Mcp(_) => Protocol::Mcp,
            ProtocolState::Broker(_) => Protocol::Broker,
        }
    }

    /// Returns the protocol for display, with version and binding once known.
    pub fn protocol_label(&self) -> String {
        match &self.negotiated {
            ProtocolState::A2a(interface) => interface.binding.name().to_owned(),
            ProtocolState::Mcp(mode) => mode.name(),
            ProtocolState::Untracked(_) | ProtocolState::Broker(_) => {
                self.protocol().name().to_owned()
            }
        }
    }

    /// Reports whether any stored part of `conclusion` contains a secret that was sent: a header or
    /// query value, or a session id, of which only the digest is stored.
    pub(super) fn reveals_secret(&self, conclusion: &Conclusion) -> bool {
        let mut secrets = self.endpoint.secrets().clone();
        let shown = match conclusion {
            Conclusion::Failed(Cause::Rpc(code)) => code.to_string(),
            Conclusion::Failed(_) => return false,
            Conclusion::Reply(Reply { text, session_id, served, usage, charset }) => {
                if session_id.as_deref().is_some_and(|id| secrets.occur_in(id)) {
                    return true;
                }
                let charset = charset.as_deref().unwrap_or_default();
                let [input, output] =
                    usage.map_or([0; 2], |it| [it.input_tokens, it.output_tokens]);
                let ServedBy { card: _, fingerprint, model, version } = served;
                let names =
                    [fingerprint, model, version].map(|it| it.as_deref().unwrap_or_default());
                format!("{input} {output} {charset} {} {text}", names.join(" "))
            }
        };
        match &self.negotiated {
            ProtocolState::Broker(Some(id))
            | ProtocolState::Mcp(Mode::Session { id: Some(id), .. }) => {
                secrets.add(id.as_bytes());
            }
            _ => {}
        }
        secrets.occur_in(&shown)
    }

    /// Returns the first call of an exchange.
    pub(super) fn first_call(&self, prompt: &Prompt) -> Result<Call, Cause> {
        let endpoint = &self.endpoint;
        if endpoint.requests_list() && self.protocol() != Protocol::Mcp {
            return Ok(models::list_call(endpoint));
        }
        Ok(match &self.negotiated {
            ProtocolState::A2a(interface) => a2a::question_call(interface, prompt),
            ProtocolState::Mcp(mode) => mcp::question_call(endpoint, prompt, mode, false),
            ProtocolState::Broker(_) => broker::open_session_call(endpoint),
            ProtocolState::Untracked(protocol) => match protocol {
                Protocol::Auto | Protocol::A2a => {
                    card::card_call(endpoint, 0, None).ok_or(Cause::CardMissing)?
                }
                Protocol::Json => json::question_call(endpoint, prompt),
                Protocol::OpenAi => openai::question_call(endpoint, prompt),
                Protocol::OpenAiResponses => openai_responses::question_call(endpoint, prompt),
                Protocol::Anthropic => anthropic::question_call(endpoint, prompt),
                Protocol::Mcp => mcp::discover_call(endpoint, prompt),
                Protocol::Broker => broker::readiness_call(endpoint),
            },
        })
    }

    /// Handles the complete response to a call of `stage`.
    pub(super) fn on_response(
        &mut self,
        prompt: &Prompt,
        stage: &Stage,
        response: &Response,
    ) -> Action {
        if let Stage::Card(at, before) = stage {
            return self.on_card(prompt, *at, *before, response);
        }
        if self.endpoint.requests_list() && self.protocol() != Protocol::Mcp {
            return response.success().map(|response| response.to_reply(response.text())).into();
        }
        match (&self.negotiated, stage) {
            (ProtocolState::A2a(interface), _) => match a2a::older_interface(interface, response) {
                Some(older) => {
                    let call = a2a::question_call(&older, prompt);
                    self.negotiated = ProtocolState::A2a(older);
                    Action::Send(call)
                }
                None => a2a::on_response(interface, prompt, stage, response),
            },
            (ProtocolState::Mcp(_) | ProtocolState::Untracked(Protocol::Mcp), _) => {
                self.on_mcp_response(prompt, stage, response)
            }
            (ProtocolState::Broker(Some(session)), Stage::Poll(_)) => {
                broker::on_history(&self.endpoint, session, response)
            }
            (ProtocolState::Broker(Some(session)), _) => {
                broker::on_response(&self.endpoint, session, response)
            }
            (_, Stage::Readiness) => match broker::unreachable_cause(response) {
                Some(cause) => Action::Fail(cause),
                None => self.open_broker_session(),
            },
            (_, Stage::Session) => match broker::parse_session(response) {
                Ok(session) => {
                    let call = broker::question_call(&self.endpoint, prompt, &session);
                    self.negotiated = ProtocolState::Broker(Some(session));
                    Action::Send(call)
                }
                Err(Cause::SessionRateLimited) => Action::Retry(Cause::SessionRateLimited),
                Err(cause) => Action::Fail(cause),
            },
            (ProtocolState::Untracked(protocol), _) => match protocol {
                Protocol::OpenAi => openai::parse_reply(response).into(),
                Protocol::OpenAiResponses => openai_responses::parse_reply(response).into(),
                Protocol::Anthropic => anthropic::parse_reply(response).into(),
                _ => {
                    let reply = json::parse_reply(&self.endpoint, prompt, response);
                    if reply.is_ok() {
                        self.negotiated = ProtocolState::Untracked(Protocol::Json);
                    }
                    reply.into()
                }
            },
            (ProtocolState::Broker(None), _) => Action::Fail(Cause::ReplyNotProtocol),
        }
    }

    /// Handles an event of a streamed response; `None` unless it completes the response.
    pub(super) fn on_event(
        &mut self,
        prompt: &Prompt,
        stage: &Stage,
        response: &mut Response,
        data: &str,
    ) -> Option<Action> {
        if self.reads_streams() {
            response.events.push(data.to_owned());
            return model_stream::is_last_event(data)
                .then(|| self.on_response(prompt, stage, response));
        }
        if self.protocol() != Protocol::Mcp {
            return None;
        }
        let result = rpc::parse_event_result(data, &mcp::rpc_id(prompt, stage))?;
        Some(self.on_mcp_result(prompt, stage, response, result))
    }

    /// Handles the end of a stream without a complete response.
    pub(super) fn on_end_of_stream(
        &mut self,
        prompt: &Prompt,
        stage: &Stage,
        response: &Response,
        last_event: &str,
    ) -> Action {
        match &self.negotiated {
            _ if self.reads_streams() => self.on_response(prompt, stage, response),
            ProtocolState::Mcp(mode) if !last_event.is_empty() => {
                Action::Poll(mcp::resume_call(&self.endpoint, mode, stage, last_event))
            }
            _ => Action::Fail(Cause::ReplyNotProtocol),
        }
    }

    /// Reports whether an event stream is read as the response of a model API.
    pub(super) const fn reads_streams(&self) -> bool {
        matches!(
            self.protocol(),
            Protocol::OpenAi | Protocol::OpenAiResponses | Protocol::Anthropic
        )
    }

    /// Returns the call that ends the session of the question, if there is one, and forgets the
    /// session.
    pub(super) fn end_session(&mut self) -> Option<Call> {
        let ProtocolState::Broker(session) = &mut self.negotiated else { return None };
        Some(broker::end_session_call(&self.endpoint, &session.take()?))
    }

    fn open_broker_session(&mut self) -> Action {
        self.negotiated = ProtocolState::Broker(None);
        Action::Send(broker::open_session_call(&self.endpoint))
    }

    /// Handles the failure of a detection call.
    pub(super) fn on_failure(&mut self, prompt: &Prompt, stage: &Stage, cause: Cause) -> Action {
        match stage {
            Stage::Card(at, before) => self.on_card_missing(prompt, *at, *before, cause),
            Stage::Discover => Action::Send(mcp::initialize_call(&self.endpoint, prompt, false)),
            Stage::Readiness => self.open_broker_session(),
            _ => Action::Fail(cause),
        }
    }

    fn on_card(
        &mut self,
        prompt: &Prompt,
        at: usize,
        before: Option<Cause>,
        response: &Response,
    ) -> Action {
        let json = response.success().and_then(Response::json);
        let chosen = json.map(|json| {
            let chosen = card::choose_interface(&self.endpoint, at, &json);
            if let Some(Ok(_)) = &chosen {
                self.served = ServedBy::from_agent_card(&json, &response.body);
            }
            chosen
        });
        match chosen {
            Ok(Some(Ok(mut interface))) => {
                interface.foreign = response.foreign;
                let call = a2a::question_call(&interface, prompt);
                self.negotiated = ProtocolState::A2a(interface);
                Action::Send(call)
            }
            Ok(Some(Err(cause))) => Action::Fail(cause),
            Ok(None) => self.on_card_missing(prompt, at, before, Cause::CardInvalid),
            // Servers often send HTML pages for missing files.
            Err(Cause::ReplyNotJson) if response.headers.media_type().ends_with("json") => {
                self.on_card_missing(prompt, at, before, Cause::CardInvalid)
            }
            Err(cause) => self.on_card_missing(prompt, at, before, cause),
        }
    }

    /// Tries the next card URL. After the last one, `auto` falls back to `json`, and `a2a` fails
    /// with the first cause that is more than "not found".
    fn on_card_missing(
        &mut self,
        prompt: &Prompt,
        at: usize,
        before: Option<Cause>,
        cause: Cause,
    ) -> Action {
        // A timeout decides nothing: a slow agent may have a card by the next question.
        if matches!(cause, Cause::TimeoutHeaders | Cause::TimeoutBody) {
            return Action::Send(json::question_call(&self.endpoint, prompt));
        }
        let absent = matches!(cause, Cause::CardMissing | Cause::ReplyNotJson)
            || matches!(cause, Cause::Http(status) if (400..500).contains(&status.code()));
        let before = before.or((!absent).then_some(cause));
        if let Some(call) = card::card_call(&self.endpoint, at + 1, before) {
            return Action::Send(call);
        }
        if self.endpoint.protocol() == Protocol::Auto {
            self.negotiated = ProtocolState::Untracked(Protocol::Json);
            return Action::Send(json::question_call(&self.endpoint, prompt));
        }
        Action::Fail(before.unwrap_or(Cause::CardMissing))
    }

    fn on_mcp_response(&mut self, prompt: &Prompt, stage: &Stage, response: &Response) -> Action {
        let has_session =
            matches!(&self.negotiated, ProtocolState::Mcp(Mode::Session { id: Some(_), .. }));
        match stage {
            // A notification has no result.
            Stage::Initialized { session_lost } => match (response.success(), &self.negotiated) {
                (Ok(_), ProtocolState::Mcp(mode)) => {
                    Action::Send(mcp::question_call(&self.endpoint, prompt, mode, *session_lost))
                }
                (Err(cause), _) => Action::Fail(cause),
                (Ok(_), _) => Action::Fail(Cause::ReplyNotProtocol),
            },
            // MCP 2025-11-25, "Session Management": the server answers 404 for an unknown session.
            Stage::Question { session_lost: false } if has_session && is_session_lost(response) => {
                Action::Send(mcp::initialize_call(&self.endpoint, prompt, true))
            }
            _ => {
                let result = rpc::parse_result(response, &mcp::rpc_id(prompt, stage));
                self.on_mcp_result(prompt, stage, response, result)
            }
        }
    }

    fn on_mcp_result(
        &mut self,
        prompt: &Prompt,
        stage: &Stage,
        response: &Response,
        result: Result<Value, Cause>,
    ) -> Action {
        match (stage, result) {
            (Stage::Discover, Ok(result)) if mcp::is_stateless(&result) => {
                self.served = ServedBy::from_mcp_handshake(&result);
                let call = mcp::question_call(&self.endpoint, prompt, &Mode::Stateless, false);
                self.negotiated = ProtocolState::Mcp(Mode::Stateless);
                Action::Send(call)
            }
            (Stage::Discover, _) => {
                Action::Send(mcp::initialize_call(&self.endpoint, prompt, false))
            }
            (_, Err(cause)) => Action::Fail(cause),
            (Stage::Initialize { session_lost }, Ok(result)) => {
                match mcp::parse_session(response, &result, *session_lost) {
                    Ok(mode) => {
                        self.served = ServedBy::from_mcp_handshake(&result);
                        let call =
                            mcp::initialized_notification(&self.endpoint, &mode, *session_lost);
                        self.negotiated = ProtocolState::Mcp(mode);
                        Action::Send(call)
                    }
                    Err(cause) => Action::Fail(cause),
                }
            }
            (_, Ok(result)) if self.endpoint.requests_list() => {
                mcp::parse_tools(response, &result).into()
            }
            (_, Ok(result)) => mcp::parse_reply(response, &result).into(),
        }
    }
}

impl fmt::Debug for Connection {
    /// Omits session ids.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("endpoint", &self.endpoint)
            .field("found", &self.protocol_label())
            .finish()
    }
}

/// Reports whether the session is gone. The prompt was not processed then, so sending it again in a
/// new session does not ask twice.
fn is_session_lost(response: &Response) -> bool {
    response.status == 404
}
