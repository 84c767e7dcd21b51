//! Sources of numbers, as a validated configuration declares them: fields, combinations of parts,
//! and conditions.

use super::decimal;
use super::transform::Transform;
use crate::base::pointer::Pointer;
use crate::error::shown;
use crate::id::SignalId;

/// A number with a transform: of a component, or of a part of a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) number: Number,
    pub(crate) transform: Transform,
    /// The source that is [`Operand::Other`](super::transform::Operand) of the transform.
    pub(crate) of: Option<Box<Number>>,
    /// The part is missing unless this holds.
    pub(crate) when: Option<Condition>,
    /// Weight within a sum or mean, in millionths.
    pub(crate) weight: u64,
}

impl Part {
    /// Creates a part that is `number` itself.
    pub(crate) const fn from_number(number: Number) -> Self {
        Self { number, transform: Transform::Identity, of: None, when: None, weight: 1_000_000 }
    }
}

/// The source of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A number of the configuration, in billionths.
    Constant(i128),
    /// A stored field.
    Field(Field),
    /// A combination of other numbers.
    Combination { combinator: Combinator, parts: Vec<Part> },
}

/// A field that a source or a condition reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) home: FieldOwner,
    pub(crate) pointer: Pointer,
}

impl Field {
    /// Returns the name of the field in messages.
    pub(crate) fn label(&self) -> String {
        self.sibling_label(&self.pointer)
    }

    /// Returns the name of another field of the same object.
    pub(crate) fn sibling_label(&self, pointer: &Pointer) -> String {
        let path = pointer.tokens().join("/");
        match &self.home {
            FieldOwner::Signal(id) => format!("{id}: data/{path}"),
            FieldOwner::Metadata { .. } => format!("subject.metadata/{path}"),
        }
    }
}

/// The object that a field is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldOwner {
    /// The `data` of a signal.
    Signal(SignalId),
    /// `subject.metadata`, with the fields of status and time.
    Metadata { status: Option<Pointer>, fetched_at: Option<Pointer> },
}

/// The rule that combines parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    /// The product of percentages: of 50 and 40, 20.
    Product,
    /// The first part that is available.
    First,
    /// The sum of the parts that are present, by weight.
    Sum,
    /// The mean of the parts that are present, by weight.
    Mean,
}

impl Combinator {
    /// Every combinator.
    pub(crate) const ALL: [Self; 4] = [Self::Product, Self::First, Self::Sum, Self::Mean];

    /// Returns the key used in configurations.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::First => "first",
            Self::Sum => "sum",
            Self::Mean => "mean",
        }
    }

    /// Describes the rule in explanations.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Product => "product of percentages",
            Self::First => "first available",
            Self::Sum => "sum by weight",
            Self::Mean => "mean by weight",
        }
    }

    /// Reports whether the parts have weights.
    pub(crate) const fn is_weighted(self) -> bool {
        matches!(self, Self::Sum | Self::Mean)
    }
}

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
    /// Describes the condition, such as `subject.metadata/online is true`.
    pub(crate) fn text(&self) -> String {
        let tests: Vec<_> = self.any.iter().map(Test::text).collect();
        tests.join(", or ")
    }
}

impl Test {
    fn text(&self) -> String {
        let place = self.field.label();
        let number = decimal::format_billionths;
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
    fn text(&self) -> String {
        match self {
            Self::Null => "absent".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => shown(text),
        }
    }
}
