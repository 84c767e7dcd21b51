//! Adapters of the trust score, as a validated configuration declares them.

use super::source::{Condition, Part};
use crate::id::{AdapterId, ComponentKey, Family};

/// The contribution mode of an adapter (HCS-25, "Contribution Modes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always in the denominator if the adapter applies.
    Universal,
    /// Always in the denominator if the adapter applies.
    Scoped,
    /// In the denominator only if a signal of the subject gives it a value. The default.
    Conditional,
}

impl Mode {
    /// Returns the name used in configurations and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Universal => "universal",
            Self::Scoped => "scoped",
            Self::Conditional => "conditional",
        }
    }

    /// Looks up a mode by name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Universal, Self::Scoped, Self::Conditional].into_iter().find(|m| m.name() == name)
    }
}

/// The subjects that an adapter applies to (HCS-25, "Applicability"). An absent list allows all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Applicability {
    pub(crate) include: Option<Vec<String>>,
    pub(crate) exclude: Option<Vec<String>>,
    pub(crate) protocols: Option<Vec<String>>,
    pub(crate) classes: Option<Vec<String>>,
    pub(crate) when: Option<Condition>,
}

impl Applicability {
    /// Reports whether the adapter applies to a subject of this registry, protocol and class. An
    /// unknown attribute matches no list.
    pub(crate) fn includes(
        &self,
        registry: Option<&str>,
        protocol: Option<&str>,
        class: Option<&str>,
    ) -> bool {
        let on = |list: &Option<Vec<String>>, name: Option<&str>, absent: bool| {
            list.as_ref()
                .map_or(absent, |list| name.is_some_and(|name| list.iter().any(|n| n == name)))
        };
        on(&self.include, registry, true)
            && !on(&self.exclude, registry, false)
            && on(&self.protocols, protocol, true)
            && on(&self.classes, class, true)
    }
}

/// An adapter.
#[derive(Clone, Debug)]
pub(crate) struct Adapter {
    pub(crate) id: AdapterId,
    pub(crate) mode: Mode,
    /// Weight in millionths, divided by the greatest common divisor of all adapters' weights.
    pub(crate) weight: u64,
    /// The weight as written in records.
    pub(crate) weight_text: String,
    pub(crate) default_key: ComponentKey,
    pub(crate) applies: Applicability,
    pub(crate) components: Vec<Component>,
}

/// A component of an adapter.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) key: ComponentKey,
    pub(crate) source: Source,
    /// Weight in millionths, divided by the greatest common divisor of the adapter's component
    /// weights.
    pub(crate) weight: u64,
    pub(crate) weight_text: String,
    pub(crate) non_scorable: bool,
    /// Age in milliseconds above which a signal is stale.
    pub(crate) max_age: Option<i64>,
}

/// The source of a component's number.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Simple evals of a family, from both records and stored fields.
    Eval { family: Family, window: Option<Window> },
    /// Any other.
    Part(Part),
}

/// The runs that a windowed score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// The newest runs, up to this number.
    Runs(usize),
    /// The runs of the last this many milliseconds.
    Millis(i64),
}
