//! The closed vocabularies of a record as JSON text.

use serde::ser::{Serialize, Serializer};

use crate::error::{Code, Error, shown};
use crate::grade::{Compliance, Outcome, Rule, SignalStatus};

/// Which of the two readings a score follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// HCS-25 to the letter, so that scores agree with other implementations.
    #[default]
    Literal,
    /// The answer that the reply finally commits to.
    Committed,
}

impl Policy {
    /// The policies.
    pub const ALL: [Self; 2] = [Self::Literal, Self::Committed];

    /// The name in records and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Committed => "committed",
        }
    }

    /// The policy called `name`.
    ///
    /// # Errors
    /// `record.unknown-policy` for any other name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|policy| policy.name() == name).ok_or_else(|| {
            let expected = "\"literal\" or \"committed\"";
            Error::new(Code::RecordUnknownPolicy, "policy", expected, shown(name))
        })
    }
}

/// Writes a vocabulary as its texts.
macro_rules! words {
    ($($name:ident, $text:ident;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.$text())
            }
        }
    )*};
}

words! {
    Compliance, name;
    Outcome, name;
    Policy, name;
    Rule, id;
    SignalStatus, name;
}
