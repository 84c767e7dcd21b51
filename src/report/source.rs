//! What reports, summaries and comparisons are made from: a scorecard or a record file.

use super::entry::Entry;
use super::listing::Listing;
use super::model::Report;
use super::torn::{Torn, is_torn};
use crate::error::{Code, Error};
use crate::lines::{self, Lines};
use crate::record::BankRef;
use crate::record::file::Line;
use crate::stats::{self, Comparison, Observation, Probability, Summary, summarize};
use crate::suite::Scorecard;
use crate::tape::Tape;

/// A file, read.
#[derive(Debug)]
pub enum Source {
    /// A scorecard, as its bytes, which parse.
    Scorecard(Vec<u8>),
    /// The records of a record file.
    Records(Records),
}

/// The records of a record file.
#[derive(Debug, Default)]
pub struct Records {
    /// What there is to know of each, in the order of the file.
    pub entries: Vec<Entry>,
    /// Who is named as evaluator, each once.
    pub evaluators: Vec<String>,
    /// How many records name no evaluator.
    pub anonymous: u64,
    /// Whether any record is of the public bank.
    pub public_bank: bool,
    /// The lines that a look kept apart, see [`Reader::look`].
    pub torn: Vec<Torn>,
}

impl Source {
    /// Reads `file` whole.
    ///
    /// # Errors
    /// As [`Reader::finish`].
    pub fn parse(file: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::default();
        reader.push(file)?;
        reader.finish()
    }

    /// The report of the file; `alpha` is the error rate of its intervals. Lines that a look kept
    /// apart are in none of its figures; its notes tell of them.
    ///
    /// # Errors
    /// None for a source that was read.
    pub fn report(self, alpha: Probability) -> Result<Report, Error> {
        match self {
            Self::Scorecard(bytes) => Ok(Report::of_scorecard(&Scorecard::parse(&bytes)?, alpha)),
            Self::Records(records) => Ok(Report::of_records(records, alpha)),
        }
    }

    /// The summary of the records, or of those on `lines` only, which ascend; `alpha` is the error
    /// rate of its intervals.
    ///
    /// # Errors
    /// `report.other-kind` for a scorecard.
    pub fn summary(&self, alpha: Probability, lines: Option<&[u32]>) -> Result<Summary, Error> {
        let among = |entry: &&Entry| match (lines, u32::try_from(entry.line)) {
            (None, _) => true,
            (Some(lines), Ok(line)) => lines.binary_search(&line).is_ok(),
            (Some(_), Err(_)) => false,
        };
        let entries = self.records("summary")?.entries.iter();
        Ok(summarize(entries.filter(among).map(Entry::fact), alpha))
    }

    /// The records, one row each.
    ///
    /// # Errors
    /// `report.other-kind` for a scorecard.
    pub fn listing(&self) -> Result<Listing<'_>, Error> {
        self.records("listing").map(Listing::of)
    }

    /// The lines that a look kept apart; a scorecard has none.
    pub fn torn(&self) -> &[Torn] {
        match self {
            Self::Scorecard(_) => &[],
            Self::Records(records) => &records.torn,
        }
    }

    /// The records, out of which `thing` is to be made.
    fn records(&self, thing: &'static str) -> Result<&Records, Error> {
        match self {
            Self::Scorecard(_) => {
                let expected = "a record file";
                Err(Error::new(Code::ReportOtherKind, thing, expected, "a scorecard"))
            }
            Self::Records(records) => Ok(records),
        }
    }

    /// The text of the public bank, where records name it and it is built in.
    ///
    /// # Errors
    /// None: the bank is held to its rules by tests.
    pub fn public_bank(&self) -> Result<Option<String>, Error> {
        match self {
            #[cfg(feature = "bank")]
            Self::Records(records) if records.public_bank => {
                crate::bank::Bank::public()?.to_json().map(Some)
            }
            Self::Scorecard(_) | Self::Records(_) => Ok(None),
        }
    }

    fn observations(&self) -> Result<Vec<Observation>, Error> {
        match self {
            Self::Scorecard(bytes) => Ok(Scorecard::parse(bytes)?
                .results
                .iter()
                .map(|result| Observation {
                    key: result.id.to_string(),
                    passed: result.passed(),
                    latency_ms: None,
                })
                .collect()),
            Self::Records(records) => {
                Ok(records.entries.iter().filter_map(Entry::observation).collect())
            }
        }
    }
}

/// Compares two files of one kind: scorecards of one suite, or records. Lines that a look kept apart
/// are in none of its figures; [`torn_notes`](super::torn_notes) tells of them.
///
/// # Errors
/// `report.other-kind` for one of each, `suite.other-suite` for scorecards of two suites.
pub fn compare(
    first: &Source,
    second: &Source,
    options: &stats::Options,
) -> Result<Comparison, Error> {
    match (first, second) {
        (Source::Scorecard(first), Source::Scorecard(second)) => {
            let (first, second) = (Scorecard::parse(first)?, Scorecard::parse(second)?);
            let (expected, found) = (first.suite.digest.hex(), second.suite.digest.hex());
            if expected != found {
                let thing = "suite of the second scorecard";
                return Err(Error::new(Code::SuiteOtherSuite, thing, expected, found));
            }
        }
        (Source::Records(_), Source::Records(_)) => {}
        (first, _) => {
            let (expected, found) = match first {
                Source::Scorecard(_) => ("a scorecard, like the first", "a record file"),
                Source::Records(_) => ("a record file, like the first", "a scorecard"),
            };
            return Err(Error::new(Code::ReportOtherKind, "second file", expected, found));
        }
    }
    Ok(stats::compare(first.observations()?, second.observations()?, options))
}

/// More torn lines than that are no accident of a writer that was stopped.
const MOST_TORN: usize = 100;

/// The largest scorecard that is read, in bytes.
const MAX_SCORECARD: usize = 64 << 20;

/// Reads a file that comes in pieces. A scorecard is held whole; of records, what reports need.
#[derive(Debug, Default)]
pub struct Reader {
    /// The beginning of the file, until its first line says what it is; all of a scorecard.
    held: Vec<u8>,
    /// Once the first line has said that these are records.
    records: Option<Records>,
    lines: Lines,
    line: u64,
    /// Whether torn lines are kept apart.
    looks: bool,
}

impl Reader {
    /// Reads a file for somebody who is told of torn lines: they are kept apart, each with its
    /// number and what it would be refused with.
    pub fn look() -> Self {
        Self { looks: true, ..Self::default() }
    }

    /// Takes the next bytes, which may end anywhere.
    ///
    /// # Errors
    /// The code of the first line that is no line of a record file, and where it stands;
    /// `file.too-large` for what is neither a record file nor small enough for a scorecard.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.records.is_some() {
            return self.take(bytes);
        }
        let before = self.held.len();
        if bytes.len() > MAX_SCORECARD - before {
            let expected = format!("at most {MAX_SCORECARD} bytes, or lines of a record file");
            return Err(Error::new(Code::FileTooLarge, "scorecard", expected, "more"));
        }
        self.held.extend_from_slice(bytes);
        // Only bytes that are new can end the first line, and only once.
        let Some(end) = memchr::memchr(b'\n', bytes) else { return Ok(()) };
        if memchr::memchr(b'\n', &self.held[..before]).is_some()
            || !is_line(&self.held[..before + end])
        {
            return Ok(());
        }
        self.records = Some(Records::default());
        let held = std::mem::take(&mut self.held);
        self.take(&held)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// As [`push`](Self::push) and [`Scorecard::parse`]; `file.empty` for a file without a record.
    pub fn finish(mut self) -> Result<Source, Error> {
        // A first line that says that these are records would have been taken when it ended.
        let ended = memchr::memchr(b'\n', &self.held).is_some();
        if self.records.is_none() && (ended || !is_line(&self.held)) {
            Scorecard::parse(&self.held).map_err(|error| self.unknown().unwrap_or(error))?;
            return Ok(Source::Scorecard(self.held));
        }
        let held = std::mem::take(&mut self.held);
        self.records.get_or_insert_default();
        self.take(&held)?;
        let mut lines = std::mem::take(&mut self.lines);
        let mut result = Ok(());
        lines.finish(|line| result = self.line(line));
        result?;
        let mut records = self.records.unwrap_or_default();
        if records.entries.is_empty() {
            if !records.torn.is_empty() {
                let Torn { line, error } = records.torn.swap_remove(0);
                return Err(error.at_line(line));
            }
            let error = Error::new(Code::FileEmpty, "file", "a scorecard or records", "neither");
            return Err(error);
        }
        Ok(Source::Records(records))
    }

    /// What is wrong with a file that says of itself neither that it is a scorecard nor records.
    fn unknown(&self) -> Option<Error> {
        Tape::new().read("scorecard or record file", &self.held).err()
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut lines = std::mem::take(&mut self.lines);
        let mut result = Ok(());
        lines.push(bytes, |line| {
            if result.is_ok() {
                result = self.line(line);
            }
        });
        self.lines = lines;
        result
    }

    fn line(&mut self, line: lines::Line<'_>) -> Result<(), Error> {
        self.line += 1;
        let lines::Line::Whole(bytes) = line else {
            return Err(lines::too_long("line").at_line(self.line));
        };
        let parsed = match Line::parse(bytes) {
            Err(error) if self.looks && is_torn(bytes) => return self.tear(error),
            parsed => parsed.map_err(|error| error.at_line(self.line))?,
        };
        if let Line::Record(record) = parsed {
            let entry = Entry::of(&record, self.line).map_err(|error| error.at_line(self.line))?;
            let records = self.records.get_or_insert_default();
            records.entries.push(entry);
            records.public_bank |= record.bank().is_some_and(BankRef::is_public);
            match record.data.evaluator {
                Some(evaluator) => {
                    let place = records.evaluators.binary_search_by(|it| (**it).cmp(&*evaluator));
                    if let Err(place) = place {
                        records.evaluators.insert(place, evaluator.to_string());
                    }
                }
                None => records.anonymous += 1,
            }
        }
        Ok(())
    }

    /// Keeps the line that was read last apart.
    fn tear(&mut self, error: Error) -> Result<(), Error> {
        let torn = &mut self.records.get_or_insert_default().torn;
        if torn.len() == MOST_TORN {
            return Err(error.at_line(self.line));
        }
        torn.push(Torn { line: self.line, error });
        Ok(())
    }
}

/// Whether `first`, the first line of a file, says that it is a record file. A scorecard on one
/// line says what it is; on several lines its first one is no JSON. A file that is empty, or begins
/// with a byte order mark, is neither, and is refused as the former.
fn is_line(first: &[u8]) -> bool {
    if first.is_empty() || first.starts_with(b"\xef\xbb\xbf") {
        return true;
    }
    let mut tape = Tape::new();
    let read = tape.read("line", first);
    read.is_ok_and(|line| line.get("type").is_none_or(|kind| !kind.is("scorecard")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused_while_it_comes() {
        for first in ["", "{\"type\":\n"] {
            let mut reader = Reader::default();
            reader.push(first.as_bytes()).unwrap();
            let rest = vec![b'0'; MAX_SCORECARD - first.len()];
            reader.push(&rest).unwrap();
            assert_eq!(reader.push(b"0").unwrap_err().code(), "file.too-large");
        }
    }

    #[test]
    fn json_on_several_lines_is_no_record_file() {
        let suite = include_bytes!("../../examples/sealed.json");
        let error = Source::parse(suite).unwrap_err();
        assert!(error.to_string().starts_with("scorecard: expected "), "{error}");
        let error = Source::parse(b"notes\n").unwrap_err();
        assert!(error.to_string().starts_with("scorecard or record file: expected "), "{error}");
    }

    #[test]
    fn a_look_keeps_so_many_torn_lines_apart() {
        let read = |count: usize| {
            let mut reader = Reader::look();
            let checkpoint = "{\"note\":\"n\",\"type\":\"checkpoint\"}\n";
            reader.push(checkpoint.as_bytes())?;
            reader.push("{\"a\n".repeat(count).as_bytes())?;
            reader.finish()
        };
        // Nothing of them is a record.
        assert!(read(MOST_TORN).unwrap_err().to_string().starts_with("line 2: "));
        assert!(read(MOST_TORN + 1).unwrap_err().to_string().starts_with("line 102: "));
    }

    #[test]
    fn lines_are_those_of_a_record_file() {
        for (file, code) in [
            ("{}\r\n", "file.carriage-return"),
            ("\u{feff}{}\n", "file.byte-order-mark"),
            ("\n{}\n", "file.empty-line"),
            ("", "file.empty"),
        ] {
            assert_eq!(Source::parse(file.as_bytes()).unwrap_err().code(), code);
        }
    }
}
