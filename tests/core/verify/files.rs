//! Record files to be verified, made without a network.

use std::borrow::Cow;

use proofmark::bank::Bank;
use proofmark::eval::{Entropy, Plan, Run, Step};
use proofmark::exchange::{Endpoint, Limits, Protocol};
use proofmark::json::Value;
use proofmark::proof::{LogWriter, MOST_SALTS, Sealer, SecretKey};
use proofmark::record::file::{ControlLine, OpeningLine};
use proofmark::record::{Count, Counts, Policy, Subject};
use proofmark::verify::{Openings, Options, Report, Step as Verified, Verifier};

pub const SEED: &str = "000102030405060708090a0b0c0d0e0f";
/// When every record is made.
pub const NOW: u64 = 1_795_194_000_000;

pub fn key(byte: u8) -> SecretKey {
    SecretKey::from_seed(&[byte; 32])
}

pub fn did(byte: u8) -> String {
    key(byte).public().did()
}

/// A file and what opens it.
pub struct Made {
    pub lines: Vec<Vec<u8>>,
    pub openings: Vec<OpeningLine>,
}

/// Options of [`made`].
pub struct How<'a> {
    pub key: Option<u8>,
    pub signs: bool,
    pub withhold: &'a [&'a str],
    /// Records to a checkpoint, if there are checkpoints.
    pub every: Option<u64>,
    pub math: u64,
    pub science: u64,
    pub bank: Option<Bank>,
    pub subject: &'a str,
}

impl Default for How<'_> {
    fn default() -> Self {
        Self {
            key: Some(7),
            signs: false,
            withhold: &[],
            every: Some(1000),
            math: 3,
            science: 2,
            bank: None,
            subject: "agent-1",
        }
    }
}

/// One whole run: every other question is answered with `A 95`, the others fail.
pub fn made(how: &How<'_>) -> Made {
    let bank = how.bank.clone().map_or_else(|| Cow::Borrowed(Bank::public().unwrap()), Cow::Owned);
    let counts = Counts { math: Count::new(how.math), science: Count::new(how.science) };
    let subject = Subject::from_id(how.subject.to_owned());
    let plan =
        Plan::new(SEED.into(), Entropy::default(), counts, Policy::Literal, subject, bank).unwrap();
    let endpoint =
        Endpoint::new("https://agent.example/", Protocol::Json, Default::default()).unwrap();
    let mut run = Run::new(plan, endpoint, Limits::new(1000, 0, 1 << 16).unwrap());
    let sealer = Sealer::new(how.key.map(key), how.signs, how.withhold).unwrap();
    let mut log = how.every.map(|_| LogWriter::new(key(how.key.unwrap()), "log").unwrap());
    let mut made = Made { lines: vec![run.plan().run_line().unwrap()], openings: Vec::new() };
    let mut asked = 0u8;
    loop {
        match run.next(NOW).unwrap() {
            Step::Question(_) => asked += 1,
            Step::Send { .. } if asked.is_multiple_of(4) => {
                run.report_fault(proofmark::exchange::Fault::Refused, NOW);
            }
            Step::Send { .. } => {
                run.receive_head(200, [("content-type", "application/json")], NOW);
                run.receive_chunk("{\"response\":\"A 95 – é\"}".as_bytes(), NOW);
                run.receive_end(NOW);
            }
            Step::Wait { .. } => panic!("nothing is tried again"),
            Step::Ask { .. } => panic!("no transport of its own was given"),
            Step::Record(record) => {
                let record = Value::parse(&record.to_line().unwrap()).unwrap();
                let salts: [[u8; 16]; MOST_SALTS] =
                    std::array::from_fn(|at| [asked.wrapping_mul(16) + at as u8; 16]);
                let sealed = sealer.seal(&record, &salts).unwrap();
                let line = sealed.record.canonical();
                made.openings.extend(sealed.openings);
                if let Some(log) = &mut log {
                    log.append(&line).unwrap();
                }
                made.lines.push(line);
                if let Some(log) = &mut log
                    && Some(log.uncovered_records()) == how.every
                {
                    made.lines.push(log.checkpoint().unwrap());
                }
            }
            Step::Done => break,
        }
    }
    made.lines.push(run.close_line().unwrap());
    if let Some(log) = log.as_mut().filter(|log| log.uncovered_records() > 0) {
        made.lines.push(log.checkpoint().unwrap());
    }
    made
}

/// Every step is required.
pub fn options(require: &[Verified]) -> Options {
    Options {
        banks: vec![Cow::Borrowed(Bank::public().unwrap())],
        awaits_public: false,
        manifests: Vec::new(),
        reveals: Vec::new(),
        openings: Openings::default(),
        require: require.to_vec(),
        skip: Vec::new(),
        trust: None,
        subject: None,
        committed: None,
        max_age_ms: None,
        now_ms: Some(NOW),
        index: None,
    }
}

/// The steps from schema to grade.
pub const PROVEN: [Verified; 4] =
    [Verified::Schema, Verified::Signature, Verified::Draw, Verified::Grade];

pub fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect()
}

pub fn verified(file: &[u8], options: Options) -> Report {
    let mut verifier = Verifier::new(options);
    verifier.push(file);
    verifier.finish()
}

/// Returns the failures as `LINE STEP CODE`.
pub fn failures(report: &Report) -> Vec<String> {
    let failures = report.failures.iter();
    failures.map(|f| format!("{} {} {}", f.line, f.step, f.code)).collect()
}

pub fn opening_line(opening: &OpeningLine) -> Vec<u8> {
    ControlLine::Opening(opening.clone()).to_line().unwrap()
}
