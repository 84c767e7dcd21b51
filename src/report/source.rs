//! Input of reports, summaries and comparisons: a scorecard or a record file.

use super::identity;
use super::model::Report;
use super::record_entry::Entry;
use super::record_listing::Listing;
use super::records::Records;
use super::torn_line::{TornLine, is_torn};
use crate::base::lines;
use crate::base::lines::Lines;
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::record::BankRef;
use crate::record::file::Line;
use crate::stats::{self, Comparison, Observation, Probability, Summary, summarize};
use crate::suite::Scorecard;

/// A parsed file.
#[derive(Debug)]
pub enum Source {
    /// The bytes of a valid scorecard.
    Scorecard(Vec<u8>),
    /// The records of a record file.
    Records(Records),
}

impl Source {
    /// Parses a whole file.
    ///
    /// # Errors
    /// As for [`Reader::finish`].
    pub fn parse(file: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::default();
        reader.push(file)?;
        reader.finish()
    }

    /// Creates the report of the file; `alpha` is the error rate of its intervals. Truncated lines
    /// are mentioned in its notes but not counted.
    ///
    /// # Errors
    /// Never fails for a source from a [`Reader`].
    pub fn report(self, alpha: Probability) -> Result<Report, Error> {
        match self {
            Self::Scorecard(bytes) => Ok(Report::from_scorecard(&Scorecard::parse(&bytes)?, alpha)),
            Self::Records(records) => Ok(Report::from_records(records, alpha)),
        }
    }

    /// Summarizes the records, or only those on `lines`, which must be ascending; `alpha` is the
    /// error rate of its intervals.
    ///
    /// # Errors
    /// `report.other-kind` for a scorecard.
    pub fn summary(&self, alpha: Probability, lines: Option<&[u32]>) -> Result<Summary, Error> {
        let is_selected = |entry: &&Entry| match (lines, u32::try_from(entry.line)) {
            (None, _) => true,
            (Some(lines), Ok(line)) => lines.binary_search(&line).is_ok(),
            (Some(_), Err(_)) => false,
        };
        let entries = self.require_records("summary")?.entries.iter();
        Ok(summarize(entries.filter(is_selected).map(Entry::fact), alpha))
    }

    /// Lists the records, one row each.
    ///
    /// # Errors
    /// `report.other-kind` for a scorecard.
    pub fn listing(&self) -> Result<Listing<'_>, Error> {
        self.require_records("listing").map(Listing::from_records)
    }

    /// Returns a note for each subject whose model, agent or server differs in `other`: a change may
    /// then be due to that. Empty unless both sources are records.
    pub fn identity_changes(&self, other: &Self) -> Vec<String> {
        match (self, other) {
            (Self::Records(first), Self::Records(second)) => {
                identity::identity_changes(&first.entries, &second.entries)
            }
            _ => Vec::new(),
        }
    }

    /// Returns the truncated lines; empty for a scorecard.
    pub fn torn_lines(&self) -> &[TornLine] {
        match self {
            Self::Scorecard(_) => &[],
            Self::Records(records) => &records.torn,
        }
    }

    /// Returns the records; fails for a scorecard. `thing` is the feature that needs records, for
    /// the message.
    fn require_records(&self, thing: &'static str) -> Result<&Records, Error> {
        match self {
            Self::Scorecard(_) => {
                let expected = "a record file";
                Err(Error::new(Code::ReportOtherKind, thing, expected, "a scorecard"))
            }
            Self::Records(records) => Ok(records),
        }
    }

    /// Returns the text of the public bank if records use it and it is built in.
    ///
    /// # Errors
    /// Never fails: tests check the bank's rules.
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

/// Compares two files of one kind: scorecards of one suite, or records. Truncated lines are not
/// counted; [`torn_notes`](super::torn_notes) reports them.
///
/// # Errors
/// `report.other-kind` for a scorecard and records, or for records scored by another reading, since
/// a change of the reading is no change of the agent; `suite.other-suite` for scorecards of two
/// suites.
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
        (Source::Records(first), Source::Records(second)) => {
            let (expected, found) = (first.policies(), second.policies());
            let differ = !expected.is_empty() && !found.is_empty() && expected != found;
            if differ {
                let expected = format!("records scored by the {expected} reading, like the first");
                let thing = "second file";
                return Err(Error::new(Code::ReportOtherKind, thing, expected, found));
            }
        }
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

/// Maximum number of truncated lines; more are not explained by interrupted writers.
const MAX_TORN: usize = 100;

/// Maximum size of a scorecard in bytes.
const MAX_SCORECARD: usize = 64 << 20;

/// Incremental parser for files. Buffers a scorecard whole; of records it keeps what reports need.
#[derive(Debug, Default)]
pub struct Reader {
    /// The start of the file, until the first line tells its kind; the whole of a scorecard.
    buffer: Vec<u8>,
    /// Set once the first line has shown that the file contains records.
    records: Option<Records>,
    lines: Lines,
    line: u64,
    /// True if truncated lines are collected instead of being an error.
    collects_torn: bool,
}

impl Reader {
    /// Creates a reader that collects truncated lines, each with its number and error, instead of
    /// failing.
    pub fn collecting_torn_lines() -> Self {
        Self { collects_torn: true, ..Self::default() }
    }

    /// Parses more bytes, split at any position.
    ///
    /// # Errors
    /// The code of the first invalid line of a record file, with its number; `file.too-large` for
    /// input that is neither a record file nor within the size of a scorecard.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.records.is_some() {
            return self.push_lines(bytes);
        }
        let before = self.buffer.len();
        if bytes.len() > MAX_SCORECARD - before {
            let problem = format!("larger than {MAX_SCORECARD} bytes, and not a record file");
            return Err(Error::because(Code::FileTooLarge, "scorecard", problem));
        }
        self.buffer.extend_from_slice(bytes);
        // Only new bytes can complete the first line, and only once.
        let Some(end) = memchr::memchr(b'\n', bytes) else { return Ok(()) };
        if memchr::memchr(b'\n', &self.buffer[..before]).is_some()
            || !is_record_file(&self.buffer[..before + end])
        {
            return Ok(());
        }
        self.records = Some(Records::default());
        let buffer = std::mem::take(&mut self.buffer);
        self.push_lines(&buffer)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// As for [`push`](Self::push) and [`Scorecard::parse`]; `file.empty` for a file without
    /// records.
    pub fn finish(mut self) -> Result<Source, Error> {
        // A complete first line of a record file would have been recognised in `push`.
        let ended = memchr::memchr(b'\n', &self.buffer).is_some();
        if self.records.is_none() && (ended || !is_record_file(&self.buffer)) {
            Scorecard::parse(&self.buffer).map_err(|error| self.json_error().unwrap_or(error))?;
            return Ok(Source::Scorecard(self.buffer));
        }
        let buffer = std::mem::take(&mut self.buffer);
        self.records.get_or_insert_default();
        self.push_lines(&buffer)?;
        let mut lines = std::mem::take(&mut self.lines);
        let mut result = Ok(());
        lines.finish(|line| result = self.add_line(line));
        result?;
        let mut records = self.records.unwrap_or_default();
        if records.entries.is_empty() {
            if !records.torn.is_empty() {
                let TornLine { line, error } = records.torn.swap_remove(0);
                return Err(error.at_line(line));
            }
            let error = Error::because(Code::FileEmpty, "file", "no records and no scorecard");
            return Err(error);
        }
        Ok(Source::Records(records))
    }

    /// Returns the JSON error of a file of unknown kind.
    fn json_error(&self) -> Option<Error> {
        Tape::new().read("scorecard or record file", &self.buffer).err()
    }

    fn push_lines(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut lines = std::mem::take(&mut self.lines);
        let mut result = Ok(());
        lines.push(bytes, |line| {
            if result.is_ok() {
                result = self.add_line(line);
            }
        });
        self.lines = lines;
        result
    }

    fn add_line(&mut self, line: lines::Line<'_>) -> Result<(), Error> {
        self.line += 1;
        let lines::Line::Whole(bytes) = line else {
            return Err(lines::too_long_error("line").at_line(self.line));
        };
        let parsed = match Line::parse(bytes) {
            Err(error) if self.collects_torn && is_torn(bytes) => return self.collect_torn(error),
            parsed => parsed.map_err(|error| error.at_line(self.line))?,
        };
        if let Line::Record(record) = parsed {
            let entry =
                Entry::from_record(&record, self.line).map_err(|error| error.at_line(self.line))?;
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

    /// Collects the current line as truncated.
    fn collect_torn(&mut self, error: Error) -> Result<(), Error> {
        let torn = &mut self.records.get_or_insert_default().torn;
        if torn.len() == MAX_TORN {
            return Err(error.at_line(self.line));
        }
        torn.push(TornLine { line: self.line, error });
        Ok(())
    }
}

/// Reports whether the first line shows that the file is a record file. A scorecard on one line has
/// its own type; on several lines, its first line is not JSON. An empty file, or one with a byte
/// order mark, is neither, and is rejected as a record file.
fn is_record_file(first: &[u8]) -> bool {
    if first.is_empty() || first.starts_with(b"\xef\xbb\xbf") {
        return true;
    }
    let mut tape = Tape::new();
    let read = tape.read("line", first);
    read.is_ok_and(|line| line.get("type").is_none_or(|kind| !kind.is_text("scorecard")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_oversized_input_early() {
        for first in ["", "{\"type\":\n"] {
            let mut reader = Reader::default();
            reader.push(first.as_bytes()).unwrap();
            let rest = vec![b'0'; MAX_SCORECARD - first.len()];
            reader.push(&rest).unwrap();
            assert_eq!(reader.push(b"0").unwrap_err().code(), "file.too-large");
        }
    }

    #[test]
    fn multi_line_json_is_not_a_record_file() {
        let suite = include_bytes!("../../examples/sealed.json");
        let error = Source::parse(suite).unwrap_err();
        assert!(error.to_string().starts_with("scorecard: "), "{error}");
        let error = Source::parse(b"notes\n").unwrap_err();
        assert!(error.to_string().starts_with("scorecard or record file: not JSON"), "{error}");
    }

    #[test]
    fn collects_a_limited_number_of_torn_lines() {
        let read = |count: usize| {
            let mut reader = Reader::collecting_torn_lines();
            let checkpoint = "{\"note\":\"n\",\"type\":\"checkpoint\"}\n";
            reader.push(checkpoint.as_bytes())?;
            reader.push("{\"a\n".repeat(count).as_bytes())?;
            reader.finish()
        };
        // The lines contain no record.
        assert!(read(MAX_TORN).unwrap_err().to_string().starts_with("line 2: "));
        assert!(read(MAX_TORN + 1).unwrap_err().to_string().starts_with("line 102: "));
    }

    #[test]
    fn rejects_invalid_record_lines() {
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
