//! The lines of a record file (NDJSON): records, and lines that have a `type`.

use serde::{Serialize, Serializer};

use super::read::{self, count, digest, optional_text, text};
use super::{BankRef, Count, Policy, SignalRecord, Subject, Text};
use crate::error::{Code, Error};
use crate::hash::Digest;
use crate::id::Family;
use crate::json::{self, Value};
use crate::tape::{Fields, First, Tape, View};

/// One line of a record file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A record.
    Record(Box<SignalRecord<'a>>),
    /// A line that has a `type`.
    Control(Control<'a>),
}

/// A line that is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control<'a> {
    /// The first line of a run: what is going to be asked.
    Run(Box<RunLine<'a>>),
    /// The last line of a run: it is complete.
    Close(CloseLine<'a>),
    /// A signed tree head over the records so far.
    Checkpoint(CheckpointLine),
    /// The value of one withheld member.
    Opening(OpeningLine),
}

/// What a line is, by its `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It has none, as records have.
    Record,
    Run,
    Close,
    Checkpoint,
    Opening,
    /// It is none of ours.
    Unknown,
}

impl Kind {
    pub(crate) fn of(line: View<'_, '_>) -> Self {
        let Some(kind) = line.get("type") else { return Self::Record };
        match kind.as_str().as_deref() {
            Some("run") => Self::Run,
            Some("close") => Self::Close,
            Some("checkpoint") => Self::Checkpoint,
            Some("opening") => Self::Opening,
            _ => Self::Unknown,
        }
    }
}

/// Declares types of one value each, which is the text of a line's `type`.
macro_rules! types {
    ($($name:ident = $text:literal,)*) => {$(
        #[doc = concat!("The `type` \"", $text, "\".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($text)
            }
        }
    )*};
}

types! {
    RunType = "run",
    CloseType = "close",
    CheckpointType = "checkpoint",
    OpeningType = "opening",
}

/// What a run is going to ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunLine<'a> {
    /// The bank, if science is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankRef<'a>>,
    /// The number of questions per family.
    pub counts: Counts,
    /// The public value that the questions are drawn from beside the seed; empty if there is none.
    #[serde(skip_serializing_if = "is_empty")]
    pub entropy: Text<'a>,
    /// The method.
    pub method: Text<'a>,
    /// Which reading the scores follow.
    pub policy: Policy,
    /// The commitment to the seed.
    pub run_id: Digest,
    /// Who is asked.
    pub subject: Subject<'a>,
    /// What kind of line this is.
    #[serde(rename = "type")]
    pub kind: RunType,
}

/// The number of questions per family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Questions of `math`.
    #[serde(skip_serializing_if = "is_zero")]
    pub math: Count,
    /// Questions of `science`.
    #[serde(skip_serializing_if = "is_zero")]
    pub science: Count,
}

impl Counts {
    /// The number of questions of `family`.
    pub const fn of(self, family: Family) -> u64 {
        match family {
            Family::Math => self.math.get(),
            Family::Science => self.science.get(),
        }
    }

    /// Sets the number of questions of `family`.
    pub const fn set(&mut self, family: Family, count: Count) {
        match family {
            Family::Math => self.math = count,
            Family::Science => self.science = count,
        }
    }
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseLine<'a> {
    /// How many records the run has.
    pub records: Count,
    /// The run.
    pub run_id: Digest,
    /// The id of the run's subject.
    pub subject: Text<'a>,
    /// What kind of line this is.
    #[serde(rename = "type")]
    pub kind: CloseType,
}

/// A signed tree head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckpointLine {
    /// The text of the C2SP signed note.
    pub note: String,
    /// What kind of line this is.
    #[serde(rename = "type")]
    pub kind: CheckpointType,
}

/// The value of one withheld member of one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningLine {
    /// Where the value stands (RFC 6901).
    pub pointer: String,
    /// The id of the record.
    pub record: String,
    /// The salt, in hex.
    pub salt: String,
    /// The value.
    pub value: Value,
    /// What kind of line this is.
    #[serde(rename = "type")]
    pub kind: OpeningType,
}

/// The text of a line, without its line feed: what it must be before it is read as JSON.
///
/// # Errors
/// `file.byte-order-mark`, `file.carriage-return`, `file.empty-line`, `file.not-utf8`.
pub fn line_text(line: &[u8]) -> Result<&str, Error> {
    let refuse = |code, expected, found| Err(Error::new(code, "line", expected, found));
    if line.starts_with(b"\xef\xbb\xbf") {
        return refuse(Code::FileByteOrderMark, "UTF-8 without a byte order mark", "one");
    }
    if line.ends_with(b"\r") {
        return refuse(Code::FileCarriageReturn, "a line feed alone at its end", "CR LF");
    }
    if line.is_empty() {
        return refuse(Code::FileEmptyLine, "JSON", "an empty line");
    }
    std::str::from_utf8(line).or_else(|_| refuse(Code::FileNotUtf8, "UTF-8", "other bytes"))
}

impl<'a> Line<'a> {
    /// Reads one line, without its line feed.
    ///
    /// # Errors
    /// As [`line_text`] and [`Line::read`].
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        Self::read(&mut Tape::new(), line_text(line)?.as_bytes())
    }

    /// Reads one line onto `tape`, which the lines of a file may share.
    ///
    /// # Errors
    /// As [`SignalRecord::parse`]; `file.unknown-type` for a line with a `type` that is none of
    /// ours, `json.invalid` for one that lacks the members of its type.
    pub fn read(tape: &mut Tape, line: &'a [u8]) -> Result<Self, Error> {
        let object = tape.read("line", line)?;
        Ok(Self::Control(match Kind::of(object) {
            Kind::Record => {
                return SignalRecord::read(object).map(|record| Self::Record(Box::new(record)));
            }
            Kind::Run => Control::Run(Box::new(RunLine::read(object)?)),
            Kind::Close => Control::Close(CloseLine::read(object)?),
            Kind::Checkpoint => Control::Checkpoint(CheckpointLine::read(object)?),
            Kind::Opening => Control::Opening(OpeningLine::read(object)?),
            Kind::Unknown => {
                let expected = "run, close, checkpoint or opening";
                let found = object.get("type").map_or_else(String::new, |it| it.found());
                return Err(Error::new(Code::FileUnknownType, "type", expected, found));
            }
        }))
    }
}

impl<'a> RunLine<'a> {
    /// Reads the first line of a run.
    ///
    /// # Errors
    /// As [`Line::parse`]; `json.invalid` for a line of another kind.
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        match Line::parse(line)? {
            Line::Control(Control::Run(run)) => Ok(*run),
            _ => Err(Error::new(Code::JsonInvalid, "line", "the first line of a run", "another")),
        }
    }

    fn read(line: View<'_, 'a>) -> Result<Self, Error> {
        const NAMES: [&str; 8] =
            ["bank", "counts", "entropy", "method", "policy", "runId", "subject", "type"];
        let wrong = First::default();
        let at = &mut Fields::of("run line", line, &NAMES, &wrong);
        let bank = at.next().then(|| at.member());
        let counts = &mut at.object("counts", &["math", "science"]);
        let line = Self {
            bank: bank.map(|bank| {
                at.turn_to(bank);
                BankRef::read(at)
            }),
            counts: Counts { math: optional_count(counts), science: optional_count(counts) },
            entropy: optional_text(at).unwrap_or_default(),
            method: text(at),
            policy: read::policy(at),
            run_id: digest(at),
            subject: Subject::read(at),
            kind: RunType,
        };
        wrong.or(line)
    }
}

fn optional_count(at: &mut Fields<'_, '_, '_>) -> Count {
    if at.next() { Count::new(at.count_here()) } else { Count::default() }
}

impl<'a> CloseLine<'a> {
    fn read(line: View<'_, 'a>) -> Result<Self, Error> {
        let wrong = First::default();
        let names = &["records", "runId", "subject", "type"];
        let at = &mut Fields::of("close line", line, names, &wrong);
        let (records, run_id, subject) = (count(at), digest(at), text(at));
        wrong.or(Self { records, run_id, subject, kind: CloseType })
    }
}

impl CheckpointLine {
    /// The line that holds `note`.
    pub const fn of(note: String) -> Self {
        Self { note, kind: CheckpointType }
    }

    fn read(line: View<'_, '_>) -> Result<Self, Error> {
        let wrong = First::default();
        let mut at = Fields::of("checkpoint line", line, &["note", "type"], &wrong);
        let note = at.text().into_owned();
        wrong.or(Self::of(note))
    }
}

impl OpeningLine {
    fn read(line: View<'_, '_>) -> Result<Self, Error> {
        let wrong = First::default();
        let names = &["pointer", "record", "salt", "type", "value"];
        let at = &mut Fields::of("opening line", line, names, &wrong);
        let (pointer, record, salt) = (at.text(), at.text(), at.text());
        // The type, which is known.
        at.next();
        at.next();
        let value = at.keep(at.member().required().and_then(|it| Value::of("opening line", it)));
        let value = value.unwrap_or(Value::Null);
        wrong.or(Self {
            pointer: pointer.into_owned(),
            record: record.into_owned(),
            salt: salt.into_owned(),
            value,
            kind: OpeningType,
        })
    }
}

impl Control<'_> {
    /// The canonical line, without a line break.
    ///
    /// # Errors
    /// None for a line that was built or parsed by this module.
    pub fn to_line(&self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Run(line) => json::canonical(line),
            Self::Close(line) => json::canonical(line),
            Self::Checkpoint(line) => json::canonical(line),
            Self::Opening(line) => json::canonical(line),
        }
    }
}

fn is_empty(text: &Text<'_>) -> bool {
    text.is_empty()
}

const fn is_zero(count: &Count) -> bool {
    count.get() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_another_kind_is_no_run() {
        let run = concat!(
            r#"{"counts":{"math":1},"method":"m","policy":"literal","runId":""#,
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            r#"","subject":{"id":"a"},"type":"run"}"#,
        );
        assert_eq!(RunLine::parse(run.as_bytes()).unwrap().counts.math, Count::new(1));
        let checkpoint = br#"{"note":"n","type":"checkpoint"}"#;
        assert!(Line::parse(checkpoint).is_ok());
        assert_eq!(RunLine::parse(checkpoint).unwrap_err().code(), "json.invalid");
    }
}
