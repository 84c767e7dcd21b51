//! The policy of a run.

use serde::ser::{Serialize, Serializer};

use crate::error::{Code, Error, shown};

/// The reading that determines the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The literal reading of HCS-25, whose scores agree with other implementations.
    #[default]
    Literal,
    /// The committed reading.
    Committed,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Self; 2] = [Self::Literal, Self::Committed];

    /// Returns the name used in records and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Committed => "committed",
        }
    }

    /// Looks up a policy by name.
    ///
    /// # Errors
    /// `record.unknown-policy` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.iter().find(|policy| policy.name() == name).copied().ok_or_else(|| {
            let expected = "\"literal\" or \"committed\"";
            Error::new(Code::RecordUnknownPolicy, "policy", expected, shown(name))
        })
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
