//! A subject and its signals: one line of input.

use std::borrow::Cow;

use super::clock::{Clock, parse_status, status};
use super::config::Config;
use super::run;
use super::source::{Field, FieldOwner};
use super::status::is_available;
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
    /// [`Config::signals`].
    ids: &'t [SignalId],
    /// The signals that the configuration reads, in the order of `ids`.
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
    pub(crate) fn read(config: &'t Config, line: Node<'t>, now: i64) -> Result<Self, Error> {
        if line.kind() != Kind::Map {
            return Err(subject_error("line", "an object", line.describe()));
        }
        let known = |key: &Node<'_>| key.is_text("subject") || key.is_text("signals");
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
                .ok_or_else(|| subject_error(format!("subject.{key}"), "text", node.describe())),
            _ => Ok(None),
        };
        let id = text("id")?
            .filter(|id| !id.is_empty())
            .ok_or_else(|| subject_error("subject.id", "a stable identifier", "none"))?;
        let metadata = subject.get("metadata").filter(|node| !node.is_null());
        if let Some(node) = metadata.filter(|node| node.kind() != Kind::Map) {
            return Err(subject_error("subject.metadata", "an object", node.describe()));
        }
        let mut snapshot = Self {
            registry: text("registry")?.or_else(|| uaid_parameter(&id, "registry")),
            protocol: text("protocol")?.or_else(|| uaid_parameter(&id, "proto")),
            class: text("class")?,
            id,
            metadata,
            ids: &config.signals,
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
            return Err(subject_error("signals", "an array", signals.describe()));
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
                Ok(index) if self.signals[index].is_some() => {
                    return Err(duplicate_signal_error(&id));
                }
                Ok(index) => self.signals[index] = Some(record),
                Err(_) => {
                    SignalId::new(id.as_ref())?;
                    others.push(id);
                }
            }
        }
        order::sort_by(&mut others, &Ord::cmp);
        match others.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(duplicate_signal_error(&pair[0])),
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
            self.signals[index] = run::newest_record(records, family, clock)?;
        }
        Ok(())
    }

    /// Returns the object that `home` names, with its status and time.
    pub(crate) fn find_owner(
        &self,
        home: &FieldOwner,
    ) -> Result<(SignalStatus, Option<Node<'t>>, Option<Node<'t>>), Error> {
        match home {
            FieldOwner::Signal(id) => {
                let index = self.ids.binary_search(id).ok();
                let Some(record) = index.and_then(|index| self.signals[index]) else {
                    return Ok((SignalStatus::Missing, None, None));
                };
                let status = status(record, || id.as_str())?;
                Ok((status, record.get("data"), record.get("fetchedAt")))
            }
            FieldOwner::Metadata { status, fetched_at } => {
                let Some(root) = self.metadata else {
                    return Ok((SignalStatus::Missing, None, None));
                };
                let follow = |field: &Option<Pointer>| root.follow_pointer(field.as_ref()?);
                let status = match follow(status).filter(|node| !node.is_null()) {
                    None => SignalStatus::Ok,
                    Some(node) => parse_status(node, || {
                        let field = status.as_ref().map_or(&[][..], Pointer::tokens).join("/");
                        format!("subject.metadata/{field}")
                    })?,
                };
                Ok((status, Some(root), follow(fetched_at)))
            }
        }
    }

    /// Returns the value of `field`, unless it is unavailable or `null`.
    pub(crate) fn value(&self, field: &Field) -> Result<Option<Node<'t>>, Error> {
        let (status, root, _) = self.find_owner(&field.home)?;
        let root = root.filter(|_| is_available(status));
        Ok(root.and_then(|root| root.follow_pointer(&field.pointer)).filter(|node| !node.is_null()))
    }
}

pub(super) fn subject_error(
    thing: impl Into<Cow<'static, str>>,
    expected: &'static str,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(Code::ScoreSubject, thing, expected, found)
}

/// Returns a parameter of a UAID (HCS-14), such as `registry` of `uaid:aid:…;registry=nanda`.
fn uaid_parameter<'t>(id: &str, name: &str) -> Option<Cow<'t, str>> {
    let parameters = id.strip_prefix("uaid:")?.split(';').skip(1);
    let mut pairs = parameters.filter_map(|parameter| parameter.split_once('='));
    let (_, value) = pairs.find(|(key, value)| *key == name && !value.is_empty())?;
    Some(Cow::Owned(value.to_owned()))
}

fn duplicate_signal_error(id: &str) -> Error {
    Error::because(Code::ScoreDuplicate, "signal id", format!("{} occurs twice", shown(id)))
}
