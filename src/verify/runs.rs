//! The completeness of runs: every record that the run line promised, once, in order.

use super::fact::{Arrived, Begun};
use super::gaps::Gaps;
use crate::error::{Code, Error};
use crate::hash::Digest;
use crate::id::Family;
use crate::order;
use crate::proof::Index;
use crate::record::file::{Counts, RunLine};
use crate::record::{BankRef, SignalRecord};

/// What is known of the runs of a file so far. Takes memory by run, and by gap in what has come of
/// an open one, of which an honest file has few.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The digests of seed and subject, which make a run.
    keys: Index,
    /// The runs by the numbers of their digests; none where one is closed.
    runs: Vec<Option<Box<Run>>>,
    closed: u64,
}

#[derive(Debug)]
struct Run {
    /// The line that it began on.
    line: u64,
    /// Per family, the digest of what every record of the run must repeat from its first line.
    terms: [Digest; 2],
    counts: Counts,
    records: u64,
    /// Per family, the index that comes next, and the places passed over so far.
    next: [u64; 2],
    gaps: [Gaps; 2],
}

impl Runs {
    /// A run begins.
    pub(super) fn begin(&mut self, line: u64, begun: &Begun) -> Result<(), Error> {
        let Begun { run, terms, counts } = *begun;
        if !self.keys.add(&run) {
            return Err(Error::new(Code::RunDuplicate, "run", "a run once", "the same run again"));
        }
        let (next, gaps) = Default::default();
        let begun = Run { line, terms, counts, records: 0, next, gaps };
        self.runs.push(Some(Box::new(begun)));
        Ok(())
    }

    /// A record of a run.
    pub(super) fn record(&mut self, line: u64, place: &Arrived) -> Result<(), Error> {
        let run = match self.keys.find(&place.run).map(|at| &mut self.runs[at]) {
            Some(Some(run)) => run,
            Some(None) => {
                return Err(Error::new(
                    Code::RunUnknown,
                    "record",
                    "an open run",
                    "one that has ended",
                ));
            }
            None => {
                let found = "none; one record without its run is checked by its index";
                return Err(Error::new(
                    Code::RunUnknown,
                    "record",
                    "the line of its run before it",
                    found,
                ));
            }
        };
        run.records += 1;
        let family = Family::ALL[usize::from(place.family)];
        let arrived = run.arrive(line, family, place.index);
        if run.terms[usize::from(place.family)] != place.terms {
            let expected = format!("method, policy, entropy and bank of line {}", run.line);
            return Err(Error::new(Code::RunTerms, "record", expected, "others"));
        }
        arrived
    }

    /// A run says that it is complete.
    pub(super) fn close(&mut self, line: u64, key: &Digest, said: u64) -> Vec<(u64, Error)> {
        let Some(run) = self.keys.find(key).and_then(|at| self.runs[at].take()) else {
            let expected = "the end of an open run";
            return vec![(
                line,
                Error::new(Code::RunUnknown, "close line", expected, "another run"),
            )];
        };
        self.closed += 1;
        let counted = run.records;
        let mut failures = run.missing(line);
        if said != counted {
            let (expected, found) = (format!("{said} records"), counted.to_string());
            failures.push((line, Error::new(Code::RunCount, "run", expected, found)));
        }
        failures
    }

    /// How many runs were closed.
    pub(super) const fn closed(&self) -> u64 {
        self.closed
    }

    /// The end of the file, after `line`: a run that is still open is incomplete.
    pub(super) fn finish(&mut self, line: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for run in self.runs.iter().flatten() {
            let expected = format!("a line that closes the run of line {}", run.line);
            let found = format!("the end of the file after {} records of it", run.records);
            failures.push((line, Error::new(Code::RunNotClosed, "run", expected, found)));
        }
        failures
    }
}

impl Run {
    fn arrive(&mut self, line: u64, family: Family, index: u64) -> Result<(), Error> {
        let count = self.counts.of(family);
        if index >= count {
            let expected = format!("an index below {count}, as the run promised");
            return Err(Error::new(Code::RunBeyond, place(family, index), expected, "one beyond"));
        }
        let (next, gaps) = (&mut self.next[family as usize], &mut self.gaps[family as usize]);
        if index >= *next {
            gaps.pass_over(*next, index, line);
            *next = index + 1;
            return Ok(());
        }
        if !gaps.fill(index) {
            let thing = place(family, index);
            return Err(Error::new(Code::RunDuplicateRecord, thing, "one record", "a second one"));
        }
        let found = format!("it behind index {}", *next - 1);
        Err(Error::new(Code::RunOutOfOrder, place(family, index), "ascending order", found))
    }

    /// The records that never came; those behind the last one are missed on `end`.
    fn missing(mut self, end: u64) -> Vec<(u64, Error)> {
        let mut failures = Vec::new();
        for family in Family::ALL {
            let mut gaps = std::mem::take(&mut self.gaps[family as usize]);
            gaps.pass_over(self.next[family as usize], self.counts.of(family), end);
            for (first, last, line) in gaps.into_iter() {
                let found = match last {
                    one if one == first => "none before this line".to_owned(),
                    last => format!("none before this line, up to index {last}"),
                };
                let missing =
                    Error::new(Code::RunMissingRecord, place(family, first), "a record", found);
                failures.push((line, missing));
            }
        }
        order::sort_by(&mut failures, &|(a, _), (b, _)| a.cmp(b));
        failures
    }
}

/// What the first line of a run says.
pub(super) fn begun(run: &RunLine<'_>) -> Begun {
    let terms = |bank| terms([&run.method, run.policy.name(), &run.entropy], bank);
    Begun {
        run: key(&run.run_id, &run.subject.id),
        terms: [terms(None), terms(run.bank.as_ref())],
        counts: run.counts,
    }
}

/// Where records stand in their runs. Many records of a file are of one run and repeat one thing,
/// which is then not hashed again.
#[derive(Debug)]
pub(super) struct Places(Vec<Option<Known>>);

#[derive(Debug)]
struct Known {
    run_id: Digest,
    subject: String,
    run: Digest,
    /// Per family, what its last record said, as it was written and hashed.
    terms: [Option<(Terms, Digest)>; 2],
}

/// What a record repeats of its run's first line: method, policy, entropy, and its bank.
type Terms = ([String; 4], [u8; 32]);

impl Default for Places {
    fn default() -> Self {
        // As many as there are first bytes of a run's id, which differ from run to run; none where
        // nothing is kept.
        let most = if cfg!(feature = "bulk") { 256 } else { 0 };
        Self((0..most).map(|_| None).collect())
    }
}

impl Places {
    /// The place of `record` in its run.
    ///
    /// # Errors
    /// As [`SignalRecord::family`].
    pub(super) fn of(&mut self, record: &SignalRecord<'_>) -> Result<Arrived, Error> {
        let (family, data, subject) = (record.family()?, &record.data, &*record.subject.id);
        let stated = [&*data.method, data.policy.name(), &*data.draw.entropy];
        let bank = data.draw.bank.as_ref();
        let (number, index) = (family as u8, data.draw.index.get());
        if !cfg!(feature = "bulk") {
            let (run, terms) = (key(&data.run_id, subject), terms(stated, bank));
            return Ok(Arrived { run, terms, family: number, index });
        }
        let new = || {
            let run = key(&data.run_id, subject);
            Known { run_id: data.run_id, subject: subject.to_owned(), run, terms: [None, None] }
        };
        let place = &mut self.0[usize::from(data.run_id.as_bytes()[0])];
        let known = place.get_or_insert_with(new);
        if known.run_id != data.run_id || known.subject != subject {
            *known = new();
        }
        let [method, policy, entropy] = stated;
        let (id, root) = bank_of(bank);
        let last = &mut known.terms[family as usize];
        let terms = match last {
            Some(((texts, last_root), terms))
                if *texts == [method, policy, entropy, id] && *last_root == root =>
            {
                *terms
            }
            _ => {
                let terms = terms(stated, bank);
                *last = Some((([method, policy, entropy, id].map(str::to_owned), root), terms));
                terms
            }
        };
        Ok(Arrived { run: known.run, terms, family: number, index })
    }
}

/// A run is one seed and one subject.
pub(super) fn key(run_id: &Digest, subject: &str) -> Digest {
    Digest::of(&[run_id.as_bytes(), subject.as_bytes()])
}

/// What a run says once and each of its records repeats. Without it an evaluator could choose the
/// entropy, or the bank, that draws a question which suits.
fn terms(texts: [&str; 3], bank: Option<&BankRef<'_>>) -> Digest {
    let (id, root) = bank_of(bank);
    let [method, policy, entropy] = texts;
    let mut stated = Vec::new();
    for text in [method, policy, entropy, id] {
        stated.extend_from_slice(&(text.len() as u64).to_be_bytes());
    }
    for text in [method, policy, entropy, id] {
        stated.extend_from_slice(text.as_bytes());
    }
    Digest::of(&[&stated, &root])
}

/// A bank as its terms have it; none is one without a name.
fn bank_of<'a>(bank: Option<&'a BankRef<'_>>) -> (&'a str, [u8; 32]) {
    bank.map_or(("", [0; 32]), |bank| (&*bank.id, *bank.root.as_bytes()))
}

fn place(family: Family, index: u64) -> String {
    format!("{family} question {index} of the run")
}
