//! What is drawn and asked, as `pkg/index.d.ts` describes them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::bank::bank_of;
use crate::Error;
use crate::bank::Bank;
use crate::draw::Source;
use crate::eval::{Plan, Run};
use crate::exchange::{Endpoint, Limits, Options, Protocol};
use crate::id::Family;
use crate::record::file::Counts;
use crate::record::{Count, Policy, Subject};

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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunOptions {
    endpoint: String,
    subject: Option<String>,
    registry: Option<String>,
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
    #[serde(default)]
    cross_origin: bool,
    #[serde(default = "yes")]
    from_data: bool,
    families: Option<Vec<String>>,
    #[serde(default = "one")]
    runs: Count,
    seed: String,
    #[serde(default)]
    entropy: String,
    policy: Option<String>,
    budget: Option<u64>,
    retries: Option<u32>,
    max_body: Option<usize>,
    #[serde(default)]
    allow_private: bool,
    bank: Option<String>,
}

impl RunOptions {
    pub(super) fn run(self) -> Result<Run, Error> {
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
            cross_origin: self.cross_origin,
            from_data: self.from_data,
            allow_private: self.allow_private,
        };
        let endpoint = Endpoint::new(&self.endpoint, protocol, options)?;
        let standard = Limits::default();
        let limits = Limits::new(
            self.budget.unwrap_or(standard.budget_ms()),
            self.retries.unwrap_or(standard.retries()),
            self.max_body.unwrap_or(standard.max_body()),
        )?;
        let shown = endpoint.url().shown();
        let subject = Subject {
            id: self.subject.unwrap_or_else(|| shown.clone()).into(),
            endpoint: Some(shown.into()),
            protocol: Some(protocol.name().into()),
            registry: self.registry.map(Into::into),
        };
        let mut counts = Counts::default();
        for name in self.families.as_deref().unwrap_or(&Family::ALL.map(|f| f.name().to_owned())) {
            counts.set(Family::from_name(name)?, self.runs);
        }
        let policy = self.policy.as_deref().map_or(Ok(Policy::Literal), Policy::from_name)?;
        let bank = bank_of(self.bank.as_deref())?;
        let plan = Plan::new(self.seed, self.entropy, counts, policy, subject, bank)?;
        Ok(Run::new(plan, endpoint, limits))
    }
}

const fn yes() -> bool {
    true
}

const fn one() -> Count {
    Count::new(1)
}
