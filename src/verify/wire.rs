//! Binary encoding of facts, to pass them between cores.
//!
//! The encoding is private to a build. Invalid bytes are an error all the same, since the host is
//! not trusted to pass them on unchanged.

use super::fact::{
    CheckedRecord, Fact, LineError, LogHead, LogPosition, Plan, RunPosition, RunStart, StepResult,
};
use super::step::Reason;
use crate::base::hash::Digest;
use crate::record::{Count, Counts, Instant, Scores};

/// Appends `fact` to `out`.
pub(super) fn write_fact(fact: &Fact<'_>, out: &mut Vec<u8>) {
    match fact {
        Fact::InvalidLine(fault) => write_fault(out, 0, fault),
        Fact::InvalidRecord(fault) => write_fault(out, 1, fault),
        Fact::InvalidJson(fault) => write_fault(out, 11, fault),
        Fact::InvalidControl(fault) => write_fault(out, 12, fault),
        Fact::Record(checked) => {
            out.push(2);
            write_record(checked, out);
        }
        Fact::Run(start) => {
            out.push(3);
            write_digest(out, &start.run);
            write_plan(&start.plan, out);
            out.push(u8::from(start.of_subject));
        }
        Fact::Close { run, records } => {
            out.push(4);
            write_digest(out, run);
            write_number(out, *records);
        }
        Fact::Checkpoint(Ok(head)) => {
            out.push(5);
            write_bytes(out, head.origin.as_bytes());
            write_bytes(out, head.signer.as_bytes());
            write_number(out, head.size);
            write_digest(out, &head.root);
        }
        Fact::Checkpoint(Err(fault)) => write_fault(out, 6, fault),
        Fact::Opening(None) => out.push(7),
        Fact::Opening(Some(fault)) => write_fault(out, 8, fault),
        Fact::UnmatchedOpening(line) => {
            out.push(9);
            write_bytes(out, line);
        }
        Fact::UnfinishedRecord(line) => {
            out.push(10);
            write_bytes(out, line);
        }
    }
}

fn write_record(checked: &CheckedRecord<'_>, out: &mut Vec<u8>) {
    for result in &checked.results {
        match result {
            StepResult::Pass => out.push(0),
            StepResult::Fail(fault) => write_fault(out, 1, fault),
            StepResult::NotChecked(reason) => out.push(2 + *reason as u8),
        }
    }
    out.push(u8::from(checked.needs_signer));
    write_digest(out, &checked.leaf);
    write_option(out, checked.evaluator);
    write_option(out, checked.name);
    write_number(out, checked.fetched_at.ms());
    write_bytes(out, checked.subject.as_bytes());
    write_option(out, checked.who.as_deref());
    write_digest(out, &checked.position.run);
    out.push(checked.position.family);
    write_number(out, checked.position.index);
    out.push(u8::from(checked.plan.is_some()));
    if let Some(known) = &checked.plan {
        write_plan(known, out);
    }
    out.push(u8::from(checked.logged.is_some()));
    if let Some(LogPosition { origin, size }) = &checked.logged {
        write_digest(out, origin);
        write_number(out, *size);
    }
    out.push(checked.outcome);
    let Scores { scored, correct, literal, committed } = checked.scores;
    out.extend([scored, correct, literal, committed].map(|count| count as u8));
}

fn write_plan(plan: &Plan<'_>, out: &mut Vec<u8>) {
    let Plan { id, counts, bank, entropy, source } = plan;
    write_digest(out, id);
    write_number(out, counts.math.get());
    write_number(out, counts.science.get());
    out.push(u8::from(bank.is_some()));
    if let Some((name, root)) = bank {
        write_bytes(out, name.as_bytes());
        write_digest(out, root);
    }
    write_bytes(out, entropy.as_bytes());
    write_bytes(out, source.as_bytes());
}

fn write_fault(out: &mut Vec<u8>, tag: u8, fault: &LineError<'_>) {
    out.push(tag);
    write_bytes(out, fault.code.as_bytes());
    write_bytes(out, fault.message.as_bytes());
}

fn write_option(out: &mut Vec<u8>, text: Option<&str>) {
    out.push(u8::from(text.is_some()));
    write_bytes(out, text.unwrap_or_default().as_bytes());
}

fn write_digest(out: &mut Vec<u8>, digest: &Digest) {
    out.extend_from_slice(digest.as_bytes());
}

fn write_number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    write_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Decodes facts.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// Decodes the next fact. Returns `None` at the end of the bytes and at an invalid fact; use
    /// [`is_done`](Self::is_done) to tell them apart.
    pub(super) fn read_fact(&mut self) -> Option<Fact<'a>> {
        let mut rest = Reader(self.0);
        let fact = rest.read_variant()?;
        *self = rest;
        Some(fact)
    }

    /// Reports whether all bytes were decoded.
    pub(super) const fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    fn read_variant(&mut self) -> Option<Fact<'a>> {
        Some(match self.read_byte()? {
            0 => Fact::InvalidLine(self.read_fault()?),
            1 => Fact::InvalidRecord(self.read_fault()?),
            2 => Fact::Record(self.read_record()?),
            3 => Fact::Run(RunStart {
                run: self.read_digest()?,
                plan: self.read_plan()?,
                of_subject: self.read_byte()? == 1,
            }),
            4 => Fact::Close { run: self.read_digest()?, records: self.read_number()? },
            5 => Fact::Checkpoint(Ok(LogHead {
                origin: self.read_text()?,
                signer: self.read_text()?,
                size: self.read_number()?,
                root: self.read_digest()?,
            })),
            6 => Fact::Checkpoint(Err(self.read_fault()?)),
            7 => Fact::Opening(None),
            8 => Fact::Opening(Some(self.read_fault()?)),
            9 => Fact::UnmatchedOpening(self.read_bytes()?),
            10 => Fact::UnfinishedRecord(self.read_bytes()?),
            11 => Fact::InvalidJson(self.read_fault()?),
            12 => Fact::InvalidControl(self.read_fault()?),
            _ => return None,
        })
    }

    fn read_record(&mut self) -> Option<CheckedRecord<'a>> {
        let mut results = [const { StepResult::Pass }; 7];
        for result in &mut results {
            *result = match self.read_byte()? {
                0 => StepResult::Pass,
                1 => StepResult::Fail(Box::new(self.read_fault()?)),
                more => StepResult::NotChecked(*Reason::ALL.get(usize::from(more) - 2)?),
            };
        }
        Some(CheckedRecord {
            results,
            needs_signer: self.read_byte()? == 1,
            leaf: self.read_digest()?,
            evaluator: self.read_option()?,
            name: self.read_option()?,
            fetched_at: Instant::from_ms(self.read_number()?),
            subject: self.read_text()?,
            who: self.read_option()?.map(Into::into),
            position: RunPosition {
                run: self.read_digest()?,
                family: self.read_byte().filter(|&family| family < 2)?,
                index: self.read_number()?,
            },
            plan: match self.read_byte()? {
                0 => None,
                _ => Some(Box::new(self.read_plan()?)),
            },
            logged: match self.read_byte()? {
                0 => None,
                _ => Some(LogPosition { origin: self.read_digest()?, size: self.read_number()? }),
            },
            outcome: self.read_byte()?,
            scores: Scores {
                scored: self.read_byte()?.into(),
                correct: self.read_byte()?.into(),
                literal: self.read_byte()?.into(),
                committed: self.read_byte()?.into(),
            },
        })
    }

    fn read_plan(&mut self) -> Option<Plan<'a>> {
        Some(Plan {
            id: self.read_digest()?,
            counts: Counts {
                math: Count::new(self.read_number()?),
                science: Count::new(self.read_number()?),
            },
            bank: match self.read_byte()? {
                0 => None,
                _ => Some((self.read_text()?, self.read_digest()?)),
            },
            entropy: self.read_text()?,
            source: self.read_text()?,
        })
    }

    fn read_fault(&mut self) -> Option<LineError<'a>> {
        Some(LineError { code: self.read_text()?, message: self.read_text()?.into() })
    }

    fn read_option(&mut self) -> Option<Option<&'a str>> {
        let there = self.read_byte()? == 1;
        let text = self.read_text()?;
        Some(there.then_some(text))
    }

    fn read_text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.read_bytes()?).ok()
    }

    fn read_bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.read_number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn read_array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn read_byte(&mut self) -> Option<u8> {
        self.read_array::<1>().map(|[byte]| byte)
    }

    fn read_number(&mut self) -> Option<u64> {
        self.read_array().map(u64::from_le_bytes)
    }

    fn read_digest(&mut self) -> Option<Digest> {
        self.read_array().map(Digest::from_bytes)
    }
}
