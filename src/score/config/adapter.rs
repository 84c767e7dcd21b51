//! Parser for the adapters of a configuration, including the built-in ones.

use super::{component, condition, source};
use crate::base::tape::Node;
use crate::error::{Code, Error, shown};
use crate::id::{AdapterId, ComponentKey, Family};
use crate::score::adapter::{Adapter, Applicability, Component, Mode, Source};
use crate::score::config_object::ConfigObject;
use crate::score::decimal;

/// Keys of an adapter, as in the schema.
pub(super) const ADAPTER_KEYS: &[&str] = &[
    "adapterId",
    "description",
    "contributionMode",
    "weight",
    "defaultComponentKey",
    "includeRegistries",
    "excludeRegistries",
    "appliesTo",
    "components",
    "window",
];

/// Returns the family that the built-in adapter `id` scores.
fn built_in_family(id: &str) -> Option<Family> {
    match id {
        "simple-math" => Some(Family::Math),
        "simple-science" => Some(Family::Science),
        _ => None,
    }
}

/// Parses an adapter. `max_age` is the default freshness limit.
pub(super) fn parse_adapter(
    node: Node<'_>,
    path: &str,
    max_age: Option<i64>,
) -> Result<Adapter, Error> {
    let object = ConfigObject::new(node, path, ADAPTER_KEYS)?;
    object.text("description")?;
    object.required("adapterId")?;
    let id = AdapterId::new(object.text("adapterId")?.unwrap_or_default())?;
    let family = built_in_family(id.as_str()).filter(|_| object.get("components").is_none());
    let mode = match object.text("contributionMode")? {
        None if family.is_some() => Mode::Scoped,
        None => Mode::Conditional,
        Some(name) => Mode::from_name(&name).ok_or_else(|| unknown_mode(&object, &name))?,
    };
    let weight =
        object.weight("weight")?.unwrap_or(if family.is_some() { 500_000 } else { 1_000_000 });
    let default_key = match object.text("defaultComponentKey")? {
        Some(key) => ComponentKey::new(key)?,
        None => ComponentKey::new(format!("{id}.score"))?,
    };
    let components = if let Some(family) = family {
        vec![Component {
            key: ComponentKey::new(format!("{id}.score"))?,
            source: Source::Eval { family, window: source::parse_window(&object)? },
            weight: 1,
            weight_text: "1".to_owned(),
            non_scorable: false,
            max_age,
        }]
    } else {
        if object.get("window").is_some() {
            return Err(object.error("window", "no window beside components", "one"));
        }
        component::parse_components(&object, max_age)?
    };
    Ok(Adapter {
        id,
        mode,
        weight,
        weight_text: decimal::format_billionths(i128::from(weight) * 1000),
        default_key,
        applies: parse_applicability(&object)?,
        components,
    })
}

fn unknown_mode(object: &ConfigObject<'_>, name: &str) -> Error {
    // HCS-25's rationale mentions `always` and `onlyWhenPresent`, which are not in its list of
    // modes.
    let expected = match name {
        "always" => "universal or scoped (HCS-25 has no mode \"always\")",
        "onlyWhenPresent" => "conditional (HCS-25 has no mode \"onlyWhenPresent\")",
        _ => "universal, scoped or conditional",
    };
    Error::new(
        Code::ScoreUnknownMode,
        object.path_of_key("contributionMode"),
        expected,
        shown(name),
    )
}

fn parse_applicability(object: &ConfigObject<'_>) -> Result<Applicability, Error> {
    let mut applies = Applicability {
        include: object.strings("includeRegistries")?,
        exclude: object.strings("excludeRegistries")?,
        ..Applicability::default()
    };
    if let Some(node) = object.get("appliesTo") {
        let predicate = ConfigObject::new(
            node,
            &object.path_of_key("appliesTo"),
            &["protocols", "classes", "when"],
        )?;
        applies.protocols = predicate.strings("protocols")?;
        applies.classes = predicate.strings("classes")?;
        applies.when = condition::parse_condition(&predicate)?;
    }
    Ok(applies)
}
