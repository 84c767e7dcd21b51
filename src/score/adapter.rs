//! Trust score adapters as data: what a configuration declares, checked.

use super::transform::Transform;
use crate::id::{AdapterId, ComponentKey, Family};
use crate::pointer::Pointer;

/// How an adapter takes part in the denominator (HCS-25, "Contribution Modes").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Always, if it applies.
    Universal,
    /// Always, if it applies.
    Scoped,
    /// Only with output of its own. The default.
    Conditional,
}

impl Mode {
    /// The name that configurations and records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Universal => "universal",
            Self::Scoped => "scoped",
            Self::Conditional => "conditional",
        }
    }

    /// The mode called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Universal, Self::Scoped, Self::Conditional].into_iter().find(|m| m.name() == name)
    }
}

/// Whom an adapter is about (HCS-25, "Applicability"). An absent list allows all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Applies {
    pub(crate) include: Option<Vec<String>>,
    pub(crate) exclude: Option<Vec<String>>,
    pub(crate) protocols: Option<Vec<String>>,
    pub(crate) classes: Option<Vec<String>>,
}

impl Applies {
    /// Whether a subject of this registry, protocol and class is meant. A subject that does not say
    /// is on no list.
    pub(crate) fn to(
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
    /// In millionths, divided by what the weights of all adapters have in common.
    pub(crate) weight: u64,
    /// The weight as a record shows it.
    pub(crate) weight_text: String,
    pub(crate) default_key: ComponentKey,
    pub(crate) applies: Applies,
    pub(crate) components: Vec<Component>,
}

/// A component of an adapter.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) key: ComponentKey,
    pub(crate) source: Source,
    /// In millionths, divided by what the weights of the adapter's components have in common.
    pub(crate) weight: u64,
    pub(crate) weight_text: String,
    pub(crate) non_scorable: bool,
    /// A signal older than this many milliseconds is stale.
    pub(crate) max_age: Option<i64>,
}

/// Where the number of a component comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A field of a signal's `data`. The signal is a place in [`super::Config::signals`].
    Signal { signal: usize, field: Pointer, transform: Transform },
    /// A stored field of `subject.metadata`, with the fields of its status and time.
    Metadata {
        field: Pointer,
        status: Option<Pointer>,
        fetched_at: Option<Pointer>,
        transform: Transform,
    },
    /// The simple evals of a family, from records and stored fields alike.
    Eval { family: Family, window: Option<Window> },
}

/// Which runs a windowed score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// The newest so many.
    Runs(usize),
    /// Those of the last so many milliseconds.
    Millis(i64),
}
