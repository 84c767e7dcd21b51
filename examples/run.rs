//! Evaluates an agent from Rust: asks a function, prints the record file, and verifies it.
//! `cargo run --example run > runs.ndjson`

use std::borrow::Cow;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use proofmark::bank::Bank;
use proofmark::eval::{Entropy, Plan, Run, Step};
use proofmark::exchange::Limits;
use proofmark::record::{Count, Counts, Policy, Subject};
use proofmark::verify::{Options, Verifier};

/// Replies like an agent: adds the operands of a sum, and otherwise answers "B".
fn agent(prompt: &str) -> String {
    let sum = prompt.split_once('+').and_then(|(before, after)| {
        let left: u32 = before.split_whitespace().last()?.parse().ok()?;
        let right: u32 = after.split_whitespace().next()?.trim_end_matches('?').parse().ok()?;
        Some(left + right)
    });
    sum.map_or_else(|| "B".to_owned(), |sum| format!("That makes {sum}."))
}

/// Returns milliseconds since 1970, because the core reads no clock.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bank = || Ok::<_, proofmark::Error>(Cow::Borrowed(Bank::public()?));
    let counts = Counts { math: Count::new(6), science: Count::new(4) };
    let subject = Subject::from_id("urn:example:adder");
    // The seed reveals the questions. Use 128 random bits for a real run.
    let seed = format!("{:032x}", now());
    let plan = Plan::new(seed, Entropy::default(), counts, Policy::Literal, subject, bank()?)?;
    let mut file = plan.run_line()?;
    file.push(b'\n');

    let mut run = Run::with_own_transport(plan, Limits::new(25_000, 0, 1 << 18)?);
    loop {
        match run.next(now())? {
            Step::Ask { prompt, .. } => run.receive_reply(agent(&prompt), now()),
            Step::Record(record) => {
                file.extend(record.to_line()?);
                file.push(b'\n');
            }
            Step::Done => break,
            // A function needs no requests and no waits.
            Step::Question(_) | Step::Send { .. } | Step::Wait { .. } => {}
        }
    }
    file.extend(run.close_line()?);
    file.push(b'\n');

    let mut verifier = Verifier::new(Options { banks: vec![bank()?], ..Options::default() });
    verifier.push(&file);
    verifier.end();
    let report = verifier.finish();
    std::io::stdout().write_all(&file)?;
    eprintln!(
        "{} records; passed: {}; {}",
        report.records,
        report.passed,
        report.conclusion.name()
    );
    Ok(())
}
