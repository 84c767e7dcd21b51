//! An adapter of a configuration, the built-in ones included.

use super::{component, source};
use crate::error::{Code, Error, shown};
use crate::id::{AdapterId, ComponentKey, Family, SignalId};
use crate::score::adapter::{Adapter, Applies, Component, Mode, Source};
use crate::score::decimal;
use crate::score::shape::Shape;
use crate::tape::Node;

/// The keys of an adapter, as in the schema.
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

/// The built-in adapter called `id`: the family that it scores.
fn built_in(id: &str) -> Option<Family> {
    match id {
        "simple-math" => Some(Family::Math),
        "simple-science" => Some(Family::Science),
        _ => None,
    }
}

/// Reads one; `max_age` is the general freshness, and `signals` gains the signals it reads.
pub(super) fn read(
    node: Node<'_>,
    path: &str,
    max_age: Option<i64>,
    signals: &mut Vec<SignalId>,
) -> Result<Adapter, Error> {
    let shape = Shape::new(node, path, ADAPTER_KEYS)?;
    shape.text("description")?;
    shape.required("adapterId")?;
    let id = AdapterId::new(shape.text("adapterId")?.unwrap_or_default())?;
    let family = built_in(id.as_str()).filter(|_| shape.get("components").is_none());
    let mode = match shape.text("contributionMode")? {
        None if family.is_some() => Mode::Scoped,
        None => Mode::Conditional,
        Some(name) => Mode::from_name(&name).ok_or_else(|| unknown_mode(&shape, &name))?,
    };
    let weight =
        shape.weight("weight")?.unwrap_or(if family.is_some() { 500_000 } else { 1_000_000 });
    let default_key = match shape.text("defaultComponentKey")? {
        Some(key) => ComponentKey::new(key)?,
        None => ComponentKey::new(format!("{id}.score"))?,
    };
    let components = if let Some(family) = family {
        vec![Component {
            key: ComponentKey::new(format!("{id}.score"))?,
            source: Source::Eval { family, window: source::window(&shape)? },
            weight: 1,
            weight_text: "1".to_owned(),
            non_scorable: false,
            max_age,
        }]
    } else {
        if shape.get("window").is_some() {
            return Err(shape.refused("window", "no window beside components", "one"));
        }
        component::all(&shape, max_age, signals)?
    };
    Ok(Adapter {
        id,
        mode,
        weight,
        weight_text: decimal::text(i128::from(weight) * 1000),
        default_key,
        applies: applies(&shape)?,
        components,
    })
}

fn unknown_mode(shape: &Shape<'_>, name: &str) -> Error {
    // The standard's rationale says `always` and `onlyWhenPresent`, which its own list of modes
    // does not have.
    let expected = match name {
        "always" => "universal or scoped (HCS-25 has no mode \"always\")",
        "onlyWhenPresent" => "conditional (HCS-25 has no mode \"onlyWhenPresent\")",
        _ => "universal, scoped or conditional",
    };
    Error::new(Code::ScoreUnknownMode, shape.at("contributionMode"), expected, shown(name))
}

fn applies(shape: &Shape<'_>) -> Result<Applies, Error> {
    let mut applies = Applies {
        include: shape.texts("includeRegistries")?,
        exclude: shape.texts("excludeRegistries")?,
        ..Applies::default()
    };
    if let Some(node) = shape.get("appliesTo") {
        let predicate = Shape::new(node, &shape.at("appliesTo"), &["protocols", "classes"])?;
        applies.protocols = predicate.texts("protocols")?;
        applies.classes = predicate.texts("classes")?;
    }
    Ok(applies)
}
