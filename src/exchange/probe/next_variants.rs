//! The variants that an answer suggests: other bodies, paths and models.

use super::findings::{Findings, LastExchange};
use super::variant::{ANY_MODEL, RequestVariant};
use super::{PROMPT, Probe, bodies, routes, tools};
use crate::exchange::cause::Cause;
use crate::exchange::connection::Connection;
use crate::exchange::options::Protocol;
use crate::exchange::protocol::models;
use crate::exchange::value::Value;

impl Probe {
    /// Tries the bodies that the answer asks for, then all common ones.
    pub(super) fn try_other_bodies(&mut self, variant: &RequestVariant, tap: &LastExchange) {
        if variant.protocol != Protocol::Json
            || self.options.body.is_some()
            || variant.model.is_some()
        {
            return;
        }
        let sent = variant.body.clone().unwrap_or_else(bodies::default);
        let mut bodies = bodies::templates_from_error(&sent, &tap.text(), PROMPT);
        bodies.extend(bodies::common_templates());
        let variants = bodies.into_iter().map(|body| {
            let body = (body != bodies::default()).then_some(body);
            RequestVariant { body, ..variant.clone() }
        });
        let variants = variants.collect();
        self.queue_next(variants);
    }

    /// Tries other paths, once.
    pub(super) fn try_other_paths(&mut self, variant: &RequestVariant) {
        if std::mem::replace(&mut self.rerouted, true) {
            return;
        }
        let asked = self.protocol_to_find(variant);
        let variants =
            routes::alternative_urls(&self.url, asked).into_iter().map(|(url, protocol)| {
                let lists = protocol == Protocol::Mcp && self.options.tool.is_none();
                let variant =
                    RequestVariant { url, lists, body: None, ..variant.with_protocol(protocol) };
                let named = matches!(protocol, Protocol::Anthropic | Protocol::OpenAiResponses);
                let model = variant.model.clone().or_else(|| named.then(|| ANY_MODEL.to_owned()));
                RequestVariant { model: model.filter(|_| protocol != Protocol::Json), ..variant }
            });
        let variants = variants.collect();
        self.queue_next(variants);
    }

    /// Reports whether the caller says that the agent takes JSON bodies. No other protocol is tried.
    pub(super) const fn requires_json_body(&self) -> bool {
        matches!(self.protocol, Protocol::Json)
            || self.options.body.is_some()
            || self.options.reply_pointer.is_some()
    }

    /// Returns the protocol to look for at other paths: a named one, or any.
    pub(super) fn protocol_to_find(&self, variant: &RequestVariant) -> Protocol {
        match variant.protocol {
            Protocol::OpenAi | Protocol::OpenAiResponses | Protocol::Anthropic | Protocol::Mcp => {
                variant.protocol
            }
            _ if self.requires_json_body() => Protocol::Json,
            _ => Protocol::Auto,
        }
    }

    /// Reports whether the server's models may help: the caller names none, and they were not
    /// requested yet.
    pub(super) fn may_list_models(&self, variant: &RequestVariant) -> bool {
        let listed = self.tried.iter().any(|tried| tried.lists && tried.url == variant.url);
        let protocols =
            [Protocol::Json, Protocol::OpenAi, Protocol::OpenAiResponses, Protocol::Anthropic];
        let open = variant.protocol != Protocol::Json || self.options.body.is_none();
        self.options.model.is_none() && open && !listed && protocols.contains(&variant.protocol)
    }

    /// Uses a list of models or tools.
    pub(super) fn use_listed_names(
        &mut self,
        variant: &RequestVariant,
        connection: &Connection,
        tap: LastExchange,
        list: &str,
    ) {
        let list = Value::read(list).unwrap_or(Value::Null);
        if variant.protocol == Protocol::Mcp {
            let names = tools::describe_tools(&list);
            let Some((tool, argument)) = tools::choose_text_tool(&list) else {
                let mut failure =
                    Findings::from_failure(connection, &tap, Cause::ReplyNoText, self.tried.len());
                failure.choose_tool(names);
                self.findings = Some(failure);
                return;
            };
            let argument = Some(argument).filter(|_| self.options.body.is_none());
            let tool = Some((tool, argument));
            return self.queue_next(vec![RequestVariant { tool, lists: false, ..variant.clone() }]);
        }
        let names = models::model_names(&list);
        if self.options.model.is_some() {
            self.findings = self.failure.take();
            if let Some(failure) = &mut self.findings {
                failure.choose_model(connection, &names);
            }
            return;
        }
        let model = names.into_iter().find(|name| !name.contains("embed"));
        self.queue_with_model(variant, model.unwrap_or(ANY_MODEL));
    }

    pub(super) fn queue_with_model(&mut self, variant: &RequestVariant, model: &str) {
        let body = (variant.protocol == Protocol::Json)
            .then(|| bodies::model_templates(variant.url.path_only()));
        let model = Some(model.to_owned());
        let with = RequestVariant { body, model, lists: false, ..variant.clone() };
        let without = RequestVariant { lists: false, ..variant.clone() };
        self.queue_next(vec![with]);
        // The word was there for another reason.
        if variant.protocol == Protocol::Json {
            let bodies = bodies::common_templates()
                .into_iter()
                .map(|body| RequestVariant { body: Some(body), ..without.clone() });
            let variants: Vec<RequestVariant> = bodies.collect();
            self.waiting.splice(0..0, variants.into_iter().rev());
        }
    }
}
