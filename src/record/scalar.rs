//! Scalars of a record: borrowed text, safe integers, instants.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::base::instant;
use crate::base::json::MAX_INTEGER;
use crate::error::{Code, Error, shown};
use crate::question::science::ChoiceOrder;

/// Text that borrows from the parsed line unless it has escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Text<'a>(Cow<'a, str>);

impl Text<'_> {
    /// Converts the text to an owned one.
    pub fn into_owned(self) -> Text<'static> {
        Text(Cow::Owned(self.0.into_owned()))
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for Text<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// An integer from 0 to 2^53−1, which every JSON parser represents exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Count(u64);

impl Count {
    /// Creates a count; larger values become 2^53−1.
    pub const fn new(value: u64) -> Self {
        const MAX: u64 = MAX_INTEGER as u64;
        Self(if value > MAX { MAX } else { value })
    }

    /// Returns the number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u64::deserialize(deserializer)?;
        match Self::new(value) {
            count if count.0 == value => Ok(count),
            _ => Err(de::Error::custom("an integer outside ±(2^53−1)")),
        }
    }
}

/// A time in milliseconds since 1970, written only as `2026-11-20T17:00:00.000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

impl Instant {
    /// The last instant of the year 9999.
    const MAX: u64 = 253_402_300_799_999;

    /// Creates an instant from milliseconds since 1970, at most the end of the year 9999.
    pub const fn from_ms(ms: u64) -> Self {
        Self(if ms > Self::MAX { Self::MAX } else { ms })
    }

    /// Returns the milliseconds since 1970.
    pub const fn ms(self) -> u64 {
        self.0
    }

    /// Parses an instant.
    ///
    /// # Errors
    /// `record.instant` for any other form.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let ms = instant::parse_millis(text).and_then(|ms| u64::try_from(ms).ok());
        // RFC 3339 restricted to `T`, `Z`, milliseconds and no leap second.
        let form = matches!(text.as_bytes(), [.., b'T', _, _, b':', _, _, b':', tens, _, b'.', _, _, _, b'Z']
            if *tens < b'6');
        ms.filter(|_| form && text.len() == 24).map(Self::from_ms).ok_or_else(|| {
            let expected = "a UTC time such as 2026-11-20T17:00:00.000Z";
            Error::new(Code::RecordInstant, "instant", expected, shown(text))
        })
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&instant::format_millis(self.0))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for ChoiceOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.indices().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_has_one_form() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_795_194_000_123, "2026-11-20T17:00:00.123Z"),
            (Instant::MAX, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Instant::from_ms(ms).to_string(), text);
            assert_eq!(Instant::parse(text), Ok(Instant::from_ms(ms)));
        }
        for text in [
            "2026-11-20T17:00:00Z",
            "2026-11-20T17:00:00.0000Z",
            "2026-11-20 17:00:00.000Z",
            "2026-11-20T17:00:00.000+00:00",
            "2026-02-30T00:00:00.000Z",
            "1969-12-31T23:59:59.999Z",
            "",
        ] {
            assert_eq!(Instant::parse(text).unwrap_err().code(), "record.instant", "{text}");
        }
    }

    #[test]
    fn counts_are_safe_integers() {
        let parse = |text: &str| serde_json::from_str::<Count>(text).map(Count::get).ok();
        assert_eq!(parse("9007199254740991"), Some(MAX_INTEGER as u64));
        for bad in ["9007199254740992", "-1", "1.0", "1e2", "-0", "\"1\""] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
