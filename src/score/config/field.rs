//! Parser for the fields that sources and conditions read.

use crate::base::pointer::Pointer;
use crate::error::Error;
use crate::id::SignalId;
use crate::score::config_object::ConfigObject;
use crate::score::source::{Field, FieldOwner};

/// Parses the field that `object` names by `signal` and `field`, or by `metadata`. Allows the keys
/// `stored` beside `metadata`, and `others` in both cases.
pub(super) fn parse_field(
    object: &ConfigObject<'_>,
    stored: &[&str],
    others: &[&str],
) -> Result<Option<Field>, Error> {
    if let Some(id) = object.text("signal")? {
        object.check_keys(&[&["signal", "field"], others])?;
        let pointer = parse_pointer(object, "field")?.ok_or_else(|| {
            object.error("field", "a JSON Pointer into the signal's data", "nothing")
        })?;
        return Ok(Some(Field { home: FieldOwner::Signal(SignalId::new(id)?), pointer }));
    }
    let Some(field) = parse_pointer(object, "metadata")? else { return Ok(None) };
    object.check_keys(&[&["metadata"], stored, others])?;
    let home = FieldOwner::Metadata {
        status: parse_pointer(object, "status")?,
        fetched_at: parse_pointer(object, "fetchedAt")?,
    };
    Ok(Some(Field { home, pointer: field }))
}

fn parse_pointer(object: &ConfigObject<'_>, key: &str) -> Result<Option<Pointer>, Error> {
    object.text(key)?.map(|text| object.pointer(key, &text)).transpose()
}
