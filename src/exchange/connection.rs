//! What is learned of an endpoint once and kept for the questions that follow.

use std::fmt;

use super::card::{self, Interface};
use super::cause::Cause;
use super::ended::Conclusion;
use super::endpoint::{Endpoint, Protocol};
use super::mcp::{self, Era};
use super::message::{Reply, Response};
use super::rpc;
use super::served::Served;
use super::step::{Call, Move, Stage};
use super::ticket::Ticket;
use super::value::Value;
use super::{a2a, anthropic, broker, json, openai, openai_responses};

/// An endpoint, and what the exchanges with it have found out so far.
#[derive(Clone)]
pub struct Connection {
    pub(super) endpoint: Endpoint,
    spoken: Spoken,
    /// Names of the agent or server, from its card or handshake.
    served: Served,
}

/// What is spoken with the endpoint.
#[derive(Clone)]
enum Spoken {
    /// The protocol is known or its handshake is yet to come.
    As(Protocol),
    /// A2A, by the agent's card.
    A2a(Interface),
    /// MCP, by the server's answer.
    Mcp(Era),
    /// The broker, in a session.
    Broker(String),
}

/// What one exchange asks.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) prompt: String,
    pub(super) ticket: Ticket,
}

impl Connection {
    /// A connection about which nothing is known yet but what the endpoint says.
    pub const fn new(endpoint: Endpoint) -> Self {
        let spoken = Spoken::As(endpoint.first_guess());
        let served = Served { card: None, fingerprint: None, model: None, version: None };
        Self { endpoint, spoken, served }
    }

    /// Adds to what a reply says of whoever answered what is known of the connection.
    pub(super) fn served(&self, reply: Served) -> Served {
        let Served { card, version, .. } = self.served.clone();
        Served { card, version, ..reply }
    }

    /// The endpoint.
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The protocol that is spoken; `auto` as long as that is not found out.
    pub const fn protocol(&self) -> Protocol {
        match &self.spoken {
            Spoken::As(protocol) => *protocol,
            Spoken::A2a(_) => Protocol::A2a,
            Spoken::Mcp(_) => Protocol::Mcp,
            Spoken::Broker(_) => Protocol::Broker,
        }
    }

    /// What is spoken, for people: the protocol, with version and binding once they are known.
    pub fn found(&self) -> String {
        match &self.spoken {
            Spoken::A2a(interface) => interface.binding.name().to_owned(),
            Spoken::Mcp(era) => era.name(),
            Spoken::As(_) | Spoken::Broker(_) => self.protocol().name().to_owned(),
        }
    }

    /// Reports whether anything that is kept of `conclusion` contains a secret that was sent: a value
    /// of a header or of a query, or the id of a session, of which only a digest is kept.
    pub(super) fn reveals_secret(&self, conclusion: &Conclusion) -> bool {
        let mut secrets = self.endpoint.secrets().clone();
        let shown = match conclusion {
            Conclusion::Failed(Cause::Rpc(code)) => code.to_string(),
            Conclusion::Failed(_) => return false,
            Conclusion::Reply(Reply { text, session_id, served, usage, charset }) => {
                if session_id.as_deref().is_some_and(|id| secrets.are_in(id)) {
                    return true;
                }
                let charset = charset.as_deref().unwrap_or_default();
                let [input, output] =
                    usage.map_or([0; 2], |it| [it.input_tokens, it.output_tokens]);
                let Served { card: _, fingerprint, model, version } = served;
                let names =
                    [fingerprint, model, version].map(|it| it.as_deref().unwrap_or_default());
                format!("{input} {output} {charset} {} {text}", names.join(" "))
            }
        };
        match &self.spoken {
            Spoken::Broker(id) | Spoken::Mcp(Era::Session { id: Some(id), .. }) => {
                secrets.add(id.as_bytes());
            }
            _ => {}
        }
        secrets.are_in(&shown)
    }

    /// The first call of an exchange.
    pub(super) fn first(&self, ask: &Ask) -> Result<Call, Cause> {
        let endpoint = &self.endpoint;
        Ok(match &self.spoken {
            Spoken::A2a(interface) => a2a::question(interface, ask),
            Spoken::Mcp(era) => mcp::question(endpoint, ask, era, false),
            Spoken::Broker(session) => broker::question(endpoint, ask, session, false),
            Spoken::As(protocol) => match protocol {
                Protocol::Auto | Protocol::A2a => {
                    card::look(endpoint, 0, None).ok_or(Cause::CardMissing)?
                }
                Protocol::Json => json::question(endpoint, ask),
                Protocol::OpenAi => openai::question(endpoint, ask),
                Protocol::OpenAiResponses => openai_responses::question(endpoint, ask),
                Protocol::Anthropic => anthropic::question(endpoint, ask),
                Protocol::Mcp => mcp::discover(endpoint, ask),
                Protocol::Broker => broker::open(endpoint, false),
            },
        })
    }

    /// What follows from the whole answer to a call of `stage`.
    pub(super) fn answered(&mut self, ask: &Ask, stage: &Stage, response: &Response) -> Move {
        if let Stage::Card(at, before) = stage {
            return self.card(ask, *at, *before, response);
        }
        match (&self.spoken, stage) {
            (Spoken::A2a(interface), _) => a2a::answered(interface, ask, stage, response),
            (Spoken::Mcp(_) | Spoken::As(Protocol::Mcp), _) => {
                self.mcp_answered(ask, stage, response)
            }
            (Spoken::Broker(session), Stage::Question { lost }) => {
                if is_lost(response) && !lost {
                    return Move::Send(broker::open(&self.endpoint, true));
                }
                broker::reply(response, session).into()
            }
            (_, Stage::Session { lost }) => match broker::session(response) {
                Ok(session) => {
                    let call = broker::question(&self.endpoint, ask, &session, *lost);
                    self.spoken = Spoken::Broker(session);
                    Move::Send(call)
                }
                Err(cause) => Move::Fail(cause),
            },
            (Spoken::As(protocol), _) => match protocol {
                Protocol::OpenAi => openai::reply(response).into(),
                Protocol::OpenAiResponses => openai_responses::reply(response).into(),
                Protocol::Anthropic => anthropic::reply(response).into(),
                _ => {
                    let reply = json::reply(&self.endpoint, ask, response);
                    if reply.is_ok() {
                        self.spoken = Spoken::As(Protocol::Json);
                    }
                    reply.into()
                }
            },
            (Spoken::Broker(_), _) => Move::Fail(Cause::ReplyNotProtocol),
        }
    }

    /// What follows from one event of a streamed answer, if it is the answer itself.
    pub(super) fn event(
        &mut self,
        ask: &Ask,
        stage: &Stage,
        response: &Response,
        data: &str,
    ) -> Option<Move> {
        if self.protocol() != Protocol::Mcp {
            return None;
        }
        let result = rpc::of_event(data, &mcp::rpc_id(ask, stage))?;
        Some(self.mcp_result(ask, stage, response, result))
    }

    /// What follows from the failure of a probe or a guess.
    pub(super) fn refused(&mut self, ask: &Ask, stage: &Stage, cause: Cause) -> Move {
        match stage {
            Stage::Card(at, before) => self.no_card(ask, *at, *before, cause),
            Stage::Discover => Move::Send(mcp::initialize(&self.endpoint, ask, false)),
            _ => Move::Fail(cause),
        }
    }

    fn card(&mut self, ask: &Ask, at: usize, before: Option<Cause>, response: &Response) -> Move {
        let json = response.success().and_then(Response::json);
        let chosen = json.map(|json| {
            let chosen = card::choose(&self.endpoint, at, &json);
            if let Some(Ok(_)) = &chosen {
                self.served = Served::by_card(&json, &response.body);
            }
            chosen
        });
        match chosen {
            Ok(Some(Ok(mut interface))) => {
                interface.foreign = response.foreign;
                let call = a2a::question(&interface, ask);
                self.spoken = Spoken::A2a(interface);
                Move::Send(call)
            }
            Ok(Some(Err(cause))) => Move::Fail(cause),
            Ok(None) => self.no_card(ask, at, before, Cause::CardInvalid),
            // Pages in place of what is missing are HTML.
            Err(Cause::ReplyNotJson) if response.headers.media_type().ends_with("json") => {
                self.no_card(ask, at, before, Cause::CardInvalid)
            }
            Err(cause) => self.no_card(ask, at, before, cause),
        }
    }

    /// Goes on to the next place for a card; after the last one, `auto` settles on `json`, and
    /// `a2a` fails for the first reason that is more than "not here".
    fn no_card(&mut self, ask: &Ask, at: usize, before: Option<Cause>, cause: Cause) -> Move {
        // Nothing was found out: an agent that only woke up may have a card by the next question.
        if matches!(cause, Cause::TimeoutHeaders | Cause::TimeoutBody) {
            return Move::Send(json::question(&self.endpoint, ask));
        }
        let absent = matches!(cause, Cause::CardMissing | Cause::ReplyNotJson)
            || matches!(cause, Cause::Http(status) if (400..500).contains(&status.code()));
        let before = before.or((!absent).then_some(cause));
        if let Some(call) = card::look(&self.endpoint, at + 1, before) {
            return Move::Send(call);
        }
        if self.endpoint.protocol() == Protocol::Auto {
            self.spoken = Spoken::As(Protocol::Json);
            return Move::Send(json::question(&self.endpoint, ask));
        }
        Move::Fail(before.unwrap_or(Cause::CardMissing))
    }

    fn mcp_answered(&mut self, ask: &Ask, stage: &Stage, response: &Response) -> Move {
        let has_session = matches!(&self.spoken, Spoken::Mcp(Era::Session { id: Some(_), .. }));
        match stage {
            // A notification has no result.
            Stage::Initialized { lost } => match (response.success(), &self.spoken) {
                (Ok(_), Spoken::Mcp(era)) => {
                    Move::Send(mcp::question(&self.endpoint, ask, era, *lost))
                }
                (Err(cause), _) => Move::Fail(cause),
                (Ok(_), _) => Move::Fail(Cause::ReplyNotProtocol),
            },
            // 2025-11-25, "Session Management": a server that has forgotten a session says 404.
            Stage::Question { lost: false } if has_session && is_lost(response) => {
                Move::Send(mcp::initialize(&self.endpoint, ask, true))
            }
            _ => {
                let result = rpc::result(response, &mcp::rpc_id(ask, stage));
                self.mcp_result(ask, stage, response, result)
            }
        }
    }

    fn mcp_result(
        &mut self,
        ask: &Ask,
        stage: &Stage,
        response: &Response,
        result: Result<Value, Cause>,
    ) -> Move {
        match (stage, result) {
            (Stage::Discover, Ok(result)) if mcp::is_stateless(&result) => {
                self.served = Served::by_server(&result);
                let call = mcp::question(&self.endpoint, ask, &Era::Stateless, false);
                self.spoken = Spoken::Mcp(Era::Stateless);
                Move::Send(call)
            }
            (Stage::Discover, _) => Move::Send(mcp::initialize(&self.endpoint, ask, false)),
            (_, Err(cause)) => Move::Fail(cause),
            (Stage::Initialize { lost }, Ok(result)) => {
                match mcp::session(response, &result, *lost) {
                    Ok(era) => {
                        self.served = Served::by_server(&result);
                        let call = mcp::initialized(&self.endpoint, &era, *lost);
                        self.spoken = Spoken::Mcp(era);
                        Move::Send(call)
                    }
                    Err(cause) => Move::Fail(cause),
                }
            }
            (_, Ok(result)) => mcp::reply(response, &result).into(),
        }
    }
}

impl fmt::Debug for Connection {
    /// Shows no session.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("endpoint", &self.endpoint)
            .field("found", &self.found())
            .finish()
    }
}

/// Whether the answer says that the session is gone. The question was not taken then, so asking it
/// in a new session does not ask it twice.
fn is_lost(response: &Response) -> bool {
    response.status == 404
}
