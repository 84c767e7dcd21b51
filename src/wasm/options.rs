//! Options of draws and runs, as described in `pkg/index.d.ts`.

use std::borrow::Cow;

use super::bank::parse_bank;
use super::members::{CallOptions, ReadOption, options};
use crate::Error;
use crate::bank::Bank;
use crate::base::json::{Value, object};
use crate::draw::Source;
use crate::error::Code;
use crate::eval::{Entropy, Plan, Run};
use crate::exchange::{Endpoint, Limits, Options, Probe, Protocol};
use crate::id::Family;
use crate::record::{Count, Counts, Policy, Subject, check_length};

options! {
    /// Options of a draw.
    pub(super) struct DrawOptions {
        seed: String = "seed",
        entropy: Option<String> = "entropy",
        subject: Option<String> = "subject",
        family: Option<String> = "family",
        start: Option<u64> = "start",
        count: Option<u64> = "count",
        bank: Option<String> = "bank",
    }
}

impl DrawOptions {
    /// Returns the inputs of the draws.
    ///
    /// # Errors
    /// `run.too-long` if a text has more than 8 KiB.
    pub(super) fn source(&self) -> Result<Source, Error> {
        let text = |name, text: Option<&str>| {
            let text = text.unwrap_or_default();
            check_length(name, text).map(|()| text.to_owned())
        };
        Ok(Source {
            seed: text("seed", Some(&self.seed))?,
            entropy: text("entropy", self.entropy.as_deref())?,
            subject: text("subject", self.subject.as_deref())?,
        })
    }

    /// Returns the first index, and the number of draws.
    pub(super) fn range(&self) -> (u64, u64) {
        (self.start.unwrap_or_default(), self.count.unwrap_or(1))
    }

    pub(super) fn family(&self) -> Result<Family, Error> {
        self.family.as_deref().map_or(Ok(Family::Math), Family::from_name)
    }

    pub(super) fn bank(&self) -> Result<Cow<'static, Bank>, Error> {
        parse_bank(self.bank.as_deref())
    }
}

options! {
    /// Options of an endpoint. `public_only` is true if it must be public, because its URL comes from
    /// data.
    pub(super) struct EndpointOptions {
        endpoint: Option<String> = "endpoint",
        protocol: Option<String> = "protocol",
        headers: Vec<(String, String)> = "headers",
        model: Option<String> = "model",
        json_body: Option<String> = "jsonBody",
        reply_pointer: Option<String> = "replyPointer",
        tool: Option<String> = "tool",
        argument: Option<String> = "argument",
        uaid: Option<String> = "uaid",
        agent_url: Option<String> = "agentUrl",
        cross_origin: Option<bool> = "crossOrigin",
        public_only: Option<bool> = "publicOnly",
        budget: Option<u64> = "budget",
        retries: Option<u64> = "retries",
        max_body: Option<u64> = "maxBody",
        allow_private: Option<bool> = "allowPrivate",
    }
}

impl EndpointOptions {
    pub(super) fn limits(&self) -> Result<Limits, Error> {
        let standard = Limits::default();
        Limits::new(
            self.budget.unwrap_or(standard.budget_ms()),
            self.retries.map_or(standard.retries(), |it| u32::try_from(it).unwrap_or(u32::MAX)),
            self.max_body.unwrap_or(standard.max_body()),
        )
    }

    /// Creates the endpoint; `expected` is for the error without one.
    pub(super) fn endpoint(self, expected: &'static str) -> Result<Endpoint, Error> {
        let (url, protocol, options) = self.parts(expected)?;
        Endpoint::new(&url, protocol, options)
    }

    /// Creates a probe whose ids are derived from `seed`.
    pub(super) fn probe(self, seed: &str) -> Result<Probe, Error> {
        let limits = self.limits()?;
        let (url, protocol, options) = self.parts("a URL")?;
        Probe::new(&url, protocol, options, limits, seed)
    }

    fn parts(self, expected: &'static str) -> Result<(String, Protocol, Options), Error> {
        let Some(url) = self.endpoint else {
            return Err(Error::new(Code::HostOption, "endpoint", expected, "none"));
        };
        let protocol = Protocol::from_name(self.protocol.as_deref().unwrap_or("auto"))?;
        let options = Options {
            headers: self.headers,
            model: self.model,
            body: self.json_body,
            reply_pointer: self.reply_pointer,
            tool: self.tool,
            argument: self.argument,
            uaid: self.uaid,
            agent_url: self.agent_url,
            cross_origin: self.cross_origin.unwrap_or_default(),
            from_data: self.public_only.unwrap_or_default(),
            allow_private: self.allow_private.unwrap_or_default(),
        };
        Ok((url, protocol, options))
    }

    /// Returns the body template and the reply pointer as the terms of a run state them.
    fn request(&self) -> Option<Value> {
        let mut members = Vec::new();
        let text = |text: &Option<String>| text.as_deref().map(Value::from);
        members.extend(text(&self.json_body).map(|body| ("jsonBody", body)));
        members.extend(text(&self.reply_pointer).map(|pointer| ("replyPointer", pointer)));
        (!members.is_empty()).then(|| object(members))
    }

    /// Rejects options that describe an endpoint, for use when there is none. Options on redirect
    /// targets, time limits and retries are allowed, since they apply to all targets of a run at
    /// once, some of which may have an endpoint.
    fn reject_endpoint_options(&self) -> Result<(), Error> {
        let texts = [
            ("endpoint", &self.endpoint),
            ("protocol", &self.protocol),
            ("model", &self.model),
            ("jsonBody", &self.json_body),
            ("replyPointer", &self.reply_pointer),
            ("tool", &self.tool),
            ("argument", &self.argument),
            ("uaid", &self.uaid),
            ("agentUrl", &self.agent_url),
        ];
        let others =
            [("headers", !self.headers.is_empty()), ("crossOrigin", self.cross_origin.is_some())];
        let given = texts.map(|(name, text)| (name, text.is_some()));
        match given.iter().chain(&others).find(|(_, given)| *given) {
            Some((name, _)) => Err(Error::because(Code::HostOption, *name, "not allowed with ask")),
            None => Ok(()),
        }
    }
}

options! {
    /// Options of the subject. `ask` is true if the caller uses its own transport.
    pub(super) struct SubjectOptions {
        ask: Option<bool> = "ask",
        subject: Option<String> = "subject",
        registry: Option<String> = "registry",
    }
}

impl SubjectOptions {
    /// Returns the subject and its endpoint; no endpoint if the caller uses its own transport.
    pub(super) fn subject(
        self,
        endpoint_options: EndpointOptions,
    ) -> Result<(Subject<'static>, Option<Endpoint>), Error> {
        let (subject, endpoint) = if self.ask == Some(true) {
            endpoint_options.reject_endpoint_options()?;
            let Some(id) = self.subject else {
                return Err(Error::because(Code::HostOption, "subject", "required with ask"));
            };
            (Subject::from_id(id), None)
        } else {
            let endpoint = endpoint_options.endpoint("a URL, or ask")?;
            (Subject::from_endpoint(&endpoint, self.subject)?, Some(endpoint))
        };
        let subject = Subject { registry: self.registry.map(Into::into), ..subject };
        subject.check_lengths()?;
        Ok((subject, endpoint))
    }
}

options! {
    /// Options of a run, besides those of its subject. `record_request` is true if the body template
    /// and the reply pointer are part of the terms.
    pub(super) struct RunOptions {
        families: Option<Vec<String>> = "families",
        questions: Option<u64> = "questions",
        seed: String = "seed",
        entropy: Option<String> = "entropy",
        entropy_source: Option<String> = "entropySource",
        policy: Option<String> = "policy",
        bank: Option<String> = "bank",
        record_request: Option<bool> = "recordRequest",
    }
}

impl RunOptions {
    pub(super) fn run(
        self,
        subject_options: SubjectOptions,
        endpoint_options: EndpointOptions,
    ) -> Result<Run, Error> {
        let limits = endpoint_options.limits()?;
        let (counts, policy) = (self.counts()?, self.policy()?);
        let bank = parse_bank(self.bank.as_deref())?;
        let recorded = self.record_request == Some(true);
        let request = recorded.then(|| endpoint_options.request()).flatten();
        let (subject, endpoint) = subject_options.subject(endpoint_options)?;
        let text = Option::unwrap_or_default;
        let entropy = Entropy { source: text(self.entropy_source), value: text(self.entropy) };
        let plan = Plan::new(self.seed, entropy, counts, policy, subject, bank)?;
        let plan = plan.with_request(request);
        Ok(match endpoint {
            Some(endpoint) => Run::new(plan, endpoint, limits),
            None => Run::with_own_transport(plan, limits),
        })
    }

    fn counts(&self) -> Result<Counts, Error> {
        let mut counts = Counts::default();
        for name in self.families.as_deref().unwrap_or(&Family::ALL.map(|f| f.name().to_owned())) {
            counts.set(Family::from_name(name)?, Count::new(self.questions.unwrap_or(1)));
        }
        Ok(counts)
    }

    fn policy(&self) -> Result<Policy, Error> {
        self.policy.as_deref().map_or(Ok(Policy::Literal), Policy::from_name)
    }
}
