//! Typed access to the objects of a configuration. Unknown keys are an error.

use std::borrow::Cow;

use super::decimal::{self, NumberError};
use crate::base::pointer::Pointer;
use crate::base::tape::{Kind, Node};
use crate::error::{Code, Error, shown};

/// An object of a configuration, with its path for error messages.
#[derive(Clone, Debug)]
pub(crate) struct ConfigObject<'t> {
    node: Node<'t>,
    path: String,
}

impl<'t> ConfigObject<'t> {
    /// Checks that `node` is an object with no keys other than `known`.
    #[inline(never)]
    pub(crate) fn new(node: Node<'t>, path: &str, known: &[&str]) -> Result<Self, Error> {
        let object = Self { node, path: path.to_owned() };
        if node.kind() != Kind::Map {
            return Err(object.error("", "an object", node.describe()));
        }
        object.check_keys(&[known])?;
        Ok(object)
    }

    /// Checks that the object has no keys other than `known`.
    #[inline(never)]
    pub(crate) fn check_keys(&self, known: &[&[&str]]) -> Result<(), Error> {
        let is_known =
            |key: &Node<'_>| known.iter().copied().flatten().any(|name| key.is_text(name));
        match self.node.members().find(|(key, _)| !is_known(key)) {
            None => Ok(()),
            Some((key, _)) => {
                let key = shown(&key.as_str().unwrap_or_default());
                let problem = format!("unknown key {key}; known are {}", known.concat().join(", "));
                Err(Error::because(Code::ScoreUnknownKey, self.path.clone(), problem))
            }
        }
    }

    /// Parses `text`, the value of `key`, as a pointer to a field; the empty pointer is an error.
    pub(crate) fn pointer(&self, key: &str, text: &str) -> Result<Pointer, Error> {
        let pointer = Pointer::parse(text).filter(|pointer| !pointer.tokens().is_empty());
        pointer.ok_or_else(|| self.error(key, "a JSON Pointer, such as /uptime", shown(text)))
    }

    /// Returns the path of `key`.
    #[inline(never)]
    pub(crate) fn path_of_key(&self, key: &str) -> String {
        if key.is_empty() { self.path.clone() } else { format!("{}.{key}", self.path) }
    }

    /// Creates the error for `key`.
    pub(crate) fn error(
        &self,
        key: &str,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Error {
        self.build_error(key, expected.into(), found.into())
    }

    #[cold]
    #[inline(never)]
    fn build_error(
        &self,
        key: &str,
        expected: Cow<'static, str>,
        found: Cow<'static, str>,
    ) -> Error {
        Error::new(Code::ScoreConfig, self.path_of_key(key), expected, found)
    }

    #[inline(never)]
    pub(crate) fn get(&self, key: &str) -> Option<Node<'t>> {
        self.node.get(key)
    }

    #[inline(never)]
    pub(crate) fn required(&self, key: &str) -> Result<Node<'t>, Error> {
        self.get(key).ok_or_else(|| self.error(key, "a value", "nothing"))
    }

    #[inline(never)]
    pub(crate) fn text(&self, key: &str) -> Result<Option<String>, Error> {
        self.get(key)
            .map(|node| {
                node.as_str()
                    .map(Cow::into_owned)
                    .ok_or_else(|| self.error(key, "text", node.describe()))
            })
            .transpose()
    }

    #[inline(never)]
    pub(crate) fn flag(&self, key: &str) -> Result<bool, Error> {
        self.get(key).map_or(Ok(false), |node| {
            node.as_bool().ok_or_else(|| self.error(key, "true or false", node.describe()))
        })
    }

    /// Returns the items of an array of at most `most`; empty if `key` is absent.
    #[inline(never)]
    pub(crate) fn list(&self, key: &str, most: usize) -> Result<Vec<Node<'t>>, Error> {
        let Some(node) = self.get(key) else { return Ok(Vec::new()) };
        if node.kind() != Kind::List {
            return Err(self.error(key, "an array", node.describe()));
        }
        let items: Vec<_> = node.items().collect();
        if items.len() > most {
            return Err(self.error(key, format!("at most {most} items"), items.len().to_string()));
        }
        Ok(items)
    }

    /// Returns a list of strings; `None` if `key` is absent. An empty list is an error: it is
    /// probably a mistake.
    #[inline(never)]
    pub(crate) fn strings(&self, key: &str) -> Result<Option<Vec<String>>, Error> {
        if self.get(key).is_none() {
            return Ok(None);
        }
        let items = self.list(key, 1000)?;
        if items.is_empty() {
            return Err(self.error(key, "at least one item", "none"));
        }
        let text = |node: &Node<'_>| {
            node.as_str()
                .map(Cow::into_owned)
                .ok_or_else(|| self.error(key, "an array of texts", node.describe()))
        };
        items.iter().map(text).collect::<Result<_, _>>().map(Some)
    }

    /// Returns a number in billionths, with at most `places` decimals.
    #[inline(never)]
    pub(crate) fn number(&self, key: &str, places: u32) -> Result<Option<i128>, Error> {
        self.get(key).map(|node| parse_exact(node, &self.path_of_key(key), places)).transpose()
    }

    #[inline(never)]
    pub(crate) fn required_number(&self, key: &str, places: u32) -> Result<i128, Error> {
        parse_exact(self.required(key)?, &self.path_of_key(key), places)
    }

    /// Returns a weight in millionths, from 0 to a million.
    #[inline(never)]
    pub(crate) fn weight(&self, key: &str) -> Result<Option<u64>, Error> {
        let Some(nano) = self.number(key, 6)? else { return Ok(None) };
        if nano < 0 {
            let (at, found) = (self.path_of_key(key), decimal::format_billionths(nano));
            return Err(Error::new(Code::ScoreNegativeWeight, at, "a weight of 0 or more", found));
        }
        match u64::try_from(nano / 1000) {
            Ok(weight @ 0..=1_000_000_000_000) => Ok(Some(weight)),
            _ => Err(self.error(key, "at most 1000000", decimal::format_billionths(nano))),
        }
    }

    /// Returns an integer from `least` to `most`.
    #[inline(never)]
    pub(crate) fn integer(&self, key: &str, least: i64, most: i64) -> Result<Option<i64>, Error> {
        let Some(nano) = self.number(key, 9)? else { return Ok(None) };
        let integer = i64::try_from(nano / decimal::ONE).ok();
        match integer
            .filter(|n| i128::from(*n) * decimal::ONE == nano && (least..=most).contains(n))
        {
            Some(integer) => Ok(Some(integer)),
            None => Err(self.error(
                key,
                format!("a whole number from {least} to {most}"),
                decimal::format_billionths(nano),
            )),
        }
    }
}

/// Parses the number in `node` to billionths, within the limits of a configuration.
#[inline(never)]
pub(crate) fn parse_exact(node: Node<'_>, at: &str, places: u32) -> Result<i128, Error> {
    let Some(text) = node.as_number() else { return Err(not_a_number(node, at)) };
    decimal::parse_exact(text, places).map_err(|why| number_error(why, at, text, places))
}

/// Parses the number in `node` to the nearest billionth, within the limits of a snapshot.
pub(crate) fn parse_nearest(node: Node<'_>, at: impl FnOnce() -> String) -> Result<i128, Error> {
    let Some(text) = node.as_number() else { return Err(not_a_number(node, &at())) };
    decimal::parse_nearest(text).map_err(|why| number_error(why, &at(), text, 9))
}

fn number_error(why: NumberError, at: &str, text: &str, places: u32) -> Error {
    let (code, expected) = match why {
        NumberError::Infinite => (Code::ScoreNotFinite, "a finite number".to_owned()),
        NumberError::TooLarge => (Code::ScoreNumber, "a number nearer to zero".to_owned()),
        NumberError::TooFine => {
            (Code::ScoreNumber, format!("at most {places} decimals and 15 significant digits"))
        }
    };
    Error::new(code, at.to_owned(), expected, shown(text).trim_matches('"').to_owned())
}

/// Returns the error for a value that is not a number. Strings such as "NaN" have a code of their
/// own: they come from programs that computed a NaN or an infinity.
fn not_a_number(node: Node<'_>, at: &str) -> Error {
    let text = node.as_str().unwrap_or_default();
    let name = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let code = match name.as_str() {
        "nan" | "inf" | "infinity" => Code::ScoreNotFinite,
        _ => Code::ScoreNumber,
    };
    Error::new(code, at.to_owned(), "a finite number", node.describe())
}
