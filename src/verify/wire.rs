//! Facts as bytes, on their way from one core to another.
//!
//! This is no format: both ends are one build of one program. What cannot be read is refused all
//! the same, because a host can hand over anything.

use std::borrow::Cow;

use super::Reason;
use super::fact::{Answer, Arrived, Begun, Fact, Fault, Head, Logged, Planned, Seen};
use crate::base::hash::Digest;
use crate::record::{Count, Counts, Instant, Scores};

/// Appends `fact` to `out`.
pub(super) fn write(fact: &Fact<'_>, out: &mut Vec<u8>) {
    match fact {
        Fact::NoLine(fault) => tagged(out, 0, fault),
        Fact::NoRecord(fault) => tagged(out, 1, fault),
        Fact::NoJson(fault) => tagged(out, 11, fault),
        Fact::NoControl(fault) => tagged(out, 12, fault),
        Fact::Record(seen) => {
            out.push(2);
            record(seen, out);
        }
        Fact::Run(begun) => {
            out.push(3);
            digest(out, &begun.run);
            planned(&begun.planned, out);
            out.push(u8::from(begun.about));
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
        Fact::Checkpoint(Err(fault)) => tagged(out, 6, fault),
        Fact::Opening(None) => out.push(7),
        Fact::Opening(Some(fault)) => tagged(out, 8, fault),
        Fact::Stray(line) => {
            out.push(9);
            bytes(out, line);
        }
        Fact::Held(line) => {
            out.push(10);
            bytes(out, line);
        }
    }
}

fn record(seen: &Seen<'_>, out: &mut Vec<u8>) {
    for answer in &seen.answers {
        match answer {
            Answer::Pass => out.push(0),
            Answer::Fail(fault) => tagged(out, 1, fault),
            Answer::NotChecked(reason) => out.push(2 + *reason as u8),
        }
    }
    out.push(u8::from(seen.wants_signer));
    digest(out, &seen.leaf);
    option(out, seen.evaluator.as_deref());
    option(out, seen.name.as_deref());
    number(out, seen.fetched_at.ms());
    bytes(out, seen.subject.as_bytes());
    option(out, seen.who.as_deref());
    digest(out, &seen.place.run);
    out.push(seen.place.family);
    number(out, seen.place.index);
    out.push(u8::from(seen.planned.is_some()));
    if let Some(plan) = &seen.planned {
        planned(plan, out);
    }
    out.push(u8::from(seen.logged.is_some()));
    if let Some(Logged { origin, size }) = &seen.logged {
        digest(out, origin);
        number(out, *size);
    }
    out.push(seen.outcome);
    let Scores { scored, correct, literal, committed } = seen.scores;
    out.extend([scored, correct, literal, committed].map(|count| count as u8));
}

fn planned(plan: &Planned<'_>, out: &mut Vec<u8>) {
    let Planned { id, counts, bank, entropy, source } = plan;
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

fn tagged(out: &mut Vec<u8>, tag: u8, fault: &Fault<'_>) {
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

/// Reads facts until there are none left.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next fact. `None` where there is none, or none that can be read: then
    /// [`is_done`](Self::is_done) says which.
    pub(super) fn fact(&mut self) -> Option<Fact<'a>> {
        let mut rest = Reader(self.0);
        let fact = rest.read()?;
        *self = rest;
        Some(fact)
    }

    /// Whether everything was read.
    pub(super) const fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    fn read(&mut self) -> Option<Fact<'a>> {
        Some(match self.byte()? {
            0 => Fact::NoLine(self.fault()?),
            1 => Fact::NoRecord(self.fault()?),
            2 => Fact::Record(self.record()?),
            3 => Fact::Run(Begun {
                run: self.digest()?,
                planned: self.planned()?,
                about: self.byte()? == 1,
            }),
            4 => Fact::Close { run: self.digest()?, records: self.number()? },
            5 => Fact::Checkpoint(Ok(Head {
                origin: self.text()?,
                signer: self.text()?,
                size: self.number()?,
                root: self.digest()?,
            })),
            6 => Fact::Checkpoint(Err(self.fault()?)),
            7 => Fact::Opening(None),
            8 => Fact::Opening(Some(self.fault()?)),
            9 => Fact::Stray(Cow::Borrowed(self.bytes()?)),
            10 => Fact::Held(Cow::Borrowed(self.bytes()?)),
            11 => Fact::NoJson(self.fault()?),
            12 => Fact::NoControl(self.fault()?),
            _ => return None,
        })
    }

    fn record(&mut self) -> Option<Seen<'a>> {
        let mut answers = [const { Answer::Pass }; 6];
        for answer in &mut answers {
            *answer = match self.byte()? {
                0 => Answer::Pass,
                1 => Answer::Fail(Box::new(self.fault()?)),
                more => Answer::NotChecked(*Reason::ALL.get(usize::from(more) - 2)?),
            };
        }
        Some(Seen {
            answers,
            wants_signer: self.byte()? == 1,
            leaf: self.digest()?,
            evaluator: self.option()?,
            name: self.option()?,
            fetched_at: Instant::from_ms(self.number()?),
            subject: self.text()?,
            who: self.option()?,
            place: Arrived {
                run: self.digest()?,
                family: self.byte().filter(|&family| family < 2)?,
                index: self.number()?,
            },
            planned: match self.byte()? {
                0 => None,
                _ => Some(Box::new(self.planned()?)),
            },
            logged: match self.byte()? {
                0 => None,
                _ => Some(Logged { origin: self.digest()?, size: self.number()? }),
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

    fn planned(&mut self) -> Option<Planned<'a>> {
        Some(Planned {
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

    fn fault(&mut self) -> Option<Fault<'a>> {
        Some(Fault { code: self.text()?, message: self.text()? })
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
