//! Subject ids derived from endpoints.

use super::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::exchange::net::url;

impl Endpoint {
    /// Returns the broker's agent: its UAID, or its URL without user name and query, which may be
    /// secret.
    pub fn agent(&self) -> Option<String> {
        let (_, agent) = self.broker_agent();
        (!agent.is_empty()).then(|| url::redact_agent(agent))
    }

    /// Returns the default id of the subject: the broker's agent, or the URL, with `#model=…` or
    /// `#tool=…` appended if the endpoint names a model or a tool.
    ///
    /// # Errors
    /// `exchange.subject` if the subject is identified by something that may be secret and so goes
    /// into no id: a query, a user name, or text in the body template.
    pub fn subject_id(&self) -> Result<String, Error> {
        let unnamed = |what| {
            let problem = format!(
                "{what}, so the URL alone does not identify the agent; choose an id (--subject my-agent)"
            );
            Err(Error::because(Code::ExchangeSubject, "subject", problem))
        };
        if let Some(agent) = self.agent() {
            let whole = agent == self.broker_agent().1;
            return if whole {
                Ok(agent)
            } else {
                unnamed("the agent's URL has a query or a user name")
            };
        }
        if self.url().has_query() {
            return unnamed("the URL has a query");
        }
        if self.template().has_other_text() {
            return unnamed("the body has text besides the question");
        }
        let shown = self.url().without_query();
        Ok(match [("tool", self.tool_name()), ("model", self.model_name())] {
            [(name, Some(value)), _] | [_, (name, Some(value))] => {
                format!("{shown}#{name}={}", url::encode_fragment(value))
            }
            _ => shown,
        })
    }
}
