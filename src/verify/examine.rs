//! From a line to what it says by itself.

use std::borrow::Cow;

use super::fact::{Answer, Arrived, Fact, Fault, Head, Seen};
use super::runs::Plans;
use crate::base::json::Value;
use crate::base::lines;
use crate::base::tape::Tape;
use crate::error::{Code, Error};
use crate::proof::{Checkpoint, MOST_WITHHELD, Memo, Opened, check_withheld};
use crate::record::file::{self, Control, Kind, Line};
use crate::record::{Scores, SignalRecord, quick};
use crate::verify::steps::draw::Sources;
use crate::verify::steps::{bank, policy};
use crate::verify::{Options, by_method, proofs, runs};

/// Says of each line what it says by itself. Only openings look at the line before them.
#[derive(Debug)]
pub(super) struct Examination {
    /// Whether these are some lines out of many, with others before and behind them.
    part: bool,
    /// Whether a line has come that is no opening.
    begun: bool,
    /// A record with withheld values, whose openings may be the next lines.
    held: Option<Held>,
    memo: Memo,
    sources: Sources,
    plans: Plans,
    tape: Tape,
}

#[derive(Debug)]
struct Held {
    line: Vec<u8>,
    openings: Vec<Vec<u8>>,
}

impl Examination {
    pub(super) fn new(part: bool) -> Self {
        Self {
            part,
            begun: false,
            held: None,
            memo: Memo::default(),
            sources: Sources::default(),
            plans: Plans::default(),
            tape: Tape::new(),
        }
    }

    /// Takes the next line, and hands on what is known: one fact for each line, in their order.
    /// `false` where the line has to wait for the public bank: nothing has changed then.
    #[must_use]
    pub(super) fn line(
        &mut self,
        line: lines::Line<'_>,
        options: &Options,
        each: &mut dyn FnMut(Fact<'_>),
    ) -> bool {
        let text = match line {
            lines::Line::Whole(bytes) => file::line_text(bytes),
            lines::Line::TooLong => Err(lines::too_long("line")),
        };
        // Most lines are records in their canonical form.
        let quick = text.as_ref().ok().and_then(|text| quick::read(text));
        if let (Ok(text), Some(record)) = (&text, &quick)
            && !withholds(record)
        {
            if bank::awaited(record, options) {
                return false;
            }
            self.begin(options, each);
            each(self.whole(text.as_bytes(), (record, true), options));
            return true;
        }
        let parsed =
            text.map(|text| (text.as_bytes(), Line::read(&mut self.tape, text.as_bytes())));
        match &parsed {
            Ok((bytes, Ok(Line::Control(Control::Opening(_))))) => {
                self.opening(bytes, options, each);
                return true;
            }
            Ok((_, Ok(Line::Record(record)))) if bank::awaited(record, options) => return false,
            _ => {}
        }
        self.begin(options, each);
        match parsed {
            Err(error) => each(Fact::NoLine((&error).into())),
            Ok((bytes, Err(error))) => each(self.no_line(bytes, &error)),
            Ok((_, Ok(Line::Control(control)))) => control_line(&control, options, each),
            Ok((bytes, Ok(Line::Record(record)))) if withholds(&record) => {
                self.held = Some(Held { line: bytes.to_vec(), openings: Vec::new() });
            }
            Ok((bytes, Ok(Line::Record(record)))) => {
                each(self.whole(bytes, (&record, false), options));
            }
        }
        true
    }

    /// What a line says that is neither a record nor what its `type` says, by `error`.
    fn no_line(&mut self, line: &[u8], error: &Error) -> Fact<'static> {
        match self.tape.read("line", line).map(Kind::of) {
            Err(error) => Fact::NoJson((&error).into()),
            Ok(Kind::Record) => Fact::NoRecord(error.into()),
            Ok(Kind::Checkpoint) => Fact::Checkpoint(Err(error.into())),
            Ok(Kind::Opening) => Fact::Opening(Some(error.into())),
            Ok(Kind::Run | Kind::Close | Kind::Unknown) => Fact::NoControl(error.into()),
        }
    }

    /// A line that is no opening has come.
    fn begin(&mut self, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        self.begun = true;
        self.release(options, each);
    }

    /// Hands on the last record, if it was held back. What comes behind a part is not known.
    pub(super) fn finish(&mut self, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        if !self.part {
            return self.release(options, each);
        }
        (self.begun, self.memo) = (false, Memo::default());
        let Some(Held { line, openings }) = self.held.take() else { return };
        each(Fact::Held(line.into()));
        for line in openings {
            each(Fact::Stray(line.into()));
        }
    }

    fn opening(&mut self, line: &[u8], options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        match &mut self.held {
            None if self.part && !self.begun => each(Fact::Stray(line.into())),
            Some(held) if held.openings.len() < MOST_WITHHELD => held.openings.push(line.to_vec()),
            _ => {
                self.release(options, each);
                let (expected, found) = ("its record on the line before", "another line");
                let error = Error::new(Code::OpeningRecord, "opening", expected, found);
                each(Fact::Opening(Some((&error).into())));
            }
        }
    }

    /// Examines the record that was held back, with its openings.
    pub(super) fn release(&mut self, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
        let Some(Held { line, openings }) = self.held.take() else { return };
        let mut faults = Vec::new();
        match open(&line, &openings, options, &mut faults) {
            Err(error) => each(Fact::NoRecord((&error).into())),
            Ok(opened) => match withholding(&line) {
                Err(error) => each(Fact::NoRecord((&error).into())),
                Ok(record) => {
                    each(self.record(&line, (&record, false), opened.as_deref(), options))
                }
            },
        }
        for fault in faults {
            each(Fact::Opening(fault));
        }
    }

    /// What `record`, which `line` is and which withholds nothing, says: there is nothing to open.
    fn whole<'l>(
        &mut self,
        line: &[u8],
        record: (&'l SignalRecord<'l>, bool),
        options: &'l Options,
    ) -> Fact<'l> {
        match open(line, &[], options, &mut Vec::new()) {
            Err(error) => Fact::NoRecord((&error).into()),
            Ok(_) => self.record(line, record, None, options),
        }
    }

    /// What `record`, which `line` is, says, and whether that is its canonical form; `opened` is
    /// the same with its withheld values.
    fn record<'l>(
        &mut self,
        line: &[u8],
        (record, canonical): (&'l SignalRecord<'l>, bool),
        opened: Option<&[u8]>,
        options: &'l Options,
    ) -> Fact<'l> {
        let proven = proofs::check(line, record, canonical, &mut self.memo);
        let fact = proven.and_then(|proven| match opened {
            None => self.seen(record, record, proven, options),
            Some(opened) => self.seen(record, &SignalRecord::parse(opened)?, proven, options),
        });
        fact.unwrap_or_else(|error| Fact::NoRecord((&error).into()))
    }

    /// What `record` says; where values were withheld and given back, they stand in `opened`.
    fn seen<'l>(
        &mut self,
        record: &'l SignalRecord<'l>,
        opened: &SignalRecord<'_>,
        proven: proofs::Proven,
        options: &'l Options,
    ) -> Result<Fact<'l>, Error> {
        let plan = self.plans.of(record)?;
        let data = &record.data;
        let [draw, bank, grade] = by_method(opened, options, &mut self.sources);
        let (policy, wants_signer) = policy::check(record, &plan, proven.created_ms, options);
        let mut scores = Scores::default();
        scores.count(opened);
        let verdicts = [proven.signature, proven.inclusion, draw, bank, grade, policy];
        let mut answers = [const { Answer::Pass }; 6];
        for (answer, verdict) in answers.iter_mut().zip(verdicts) {
            *answer = verdict.into();
        }
        Ok(Fact::Record(Seen {
            answers,
            wants_signer,
            leaf: proven.leaf,
            evaluator: data.evaluator.as_deref().map(Cow::Borrowed),
            name: policy::name(record, options).map(Cow::Borrowed),
            fetched_at: record.fetched_at,
            subject: Cow::Borrowed(&record.subject.id),
            who: record.who().map(Cow::Owned),
            place: Arrived {
                run: data.run_id,
                family: record.family()? as u8,
                index: data.draw.index.get(),
            },
            planned: options
                .index
                .map(|_| Box::new(runs::planned(plan, &data.terms, &data.draw.entropy))),
            logged: proven.logged,
            outcome: data.outcome as u8,
            scores,
        }))
    }
}

/// The record of `line` with the values that its openings give back, if they give any. For each of
/// `openings`, the lines that stand behind it, `faults` gets why it opens nothing.
fn open(
    line: &[u8],
    openings: &[Vec<u8>],
    options: &Options,
    faults: &mut Vec<Option<Fault<'static>>>,
) -> Result<Option<Vec<u8>>, Error> {
    if openings.is_empty() && options.openings.is_empty() {
        return Ok(None);
    }
    let mut opened = Opened::new(Value::parse(line)?)?;
    // One after another: what they hold may be large.
    for line in openings {
        if let Ok(Line::Control(Control::Opening(opening))) = Line::parse(line) {
            faults.push(opened.open(&opening).err().as_ref().map(Into::into));
        }
    }
    // They may give back what the file, or another of theirs, has given back already.
    let mut apart = options.openings.of(opened.id()).iter();
    apart.try_for_each(|opening| opened.open_again(opening))?;
    Ok(Some(opened.value().canonical()))
}

fn control_line(control: &Control<'_>, options: &Options, each: &mut dyn FnMut(Fact<'_>)) {
    match control {
        Control::Run(run) => each(match runs::begun(run, options) {
            Ok(begun) => Fact::Run(begun),
            Err(error) => Fact::NoControl((&error).into()),
        }),
        Control::Close(close) => {
            each(Fact::Close { run: close.run_id, records: close.records.get() });
        }
        Control::Checkpoint(line) => each(match Checkpoint::open(&line.note) {
            Err(error) => Fact::Checkpoint(Err((&error).into())),
            Ok(Checkpoint { origin, signer, size, root, signatures: _ }) => {
                let (origin, signer) = (origin.into(), signer.into());
                Fact::Checkpoint(Ok(Head { origin, signer, size, root }))
            }
        }),
        // Those went another way.
        Control::Opening(_) => {}
    }
}

/// The record of `line`, which withholds values.
fn withholding(line: &[u8]) -> Result<SignalRecord<'_>, Error> {
    let record = SignalRecord::parse(line)?;
    check_withheld(&record)?;
    Ok(record)
}

/// Whether a value of the record is withheld.
fn withholds(record: &SignalRecord<'_>) -> bool {
    record.withheld().next().is_some()
}
