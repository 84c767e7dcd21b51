//! Evaluation of conditions on the fields of a subject.

use super::config_object::parse_nearest;
use super::snapshot::Snapshot;
use super::source::{Condition, Scalar, Test};
use crate::base::tape::Node;
use crate::error::Error;

/// Reports whether `condition` holds for the subject.
///
/// # Errors
/// For a number to be compared that is none.
pub(crate) fn condition_holds(
    condition: &Condition,
    snapshot: &Snapshot<'_>,
) -> Result<bool, Error> {
    for test in &condition.any {
        if test_passes(test, snapshot)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn test_passes(test: &Test, snapshot: &Snapshot<'_>) -> Result<bool, Error> {
    let node = snapshot.value(&test.field)?;
    if let Some(values) = &test.is {
        return Ok(values.iter().any(|value| equals_scalar(value, node)));
    }
    let Some(node) = node else { return Ok(false) };
    if test.least.or(test.most).is_none() {
        return Ok(true);
    }
    let number = parse_nearest(node, || test.field.label())?;
    Ok(test.least.is_none_or(|least| number >= least)
        && test.most.is_none_or(|most| number <= most))
}

/// Reports whether `node`, which is not `null`, has this value.
fn equals_scalar(value: &Scalar, node: Option<Node<'_>>) -> bool {
    match value {
        Scalar::Null => node.is_none(),
        Scalar::Bool(value) => node.and_then(|node| node.as_bool()) == Some(*value),
        Scalar::Text(text) => node.is_some_and(|node| node.is_text(text)),
    }
}
