//! Values on their way between Rust and JavaScript.

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Code, Error, shown};

/// An error as the host gets it.
pub(super) fn thrown(error: Error) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in [("code", error.code()), ("message", &error.to_string())] {
        // A plain object takes every member.
        let _ = js_sys::Reflect::set(&object, &name.into(), &value.into());
    }
    object.into()
}

/// A value as a plain JavaScript value.
pub(super) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// Options as a `T`. A name that is none of `T`'s is refused: `serde-wasm-bindgen` reads the
/// members that it looks for and does not see the others.
pub(super) fn from_js<T: DeserializeOwned>(call: &str, value: JsValue) -> Result<T, JsValue> {
    let refuse = |thing: String, expected: String, found: String| {
        thrown(Error::new(Code::HostOption, thing, expected, found))
    };
    let Some(object) = value.dyn_ref::<js_sys::Object>() else {
        let found = value.js_typeof().as_string().unwrap_or_default();
        return Err(refuse(format!("{call} options"), "an object".to_owned(), found));
    };
    let known = members::<T>();
    for (name, value) in js_sys::Object::entries(object).iter().filter_map(|entry| {
        let entry = js_sys::Array::from(&entry);
        Some((entry.get(0).as_string()?, entry.get(1)))
    }) {
        if !known.contains(&name.as_str()) && !value.is_undefined() {
            return Err(refuse(
                format!("option of {call}"),
                format!("one of {}", known.join(", ")),
                shown(&name),
            ));
        }
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        refuse(format!("{call} options"), "values of their types".to_owned(), error.to_string())
    })
}

/// UTF-8 that this crate wrote itself, as text.
pub(super) fn text(bytes: Vec<u8>) -> String {
    // Without a copy of what is right, which it always is.
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The names of the members of the struct `T`, as its `Deserialize` asks for them.
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
    // The probe always fails; the names are what it leaves.
    let _ = T::deserialize(Probe(&mut names));
    names
}
