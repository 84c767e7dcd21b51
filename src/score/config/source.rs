//! Parser for component sources: signals, stored fields and simple evals.

use super::transform;
use crate::base::pointer::Pointer;
use crate::error::Error;
use crate::id::{Family, SignalId};
use crate::score::adapter::{Source, Window};
use crate::score::shape::ConfigObject;

const DAY: i64 = 86_400_000;

/// Keys of a source, as in the schema.
pub(super) const SOURCE_KEYS: &[&str] =
    &["signal", "field", "metadata", "status", "fetchedAt", "eval", "window"];

/// Parses the source of `component`, with its transform unless the source is an eval.
pub(super) fn read(
    component: &ConfigObject<'_>,
    signals: &mut Vec<SignalId>,
) -> Result<Source, Error> {
    let node = component.required("source")?;
    let path = component.at("source");
    let object = ConfigObject::new(node, &path, SOURCE_KEYS)?;
    let only = |keys: &[&str]| ConfigObject::new(node, &path, keys).map(drop);
    if object.get("signal").is_some() {
        only(&["signal", "field"])?;
        signals.push(SignalId::new(object.text("signal")?.unwrap_or_default())?);
        return Ok(Source::Signal {
            signal: signals.len() - 1,
            field: pointer(&object, "field")?.ok_or_else(|| {
                object.error("field", "a JSON Pointer into the signal's data", "nothing")
            })?,
            transform: transform::read(component)?,
        });
    }
    if let Some(field) = pointer(&object, "metadata")? {
        only(&["metadata", "status", "fetchedAt"])?;
        return Ok(Source::Metadata {
            field,
            status: pointer(&object, "status")?,
            fetched_at: pointer(&object, "fetchedAt")?,
            transform: transform::read(component)?,
        });
    }
    let Some(family) = object.text("eval")? else {
        return Err(object.error("", "one of signal, metadata and eval", "none"));
    };
    only(&["eval", "window"])?;
    if component.get("transform").is_some() {
        return Err(component.error("transform", "none beside an eval, which is a score", "one"));
    }
    Ok(Source::Eval { family: Family::from_name(&family)?, window: window(&object)? })
}

/// Parses the window of an eval source, if present.
pub(super) fn window(object: &ConfigObject<'_>) -> Result<Option<Window>, Error> {
    let Some(node) = object.get("window") else { return Ok(None) };
    let window = ConfigObject::new(node, &object.at("window"), &["runs", "days"])?;
    let (runs, days) = (window.integer("runs", 1, 1_000_000)?, window.integer("days", 1, 36_500)?);
    match (runs, days) {
        (Some(runs), None) => Ok(usize::try_from(runs).ok().map(Window::Runs)),
        (None, Some(days)) => Ok(Some(Window::Millis(days * DAY))),
        _ => Err(window.error("", "either runs or days", "both or neither")),
    }
}

fn pointer(object: &ConfigObject<'_>, key: &str) -> Result<Option<Pointer>, Error> {
    object.text(key)?.map(|text| object.pointer(key, &text)).transpose()
}
