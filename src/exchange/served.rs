//! Names of whatever answered, as the endpoint gives them.

use super::value::Value;
use crate::hash::Digest;

/// The most bytes of a name that is kept.
const MOST_BYTES: usize = 256;

/// Names of whatever answered, where the protocol has them. They are the endpoint's word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// SHA-256 of the agent's card, over its bytes as they came.
    pub card: Option<Digest>,
    /// The fingerprint of the model's configuration.
    pub fingerprint: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The version of the agent or of the server.
    pub version: Option<String>,
}

impl Served {
    /// Names of an answer to a request that named a model.
    pub(super) fn by_model(answer: &Value) -> Self {
        let fingerprint = name(answer.get("system_fingerprint"));
        Self { fingerprint, model: name(answer.get("model")), ..Self::default() }
    }

    /// Names in `card`, an agent card of A2A that came as `bytes`.
    pub(super) fn by_card(card: &Value, bytes: &[u8]) -> Self {
        let digest = Some(Digest::of(&[bytes]));
        Self { card: digest, version: name(card.get("version")), ..Self::default() }
    }

    /// Names in the `result` of a handshake of MCP.
    pub(super) fn by_server(result: &Value) -> Self {
        Self { version: name(result.at(&["serverInfo", "version"])), ..Self::default() }
    }

    /// Reports whether nothing is named.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The text of a name that is short and has no control character.
fn name(value: Option<&Value>) -> Option<String> {
    let text = value.and_then(Value::as_str)?;
    let fits = (1..=MOST_BYTES).contains(&text.len()) && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}
