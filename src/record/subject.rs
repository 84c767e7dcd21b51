//! The subject of a record, and the identity of what answered.

use serde::Serialize;

use super::{SignalRecord, Text};
use crate::base::hash::Digest;
use crate::error::{Code, Error};
use crate::exchange::{self, Endpoint};

/// Size limit in bytes of a text that every record of a run repeats, so that a record fits on a
/// line.
const MAX_TEXT_BYTES: usize = 8 * 1024;

/// Maximum number of distinct identities that are kept per subject.
const MAX_NAMES: usize = 16;

/// Checks the length of the text called `name`, which every record of a run repeats.
///
/// # Errors
/// `run.too-long` if it has more than 8 KiB.
pub(crate) fn check_length(name: &'static str, text: &str) -> Result<(), Error> {
    if text.len() <= MAX_TEXT_BYTES {
        return Ok(());
    }
    let expected = format!("at most {MAX_TEXT_BYTES} bytes");
    Err(Error::new(Code::RunTooLong, name, expected, text.len().to_string()))
}

/// The subject of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Subject<'a> {
    /// The agent requested from a broker: its UAID or URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Text<'a>>,
    /// The endpoint's URL, without user name, query and fragment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<Text<'a>>,
    /// The subject's stable id; by default [`Endpoint::subject_id`].
    pub id: Text<'a>,
    /// The requested model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Text<'a>>,
    /// The protocol of the endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Text<'a>>,
    /// The registry that lists the subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registry: Option<Text<'a>>,
    /// The tool called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Text<'a>>,
}

impl Subject<'static> {
    /// Creates a subject from its id alone.
    pub fn from_id(id: impl Into<Text<'static>>) -> Self {
        let id = id.into();
        let (agent, endpoint, model, protocol) = (None, None, None, None);
        Self { agent, endpoint, id, model, protocol, registry: None, tool: None }
    }

    /// Creates the subject of `endpoint`; `None` for `id` uses the default id.
    ///
    /// # Errors
    /// The codes of [`Endpoint::subject_id`], without an `id`.
    pub fn from_endpoint(endpoint: &Endpoint, id: Option<String>) -> Result<Self, Error> {
        let text = |text: &str| Text::from(text.to_owned());
        Ok(Self {
            agent: endpoint.agent().map(Text::from),
            endpoint: Some(endpoint.url().without_query().into()),
            id: id.map_or_else(|| endpoint.subject_id(), Ok)?.into(),
            model: endpoint.model_name().map(text),
            protocol: Some(endpoint.protocol().name().into()),
            registry: None,
            tool: endpoint.tool_name().map(text),
        })
    }
}

impl Subject<'_> {
    /// Lists the requested agent, model and tool: name and value.
    pub fn requested_targets(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = [("agent", &self.agent), ("model", &self.model), ("tool", &self.tool)];
        named.into_iter().filter_map(|(name, text)| text.as_deref().map(|text| (name, text)))
    }

    /// Checks the length of each member.
    ///
    /// # Errors
    /// `run.too-long` if one has more than 8 KiB.
    pub(crate) fn check_lengths(&self) -> Result<(), Error> {
        check_length("endpoint", self.endpoint.as_deref().unwrap_or_default())?;
        check_length("subject", &self.id)?;
        check_length("registry", self.registry.as_deref().unwrap_or_default())?;
        self.requested_targets().try_for_each(|(name, text)| check_length(name, text))
    }
}

impl SignalRecord<'_> {
    /// Returns the requested agent, model or tool and the identity of what answered, without parts
    /// of the subject's id: `model m, served by m-2026-01-14, fingerprint fp_1`.
    pub fn identity_text(&self) -> Option<String> {
        identity_text(&self.subject, self.data.served.as_ref())
    }
}

/// Implements [`SignalRecord::identity_text`] on the members that it uses.
pub(crate) fn identity_text(
    subject: &Subject<'_>,
    served: Option<&ServedBy<'_>>,
) -> Option<String> {
    let mut who = String::new();
    for (name, text) in subject.requested_targets().filter(|(_, text)| !subject.id.ends_with(text))
    {
        add_part(&mut who, name, text);
    }
    if let Some(served) = served {
        add_part(&mut who, "served by", &served.display_text());
    }
    (!who.is_empty()).then_some(who)
}

/// Adds `name text` to a list with commas.
fn add_part(list: &mut String, name: &str, text: &str) {
    if !list.is_empty() {
        list.push_str(", ");
    }
    list.push_str(name);
    list.push(' ');
    list.push_str(text);
}

/// Adds `who` to the distinct identities of a subject, up to a limit.
pub(crate) fn add_identity(known: &mut Vec<String>, who: &str) {
    if known.len() < MAX_NAMES && !known.iter().any(|known| known == who) {
        known.push(who.to_owned());
    }
}

/// The identity of what answered, as the endpoint states it; at least one member is present.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServedBy<'a> {
    /// The SHA-256 digest of the agent card's bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Digest>,
    /// The fingerprint of the model's configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Text<'a>>,
    /// The model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Text<'a>>,
    /// The version of the agent or of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Text<'a>>,
}

impl ServedBy<'static> {
    /// Converts the identity of an exchange; `None` if the endpoint states nothing.
    pub(crate) fn from_exchange(served: exchange::ServedBy) -> Option<Self> {
        let exchange::ServedBy { card, fingerprint, model, version } = served;
        let text = |text: Option<String>| text.map(Text::from);
        let (fingerprint, model, version) = (text(fingerprint), text(model), text(version));
        let served = Self { card, fingerprint, model, version };
        (served != Self::default()).then_some(served)
    }
}

impl ServedBy<'_> {
    /// Formats the identity for people: `m-2026-01-14, fingerprint fp_1`.
    pub fn display_text(&self) -> String {
        let mut shown = self.model.as_deref().unwrap_or_default().to_owned();
        for (name, text) in [("fingerprint", &self.fingerprint), ("version", &self.version)] {
            if let Some(text) = text {
                add_part(&mut shown, name, text);
            }
        }
        if let Some(card) = self.card {
            add_part(&mut shown, "card", &card.hex()[..12]);
        }
        shown
    }
}
