//! The stored fields of HCS-25's simple evals, `a2aSimple*` and `nandaSimple*`, which registries
//! keep in `subject.metadata.additional`: to and from signal records.
//!
//! | field | in a record |
//! | --- | --- |
//! | `…Score` | `data.score` |
//! | `…Status` | `data.outcome`, or `status` where there is no outcome |
//! | `…QuestionId` | `data.questionId` |
//! | `…SessionId` (`a2aSimple*` only) | `data.sessionId` |
//! | `…Response` | `data.response` |
//! | `…Error` | `data.cause` |
//! | `…UpdatedAt` | `fetchedAt` |

use std::borrow::Cow;

use crate::base::instant;
use crate::base::json;
use crate::base::json::Value;
use crate::base::order;
use crate::base::tape::{Kind, Node, Tape};
use crate::error::{Code, Error, shown};
use crate::exchange::Cause;
use crate::grade::{Outcome, SignalStatus};
use crate::id::Family;

/// A family of stored fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `a2aSimple*`, shared by A2A, MCP and AgentVerse agents.
    A2a,
    /// `nandaSimple*`, which has no session id.
    Nanda,
}

/// The names of one eval's fields, in this order: `Score`, `Status`, `QuestionId`, `SessionId`,
/// `Response`, `Error`, `UpdatedAt`.
type Names = [&'static str; 7];

const SCORE: usize = 0;
const STATUS: usize = 1;
const QUESTION: usize = 2;
const SESSION: usize = 3;
const RESPONSE: usize = 4;
const ERROR: usize = 5;
const UPDATED: usize = 6;

/// The fields that are members of a record's `data` under another name, as they are.
const PLAIN: [(usize, &str); 4] =
    [(QUESTION, "questionId"), (SESSION, "sessionId"), (RESPONSE, "response"), (ERROR, "cause")];

impl Prefix {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A2a, Self::Nanda];

    /// The name: `a2a` or `nanda`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A2a => "a2a",
            Self::Nanda => "nanda",
        }
    }

    /// The fields of one eval.
    pub(crate) const fn names(self, family: Family) -> Names {
        macro_rules! names {
            ($stem:literal) => {
                [
                    concat!($stem, "Score"),
                    concat!($stem, "Status"),
                    concat!($stem, "QuestionId"),
                    concat!($stem, "SessionId"),
                    concat!($stem, "Response"),
                    concat!($stem, "Error"),
                    concat!($stem, "UpdatedAt"),
                ]
            };
        }
        match (self, family) {
            (Self::A2a, Family::Math) => names!("a2aSimpleMath"),
            (Self::A2a, Family::Science) => names!("a2aSimpleScience"),
            (Self::Nanda, Family::Math) => names!("nandaSimpleMath"),
            (Self::Nanda, Family::Science) => names!("nandaSimpleScience"),
        }
    }

    /// What the names of one eval's fields begin with.
    fn stem(self, family: Family) -> &'static str {
        self.names(family)[SCORE].strip_suffix("Score").unwrap_or_default()
    }

    const fn has(self, field: usize) -> bool {
        !matches!((self, field), (Self::Nanda, SESSION))
    }
}

/// A stored field that does not say what its family defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Its name.
    pub field: String,
    /// What it should have been.
    pub expected: &'static str,
    /// What it was.
    pub found: String,
}

/// What stored fields hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// A signal record for each eval that there are fields of: what was valid, nothing else.
    pub records: Vec<Value>,
    /// What was not, one entry for each field.
    pub invalid: Vec<Invalid>,
}

impl Imported {
    /// As JSON.
    pub fn to_value(&self) -> Value {
        let entry = |invalid: &Invalid| {
            json::object([
                ("field", text(&invalid.field)),
                ("expected", text(invalid.expected)),
                ("found", text(&invalid.found)),
            ])
        };
        json::object([
            ("records", self.records.iter().cloned().collect()),
            ("invalid", self.invalid.iter().map(entry).collect()),
        ])
    }
}

/// Reads the evals out of `additional`, the JSON object `subject.metadata.additional`. Every field
/// is either in a record, unchanged, or reported. Fields of other families are passed over.
///
/// # Errors
/// `json.invalid` if it is not JSON, `fields.invalid` if it is no object.
pub fn import(additional: &[u8]) -> Result<Imported, Error> {
    let mut tape = Tape::new();
    let root = object(&mut tape, additional)?;
    let mut imported = Imported { records: Vec::new(), invalid: Vec::new() };
    for prefix in Prefix::ALL {
        for family in Family::ALL {
            let record = import_one(root, prefix, family, &mut imported.invalid);
            imported.records.extend(record);
        }
    }
    Ok(imported)
}

fn object<'t>(tape: &'t mut Tape, additional: &'t [u8]) -> Result<Node<'t>, Error> {
    let root = tape.read("metadata.additional", additional)?;
    match root.kind() {
        Kind::Map => Ok(root),
        _ => Err(invalid("metadata.additional", "an object", "another value")),
    }
}

fn invalid(
    thing: impl Into<Cow<'static, str>>,
    expected: &'static str,
    found: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(Code::FieldsInvalid, thing, expected, found)
}

fn import_one(
    root: Node<'_>,
    prefix: Prefix,
    family: Family,
    invalid: &mut Vec<Invalid>,
) -> Option<Value> {
    let (names, stem) = (prefix.names(family), prefix.stem(family));
    let mut report = |field: &str, expected, node: Option<Node<'_>>| {
        let found = node.map_or_else(|| "nothing".to_owned(), |node| node.found());
        invalid.push(Invalid { field: field.to_owned(), expected, found });
    };
    let mut any = false;
    for (key, value) in root.members() {
        let Some(key) = key.as_str().filter(|key| key.starts_with(stem)) else { continue };
        match names.iter().position(|name| *name == key) {
            Some(field) if prefix.has(field) => any = true,
            _ => report(&key, "a field of the family", Some(value)),
        }
    }
    if !any {
        return None;
    }
    let get = |field: usize| root.get(names[field]);
    let mut data = Vec::new();
    let token = get(STATUS).and_then(|node| node.as_str());
    let outcome = token.as_deref().and_then(Outcome::from_name);
    let status = match (outcome, token.as_deref().and_then(SignalStatus::from_name)) {
        (Some(outcome), _) => outcome.status(),
        (None, Some(status)) => status,
        (None, None) => {
            report(names[STATUS], "a status token of HCS-25", get(STATUS));
            SignalStatus::Error
        }
    };
    if let Some(outcome) = outcome {
        data.push(("outcome".to_owned(), text(outcome.name())));
    }
    match get(SCORE) {
        None => report(names[SCORE], "a number or null", None),
        // Such a status says that something was fetched, not what.
        Some(node) if node.is_null() && outcome.is_none() && is_told(status) => {
            report(names[SCORE], "a score, which the status does not imply", Some(node));
        }
        Some(node) if node.is_null() => data.push(("score".to_owned(), Value::Null)),
        Some(node) => match node.as_number().and_then(whole_score) {
            None => report(names[SCORE], "a whole number from 0 to 100, or null", Some(node)),
            Some(score) if outcome.is_some_and(|outcome| contradicts(outcome, score)) => {
                report(names[SCORE], "the score of the status", Some(node));
            }
            Some(score) => data.push(("score".to_owned(), Value::Number(score))),
        },
    }
    for (field, member) in PLAIN {
        match get(field) {
            Some(node) if prefix.has(field) => match node.as_str() {
                Some(value) => data.push((member.to_owned(), text(&value))),
                None if node.is_null() => data.push((member.to_owned(), Value::Null)),
                None => report(names[field], "text or null", Some(node)),
            },
            _ => {}
        }
    }
    let updated = get(UPDATED).and_then(|node| node.as_str());
    let fetched_at = updated.filter(|time| instant::millis(time).is_some());
    if fetched_at.is_none() {
        report(names[UPDATED], "an RFC 3339 time", get(UPDATED));
    }
    let mut record = vec![("data".to_owned(), Value::Object(data))];
    record.extend(fetched_at.map(|time| ("fetchedAt".to_owned(), text(&time))));
    record.extend([
        ("signalId".to_owned(), text(family.signal_id())),
        ("sources".to_owned(), Value::Array(vec![text(stem)])),
        ("status".to_owned(), text(status.name())),
    ]);
    Some(Value::Object(record))
}

/// The whole number from 0 to 100 that a JSON number writes, such as `100` or `100.0`.
fn whole_score(number: &str) -> Option<i64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let score = whole.parse().ok().filter(|score| (0..=100).contains(score))?;
    fraction.bytes().all(|digit| digit == b'0').then_some(score)
}

/// Whether a status tells that something was fetched.
const fn is_told(status: SignalStatus) -> bool {
    matches!(status, SignalStatus::Ok | SignalStatus::Stale)
}

/// A right answer is worth something, every other outcome nothing.
const fn contradicts(outcome: Outcome, score: i64) -> bool {
    matches!(outcome, Outcome::Correct) == (score == 0)
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// The stored fields of one record of a simple eval, as members in the order of their family. A
/// withheld response is `null`: the fields have no word for it.
///
/// # Errors
/// `fields.invalid` for a record of another signal, or without a status.
pub fn export(record: &Value, prefix: Prefix) -> Result<Vec<(String, Value)>, Error> {
    let id = record.get("signalId").and_then(Value::as_str).unwrap_or_default();
    let Some(family) = Family::ALL.into_iter().find(|family| family.signal_id() == id) else {
        return Err(invalid("signalId", "simple-evals.math or simple-evals.science", shown(id)));
    };
    let data = record.get("data");
    let member = |name: &str| data.and_then(|data| data.get(name));
    let status = member("outcome").or_else(|| record.get("status")).and_then(Value::as_str);
    // As a field, `missing` tells of a run that was made; of a record it says that none was.
    let status = status.map(|token| if is_asked(record) { token } else { Outcome::Skipped.name() });
    let known = |token: &&str| {
        Outcome::from_name(token).is_some() || SignalStatus::from_name(token).is_some()
    };
    let Some(status) = status.filter(known) else {
        return Err(invalid(
            "data.outcome",
            "an outcome, or a status",
            shown(status.unwrap_or_default()),
        ));
    };
    let names = prefix.names(family);
    let mut fields: Vec<(usize, Value)> = vec![(STATUS, text(status))];
    fields.extend(member("score").map(|score| (SCORE, score.clone())));
    fields.extend(record.get("fetchedAt").map(|time| (UPDATED, time.clone())));
    for (field, name) in PLAIN {
        match member(name) {
            Some(value @ (Value::String(_) | Value::Null)) => fields.push((field, value.clone())),
            Some(_) if field == RESPONSE => fields.push((field, Value::Null)),
            _ => {}
        }
    }
    fields.retain(|(field, _)| prefix.has(*field));
    order::sort_by(&mut fields, &|(a, _), (b, _)| a.cmp(b));
    Ok(fields.into_iter().map(|(field, value)| (names[field].to_owned(), value)).collect())
}

/// Stored fields after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The JSON object `subject.metadata.additional`.
    pub additional: Vec<u8>,
    /// Whether the run took the place of what was stored.
    pub replaced: bool,
}

/// Puts a run into `additional`, the JSON object `subject.metadata.additional`; everything else in
/// it stays byte for byte.
///
/// The newer of the two runs stands, whatever came of it: a failure takes the place of an older
/// success with all its fields, and an older run never takes that of a newer one. Of two at the same
/// time, the failure stands. A time that has not come by `now`, in milliseconds since 1970, is none:
/// a run without a time is older than any that has one, and two without are of the same time. A run
/// that was not asked takes the place of none that was, and any that was takes its place; but where the
/// subject itself left no way to ask, after a run that was made, the run counts as an error.
///
/// # Errors
/// `json.invalid` and `fields.invalid` for text or a record that cannot be read, such as a run
/// without a time.
pub fn merge(additional: &[u8], run: &Value, prefix: Prefix, now: i64) -> Result<Merged, Error> {
    let mut tape = Tape::new();
    let root = object(&mut tape, additional)?;
    let mut fields = export(run, prefix)?;
    let time = time_of(run.get("fetchedAt").and_then(Value::as_str))?;
    let id = run.get("signalId").and_then(Value::as_str);
    let family = if id == Some(Family::Math.signal_id()) { Family::Math } else { Family::Science };
    let names = prefix.names(family);
    let value = |field: usize| fields.iter().find(|(name, _)| *name == names[field]);
    let number = value(SCORE).and_then(|(_, score)| match score {
        Value::Number(score) => Some(*score > 0),
        _ => None,
    });
    let token = value(STATUS).and_then(|(_, status)| status.as_str());
    let mut told = Told {
        asked: is_asked(run),
        time: instant::past(time, now),
        failed: failed(token, number),
    };
    let stored = stored(root, names, now);
    if !told.asked
        && is_left(run)
        && stored.is_some_and(|stored| stored.asked && stored.time <= told.time)
    {
        (told.asked, told.failed) = (true, true);
        let error = [text(Outcome::Error.name()), Value::Number(0)];
        for (field, value) in [STATUS, SCORE].into_iter().zip(error) {
            fields.retain(|(name, _)| *name != names[field]);
            fields.insert(0, (names[field].to_owned(), value));
        }
    }
    if stored.is_some_and(|stored| stored > told || (stored == told && !told.failed)) {
        return Ok(Merged { additional: additional.to_vec(), replaced: false });
    }
    // Fields that say the same already stay where they are.
    let said =
        |node: Node<'_>, value: &Value| Value::of("field", node).is_ok_and(|it| it == *value);
    let is_said =
        |name: &'static str| match (root.get(name), fields.iter().find(|(n, _)| n == name)) {
            (Some(node), Some((_, value))) => said(node, value),
            (node, value) => node.is_none() && value.is_none(),
        };
    if names.into_iter().all(is_said) {
        return Ok(Merged { additional: additional.to_vec(), replaced: true });
    }
    let mut out = vec![b'{'];
    let mut member = |name: &str, value: &[u8]| {
        if out.len() > 1 {
            out.push(b',');
        }
        out.extend_from_slice(name.as_bytes());
        out.push(b':');
        out.extend_from_slice(value);
    };
    for (key, value) in root.members() {
        if !names.iter().any(|name| key.is(name)) {
            member(key.source(), value.source().as_bytes());
        }
    }
    for (name, value) in &fields {
        member(&format!("\"{name}\""), &value.canonical());
    }
    out.push(b'}');
    Ok(Merged { additional: out, replaced: true })
}

/// The time of a run that fields are to tell of: they say when.
///
/// # Errors
/// `fields.invalid` for none, and for a text that is no time.
pub(crate) fn time_of(fetched_at: Option<&str>) -> Result<&str, Error> {
    fetched_at
        .filter(|time| instant::millis(time).is_some())
        .ok_or_else(|| invalid("fetchedAt", "the RFC 3339 time of the run", "none"))
}

/// What is known of a run; the greater stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Told {
    asked: bool,
    time: Option<i64>,
    failed: bool,
}

/// What the fields `names` tell of a run, if they tell anything.
fn stored(root: Node<'_>, names: Names, now: i64) -> Option<Told> {
    let get = |field: usize| root.get(names[field]).filter(|node| !node.is_null());
    let time = get(UPDATED).and_then(|node| instant::past(&node.as_str()?, now));
    let status = get(STATUS).map(|node| node.as_str().unwrap_or_default());
    let number = get(SCORE).map(|node| node.as_number().is_some_and(is_positive));
    let says = time.is_some() || status.is_some() || number.is_some();
    says.then(|| Told {
        asked: status.as_deref() != Some(Outcome::Skipped.name()),
        time,
        failed: failed(status.as_deref(), number),
    })
}

/// Whether a record tells of a question that was asked.
fn is_asked(run: &Value) -> bool {
    let outcome = run.get("data").and_then(|data| data.get("outcome")).and_then(Value::as_str);
    match outcome {
        Some(outcome) => outcome != Outcome::Skipped.name(),
        None => {
            let status = run.get("status").and_then(Value::as_str);
            status != Some(SignalStatus::Missing.name())
        }
    }
}

/// Whether the subject of a record left no way to ask it.
fn is_left(run: &Value) -> bool {
    let cause = run.get("data").and_then(|data| data.get("cause")).and_then(Value::as_str);
    cause.is_some_and(Cause::is_subjects_doing)
}

/// Whether nothing can be earned by a status, or by a score that is not above 0.
fn failed(status: Option<&str>, positive: Option<bool>) -> bool {
    let earns = match status {
        None => true,
        Some(token) => {
            let is = |status: SignalStatus| token == status.name();
            token == Outcome::Correct.name() || is(SignalStatus::Ok) || is(SignalStatus::Stale)
        }
    };
    !earns || positive == Some(false)
}

/// Whether a JSON number is above 0.
fn is_positive(number: &str) -> bool {
    let digits = number.split(['e', 'E']).next().unwrap_or_default();
    !number.starts_with('-') && digits.bytes().any(|digit| matches!(digit, b'1'..=b'9'))
}
