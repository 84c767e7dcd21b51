//! Parser for conditions.

use super::field::parse_field;
use crate::base::tape::{Kind, Node};
use crate::error::Error;
use crate::score::config_object::ConfigObject;
use crate::score::decimal;
use crate::score::source::{Condition, Scalar, Test};

/// Maximum number of tests of a condition, and of values of a test.
const MOST: usize = 64;

/// Keys of a test, as in the schema.
pub(super) const TEST_KEYS: &[&str] = &["signal", "field", "metadata", "is", "atLeast", "atMost"];

/// Parses the `when` of `object`, if present: a test, or `any` of several.
pub(super) fn parse_condition(object: &ConfigObject<'_>) -> Result<Option<Condition>, Error> {
    let Some(node) = object.get("when") else { return Ok(None) };
    let path = object.path_of_key("when");
    if node.get("any").is_none() {
        return Ok(Some(Condition { any: vec![parse_test(node, &path)?] }));
    }
    let when = ConfigObject::new(node, &path, &["any"])?;
    let tests = when.list("any", MOST)?;
    if tests.is_empty() {
        return Err(when.error("any", "at least one test", "none"));
    }
    let tests = tests.into_iter().enumerate();
    let any = tests
        .map(|(index, node)| parse_test(node, &format!("{}[{index}]", when.path_of_key("any"))));
    Ok(Some(Condition { any: any.collect::<Result<_, _>>()? }))
}

fn parse_test(node: Node<'_>, path: &str) -> Result<Test, Error> {
    let object = ConfigObject::new(node, path, TEST_KEYS)?;
    let field = parse_field(&object, &[], &["is", "atLeast", "atMost"])?
        .ok_or_else(|| object.error("", "signal or metadata", "neither"))?;
    let [least, most] = [object.number("atLeast", 9)?, object.number("atMost", 9)?];
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        return Err(object.error(
            "atMost",
            "a number of at least atLeast",
            decimal::format_billionths(most),
        ));
    }
    let is = match object.get("is") {
        Some(_) if least.or(most).is_some() => {
            return Err(object.error("is", "none beside atLeast and atMost", "one"));
        }
        Some(node) if node.kind() == Kind::List => {
            let values = object.list("is", MOST)?;
            if values.is_empty() {
                return Err(object.error("is", "at least one value", "none"));
            }
            Some(
                values
                    .into_iter()
                    .map(|node| parse_scalar(&object, node))
                    .collect::<Result<_, _>>()?,
            )
        }
        Some(node) => Some(vec![parse_scalar(&object, node)?]),
        None => None,
    };
    Ok(Test { field, is, least, most })
}

fn parse_scalar(object: &ConfigObject<'_>, node: Node<'_>) -> Result<Scalar, Error> {
    if node.is_null() {
        return Ok(Scalar::Null);
    }
    let text = node.as_str().map(|text| Scalar::Text(text.into_owned()));
    text.or_else(|| node.as_bool().map(Scalar::Bool))
        .ok_or_else(|| object.error("is", "texts, true, false or null", node.describe()))
}
