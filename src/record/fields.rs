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
    /// `a2aSimple*`, for A2A, MCP and AgentVerse agents.
    A2a,
    /// `nandaSimple*`, without a session id.
    Nanda,
}

/// The field names of one eval: `Score`, `Status`, `QuestionId`, `SessionId`, `Response`, `Error`,
/// `UpdatedAt`.
type FieldNames = [&'static str; 7];

const SCORE: usize = 0;
const STATUS: usize = 1;
const QUESTION: usize = 2;
const SESSION: usize = 3;
const RESPONSE: usize = 4;
const ERROR: usize = 5;
const UPDATED: usize = 6;

/// The fields that equal a member of a record's `data`: index in [`FieldNames`], and the member's name.
const PLAIN: [(usize, &str); 4] =
    [(QUESTION, "questionId"), (SESSION, "sessionId"), (RESPONSE, "response"), (ERROR, "cause")];

impl Prefix {
    /// Every family.
    pub const ALL: [Self; 2] = [Self::A2a, Self::Nanda];

    /// Returns the name used in options: `a2a` or `nanda`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A2a => "a2a",
            Self::Nanda => "nanda",
        }
    }

    /// Returns the field names of one eval.
    pub(crate) const fn field_names(self, family: Family) -> FieldNames {
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

    /// Returns the common prefix of one eval's field names.
    fn name_prefix(self, family: Family) -> &'static str {
        self.field_names(family)[SCORE].strip_suffix("Score").unwrap_or_default()
    }

    const fn has_field(self, field: usize) -> bool {
        !matches!((self, field), (Self::Nanda, SESSION))
    }
}

/// An invalid stored field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    /// The field's name.
    pub field: String,
    /// The expected value.
    pub expected: &'static str,
    /// The value found.
    pub found: String,
}

/// The result of [`import`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportResult {
    /// A signal record for each eval with valid fields.
    pub records: Vec<Value>,
    /// The invalid fields.
    pub invalid: Vec<InvalidField>,
}

impl ImportResult {
    /// Converts the result to JSON.
    pub fn to_value(&self) -> Value {
        let entry = |invalid: &InvalidField| {
            json::object([
                ("field", text_value(&invalid.field)),
                ("expected", text_value(invalid.expected)),
                ("found", text_value(&invalid.found)),
            ])
        };
        json::object([
            ("records", self.records.iter().cloned().collect()),
            ("invalid", self.invalid.iter().map(entry).collect()),
        ])
    }
}

/// Parses the evals stored in `additional`, the JSON object `subject.metadata.additional`. Every
/// field is either copied to a record or reported as invalid. Fields of other families are ignored.
///
/// # Errors
/// `json.invalid` if `additional` is not JSON, `fields.invalid` if it is not an object.
pub fn import(additional: &[u8]) -> Result<ImportResult, Error> {
    let mut tape = Tape::new();
    let root = parse_object(&mut tape, additional)?;
    let mut imported = ImportResult { records: Vec::new(), invalid: Vec::new() };
    for prefix in Prefix::ALL {
        for family in Family::ALL {
            let record = import_one(root, prefix, family, &mut imported.invalid);
            imported.records.extend(record);
        }
    }
    Ok(imported)
}

fn parse_object<'t>(tape: &'t mut Tape, additional: &'t [u8]) -> Result<Node<'t>, Error> {
    let root = tape.read("metadata.additional", additional)?;
    match root.kind() {
        Kind::Map => Ok(root),
        _ => Err(invalid_field("metadata.additional", "an object", "another value")),
    }
}

fn invalid_field(
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
    invalid: &mut Vec<InvalidField>,
) -> Option<Value> {
    let (names, stem) = (prefix.field_names(family), prefix.name_prefix(family));
    let mut report = |field: &str, expected, node: Option<Node<'_>>| {
        let found = node.map_or_else(|| "nothing".to_owned(), |node| node.describe());
        invalid.push(InvalidField { field: field.to_owned(), expected, found });
    };
    let mut any = false;
    for (key, value) in root.members() {
        let Some(key) = key.as_str().filter(|key| key.starts_with(stem)) else { continue };
        match names.iter().position(|name| *name == key) {
            Some(field) if prefix.has_field(field) => any = true,
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
        data.push(("outcome".to_owned(), text_value(outcome.name())));
    }
    match get(SCORE) {
        None => report(names[SCORE], "a number or null", None),
        // Such a status does not state an outcome.
        Some(node) if node.is_null() && outcome.is_none() && is_fetched(status) => {
            report(names[SCORE], "a score, which the status does not imply", Some(node));
        }
        Some(node) if node.is_null() => data.push(("score".to_owned(), Value::Null)),
        Some(node) => match node.as_number().and_then(parse_whole_score) {
            None => report(names[SCORE], "a whole number from 0 to 100, or null", Some(node)),
            Some(score) if outcome.is_some_and(|outcome| score_contradicts(outcome, score)) => {
                report(names[SCORE], "the score of the status", Some(node));
            }
            Some(score) => data.push(("score".to_owned(), Value::Number(score))),
        },
    }
    for (field, member) in PLAIN {
        match get(field) {
            Some(node) if prefix.has_field(field) => match node.as_str() {
                Some(value) => data.push((member.to_owned(), text_value(&value))),
                None if node.is_null() => data.push((member.to_owned(), Value::Null)),
                None => report(names[field], "text or null", Some(node)),
            },
            _ => {}
        }
    }
    let updated = get(UPDATED).and_then(|node| node.as_str());
    let fetched_at = updated.filter(|time| instant::parse_millis(time).is_some());
    if fetched_at.is_none() {
        report(names[UPDATED], "an RFC 3339 time", get(UPDATED));
    }
    let mut record = vec![("data".to_owned(), Value::Object(data))];
    record.extend(fetched_at.map(|time| ("fetchedAt".to_owned(), text_value(&time))));
    record.extend([
        ("signalId".to_owned(), text_value(family.signal_id())),
        ("sources".to_owned(), Value::Array(vec![text_value(stem)])),
        ("status".to_owned(), text_value(status.name())),
    ]);
    Some(Value::Object(record))
}

/// Parses a JSON number that is a whole number from 0 to 100, such as `100` or `100.0`.
fn parse_whole_score(number: &str) -> Option<i64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let score = whole.parse().ok().filter(|score| (0..=100).contains(score))?;
    fraction.bytes().all(|digit| digit == b'0').then_some(score)
}

/// Reports whether the status states that a signal was fetched.
const fn is_fetched(status: SignalStatus) -> bool {
    matches!(status, SignalStatus::Ok | SignalStatus::Stale)
}

/// Reports whether the score contradicts the outcome: only a right answer scores above 0.
const fn score_contradicts(outcome: Outcome, score: i64) -> bool {
    matches!(outcome, Outcome::Correct) == (score == 0)
}

fn text_value(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// Converts a record of a simple eval to stored fields, in the order of the family. A withheld
/// response becomes `null`.
///
/// # Errors
/// `fields.invalid` for a record of another signal, or without a status.
pub fn export(record: &Value, prefix: Prefix) -> Result<Vec<(String, Value)>, Error> {
    let id = record.get("signalId").and_then(Value::as_str).unwrap_or_default();
    let Some(family) = Family::ALL.into_iter().find(|family| family.signal_id() == id) else {
        return Err(invalid_field(
            "signalId",
            "simple-evals.math or simple-evals.science",
            shown(id),
        ));
    };
    let data = record.get("data");
    let member = |name: &str| data.and_then(|data| data.get(name));
    let status = member("outcome").or_else(|| record.get("status")).and_then(Value::as_str);
    // A stored `missing` means that a run was made, but in a record that nothing was asked.
    let status = status.map(|token| if is_asked(record) { token } else { Outcome::Skipped.name() });
    let known = |token: &&str| {
        Outcome::from_name(token).is_some() || SignalStatus::from_name(token).is_some()
    };
    let Some(status) = status.filter(known) else {
        return Err(invalid_field(
            "data.outcome",
            "an outcome, or a status",
            shown(status.unwrap_or_default()),
        ));
    };
    let names = prefix.field_names(family);
    let mut fields: Vec<(usize, Value)> = vec![(STATUS, text_value(status))];
    fields.extend(member("score").map(|score| (SCORE, score.clone())));
    fields.extend(record.get("fetchedAt").map(|time| (UPDATED, time.clone())));
    for (field, name) in PLAIN {
        match member(name) {
            Some(value @ (Value::String(_) | Value::Null)) => fields.push((field, value.clone())),
            Some(_) if field == RESPONSE => fields.push((field, Value::Null)),
            _ => {}
        }
    }
    fields.retain(|(field, _)| prefix.has_field(*field));
    order::sort_by(&mut fields, &|(a, _), (b, _)| a.cmp(b));
    Ok(fields.into_iter().map(|(field, value)| (names[field].to_owned(), value)).collect())
}

/// The result of [`merge`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeResult {
    /// The JSON object `subject.metadata.additional`.
    pub additional: Vec<u8>,
    /// True if the run replaced the stored one.
    pub replaced: bool,
}

/// Merges a run into `additional`, the JSON object `subject.metadata.additional`. All other bytes
/// are preserved.
///
/// The newer run wins, even if it failed; of two at the same time, the failure wins. A time after
/// `now` (milliseconds since 1970) counts as none, and a run without a time as older than any with
/// one. A run that was asked always replaces one that was not. If the subject has removed every way
/// to ask it since an earlier run, a run that was not asked counts as an error.
///
/// # Errors
/// `json.invalid` or `fields.invalid` for invalid input, such as a run without a time.
pub fn merge(
    additional: &[u8],
    run: &Value,
    prefix: Prefix,
    now: i64,
) -> Result<MergeResult, Error> {
    let mut tape = Tape::new();
    let root = parse_object(&mut tape, additional)?;
    let mut fields = export(run, prefix)?;
    let time = require_time(run.get("fetchedAt").and_then(Value::as_str))?;
    let id = run.get("signalId").and_then(Value::as_str);
    let family = if id == Some(Family::Math.signal_id()) { Family::Math } else { Family::Science };
    let names = prefix.field_names(family);
    let value = |field: usize| fields.iter().find(|(name, _)| *name == names[field]);
    let number = value(SCORE).and_then(|(_, score)| match score {
        Value::Number(score) => Some(*score > 0),
        _ => None,
    });
    let token = value(STATUS).and_then(|(_, status)| status.as_str());
    let mut new_run = RunSummary {
        asked: is_asked(run),
        time: instant::parse_past(time, now),
        failed: is_failure(token, number),
    };
    let stored = parse_stored_run(root, names, now);
    if !new_run.asked
        && is_unsupported_by_subject(run)
        && stored.is_some_and(|stored| stored.asked && stored.time <= new_run.time)
    {
        (new_run.asked, new_run.failed) = (true, true);
        let error = [text_value(Outcome::Error.name()), Value::Number(0)];
        for (field, value) in [STATUS, SCORE].into_iter().zip(error) {
            fields.retain(|(name, _)| *name != names[field]);
            fields.insert(0, (names[field].to_owned(), value));
        }
    }
    if stored.is_some_and(|stored| stored > new_run || (stored == new_run && !new_run.failed)) {
        return Ok(MergeResult { additional: additional.to_vec(), replaced: false });
    }
    // Fields with the same value keep their place.
    let is_same = |node: Node<'_>, value: &Value| {
        Value::from_view("field", node).is_ok_and(|it| it == *value)
    };
    let is_unchanged =
        |name: &'static str| match (root.get(name), fields.iter().find(|(n, _)| n == name)) {
            (Some(node), Some((_, value))) => is_same(node, value),
            (node, value) => node.is_none() && value.is_none(),
        };
    if names.into_iter().all(is_unchanged) {
        return Ok(MergeResult { additional: additional.to_vec(), replaced: true });
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
        if !names.iter().any(|name| key.is_text(name)) {
            member(key.source(), value.source().as_bytes());
        }
    }
    for (name, value) in &fields {
        member(&format!("\"{name}\""), &value.canonical());
    }
    out.push(b'}');
    Ok(MergeResult { additional: out, replaced: true })
}

/// Returns the time of a run, which stored fields require.
///
/// # Errors
/// `fields.invalid` if it is missing or not RFC 3339.
pub(crate) fn require_time(fetched_at: Option<&str>) -> Result<&str, Error> {
    fetched_at
        .filter(|time| instant::parse_millis(time).is_some())
        .ok_or_else(|| invalid_field("fetchedAt", "the RFC 3339 time of the run", "none"))
}

/// The properties of a run that [`merge`] compares; the greater run wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RunSummary {
    asked: bool,
    time: Option<i64>,
    failed: bool,
}

/// Extracts the properties of the stored run; `None` if no field is present.
fn parse_stored_run(root: Node<'_>, names: FieldNames, now: i64) -> Option<RunSummary> {
    let get = |field: usize| root.get(names[field]).filter(|node| !node.is_null());
    let time = get(UPDATED).and_then(|node| instant::parse_past(&node.as_str()?, now));
    let status = get(STATUS).map(|node| node.as_str().unwrap_or_default());
    let number = get(SCORE).map(|node| node.as_number().is_some_and(is_positive));
    let has_fields = time.is_some() || status.is_some() || number.is_some();
    has_fields.then(|| RunSummary {
        asked: status.as_deref() != Some(Outcome::Skipped.name()),
        time,
        failed: is_failure(status.as_deref(), number),
    })
}

/// Reports whether the question of the record was asked.
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

/// Reports whether the record states that its subject offers no way to ask it.
fn is_unsupported_by_subject(run: &Value) -> bool {
    let cause = run.get("data").and_then(|data| data.get("cause")).and_then(Value::as_str);
    cause.is_some_and(Cause::is_caused_by_subject)
}

/// Reports whether the status, or a score that is not positive, means failure.
fn is_failure(status: Option<&str>, positive: Option<bool>) -> bool {
    let earns = match status {
        None => true,
        Some(token) => {
            let is = |status: SignalStatus| token == status.name();
            token == Outcome::Correct.name() || is(SignalStatus::Ok) || is(SignalStatus::Stale)
        }
    };
    !earns || positive == Some(false)
}

/// Reports whether a JSON number is positive.
fn is_positive(number: &str) -> bool {
    let digits = number.split(['e', 'E']).next().unwrap_or_default();
    !number.starts_with('-') && digits.bytes().any(|digit| matches!(digit, b'1'..=b'9'))
}
