//! Identity of the model, agent or server that answered, as reported by the endpoint.

use super::value::Value;
use crate::base::hash::Digest;

/// Size limit of a stored name in bytes.
const MAX_NAME_BYTES: usize = 256;

/// Identity of the model, agent or server that answered. These are unverified claims of the
/// endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// SHA-256 of the bytes of the agent card.
    pub card: Option<Digest>,
    /// The fingerprint of the model's configuration (`system_fingerprint`).
    pub fingerprint: Option<String>,
    /// The name of the model.
    pub model: Option<String>,
    /// The version of the agent or server.
    pub version: Option<String>,
}

impl Served {
    /// Reads the model and fingerprint from a response of a model API.
    pub(super) fn by_model(answer: &Value) -> Self {
        let fingerprint = name(answer.get("system_fingerprint"));
        Self { fingerprint, model: name(answer.get("model")), ..Self::default() }
    }

    /// Reads the version from an A2A agent card, and hashes its `bytes`.
    pub(super) fn by_card(card: &Value, bytes: &[u8]) -> Self {
        let digest = Some(Digest::of(&[bytes]));
        Self { card: digest, version: name(card.get("version")), ..Self::default() }
    }

    /// Reads the server's version from the `result` of an MCP handshake.
    pub(super) fn by_server(result: &Value) -> Self {
        Self { version: name(result.at(&["serverInfo", "version"])), ..Self::default() }
    }
}

/// Returns a name if it is a string of valid length without control characters.
fn name(value: Option<&Value>) -> Option<String> {
    let text = value.and_then(Value::as_str)?;
    let fits = (1..=MAX_NAME_BYTES).contains(&text.len()) && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}
