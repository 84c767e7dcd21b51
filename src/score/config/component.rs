//! Parser for the components of an adapter.

use super::source;
use crate::base::tape::Node;
use crate::error::Error;
use crate::id::ComponentKey;
use crate::score::adapter::Component;
use crate::score::config_object::ConfigObject;
use crate::score::decimal;
use crate::score::mean::gcd;

/// Keys of a component, as in the schema.
pub(super) const COMPONENT_KEYS: &[&str] = &[
    "key",
    "description",
    "source",
    "transform",
    "when",
    "weight",
    "nonScorableWhenUnavailable",
    "maxAgeSeconds",
];

/// Parses the components of `adapter`: at least one, at least one with a weight above 0.
pub(super) fn parse_components(
    adapter: &ConfigObject<'_>,
    max_age: Option<i64>,
) -> Result<Vec<Component>, Error> {
    let nodes = adapter.list("components", 64)?;
    if nodes.is_empty() {
        return Err(adapter.error("components", "at least one component", "none"));
    }
    let mut components = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.into_iter().enumerate() {
        let path = format!("{}[{index}]", adapter.path_of_key("components"));
        components.push(parse_component(node, &path, max_age)?);
    }
    let common = components.iter().fold(0, |common, c| gcd(common, u128::from(c.weight)));
    if common == 0 {
        return Err(adapter.error("components", "a weight above 0", "none"));
    }
    for component in &mut components {
        component.weight = divide_weight(component.weight, common);
    }
    Ok(components)
}

fn parse_component(
    node: Node<'_>,
    path: &str,
    general_max_age: Option<i64>,
) -> Result<Component, Error> {
    let object = ConfigObject::new(node, path, COMPONENT_KEYS)?;
    object.text("description")?;
    object.required("key")?;
    let weight = object.weight("weight")?.unwrap_or(1_000_000);
    Ok(Component {
        key: ComponentKey::new(object.text("key")?.unwrap_or_default())?,
        source: source::parse_source(&object)?,
        weight,
        weight_text: decimal::format_billionths(i128::from(weight) * 1000),
        non_scorable: object.flag("nonScorableWhenUnavailable")?,
        max_age: max_age(&object)?.or(general_max_age),
    })
}

/// Divides a weight by the common divisor of all weights.
pub(super) fn divide_weight(weight: u64, common: u128) -> u64 {
    u64::try_from(u128::from(weight) / common.max(1)).unwrap_or(weight)
}

/// Parses the maximum age of a signal in milliseconds.
pub(super) fn max_age(object: &ConfigObject<'_>) -> Result<Option<i64>, Error> {
    Ok(object.integer("maxAgeSeconds", 0, 100_000_000_000)?.map(|seconds| seconds * 1000))
}
