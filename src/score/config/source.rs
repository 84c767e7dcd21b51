//! Parser for the sources of components: fields, evals, and combinations of parts.

use super::field::parse_field;
use super::{condition, transform};
use crate::base::tape::{Kind, Node};
use crate::error::Error;
use crate::id::Family;
use crate::score::adapter::{Source, Window};
use crate::score::config_object::{self, ConfigObject};
use crate::score::decimal;
use crate::score::source::{Combinator, Number, Part};
use crate::score::transform::Operand;

const DAY: i64 = 86_400_000;

/// Most parts of a combination.
const MOST_PARTS: usize = 16;

/// Keys of a source, as in the schema.
pub(super) const SOURCE_KEYS: &[&str] = &[
    "signal",
    "field",
    "metadata",
    "status",
    "fetchedAt",
    "eval",
    "window",
    "product",
    "first",
    "sum",
    "mean",
];

/// Keys of a part, as in the schema.
pub(super) const PART_KEYS: &[&str] = &["description", "source", "transform", "when", "weight"];

/// Parses the source of `component`, with its transform and condition.
pub(super) fn parse_source(component: &ConfigObject<'_>) -> Result<Source, Error> {
    let node = component.required("source")?;
    if node.get("eval").is_none() {
        return parse_part(component, 1_000_000).map(Source::Part);
    }
    let object = ConfigObject::new(node, &component.path_of_key("source"), SOURCE_KEYS)?;
    let family = object.text("eval")?.unwrap_or_default();
    object.check_keys(&[&["eval", "window"]])?;
    for key in ["transform", "when"] {
        if component.get(key).is_some() {
            return Err(component.error(key, "none beside an eval, which is a score", "one"));
        }
    }
    Ok(Source::Eval { family: Family::from_name(&family)?, window: parse_window(&object)? })
}

/// Parses an object with a source, a transform and a condition.
fn parse_part(object: &ConfigObject<'_>, weight: u64) -> Result<Part, Error> {
    let number = parse_number(object.required("source")?, &object.path_of_key("source"))?;
    let has_fields = matches!(number, Number::Field(_));
    let transform = transform::parse_transform(object, has_fields)?;
    let of = match (transform.operand(), object.get("transform").and_then(|t| t.get("of"))) {
        (Some(Operand::Other), Some(node)) => {
            Some(Box::new(parse_number(node, &format!("{}.of", object.path_of_key("transform")))?))
        }
        _ => None,
    };
    Ok(Part { number, transform, of, when: condition::parse_condition(object)?, weight })
}

/// Parses the source at `path`, which is no eval.
pub(super) fn parse_number(node: Node<'_>, path: &str) -> Result<Number, Error> {
    if node.as_number().is_some() {
        return config_object::parse_exact(node, path, 9).map(Number::Constant);
    }
    let object = ConfigObject::new(node, path, SOURCE_KEYS)?;
    for combinator in Combinator::ALL {
        if object.get(combinator.name()).is_some() {
            object.check_keys(&[&[combinator.name()]])?;
            return parse_combination(&object, combinator);
        }
    }
    if let Some(field) = parse_field(&object, &["status", "fetchedAt"], &[])? {
        return Ok(Number::Field(field));
    }
    let expected = "one of signal, metadata, product, first, sum and mean";
    Err(object.error("", expected, if object.get("eval").is_some() { "eval" } else { "none" }))
}

fn parse_combination(object: &ConfigObject<'_>, combinator: Combinator) -> Result<Number, Error> {
    let key = combinator.name();
    let nodes = object.list(key, MOST_PARTS)?;
    if nodes.is_empty() {
        return Err(object.error(key, "at least one part", "none"));
    }
    let parts = nodes.into_iter().enumerate().map(|(index, node)| {
        let path = format!("{}[{index}]", object.path_of_key(key));
        if node.kind() != Kind::Map {
            return Ok(Part::from_number(parse_number(node, &path)?));
        }
        let keys = if combinator.is_weighted() { PART_KEYS } else { &PART_KEYS[..4] };
        let object = ConfigObject::new(node, &path, keys)?;
        object.text("description")?;
        let weight = object.weight("weight")?.unwrap_or(1_000_000);
        if weight == 0 {
            return Err(object.error("weight", "a weight above 0", decimal::format_billionths(0)));
        }
        parse_part(&object, weight)
    });
    Ok(Number::Combination { combinator, parts: parts.collect::<Result<_, _>>()? })
}

/// Parses the window of an eval source, if present.
pub(super) fn parse_window(object: &ConfigObject<'_>) -> Result<Option<Window>, Error> {
    let Some(node) = object.get("window") else { return Ok(None) };
    let window = ConfigObject::new(node, &object.path_of_key("window"), &["runs", "days"])?;
    let (runs, days) = (window.integer("runs", 1, 1_000_000)?, window.integer("days", 1, 36_500)?);
    match (runs, days) {
        (Some(runs), None) => Ok(usize::try_from(runs).ok().map(Window::Runs)),
        (None, Some(days)) => Ok(Some(Window::Millis(days * DAY))),
        _ => Err(window.error("", "either runs or days", "both or neither")),
    }
}
