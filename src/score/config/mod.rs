//! The scoring configuration: parses strict JSON into validated adapters.

mod adapter;
mod component;
mod condition;
mod field;
mod source;
mod transform;

use super::adapter::{Adapter, Source};
use super::config_object::ConfigObject;
use super::decimal::{self, ONE};
use super::digest;
use super::mean::gcd;
use super::source::{Condition, Field, FieldOwner, Number, Part};
use crate::base::hash::Digest;
use crate::base::order;
use crate::base::tape::Tape;
use crate::error::{Code, Error, shown};
use crate::id::{ComponentKey, SignalId};
use component::{divide_weight, max_age};

/// Key of the composite score, which is reserved.
const TOTAL: &str = "total";

// Top-level keys of a configuration, as in the schema.
const KEYS: &[&str] = &[
    "trustScoreConfigVersion",
    "description",
    "staleMultiplier",
    "freshness",
    "invalid",
    "confidence",
    "adapters",
];

/// A validated scoring configuration (`docs/schema/score-config.schema.json`).
#[derive(Clone, Debug)]
pub struct Config {
    version: u64,
    digest: Digest,
    /// In billionths, at most 1.
    pub(crate) stale_multiplier: u64,
    pub(crate) confidence: bool,
    /// True if an invalid value makes its component an `error` instead of refusing the subject.
    pub(crate) invalid_is_error: bool,
    /// Sorted by id, so that their order in the file has no effect.
    pub(crate) adapters: Vec<Adapter>,
    /// Ids of the signals that components read, sorted.
    pub(crate) signals: Vec<SignalId>,
    /// The possible keys of `trustScores`, in canonical JSON order.
    pub(crate) keys: Vec<(ComponentKey, ScoreKey)>,
}

/// The meaning of a key of `trustScores`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreKey {
    /// A component of an adapter; `reading` is its index in
    /// [`Computation::readings`](super::combine::Computation::readings).
    Component { adapter: usize, component: usize, reading: usize },
    /// The default component of an adapter.
    Default(usize),
    /// The composite.
    Total,
}

impl Config {
    /// Parses a configuration.
    ///
    /// # Errors
    /// `json.invalid`, `id.…`, and `score.…` codes with the path of the invalid value.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let mut tape = Tape::new();
        let root =
            ConfigObject::new(tape.read("scoring configuration", text)?, "configuration", KEYS)?;
        root.text("description")?;
        root.required("trustScoreConfigVersion")?;
        let version = root.integer("trustScoreConfigVersion", 0, 999_999_999_999_999)?;
        let stale = root.number("staleMultiplier", 6)?.unwrap_or(ONE);
        let Some(stale_multiplier) = u64::try_from(stale).ok().filter(|_| stale <= ONE) else {
            return Err(root.error(
                "staleMultiplier",
                "a number from 0 to 1",
                decimal::format_billionths(stale),
            ));
        };
        let max_age = match root.get("freshness") {
            None => None,
            Some(node) => max_age(&ConfigObject::new(
                node,
                &root.path_of_key("freshness"),
                &["maxAgeSeconds"],
            )?)?,
        };
        root.required("adapters")?;
        let mut adapters = Vec::new();
        for (index, node) in root.list("adapters", 256)?.into_iter().enumerate() {
            let path = format!("adapters[{index}]");
            adapters.push(adapter::parse_adapter(node, &path, max_age)?);
        }
        order::sort_by(&mut adapters, &|a: &Adapter, b| a.id.cmp(&b.id));
        if let Some(pair) = adapters.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(duplicate_error("adapter id", pair[0].id.as_str()));
        }
        let common = adapters.iter().fold(0, |common, a| gcd(common, u128::from(a.weight)));
        for adapter in &mut adapters {
            adapter.weight = divide_weight(adapter.weight, common);
        }
        let invalid_is_error = match root.text("invalid")?.as_deref() {
            None | Some("refuse") => false,
            Some("error") => true,
            Some(other) => return Err(root.error("invalid", "refuse or error", shown(other))),
        };
        Ok(Self {
            version: version.and_then(|v| u64::try_from(v).ok()).unwrap_or_default(),
            digest: digest::digest(text)?,
            stale_multiplier,
            confidence: root.flag("confidence")?,
            invalid_is_error,
            keys: collect_keys(&adapters)?,
            signals: collect_signal_ids(&adapters),
            adapters,
        })
    }

    /// Returns `trustScoreConfigVersion`.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the SHA-256 digest of the configuration's canonical JSON (RFC 8785).
    pub const fn digest(&self) -> Digest {
        self.digest
    }
}

fn duplicate_error(what: &'static str, id: &str) -> Error {
    Error::because(Code::ScoreDuplicate, what, format!("{} occurs twice", shown(id)))
}

/// Collects the ids of the signals that `adapters` read, sorted.
fn collect_signal_ids(adapters: &[Adapter]) -> Vec<SignalId> {
    let mut signals = Vec::new();
    for adapter in adapters {
        add_condition(&mut signals, adapter.applies.when.as_ref());
        for component in &adapter.components {
            if let Source::Part(part) = &component.source {
                add_part(&mut signals, part);
            }
        }
    }
    order::sort_by(&mut signals, &Ord::cmp);
    signals.dedup();
    signals
}

fn add_part(signals: &mut Vec<SignalId>, part: &Part) {
    add_condition(signals, part.when.as_ref());
    add_number(signals, &part.number);
    if let Some(number) = &part.of {
        add_number(signals, number);
    }
}

fn add_number(signals: &mut Vec<SignalId>, number: &Number) {
    match number {
        Number::Constant(_) => {}
        Number::Field(field) => add_field(signals, field),
        Number::Combination { parts, .. } => parts.iter().for_each(|part| add_part(signals, part)),
    }
}

fn add_condition(signals: &mut Vec<SignalId>, condition: Option<&Condition>) {
    let tests = condition.into_iter().flat_map(|condition| &condition.any);
    tests.for_each(|test| add_field(signals, &test.field));
}

fn add_field(signals: &mut Vec<SignalId>, field: &Field) {
    if let FieldOwner::Signal(id) = &field.home {
        signals.push(id.clone());
    }
}

/// Collects the keys of `trustScores`, and checks that no two adapters share one.
fn collect_keys(adapters: &[Adapter]) -> Result<Vec<(ComponentKey, ScoreKey)>, Error> {
    let mut keys = Vec::new();
    let mut reading = 0;
    for (index, adapter) in adapters.iter().enumerate() {
        for (component, definition) in adapter.components.iter().enumerate() {
            keys.push((
                definition.key.clone(),
                ScoreKey::Component { adapter: index, component, reading },
            ));
            reading += 1;
        }
        // An adapter's default may share the key of one of its components: it is only used if the
        // component map is empty.
        keys.push((adapter.default_key.clone(), ScoreKey::Default(index)));
    }
    keys.push((ComponentKey::new(TOTAL)?, ScoreKey::Total));
    order::sort_by(&mut keys, &|(a, _), (b, _)| a.cmp(b));
    for pair in keys.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        match (pair[0].1, pair[1].1) {
            (ScoreKey::Component { adapter, .. }, ScoreKey::Default(owner)) if adapter == owner => {
            }
            _ => return Err(duplicate_error("component key", pair[0].0.as_str())),
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::adapter::ADAPTER_KEYS;
    use super::component::COMPONENT_KEYS;
    use super::condition::TEST_KEYS;
    use super::source::{PART_KEYS, SOURCE_KEYS};
    use super::transform::TRANSFORM_KEYS;
    use super::*;

    /// Returns the property names of a schema and its alternatives.
    fn properties(schema: &serde_json::Value) -> BTreeSet<&str> {
        let alternatives = |name: &str| schema[name].as_array().into_iter().flatten();
        alternatives("oneOf")
            .chain(alternatives("anyOf"))
            .chain([schema])
            .filter_map(|schema| schema["properties"].as_object())
            .flat_map(|properties| properties.keys().map(String::as_str))
            .collect()
    }

    #[test]
    fn keys_match_the_schema() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/schema/score-config.schema.json"))
                .unwrap();
        let defs = &schema["$defs"];
        for (schema, keys) in [
            (&schema, KEYS),
            (&defs["adapter"], ADAPTER_KEYS),
            (&defs["component"], COMPONENT_KEYS),
            (&defs["part"], PART_KEYS),
            (&defs["source"], SOURCE_KEYS),
            (&defs["test"], TEST_KEYS),
            (&defs["transform"], TRANSFORM_KEYS),
        ] {
            assert_eq!(properties(schema), keys.iter().copied().collect());
        }
    }

    #[test]
    fn catalogue_example_parses() {
        let catalogue = include_str!("../../../docs/signals.md");
        let (_, example) = catalogue.split_once("<!-- example -->\n```json\n").unwrap();
        let (example, _) = example.split_once("\n```").unwrap();
        let config = Config::parse(example.as_bytes()).unwrap();
        assert_eq!(config.adapters.len(), 17);
    }
}
