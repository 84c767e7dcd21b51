//! Examination of single lines: from a line to its facts.

use std::borrow::Cow;

use super::fact::{CheckedRecord, Fact, LogHead, RunPosition};
use super::options::Options;
use super::runs;
use super::steps::{self, Caches, Candidate, VerifiedRecord};
use crate::base::lines;
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::proof::{Checkpoint, CheckpointCache, MOST_WITHHELD};
use crate::record::file::{self, ControlLine, Kind, Line};
use crate::record::{Scores, SignalRecord, canonical};

/// Turns lines into facts. Only an opening depends on the line before it.
#[derive(Debug)]
pub(super) struct Examination {
    /// True if the lines are a part of a file, with unknown lines before and after them.
    part: bool,
    /// True once a line other than an opening has been examined.
    begun: bool,
    /// A record with withheld values; the next lines may be its openings.
    held: Option<HeldRecord>,
    caches: Caches,
    tape: Tape,
}

#[derive(Debug)]
struct HeldRecord {
    line: Vec<u8>,
    openings: Vec<Vec<u8>>,
}

impl Examination {
    pub(super) fn new(part: bool) -> Self {
        Self { part, begun: false, held: None, caches: Caches::default(), tape: Tape::new() }
    }

    /// Examines the next line and passes facts to `each`, one per line, in order. Returns `false`,
    /// without any effect, if the line needs the public bank, which the caller has yet to supply.
    #[must_use]
    pub(super) fn examine_line(
        &mut self,
        line: lines::Line<'_>,
        options: &Options,
        each: &mut dyn FnMut(Fact<'_>),
    ) -> bool {
        let text = match line {
            lines::Line::Whole(bytes) => file::line_text(bytes),
            lines::Line::TooLong => Err(lines::too_long_error("line")),
        };
        // Fast path: most lines are records in canonical form.
        let quick = text.as_ref().ok().and_then(|text| canonical::parse_canonical(text));
        if let (Ok(text), Some(record)) = (&text, &quick)
            && !withholds_values(record)
        {
            if steps::awaits_public_bank(record, options) {
                return false;
            }
            self.begin_line(options, each);
            each(self.examine_without_openings(text.as_bytes(), record, true, options));
            return true;
        }
        let parsed =
            text.map(|text| (text.as_bytes(), Line::read(&mut self.tape, text.as_bytes())));
        match &parsed {
            Ok((bytes, Ok(Line::Control(ControlLine::Opening(_))))) => {
                self.examine_opening(bytes, options, each);
                return true;
            }
            Ok((_, Ok(Line::Record(record)))) if steps::awaits_public_bank(record, options) => {
                return false;
            }
            _ => {}
        }
        self.begin_line(options, each);
        match parsed {
            Err(error) => each(Fact::InvalidLine((&error).into())),
            Ok((bytes, Err(error))) => each(self.invalid_line_fact(bytes, &error)),
            Ok((_, Ok(Line::Control(control)))) => control_line(&control, options, each),
            Ok((bytes, Ok(Line::Record(record)))) if withholds_values(&record) => {
                self.held = Some(HeldRecord { line: bytes.to_vec(), openings: Vec::new() });
            }
            Ok((bytes, Ok(Line::Record(record)))) => {
                each(self.examine_without_openings(bytes, &record, false, options));
            }
        }
        true
    }

    /// Returns the fact for a line that was rejected with `error`.
    fn invalid_line_fact(&mut self, line: &[u8], error: &Error) -> Fact<'static> {
        match self.tape.read("line", line).map(Kind::from_line) {
            Err(error) => Fact::InvalidJson((&error).into()),
            Ok(Kind::Record) => Fact::InvalidRecord(error.into()),
            Ok(Kind::Checkpoint) => Fact::Checkpoint(Err(error.into())),
            Ok(Kind::Opening) => Fact::Opening(Some(error.into())),
            Ok(Kind::Run | Kind::Close | Kind::Unknown) => Fact::InvalidControl(error.into()),
        }
    }

    /// Examines the held record, whose openings are complete: the current line is no opening.
    fn begin_line(&mut self, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        self.begun = true;
        self.examine_held_record(options, each);
    }

    /// Ends the input. At the end of a part of a file, the held record is passed on unexamined,
    /// since its openings may be in the next part.
    pub(super) fn finish(&mut self, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        if !self.part {
            return self.examine_held_record(options, each);
        }
        (self.begun, self.caches.checkpoint) = (false, CheckpointCache::default());
        let Some(HeldRecord { line, openings }) = self.held.take() else { return };
        each(Fact::UnfinishedRecord(&line));
        for line in &openings {
            each(Fact::UnmatchedOpening(line));
        }
    }

    fn examine_opening(&mut self, line: &[u8], options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        match &mut self.held {
            None if self.part && !self.begun => each(Fact::UnmatchedOpening(line)),
            Some(held) if held.openings.len() < MOST_WITHHELD => held.openings.push(line.to_vec()),
            _ => {
                self.examine_held_record(options, each);
                let problem = "does not follow its record";
                let error = Error::because(Code::OpeningRecord, "opening", problem);
                each(Fact::Opening(Some((&error).into())));
            }
        }
    }

    /// Examines the held record with its openings.
    pub(super) fn examine_held_record(
        &mut self,
        options: &Options,
        each: &mut dyn FnMut(Fact<'_>),
    ) {
        let Some(HeldRecord { line, openings }) = self.held.take() else { return };
        let mut faults = Vec::new();
        let opened = steps::apply_openings(&line, &openings, options, &mut faults);
        match opened.and_then(|opened| Ok((opened, steps::parse_withheld(&line)?))) {
            Err(error) => each(Fact::InvalidRecord((&error).into())),
            Ok((opened, record)) => {
                let candidate = Candidate { line: &line, record: &record, canonical: false };
                each(self.examine_record(candidate, opened.as_deref(), options));
            }
        }
        for fault in faults {
            each(Fact::Opening(fault));
        }
    }

    /// Examines a record that withholds nothing, so that no opening may name it.
    fn examine_without_openings<'l>(
        &mut self,
        line: &'l [u8],
        record: &'l SignalRecord<'l>,
        canonical: bool,
        options: &'l Options,
    ) -> Fact<'l> {
        match steps::apply_openings(line, &[], options, &mut Vec::new()) {
            Err(error) => Fact::InvalidRecord((&error).into()),
            Ok(_) => self.examine_record(Candidate { line, record, canonical }, None, options),
        }
    }

    /// Verifies a record; `opened` is its JSON with the openings applied, if there are any.
    fn examine_record<'l>(
        &mut self,
        candidate: Candidate<'l>,
        opened: Option<&[u8]>,
        options: &'l Options,
    ) -> Fact<'l> {
        let checked = match opened {
            None => self.verify_record(candidate, candidate.record, options),
            Some(opened) => SignalRecord::parse(opened)
                .and_then(|opened| self.verify_record(candidate, &opened, options)),
        };
        checked.map_or_else(|error| Fact::InvalidRecord((&error).into()), Fact::Record)
    }

    fn verify_record<'l>(
        &mut self,
        candidate: Candidate<'l>,
        opened: &SignalRecord<'_>,
        options: &'l Options,
    ) -> Result<CheckedRecord<'l>, Error> {
        let record = candidate.record;
        let VerifiedRecord { results, needs_signer, plan, leaf, logged } =
            steps::verify(candidate, opened, options, &mut self.caches)?;
        let data = &record.data;
        let mut scores = Scores::default();
        scores.add_record(opened);
        Ok(CheckedRecord {
            results,
            needs_signer,
            leaf,
            evaluator: data.evaluator.as_deref(),
            name: steps::trusted_name(record, options),
            fetched_at: record.fetched_at,
            subject: &record.subject.id,
            who: record.identity_text().map(Cow::Owned),
            position: RunPosition {
                run: data.run_id,
                family: record.family()? as u8,
                index: data.draw.index.get(),
            },
            plan: options
                .index
                .map(|_| Box::new(runs::run_plan(plan, &data.terms, &data.draw.entropy))),
            logged,
            outcome: data.outcome as u8,
            scores,
        })
    }
}

fn control_line(control: &ControlLine<'_>, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
    match control {
        ControlLine::Run(run) => each(match runs::run_start(run, options) {
            Ok(start) => Fact::Run(start),
            Err(error) => Fact::InvalidControl((&error).into()),
        }),
        ControlLine::Close(close) => {
            each(Fact::Close { run: close.run_id, records: close.records.get() });
        }
        ControlLine::Checkpoint(line) => each(match Checkpoint::open(&line.note) {
            Err(error) => Fact::Checkpoint(Err((&error).into())),
            Ok(Checkpoint { ref origin, ref signer, size, root, signatures: _ }) => {
                Fact::Checkpoint(Ok(LogHead { origin, signer, size, root }))
            }
        }),
        // Handled by `Examination::opening`.
        ControlLine::Opening(_) => {}
    }
}

/// Reports whether the record withholds a value.
fn withholds_values(record: &SignalRecord<'_>) -> bool {
    record.withheld().next().is_some()
}
