//! How a field becomes a value: the transforms by name, each with its parameters.

use super::source::field;
use crate::error::{Error, shown};
use crate::score::decimal::{self, ONE};
use crate::score::shape::{self, Shape};
use crate::score::transform::{self, Operand, Transform, clamped};

/// The keys of a transform, as in the schema.
pub(super) const TRANSFORM_KEYS: &[&str] =
    &["type", "of", "min", "cap", "at", "midpoint", "scale", "curve"];

/// Reads the transform of `component`; `identity` if it has none.
pub(super) fn read(component: &Shape<'_>) -> Result<Transform, Error> {
    let Some(node) = component.get("transform") else { return Ok(Transform::Identity) };
    let path = component.at("transform");
    let shape = Shape::new(node, &path, TRANSFORM_KEYS)?;
    let only = |keys: &[&str]| Shape::new(node, &path, keys).map(drop);
    shape.required("type")?;
    match shape.text("type")?.unwrap_or_default().as_str() {
        "identity" => {
            only(&["type"])?;
            Ok(Transform::Identity)
        }
        "ratio" => {
            only(&["type", "of"])?;
            Ok(Transform::Ratio { of: operand(&shape)?.unwrap_or(Operand::Number(ONE)) })
        }
        "threshold" => {
            only(&["type", "min", "cap", "at"])?;
            let (min, cap) = (shape.required_number("min", 9)?, shape.required_number("cap", 9)?);
            let at = shape.number("at", 9)?.unwrap_or(0);
            if min == cap {
                return Err(shape.refused("cap", "a number other than min", decimal::text(cap)));
            }
            if i128::from(clamped(at)) != at {
                return Err(shape.refused("at", "a number from 0 to 100", decimal::text(at)));
            }
            Ok(Transform::Threshold { min, cap, at: clamped(at) })
        }
        "log" => {
            only(&["type", "cap"])?;
            let cap = shape.required_number("cap", 9)?;
            if cap < ONE {
                return Err(shape.refused("cap", "a number of 1 or more", decimal::text(cap)));
            }
            Ok(Transform::Log { cap })
        }
        "sigmoid" => {
            only(&["type", "midpoint", "scale"])?;
            let midpoint = shape.required_number("midpoint", 9)?;
            let scale = shape.required_number("scale", 9)?;
            if scale <= 0 {
                return Err(shape.refused("scale", "a number above 0", decimal::text(scale)));
            }
            Ok(Transform::Sigmoid { midpoint, scale })
        }
        "rank" => {
            only(&["type", "of", "curve"])?;
            let concave = match shape.text("curve")?.as_deref() {
                None | Some("linear") => false,
                Some("concave") => true,
                Some(other) => {
                    return Err(shape.refused("curve", "linear or concave", shown(other)));
                }
            };
            let of = operand(&shape)?.ok_or_else(|| {
                shape.refused("of", "how many are ranked: a number or a JSON Pointer", "nothing")
            })?;
            if let Operand::Number(number) = of
                && !transform::is_count(number)
            {
                return Err(shape.refused("of", transform::COUNT, decimal::text(number)));
            }
            Ok(Transform::Rank { of, concave })
        }
        other => Err(shape.refused(
            "type",
            "identity, ratio, threshold, log, sigmoid or rank",
            shown(other),
        )),
    }
}

fn operand(shape: &Shape<'_>) -> Result<Option<Operand>, Error> {
    let Some(node) = shape.get("of") else { return Ok(None) };
    if let Some(text) = node.as_str() {
        return field(shape, "of", &text).map(|field| Some(Operand::Field(field)));
    }
    let number = shape::exact(node, &shape.at("of"), 9)?;
    if number <= 0 {
        return Err(shape.refused("of", "a number above 0", node.found()));
    }
    Ok(Some(Operand::Number(number)))
}
