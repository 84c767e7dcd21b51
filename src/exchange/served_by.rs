//! Identity of the model, agent or server that answered, as reported by the endpoint.

use super::value::Value;
use crate::base::hash::Digest;

/// Size limit of a stored name in bytes.
const MAX_NAME_BYTES: usize = 256;

/// Identity of the model, agent or server that answered. These are unverified claims of the
/// endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServedBy {
    /// SHA-256 of the bytes of the agent card.
    pub card: Option<Digest>,
    /// The fingerprint of the model's configuration (`system_fingerprint`).
    pub fingerprint: Option<String>,
    /// The name of the model.
    pub model: Option<String>,
    /// The version of the agent or server.
    pub version: Option<String>,
}

impl ServedBy {
    /// Reads the model and fingerprint from a response of a model API.
    pub(super) fn from_model_response(answer: &Value) -> Self {
        let fingerprint = valid_name(answer.get("system_fingerprint"));
        Self { fingerprint, model: valid_name(answer.get("model")), ..Self::default() }
    }

    /// Reads the version from an A2A agent card, and hashes its `bytes`.
    pub(super) fn from_agent_card(card: &Value, bytes: &[u8]) -> Self {
        let digest = Some(Digest::sha256(&[bytes]));
        Self { card: digest, version: valid_name(card.get("version")), ..Self::default() }
    }

    /// Reads the server's version from the `result` of an MCP handshake.
    pub(super) fn from_mcp_handshake(result: &Value) -> Self {
        Self { version: valid_name(result.get_path(&["serverInfo", "version"])), ..Self::default() }
    }
}

/// Returns a name if it is a string of valid length without control characters.
fn valid_name(value: Option<&Value>) -> Option<String> {
    let text = value.and_then(Value::as_str)?;
    let fits = (1..=MAX_NAME_BYTES).contains(&text.len()) && !text.chars().any(char::is_control);
    fits.then(|| text.to_owned())
}
