//! Options of draws and runs, as described in `pkg/index.d.ts`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::bank::bank_of;
use crate::Error;
use crate::bank::Bank;
use crate::base::json::{Value, object};
use crate::draw::Source;
use crate::error::Code;
use crate::eval::{Entropy, Plan, Run};
use crate::exchange::{Endpoint, Limits, Options, Probe, Protocol};
use crate::id::Family;
use crate::record::{Count, Counts, Policy, Subject};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DrawOptions {
    seed: String,
    #[serde(default)]
    entropy: String,
    #[serde(default)]
    subject: String,
    family: Option<String>,
    #[serde(default)]
    pub(super) start: Count,
    #[serde(default = "one")]
    pub(super) count: Count,
    bank: Option<String>,
}

impl DrawOptions {
    pub(super) fn source(&self) -> Source {
        let Self { seed, entropy, subject, .. } = self;
        Source { seed: seed.clone(), entropy: entropy.clone(), subject: subject.clone() }
    }

    pub(super) fn family(&self) -> Result<Family, Error> {
        self.family.as_deref().map_or(Ok(Family::Math), Family::from_name)
    }

    pub(super) fn bank(&self) -> Result<Cow<'static, Bank>, Error> {
        bank_of(self.bank.as_deref())
    }
}

/// Options of an endpoint.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EndpointOptions {
    endpoint: Option<String>,
    protocol: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    model: Option<String>,
    json_body: Option<String>,
    reply_pointer: Option<String>,
    tool: Option<String>,
    argument: Option<String>,
    uaid: Option<String>,
    agent_url: Option<String>,
    cross_origin: Option<bool>,
    /// True if the endpoint must be public, because its URL comes from data.
    #[serde(default)]
    public_only: bool,
    budget: Option<u64>,
    retries: Option<u32>,
    max_body: Option<u64>,
    #[serde(default)]
    allow_private: bool,
}

impl EndpointOptions {
    pub(super) fn limits(&self) -> Result<Limits, Error> {
        let standard = Limits::default();
        Limits::new(
            self.budget.unwrap_or(standard.budget_ms()),
            self.retries.unwrap_or(standard.retries()),
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
            headers: self.headers.into_iter().collect(),
            model: self.model,
            body: self.json_body,
            reply_pointer: self.reply_pointer,
            tool: self.tool,
            argument: self.argument,
            uaid: self.uaid,
            agent_url: self.agent_url,
            cross_origin: self.cross_origin.unwrap_or_default(),
            from_data: self.public_only,
            allow_private: self.allow_private,
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
    fn reject_any(&self) -> Result<(), Error> {
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

/// Options of the subject.
#[derive(Deserialize)]
pub(super) struct SubjectOptions {
    /// True if the caller uses its own transport.
    #[serde(default)]
    ask: bool,
    subject: Option<String>,
    registry: Option<String>,
}

impl SubjectOptions {
    /// Returns the subject and its endpoint; no endpoint if the caller uses its own transport.
    pub(super) fn subject(
        self,
        endpoint_options: EndpointOptions,
    ) -> Result<(Subject<'static>, Option<Endpoint>), Error> {
        let (subject, endpoint) = if self.ask {
            endpoint_options.reject_any()?;
            let Some(id) = self.subject else {
                return Err(Error::because(Code::HostOption, "subject", "required with ask"));
            };
            (Subject::named(id), None)
        } else {
            let endpoint = endpoint_options.endpoint("a URL, or ask")?;
            (Subject::of(&endpoint, self.subject)?, Some(endpoint))
        };
        let subject = Subject { registry: self.registry.map(Into::into), ..subject };
        subject.check_lengths()?;
        Ok((subject, endpoint))
    }
}

#[derive(Deserialize)]
pub(super) struct RunOptions {
    /// True if the caller uses its own transport.
    #[serde(default)]
    ask: bool,
    subject: Option<String>,
    registry: Option<String>,
    families: Option<Vec<String>>,
    #[serde(default = "one")]
    questions: Count,
    seed: String,
    #[serde(default)]
    entropy: String,
    #[serde(default, rename = "entropySource")]
    entropy_source: String,
    policy: Option<String>,
    bank: Option<String>,
    /// True if the body template and the reply pointer are part of the terms.
    #[serde(default, rename = "recordRequest")]
    record_request: bool,
}

impl RunOptions {
    pub(super) fn run(self, endpoint_options: EndpointOptions) -> Result<Run, Error> {
        let limits = endpoint_options.limits()?;
        let (counts, policy) = (self.counts()?, self.policy()?);
        let bank = bank_of(self.bank.as_deref())?;
        let request = self.record_request.then(|| endpoint_options.request()).flatten();
        let Self { ask, subject, registry, .. } = self;
        let (subject, endpoint) =
            SubjectOptions { ask, subject, registry }.subject(endpoint_options)?;
        let entropy = Entropy { source: self.entropy_source, value: self.entropy };
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
            counts.set(Family::from_name(name)?, self.questions);
        }
        Ok(counts)
    }

    fn policy(&self) -> Result<Policy, Error> {
        self.policy.as_deref().map_or(Ok(Policy::Literal), Policy::from_name)
    }
}

const fn one() -> Count {
    Count::new(1)
}
