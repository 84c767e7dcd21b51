//! The identity of whoever an endpoint is asked for: one URL may serve many.

use super::endpoint::Endpoint;
use super::url;
use crate::error::{Code, Error};

impl Endpoint {
    /// The agent that a broker is asked for: its UAID, or its URL, without what may be a key.
    pub fn agent(&self) -> Option<String> {
        let (_, agent) = self.broker_agent();
        (!agent.is_empty()).then(|| url::shown_agent(agent))
    }

    /// Returns the id of the subject where the caller names none: the agent that a broker is asked
    /// for, or the URL, with the model or the tool behind it as `#model=…` or `#tool=…`.
    ///
    /// # Errors
    /// `exchange.subject` if what tells this subject from others goes into no id, since it may
    /// hold a key: a query, a user name, a text in the body template.
    pub fn subject_id(&self) -> Result<String, Error> {
        let unnamed = |what| {
            let expected = format!("an id of its own (--subject) beside {what}");
            Err(Error::new(Code::ExchangeSubject, "subject", expected, "none"))
        };
        if let Some(agent) = self.agent() {
            let whole = agent == self.broker_agent().1;
            return if whole { Ok(agent) } else { unnamed("an agent with a query or a user name") };
        }
        if self.url().has_query() {
            return unnamed("a URL with a query");
        }
        if self.template().has_other_text() {
            return unnamed("a body with texts of its own");
        }
        let shown = self.url().shown();
        Ok(match [("tool", self.tool_name()), ("model", self.model_name())] {
            [(name, Some(value)), _] | [_, (name, Some(value))] => {
                format!("{shown}#{name}={}", url::fragment(value))
            }
            _ => shown,
        })
    }
}
