//! Serialization of bank files, manifests and reveals.

use crate::base::json::{Value, invalid};
use crate::error::Error;

/// Formats `value` as indented JSON with a final line feed.
pub(super) fn to_pretty_json(value: &Value) -> Result<String, Error> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| invalid("bank", &error))?;
    text.push('\n');
    Ok(text)
}
