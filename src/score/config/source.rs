//! Where a component's number comes from: a signal, a stored field, or the simple evals.

use super::transform;
use crate::error::{Error, shown};
use crate::id::{Family, SignalId};
use crate::pointer::Pointer;
use crate::score::adapter::{Source, Window};
use crate::score::shape::Shape;

const DAY: i64 = 86_400_000;

/// The keys of a source, as in the schema.
pub(super) const SOURCE_KEYS: &[&str] =
    &["signal", "field", "metadata", "status", "fetchedAt", "eval", "window"];

/// Reads the source of `component`, and its transform, which only a number has.
pub(super) fn read(component: &Shape<'_>, signals: &mut Vec<SignalId>) -> Result<Source, Error> {
    let node = component.required("source")?;
    let path = component.at("source");
    let shape = Shape::new(node, &path, SOURCE_KEYS)?;
    let only = |keys: &[&str]| Shape::new(node, &path, keys).map(drop);
    if shape.get("signal").is_some() {
        only(&["signal", "field"])?;
        signals.push(SignalId::new(shape.text("signal")?.unwrap_or_default())?);
        return Ok(Source::Signal {
            signal: signals.len() - 1,
            field: pointer(&shape, "field")?.ok_or_else(|| {
                shape.refused("field", "a JSON Pointer into the signal's data", "nothing")
            })?,
            transform: transform::read(component)?,
        });
    }
    if let Some(field) = pointer(&shape, "metadata")? {
        only(&["metadata", "status", "fetchedAt"])?;
        return Ok(Source::Metadata {
            field,
            status: pointer(&shape, "status")?,
            fetched_at: pointer(&shape, "fetchedAt")?,
            transform: transform::read(component)?,
        });
    }
    let Some(family) = shape.text("eval")? else {
        return Err(shape.refused("", "one of signal, metadata and eval", "none"));
    };
    only(&["eval", "window"])?;
    if component.get("transform").is_some() {
        return Err(component.refused("transform", "none beside an eval, which is a score", "one"));
    }
    Ok(Source::Eval { family: Family::from_name(&family)?, window: window(&shape)? })
}

/// The window of evals, if there is one.
pub(super) fn window(shape: &Shape<'_>) -> Result<Option<Window>, Error> {
    let Some(node) = shape.get("window") else { return Ok(None) };
    let window = Shape::new(node, &shape.at("window"), &["runs", "days"])?;
    let (runs, days) = (window.whole("runs", 1, 1_000_000)?, window.whole("days", 1, 36_500)?);
    match (runs, days) {
        (Some(runs), None) => Ok(usize::try_from(runs).ok().map(Window::Runs)),
        (None, Some(days)) => Ok(Some(Window::Millis(days * DAY))),
        _ => Err(window.refused("", "either runs or days", "both or neither")),
    }
}

fn pointer(shape: &Shape<'_>, key: &str) -> Result<Option<Pointer>, Error> {
    shape.text(key)?.map(|text| field(shape, key, &text)).transpose()
}

/// The pointer to a field: not to all of them.
pub(super) fn field(shape: &Shape<'_>, key: &str, text: &str) -> Result<Pointer, Error> {
    let pointer = Pointer::parse(text).filter(|pointer| !pointer.tokens().is_empty());
    pointer.ok_or_else(|| shape.refused(key, "a JSON Pointer, such as /uptime", shown(text)))
}
