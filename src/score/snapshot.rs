//! A subject and its signals: one line of input.

use std::borrow::Cow;

use super::clock::{Clock, Normalized, parse_status, status};
use super::config::Config;
use super::decimal::ONE;
use super::run;
use super::shape::nearest;
use super::status::is_available;
use super::transform::{Applied, COUNT, Operand, Transform};
use crate::base::order;
use crate::base::pointer::Pointer;
use crate::base::tape::{Kind, Node};
use crate::error::{Code, Error, shown};
use crate::grade::SignalStatus;
use crate::id::{Family, SignalId};

/// A subject and its signals.
#[derive(Debug)]
pub(crate) struct Snapshot<'t> {
    pub(crate) id: Cow<'t, str>,
    pub(crate) registry: Option<Cow<'t, str>>,
    pub(crate) protocol: Option<Cow<'t, str>>,
    pub(crate) class: Option<Cow<'t, str>>,
    /// `subject.metadata`.
    pub(crate) metadata: Option<Node<'t>>,
    /// The signals that the configuration reads, at their indexes in [`Config::signals`].
    pub(crate) signals: Vec<Option<Node<'t>>>,
    /// The records of simple evals.
    pub(crate) evals: Vec<(Family, Node<'t>)>,
}

impl<'t> Snapshot<'t> {
    /// Parses `{"subject": {…}, "signals": […]}`.
    ///
    /// # Errors
    /// For a line without a subject, a signal without a valid id, and a repeated id. Only simple
    /// evals may repeat.
    pub(crate) fn read(config: &Config, line: Node<'t>, now: i64) -> Result<Self, Error> {
        if line.kind() != Kind::Map {
            return Err(subject_error("line", "an object", line.found()));
        }
        let known = |key: &Node<'_>| key.is("subject") || key.is("signals");
        if let Some((key, _)) = line.members().find(|(key, _)| !known(key)) {
            let name = shown(&key.as_str().unwrap_or_default());
            return Err(Error::new(
                Code::ScoreUnknownKey,
                "line",
                "no keys but subject, signals",
                name,
            ));
        }
        let subject = line
            .get("subject")
            .filter(|node| node.kind() == Kind::Map)
            .ok_or_else(|| subject_error("subject", "an object", "none"))?;
        let text = |key: &'static str| match subject.get(key) {
            Some(node) if !node.is_null() => node
                .as_str()
                .map(Some)
                .ok_or_else(|| subject_error(format!("subject.{key}"), "text", node.found())),
            _ => Ok(None),
        };
        let id = text("id")?
            .filter(|id| !id.is_empty())
            .ok_or_else(|| subject_error("subject.id", "a stable identifier", "none"))?;
        let metadata = subject.get("metadata").filter(|node| !node.is_null());
        if let Some(node) = metadata.filter(|node| node.kind() != Kind::Map) {
            return Err(subject_error("subject.metadata", "an object", node.found()));
        }
        let mut snapshot = Self {
            registry: text("registry")?,
            protocol: text("protocol")?,
            class: text("class")?,
            id,
            metadata,
            signals: vec![None; config.signals.len()],
            evals: Vec::new(),
        };
        snapshot.read_signals(config, line)?;
        snapshot.choose_evals(config, Clock { now, max_age: None })?;
        Ok(snapshot)
    }

    fn read_signals(&mut self, config: &Config, line: Node<'t>) -> Result<(), Error> {
        let Some(signals) = line.get("signals").filter(|node| !node.is_null()) else {
            return Ok(());
        };
        if signals.kind() != Kind::List {
            return Err(subject_error("signals", "an array", signals.found()));
        }
        let mut others: Vec<Cow<'t, str>> = Vec::new();
        for (index, record) in signals.items().enumerate() {
            let Some(id) = record.get("signalId").and_then(|node| node.as_str()) else {
                let thing = format!("signals[{index}].signalId");
                return Err(Error::new(Code::ScoreSignal, thing, "a signal id", "none"));
            };
            let family = Family::ALL.into_iter().find(|family| family.signal_id() == id);
            if let Some(family) = family {
                self.evals.push((family, record));
                continue;
            }
            match config.signals.binary_search_by(|known| known.as_str().cmp(&id)) {
                Ok(index) if self.signals[index].is_some() => return Err(duplicate_signal(&id)),
                Ok(index) => self.signals[index] = Some(record),
                Err(_) => {
                    SignalId::new(id.as_ref())?;
                    others.push(id);
                }
            }
        }
        order::sort_by(&mut others, &Ord::cmp);
        match others.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(duplicate_signal(&pair[0])),
            None => Ok(()),
        }
    }

    /// For each family that the configuration also reads as a signal, chooses one record.
    fn choose_evals(&mut self, config: &Config, clock: Clock) -> Result<(), Error> {
        for family in Family::ALL {
            let known = |id: &SignalId| id.as_str() == family.signal_id();
            let Some(index) = config.signals.iter().position(known) else { continue };
            let records =
                self.evals.iter().filter(|(of, _)| *of == family).map(|(_, record)| *record);
            self.signals[index] = run::newest(records, family, clock)?;
        }
        Ok(())
    }

    /// Computes a component by applying `transform` to a field of signal `index`.
    pub(crate) fn signal(
        &self,
        config: &Config,
        index: usize,
        field: &Pointer,
        transform: &Transform,
        clock: Clock,
    ) -> Result<Normalized, Error> {
        let Some(record) = self.signals[index] else { return Ok(Normalized::MISSING) };
        let name = || config.signals[index].as_str();
        let status = status(record, name)?;
        if !is_available(status) {
            return Ok(Normalized { status, value: 0, raw: None });
        }
        let Some(data) = record.get("data") else { return Ok(Normalized::MISSING) };
        let at = |field: &Pointer| format!("{}: data/{}", name(), field.tokens().join("/"));
        let time = record.get("fetchedAt");
        transform_field(data, field, transform, at).map(|value| {
            value.map_or(Normalized::MISSING, |(value, raw)| Normalized {
                status: clock.status_by_age(status, || clock.time(time)),
                value,
                raw: Some(raw),
            })
        })
    }

    /// Computes a component by applying `transform` to a field of `subject.metadata`.
    pub(crate) fn stored(
        &self,
        field: &Pointer,
        status: Option<&Pointer>,
        fetched_at: Option<&Pointer>,
        transform: &Transform,
        clock: Clock,
    ) -> Result<Normalized, Error> {
        let Some(root) = self.metadata else { return Ok(Normalized::MISSING) };
        let at = |field: &Pointer| format!("subject.metadata/{}", field.tokens().join("/"));
        let present = |node: &Node<'_>| !node.is_null();
        let status =
            match status.and_then(|field| Some((field, root.follow(field).filter(present)?))) {
                None => SignalStatus::Ok,
                Some((field, node)) => parse_status(node, || at(field))?,
            };
        if !is_available(status) {
            return Ok(Normalized { status, value: 0, raw: None });
        }
        let time = fetched_at.and_then(|field| root.follow(field));
        transform_field(root, field, transform, at).map(|value| {
            value.map_or(Normalized::MISSING, |(value, raw)| Normalized {
                status: clock.status_by_age(status, || clock.time(time)),
                value,
                raw: Some(raw),
            })
        })
    }
}

/// Applies `transform` to the number at `field`; `None` without a number.
fn transform_field(
    root: Node<'_>,
    field: &Pointer,
    transform: &Transform,
    at: impl Fn(&Pointer) -> String,
) -> Result<Option<(u64, i128)>, Error> {
    let number = |field: &Pointer| match root.follow(field).filter(|node| !node.is_null()) {
        Some(node) => nearest(node, || at(field)).map(Some),
        None => Ok(None),
    };
    let Some(x) = number(field)? else { return Ok(None) };
    let of = match transform.operand() {
        Some(Operand::Number(of)) => Some(*of),
        Some(Operand::Field(field)) => number(field)?,
        None => None,
    };
    match transform.apply(x, of) {
        Applied::Value(value) => Ok(Some((value, x))),
        Applied::Undefined => Ok(None),
        Applied::InvalidCount => {
            let found = super::decimal::text(of.unwrap_or(ONE));
            let among = match transform.operand() {
                Some(Operand::Field(among)) => among,
                _ => field,
            };
            Err(Error::new(Code::ScoreSignal, at(among), COUNT, found))
        }
        Applied::InvalidRank => Err(Error::new(
            Code::ScoreSignal,
            at(field),
            format!("a rank from 1 to {}", super::decimal::text(of.unwrap_or(ONE))),
            super::decimal::text(x),
        )),
    }
}

pub(super) fn subject_error(
    thing: impl Into<Cow<'static, str>>,
    expected: &'static str,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(Code::ScoreSubject, thing, expected, found)
}

fn duplicate_signal(id: &str) -> Error {
    Error::because(Code::ScoreDuplicate, "signal id", format!("{} occurs twice", shown(id)))
}
