//! Conversion of values between Rust and JavaScript.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Code, Error, shown};
#[cfg(any(feature = "evaluate", feature = "score"))]
use crate::grade::rows::BadLine;

/// Converts an error for the host.
pub(super) fn js_error(error: Error) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in [("code", error.code()), ("message", &error.to_string())] {
        // Cannot fail on a plain object.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value.into());
    }
    object.into()
}

/// Formats the error of a line with its number.
#[cfg(any(feature = "evaluate", feature = "score"))]
pub(super) fn message_with_line(bad: &BadLine) -> String {
    bad.error.clone().at_line(bad.line).to_string()
}

/// Converts a value to a plain JavaScript value.
pub(super) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Parses options as a `T`. Unknown names are an error.
pub(super) fn from_js<T: DeserializeOwned>(call: &str, value: JsValue) -> Result<T, JsValue> {
    read(call, known_members(call, &value, members::<T>())?)
}

/// Parses options that are members of a `T` and a `U`. Unknown names are an error.
pub(super) fn both_from_js<T: DeserializeOwned, U: DeserializeOwned>(
    call: &str,
    value: JsValue,
) -> Result<(T, U), JsValue> {
    let given = known_members(call, &value, &[members::<T>(), members::<U>()].concat())?;
    Ok((read(call, given.clone())?, read(call, given)?))
}

/// Returns the members of `value` that are not `undefined`, and rejects names that are not `known`,
/// which `serde-wasm-bindgen` would ignore.
fn known_members(call: &str, value: &JsValue, known: &[&str]) -> Result<JsValue, JsValue> {
    let Some(object) = value.dyn_ref::<js_sys::Object>() else {
        let found = value.js_typeof().as_string().unwrap_or_default();
        return Err(option_error(format!("{call} options"), "an object", found));
    };
    let given = js_sys::Object::entries(object)
        .filter(&mut |entry, _, _| !js_sys::Array::from(&entry).get(1).is_undefined());
    for name in given.iter().filter_map(|entry| js_sys::Array::from(&entry).get(0).as_string()) {
        if !known.contains(&name.as_str()) {
            let expected = format!("one of {}", known.join(", "));
            return Err(option_error(format!("option of {call}"), expected, shown(&name)));
        }
    }
    Ok(js_sys::Object::from_entries(&given)?.into())
}

/// Parses options. The messages of `serde-wasm-bindgen` may contain secret values, so they are only
/// used to find the invalid member and are not shown.
fn read<T: DeserializeOwned>(call: &str, given: JsValue) -> Result<T, JsValue> {
    let error_of = |given: &JsValue| {
        let read = serde_wasm_bindgen::from_value::<T>(given.clone());
        read.err().map(|error| error.to_string()).unwrap_or_default()
    };
    serde_wasm_bindgen::from_value(given.clone()).map_err(|error| {
        let error = error.to_string();
        let culprit = given.dyn_ref().and_then(|given| invalid_member(given, &error_of));
        if let (None, Some((_, name))) = (&culprit, error.rsplit_once("missing field ")) {
            let name = name.trim_matches('`');
            return option_error(format!("{name} of {call}"), "a value", "none".to_owned());
        }
        let (thing, found) = match culprit {
            Some((path, value)) => (format!("{path} of {call}"), kind_of(&value)),
            None => (format!("{call} options"), "others".to_owned()),
        };
        let expected = error.rsplit_once("expected ").map_or("", |(_, expected)| expected);
        let expected = match expected {
            "a string" => "text",
            "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
            "f64" => "a number",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            "a map" => "an object",
            "" => "values of their types",
            other => other,
        };
        option_error(thing, expected.to_owned(), found)
    })
}

/// Finds the member of `object` without which `error_of` returns a different error, and returns its
/// path and value. Descends into the member if an empty object in its place would fix it.
fn invalid_member(
    object: &js_sys::Object,
    error_of: &dyn Fn(&JsValue) -> String,
) -> Option<(String, JsValue)> {
    // Cannot fail on a plain object.
    let with = |name: &JsValue, value: Option<&JsValue>| {
        let copy = js_sys::Object::assign(&js_sys::Object::new(), object);
        let _ = match value {
            Some(value) => js_sys::Reflect::set(&copy, name, value),
            None => js_sys::Reflect::delete_property(&copy, name),
        };
        error_of(&copy)
    };
    let error = error_of(object);
    js_sys::Object::entries(object).iter().find_map(|entry| {
        let entry = js_sys::Array::from(&entry);
        let (name, value) = (entry.get(0), entry.get(1));
        let path = name.as_string()?;
        let without = with(&name, None);
        if without == error {
            return None;
        }
        let inner = if with(&name, Some(&js_sys::Object::new())) == without {
            value.dyn_ref().and_then(|inner| invalid_member(inner, &|it| with(&name, Some(it))))
        } else {
            None
        };
        Some(inner.map_or((path.clone(), value), |(rest, value)| (format!("{path}.{rest}"), value)))
    })
}

/// Describes a value in JavaScript terms.
fn kind_of(value: &JsValue) -> String {
    if value.is_string() {
        return "text".to_owned();
    }
    if value.is_null() || value.is_undefined() {
        return "nothing".to_owned();
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    let is_list = js_sys::Array::is_array(value);
    let kind = || value.js_typeof().as_string().unwrap_or_default();
    if is_list { "a list".to_owned() } else { kind() }
}

fn option_error(thing: String, expected: impl Into<Cow<'static, str>>, found: String) -> JsValue {
    js_error(Error::new(Code::HostOption, thing, expected, found))
}

/// Converts UTF-8 written by this crate to a string.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the member names of the struct `T`, as its `Deserialize` requests them.
fn members<T: DeserializeOwned>() -> &'static [&'static str] {
    struct Probe<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Probe<'_> {
        type Error = serde::de::value::Error;

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _name: &'static str,
            fields: &'static [&'static str],
            _visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            Err(Self::Error::custom("only the names were wanted"))
        }

        fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Self::Error> {
            Err(Self::Error::custom("no struct"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier
            ignored_any
        }
    }

    let mut names: &'static [&'static str] = &[];
    // The probe always fails; its result is the names.
    let _ = T::deserialize(Probe(&mut names));
    names
}
