//! Enumerations as JSON texts.

use serde::ser::{Serialize, Serializer};

use super::{Compliance, Outcome, Rule, SignalStatus};

/// Serializes an enumeration by name.
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
    Rule, id;
    SignalStatus, name;
}
