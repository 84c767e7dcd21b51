//! Conditions on the fields of a subject: presence and comparison.

use super::adapter::Field;
use super::decimal;
use super::shape::nearest;
use super::snapshot::Snapshot;
use crate::base::tape::Node;
use crate::error::{Error, shown};

/// A condition that holds if any of its tests does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) any: Vec<Test>,
}

/// A test of one field: of its presence, unless the other members say more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) field: Field,
    /// The values that pass.
    pub(crate) is: Option<Vec<Scalar>>,
    /// The lowest number that passes.
    pub(crate) least: Option<i128>,
    /// The highest number that passes.
    pub(crate) most: Option<i128>,
}

/// A value that a field is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// An absent field, or `null`.
    Null,
    Bool(bool),
    Text(String),
}

impl Condition {
    /// Reports whether the condition holds for the subject.
    ///
    /// # Errors
    /// For a number to be compared that is none.
    pub(crate) fn holds(&self, snapshot: &Snapshot<'_>) -> Result<bool, Error> {
        for test in &self.any {
            if test.passes(snapshot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Describes the condition, such as `subject.metadata/online is true`.
    pub(crate) fn text(&self) -> String {
        let tests: Vec<_> = self.any.iter().map(Test::text).collect();
        tests.join(", or ")
    }
}

impl Test {
    fn passes(&self, snapshot: &Snapshot<'_>) -> Result<bool, Error> {
        let node = snapshot.value(&self.field)?;
        if let Some(values) = &self.is {
            return Ok(values.iter().any(|value| value.equals(node)));
        }
        let Some(node) = node else { return Ok(false) };
        if self.least.or(self.most).is_none() {
            return Ok(true);
        }
        let number = nearest(node, || self.field.place())?;
        Ok(self.least.is_none_or(|least| number >= least)
            && self.most.is_none_or(|most| number <= most))
    }

    fn text(&self) -> String {
        let place = self.field.place();
        let number = decimal::text;
        match (&self.is, self.least, self.most) {
            (Some(values), ..) => {
                let values: Vec<_> = values.iter().map(Scalar::text).collect();
                format!("{place} is {}", values.join(" or "))
            }
            (_, Some(least), Some(most)) => {
                format!("{place} is from {} to {}", number(least), number(most))
            }
            (_, Some(least), None) => format!("{place} is at least {}", number(least)),
            (_, None, Some(most)) => format!("{place} is at most {}", number(most)),
            (None, None, None) => format!("{place} is present"),
        }
    }
}

impl Scalar {
    /// Reports whether `node`, which is not `null`, has this value.
    fn equals(&self, node: Option<Node<'_>>) -> bool {
        match self {
            Self::Null => node.is_none(),
            Self::Bool(value) => node.and_then(|node| node.as_bool()) == Some(*value),
            Self::Text(text) => node.is_some_and(|node| node.is(text)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Null => "absent".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => shown(text),
        }
    }
}
