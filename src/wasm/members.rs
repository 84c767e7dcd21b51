//! Options of a call, which cross as JSON text.

use super::convert::{JsResult, js_error};
use crate::base::tape::{Kind, Tape, View, parse_plain_integer};
use crate::error::{Code, Error, join_texts};

/// The options of a call.
#[derive(Clone, Copy)]
pub(super) struct CallOptions<'s, 't> {
    call: &'static str,
    object: View<'s, 't>,
}

/// Parses the options of `call` with `read`. Names that are not in `known` are an error.
pub(super) fn read_options<T>(
    call: &'static str,
    json: &str,
    known: &[&[&str]],
    read: impl FnOnce(&CallOptions<'_, '_>) -> Result<T, Error>,
) -> JsResult<T> {
    let mut tape = Tape::new();
    CallOptions::parse(call, json, &mut tape, known)
        .and_then(|given| read(&given))
        .map_err(js_error)
}

impl<'s, 't> CallOptions<'s, 't> {
    fn parse(
        call: &'static str,
        json: &'t str,
        tape: &'s mut Tape,
        known: &[&[&str]],
    ) -> Result<Self, Error> {
        let object = tape.read(call, json.as_bytes());
        let object = object.map_err(|error| error.with_code(Code::HostOption))?;
        let known = known.concat();
        match object.members().find(|(name, _)| !known.iter().any(|known| name.is_text(known))) {
            None => Ok(Self { call, object }),
            Some((name, _)) => {
                let (thing, known) = (format!("option of {call}"), join_texts(&known, ", "));
                Err(Error::new(Code::HostOption, thing, format!("one of {known}"), name.describe()))
            }
        }
    }

    /// Reads the option `name` with `read`; `expected` describes its values. `null` counts as absent.
    fn read<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(View<'s, 't>) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let value = self.object.get(name).filter(|value| !value.is_null());
        value
            .map(|value| read(value).ok_or_else(|| self.unexpected_error(name, expected, value)))
            .transpose()
    }

    fn text(&self, name: &str, value: View<'_, '_>) -> Result<String, Error> {
        let text = value.as_str().map(|text| text.into_owned());
        text.ok_or_else(|| self.unexpected_error(name, "text", value))
    }

    fn missing_error(&self, name: &str) -> Error {
        Error::new(Code::HostOption, format!("{name} of {}", self.call), "a value", "none")
    }

    /// Returns the error for a value. It does not show texts, which may be secret.
    fn unexpected_error(&self, name: &str, expected: &'static str, value: View<'_, '_>) -> Error {
        let found = match value.kind() {
            Kind::Null => "nothing".to_owned(),
            Kind::False | Kind::True => "boolean".to_owned(),
            Kind::Number => value.describe(),
            Kind::Text | Kind::Escaped => "text".to_owned(),
            Kind::List => "a list".to_owned(),
            Kind::Map => "object".to_owned(),
        };
        Error::new(Code::HostOption, format!("{name} of {}", self.call), expected, found)
    }
}

/// A type of option.
pub(super) trait ReadOption: Sized {
    /// Reads the option `name`.
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error>;
}

impl ReadOption for Option<String> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        given.read(name, "text", |value| value.as_str().map(|text| text.into_owned()))
    }
}

impl ReadOption for String {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        Option::read(given, name)?.ok_or_else(|| given.missing_error(name))
    }
}

#[cfg(feature = "suite")]
impl ReadOption for u64 {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        Option::read(given, name)?.ok_or_else(|| given.missing_error(name))
    }
}

#[cfg(feature = "suite")]
impl ReadOption for Option<f64> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        given.read(name, "a number", |value| value.as_number()?.parse().ok())
    }
}

impl ReadOption for Option<bool> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        given.read(name, "true or false", |value| value.as_bool())
    }
}

impl ReadOption for Option<u64> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        let count =
            |value: View<'_, '_>| u64::try_from(parse_plain_integer(value.as_number()?)?).ok();
        given.read(name, "a whole number from 0", count)
    }
}

impl ReadOption for Option<Vec<String>> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        let list = given.read(name, "a list", |it| (it.kind() == Kind::List).then_some(it))?;
        list.map(|list| list.items().map(|item| given.text(name, item)).collect()).transpose()
    }
}

/// The names and texts of an object.
impl ReadOption for Vec<(String, String)> {
    fn read(given: &CallOptions<'_, '_>, name: &str) -> Result<Self, Error> {
        let member = |(key, value): (View<'_, '_>, View<'_, '_>)| {
            let key = key.as_str().unwrap_or_default().into_owned();
            let text = given.text(&format!("{name}.{key}"), value)?;
            Ok((key, text))
        };
        let object = given.read(name, "an object", |it| (it.kind() == Kind::Map).then_some(it))?;
        object.into_iter().flat_map(|object| object.members()).map(member).collect()
    }
}

/// Declares a struct of options with their names.
macro_rules! options {
    ($(#[$doc:meta])* $vis:vis struct $type:ident {
        $($(#[$about:meta])* $field:ident: $of:ty = $name:literal,)*
    }) => {
        $(#[$doc])*
        $vis struct $type { $($(#[$about])* $field: $of,)* }

        impl $type {
            /// The names of the options.
            pub(super) const NAMES: &[&str] = &[$($name),*];

            /// Reads the options.
            pub(super) fn read(given: &CallOptions<'_, '_>) -> Result<Self, Error> {
                Ok(Self { $($field: ReadOption::read(given, $name)?,)* })
            }
        }
    };
}
pub(super) use options;
