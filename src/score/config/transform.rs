//! Parser for transforms.

use crate::base::tape::Kind;
use crate::error::{Error, shown};
use crate::score::config_object::{self, ConfigObject};
use crate::score::decimal::{self, ONE};
use crate::score::transform::{self, Operand, Transform, clamp};

/// Keys of a transform, as in the schema.
pub(super) const TRANSFORM_KEYS: &[&str] =
    &["type", "of", "min", "cap", "at", "midpoint", "scale", "curve"];

/// Parses the transform of `part`; the default is `identity`. If the source has no `fields`, `of`
/// cannot name one. The caller parses an `of` that is a source.
pub(super) fn parse_transform(part: &ConfigObject<'_>, fields: bool) -> Result<Transform, Error> {
    let Some(node) = part.get("transform") else { return Ok(Transform::Identity) };
    let object = ConfigObject::new(node, &part.path_of_key("transform"), TRANSFORM_KEYS)?;
    let only = |keys: &[&str]| object.check_keys(&[keys]);
    let operand = |object: &ConfigObject<'_>| parse_operand(object, fields);
    object.required("type")?;
    match object.text("type")?.unwrap_or_default().as_str() {
        "identity" => {
            only(&["type"])?;
            Ok(Transform::Identity)
        }
        "ratio" => {
            only(&["type", "of"])?;
            Ok(Transform::Ratio { of: operand(&object)? })
        }
        "threshold" => {
            only(&["type", "min", "cap", "at"])?;
            let (min, cap) = (object.required_number("min", 9)?, object.required_number("cap", 9)?);
            let at = object.number("at", 9)?.unwrap_or(0);
            if min == cap {
                return Err(object.error(
                    "cap",
                    "a number other than min",
                    decimal::format_billionths(cap),
                ));
            }
            if i128::from(clamp(at)) != at {
                return Err(object.error(
                    "at",
                    "a number from 0 to 100",
                    decimal::format_billionths(at),
                ));
            }
            Ok(Transform::Threshold { min, cap, at: clamp(at) })
        }
        "log" => {
            only(&["type", "cap"])?;
            let cap = object.required_number("cap", 9)?;
            if cap < ONE {
                return Err(object.error(
                    "cap",
                    "a number of 1 or more",
                    decimal::format_billionths(cap),
                ));
            }
            Ok(Transform::Log { cap })
        }
        "sigmoid" => {
            only(&["type", "midpoint", "scale"])?;
            let midpoint = object.required_number("midpoint", 9)?;
            let scale = object.required_number("scale", 9)?;
            if scale <= 0 {
                return Err(object.error(
                    "scale",
                    "a number above 0",
                    decimal::format_billionths(scale),
                ));
            }
            Ok(Transform::Sigmoid { midpoint, scale })
        }
        "rank" => {
            only(&["type", "of", "curve"])?;
            let concave = match object.text("curve")?.as_deref() {
                None | Some("linear") => false,
                Some("concave") => true,
                Some(other) => {
                    return Err(object.error("curve", "linear or concave", shown(other)));
                }
            };
            let of = operand(&object)?.ok_or_else(|| {
                object.error(
                    "of",
                    "how many are ranked: a number, a JSON Pointer or a source",
                    "nothing",
                )
            })?;
            if let Operand::Number(number) = of
                && !transform::is_count(number)
            {
                return Err(object.error(
                    "of",
                    transform::COUNT,
                    decimal::format_billionths(number),
                ));
            }
            Ok(Transform::Rank { of, concave })
        }
        other => Err(object.error(
            "type",
            "identity, ratio, threshold, log, sigmoid or rank",
            shown(other),
        )),
    }
}

fn parse_operand(object: &ConfigObject<'_>, fields: bool) -> Result<Option<Operand>, Error> {
    let Some(node) = object.get("of") else { return Ok(None) };
    if let Some(text) = node.as_str() {
        if !fields {
            let expected = "a number or a source, because a combination has no fields beside it";
            return Err(object.error("of", expected, shown(&text)));
        }
        return object.pointer("of", &text).map(|field| Some(Operand::Field(field)));
    }
    if node.kind() == Kind::Map {
        return Ok(Some(Operand::Other));
    }
    let number = config_object::parse_exact(node, &object.path_of_key("of"), 9)?;
    if number <= 0 {
        return Err(object.error("of", "a number above 0", node.describe()));
    }
    Ok(Some(Operand::Number(number)))
}
