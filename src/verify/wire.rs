//! Binary encoding of facts, to pass them between cores.
//!
//! The encoding is private to a build. Invalid bytes are an error all the same, since the host is
//! not trusted to pass them on unchanged.

use std::borrow::Cow;

use super::fact::{
    CheckedRecord, Fact, LineError, LogHead, LogPosition, Plan, RunPosition, RunStart, StepResult,
};
use super::step::Reason;
use crate::base::hash::Digest;
use crate::record::{Count, Counts, Instant, Scores};

/// Appends `fact` to `out`.
pub(super) fn write(fact: &Fact<'_>, out: &mut Vec<u8>) {
    match fact {
        Fact::InvalidLine(fault) => write_fault(out, 0, fault),
        Fact::InvalidRecord(fault) => write_fault(out, 1, fault),
        Fact::InvalidJson(fault) => write_fault(out, 11, fault),
        Fact::InvalidControl(fault) => write_fault(out, 12, fault),
        Fact::Record(checked) => {
            out.push(2);
            record(checked, out);
        }
        Fact::Run(start) => {
            out.push(3);
            digest(out, &start.run);
            plan(&start.plan, out);
            out.push(u8::from(start.of_subject));
        }
        Fact::Close { run, records } => {
            out.push(4);
            digest(out, run);
            number(out, *records);
        }
        Fact::Checkpoint(Ok(head)) => {
            out.push(5);
            bytes(out, head.origin.as_bytes());
            bytes(out, head.signer.as_bytes());
            number(out, head.size);
            digest(out, &head.root);
        }
        Fact::Checkpoint(Err(fault)) => write_fault(out, 6, fault),
        Fact::Opening(None) => out.push(7),
        Fact::Opening(Some(fault)) => write_fault(out, 8, fault),
        Fact::UnmatchedOpening(line) => {
            out.push(9);
            bytes(out, line);
        }
        Fact::UnfinishedRecord(line) => {
            out.push(10);
            bytes(out, line);
        }
    }
}

fn record(checked: &CheckedRecord<'_>, out: &mut Vec<u8>) {
    for result in &checked.results {
        match result {
            StepResult::Pass => out.push(0),
            StepResult::Fail(fault) => write_fault(out, 1, fault),
            StepResult::NotChecked(reason) => out.push(2 + *reason as u8),
        }
    }
    out.push(u8::from(checked.needs_signer));
    digest(out, &checked.leaf);
    option(out, checked.evaluator.as_deref());
    option(out, checked.name.as_deref());
    number(out, checked.fetched_at.ms());
    bytes(out, checked.subject.as_bytes());
    option(out, checked.who.as_deref());
    digest(out, &checked.position.run);
    out.push(checked.position.family);
    number(out, checked.position.index);
    out.push(u8::from(checked.plan.is_some()));
    if let Some(known) = &checked.plan {
        plan(known, out);
    }
    out.push(u8::from(checked.logged.is_some()));
    if let Some(LogPosition { origin, size }) = &checked.logged {
        digest(out, origin);
        number(out, *size);
    }
    out.push(checked.outcome);
    let Scores { scored, correct, literal, committed } = checked.scores;
    out.extend([scored, correct, literal, committed].map(|count| count as u8));
}

fn plan(plan: &Plan<'_>, out: &mut Vec<u8>) {
    let Plan { id, counts, bank, entropy, source } = plan;
    digest(out, id);
    number(out, counts.math.get());
    number(out, counts.science.get());
    out.push(u8::from(bank.is_some()));
    if let Some((name, root)) = bank {
        bytes(out, name.as_bytes());
        digest(out, root);
    }
    bytes(out, entropy.as_bytes());
    bytes(out, source.as_bytes());
}

fn write_fault(out: &mut Vec<u8>, tag: u8, fault: &LineError<'_>) {
    out.push(tag);
    bytes(out, fault.code.as_bytes());
    bytes(out, fault.message.as_bytes());
}

fn option(out: &mut Vec<u8>, text: Option<&str>) {
    out.push(u8::from(text.is_some()));
    bytes(out, text.unwrap_or_default().as_bytes());
}

fn digest(out: &mut Vec<u8>, digest: &Digest) {
    out.extend_from_slice(digest.as_bytes());
}

fn number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Decodes facts.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// Decodes the next fact. Returns `None` at the end of the bytes and at an invalid fact; use
    /// [`is_done`](Self::is_done) to tell them apart.
    pub(super) fn fact(&mut self) -> Option<Fact<'a>> {
        let mut rest = Reader(self.0);
        let fact = rest.read()?;
        *self = rest;
        Some(fact)
    }

    /// Reports whether all bytes were decoded.
    pub(super) const fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    fn read(&mut self) -> Option<Fact<'a>> {
        Some(match self.byte()? {
            0 => Fact::InvalidLine(self.fault()?),
            1 => Fact::InvalidRecord(self.fault()?),
            2 => Fact::Record(self.record()?),
            3 => Fact::Run(RunStart {
                run: self.digest()?,
                plan: self.plan()?,
                of_subject: self.byte()? == 1,
            }),
            4 => Fact::Close { run: self.digest()?, records: self.number()? },
            5 => Fact::Checkpoint(Ok(LogHead {
                origin: self.text()?,
                signer: self.text()?,
                size: self.number()?,
                root: self.digest()?,
            })),
            6 => Fact::Checkpoint(Err(self.fault()?)),
            7 => Fact::Opening(None),
            8 => Fact::Opening(Some(self.fault()?)),
            9 => Fact::UnmatchedOpening(Cow::Borrowed(self.bytes()?)),
            10 => Fact::UnfinishedRecord(Cow::Borrowed(self.bytes()?)),
            11 => Fact::InvalidJson(self.fault()?),
            12 => Fact::InvalidControl(self.fault()?),
            _ => return None,
        })
    }

    fn record(&mut self) -> Option<CheckedRecord<'a>> {
        let mut results = [const { StepResult::Pass }; 7];
        for result in &mut results {
            *result = match self.byte()? {
                0 => StepResult::Pass,
                1 => StepResult::Fail(Box::new(self.fault()?)),
                more => StepResult::NotChecked(*Reason::ALL.get(usize::from(more) - 2)?),
            };
        }
        Some(CheckedRecord {
            results,
            needs_signer: self.byte()? == 1,
            leaf: self.digest()?,
            evaluator: self.option()?,
            name: self.option()?,
            fetched_at: Instant::from_ms(self.number()?),
            subject: self.text()?,
            who: self.option()?,
            position: RunPosition {
                run: self.digest()?,
                family: self.byte().filter(|&family| family < 2)?,
                index: self.number()?,
            },
            plan: match self.byte()? {
                0 => None,
                _ => Some(Box::new(self.plan()?)),
            },
            logged: match self.byte()? {
                0 => None,
                _ => Some(LogPosition { origin: self.digest()?, size: self.number()? }),
            },
            outcome: self.byte()?,
            scores: Scores {
                scored: self.byte()?.into(),
                correct: self.byte()?.into(),
                literal: self.byte()?.into(),
                committed: self.byte()?.into(),
            },
        })
    }

    fn plan(&mut self) -> Option<Plan<'a>> {
        Some(Plan {
            id: self.digest()?,
            counts: Counts {
                math: Count::new(self.number()?),
                science: Count::new(self.number()?),
            },
            bank: match self.byte()? {
                0 => None,
                _ => Some((self.text()?, self.digest()?)),
            },
            entropy: self.text()?,
            source: self.text()?,
        })
    }

    fn fault(&mut self) -> Option<LineError<'a>> {
        Some(LineError { code: self.text()?, message: self.text()? })
    }

    fn option(&mut self) -> Option<Option<Cow<'a, str>>> {
        let there = self.byte()? == 1;
        let text = self.text()?;
        Some(there.then_some(text))
    }

    fn text(&mut self) -> Option<Cow<'a, str>> {
        std::str::from_utf8(self.bytes()?).ok().map(Cow::Borrowed)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn digest(&mut self) -> Option<Digest> {
        self.array().map(Digest::from_bytes)
    }
}
