//! The lines of a record file (NDJSON): records, and lines that have a `type`.

use serde::{Serialize, Serializer};

use super::read::{next_count, next_digest, next_optional_text, next_text};
use super::{Count, SignalRecord, Terms, Text};
use crate::base::hash::Digest;
use crate::base::json;
use crate::base::json::Value;
use crate::base::tape::{Fields, FirstError, Tape, View};
use crate::error::{Code, Error};

/// A line of a record file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A record.
    Record(Box<SignalRecord<'a>>),
    /// A line with a `type`.
    Control(ControlLine<'a>),
}

/// A line with a `type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlLine<'a> {
    /// The first line of a run, with its plan.
    Run(Box<RunLine<'a>>),
    /// The last line of a run.
    Close(CloseLine),
    /// A signed tree head over the records above.
    Checkpoint(CheckpointLine),
    /// The value of a withheld member.
    Opening(OpeningLine),
}

/// The kind of a line, from its `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A record, which has no `type`.
    Record,
    Run,
    Close,
    Checkpoint,
    Opening,
    /// An unknown `type`.
    Unknown,
}

impl Kind {
    pub(crate) fn from_line(line: View<'_, '_>) -> Self {
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

/// Declares unit types that serialize as the text of a line's `type`.
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

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunLine<'a> {
    /// The entropy, a public value that the draw combines with the seed; empty if there is none.
    #[serde(skip_serializing_if = "is_empty")]
    pub entropy: Text<'a>,
    /// The run id: the digest of plan id, subject and entropy.
    pub run_id: Digest,
    /// The subject's id.
    pub subject: Text<'a>,
    /// The terms of the run.
    pub terms: Terms<'a>,
    /// The `type`.
    #[serde(rename = "type")]
    pub kind: RunType,
}

/// The last line of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseLine {
    /// The number of records of the run.
    pub records: Count,
    /// The run id.
    pub run_id: Digest,
    /// The `type`.
    #[serde(rename = "type")]
    pub kind: CloseType,
}

/// A checkpoint line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckpointLine {
    /// The C2SP signed note.
    pub note: String,
    /// The `type`.
    #[serde(rename = "type")]
    pub kind: CheckpointType,
}

/// The opening of one withheld member of one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningLine {
    /// The JSON Pointer (RFC 6901) to the member.
    pub pointer: String,
    /// The record's id.
    pub record: String,
    /// The salt, in hex.
    pub salt: String,
    /// The withheld value.
    pub value: Value,
    /// The `type`.
    #[serde(rename = "type")]
    pub kind: OpeningType,
}

/// Checks that a line, given without its line feed, is text that may be JSON.
///
/// # Errors
/// `file.byte-order-mark`, `file.carriage-return`, `file.empty-line`, `file.not-utf8`.
pub fn line_text(line: &[u8]) -> Result<&str, Error> {
    let refuse = |code, problem| Err(Error::because(code, "line", problem));
    if line.starts_with(b"\xef\xbb\xbf") {
        return refuse(Code::FileByteOrderMark, "begins with a byte order mark");
    }
    if line.ends_with(b"\r") {
        return refuse(Code::FileCarriageReturn, "ends in CR LF instead of LF");
    }
    if line.is_empty() {
        return refuse(Code::FileEmptyLine, "empty");
    }
    std::str::from_utf8(line).or_else(|_| refuse(Code::FileNotUtf8, "not UTF-8"))
}

impl<'a> Line<'a> {
    /// Parses a line, given without its line feed.
    ///
    /// # Errors
    /// The codes of [`line_text`] and [`Line::read`].
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        Self::read(&mut Tape::new(), line_text(line)?.as_bytes())
    }

    /// Parses a line onto `tape`, which the lines of a file may share.
    ///
    /// # Errors
    /// The codes of [`SignalRecord::parse`]; `file.unknown-type` for an unknown `type`,
    /// `json.invalid` for a line with other members than its type has.
    pub fn read(tape: &mut Tape, line: &'a [u8]) -> Result<Self, Error> {
        let object = tape.read("line", line)?;
        Ok(Self::Control(match Kind::from_line(object) {
            Kind::Record => {
                return SignalRecord::read(object).map(|record| Self::Record(Box::new(record)));
            }
            Kind::Run => ControlLine::Run(Box::new(RunLine::read(object)?)),
            Kind::Close => ControlLine::Close(CloseLine::read(object)?),
            Kind::Checkpoint => ControlLine::Checkpoint(CheckpointLine::read(object)?),
            Kind::Opening => ControlLine::Opening(OpeningLine::read(object)?),
            Kind::Unknown => {
                let expected = "run, close, checkpoint or opening";
                let found = object.get("type").map_or_else(String::new, |it| it.describe());
                return Err(Error::new(Code::FileUnknownType, "type", expected, found));
            }
        }))
    }
}

impl<'a> RunLine<'a> {
    /// Parses the first line of a run.
    ///
    /// # Errors
    /// The codes of [`Line::parse`]; `json.invalid` for any other line.
    pub fn parse(line: &'a [u8]) -> Result<Self, Error> {
        match Line::parse(line)? {
            Line::Control(ControlLine::Run(run)) => Ok(*run),
            _ => Err(Error::because(Code::JsonInvalid, "line", "not the first line of a run")),
        }
    }

    fn read(line: View<'_, 'a>) -> Result<Self, Error> {
        const NAMES: [&str; 5] = ["entropy", "runId", "subject", "terms", "type"];
        let wrong = FirstError::default();
        let at = &mut Fields::new_reader("run line", line, &NAMES, &wrong);
        let line = Self {
            entropy: next_optional_text(at).unwrap_or_default(),
            run_id: next_digest(at),
            subject: next_text(at),
            terms: Terms::read(at),
            kind: RunType,
        };
        let line = wrong.value_or_error(line)?;
        line.terms.check(&line.entropy)?;
        Ok(line)
    }
}

impl CloseLine {
    fn read(line: View<'_, '_>) -> Result<Self, Error> {
        let wrong = FirstError::default();
        let at = &mut Fields::new_reader("close line", line, &["records", "runId", "type"], &wrong);
        let (records, run_id) = (next_count(at), next_digest(at));
        wrong.value_or_error(Self { records, run_id, kind: CloseType })
    }
}

impl CheckpointLine {
    /// Creates the line of a signed note.
    pub const fn from_note(note: String) -> Self {
        Self { note, kind: CheckpointType }
    }

    fn read(line: View<'_, '_>) -> Result<Self, Error> {
        let wrong = FirstError::default();
        let mut at = Fields::new_reader("checkpoint line", line, &["note", "type"], &wrong);
        let note = at.next_text().into_owned();
        wrong.value_or_error(Self::from_note(note))
    }
}

impl OpeningLine {
    fn read(line: View<'_, '_>) -> Result<Self, Error> {
        let wrong = FirstError::default();
        let names = &["pointer", "record", "salt", "type", "value"];
        let at = &mut Fields::new_reader("opening line", line, names, &wrong);
        let (pointer, record, salt) = (at.next_text(), at.next_text(), at.next_text());
        // Skips the type, which is known.
        at.advance();
        at.advance();
        let value = at.value_or_record(
            at.current_member().required().and_then(|it| Value::from_view("opening line", it)),
        );
        let value = value.unwrap_or(Value::Null);
        wrong.value_or_error(Self {
            pointer: pointer.into_owned(),
            record: record.into_owned(),
            salt: salt.into_owned(),
            value,
            kind: OpeningType,
        })
    }
}

impl ControlLine<'_> {
    /// Serializes the line to canonical JSON, without a line feed.
    ///
    /// # Errors
    /// Never fails for a line that this module has created or parsed.
    pub fn to_line(&self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Run(line) => json::to_canonical_bytes(line),
            Self::Close(line) => json::to_canonical_bytes(line),
            Self::Checkpoint(line) => json::to_canonical_bytes(line),
            Self::Opening(line) => json::to_canonical_bytes(line),
        }
    }
}

fn is_empty(text: &Text<'_>) -> bool {
    text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_another_kind_is_no_run() {
        let run = concat!(
            r#"{"runId":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","#,
            r#""subject":"a","terms":{"counts":{"math":1},"method":"m","policy":"literal","#,
            r#""seed":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},"#,
            r#""type":"run"}"#,
        );
        assert_eq!(RunLine::parse(run.as_bytes()).unwrap().terms.counts.math, Count::new(1));
        let checkpoint = br#"{"note":"n","type":"checkpoint"}"#;
        assert!(Line::parse(checkpoint).is_ok());
        assert_eq!(RunLine::parse(checkpoint).unwrap_err().code(), "json.invalid");
    }
}
