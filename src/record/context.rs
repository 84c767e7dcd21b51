//! The JSON-LD context that some signing tools add to a record.

use serde::ser::{Serialize, Serializer};

use crate::base::json::Value;
use crate::error::{Code, Error};

/// The JSON-LD context that a record and its proof may name.
pub const CONTEXT: &str = "https://w3id.org/security/data-integrity/v2";

/// A member `@context` that names [`CONTEXT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The URL as text.
    Text,
    /// An array of the URL.
    Array,
}

impl Context {
    /// Parses the member `@context`.
    ///
    /// # Errors
    /// `proof.context` for anything but [`CONTEXT`], as text or as an array of it.
    pub fn from_value(value: &Value) -> Result<Self, Error> {
        match value {
            Value::String(text) if text == CONTEXT => Ok(Self::Text),
            Value::Array(items) if items.len() == 1 && items[0].as_str() == Some(CONTEXT) => {
                Ok(Self::Array)
            }
            _ => Err(Error::new(Code::ProofContext, "@context", CONTEXT, "another")),
        }
    }

    pub(crate) fn to_value(self) -> Value {
        let text = Value::String(CONTEXT.to_owned());
        match self {
            Self::Text => text,
            Self::Array => Value::Array(vec![text]),
        }
    }
}

impl Serialize for Context {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
