//! Measures the time to verify a record's id and inclusion proof on one core.

use std::time::Instant;

use proofmark::Error;
use proofmark::hash::Digest;
use proofmark::json::{Value, canonical};
use proofmark::proof::{
    Body, Checkpoint, Inclusion, Memo, Proofs, SecretKey, Tree, attach, cut, id, sign,
};

const COUNT: usize = 20_000;
/// Fewer, because signatures are slow.
const SIGNATURES: usize = 500;

fn main() -> Result<(), Error> {
    let key = SecretKey::from_seed(&[7; 32]);
    let did = key.public().did();
    let bare = (0..COUNT).map(|index| record(index, &did)).collect::<Result<Vec<_>, _>>()?;
    let ids = bare.iter().map(id).collect::<Result<Vec<_>, _>>()?;
    let tree = Tree::of_records(&ids);
    let note = Checkpoint::sign(&key, "speed", COUNT as u64, &tree.root())?;
    let mut lines = Vec::new();
    for (index, record) in bare.iter().enumerate() {
        let mut record = record.clone();
        if let Some(inclusion) = Inclusion::of(&tree, index, &note) {
            attach(&mut record, inclusion.to_value())?;
        }
        lines.push(canonical(&record)?);
    }
    let bytes = lines.iter().map(Vec::len).sum::<usize>() / COUNT;
    println!("{COUNT} records of {bytes} bytes each, under one checkpoint; µs per record:");

    time("parse, write canonically, hash", COUNT, || {
        lines.iter().try_for_each(|line| id(&Value::parse(line)?).map(drop))
    })?;
    time("prove canonical, hash the line", COUNT, || {
        lines.iter().try_for_each(|line| quick(line).map(drop))
    })?;
    time("… and read its proof", COUNT, || {
        lines.iter().try_for_each(|line| Proofs::parse(quick(line)?.1).map(drop))
    })?;
    let mut memo = Memo::default();
    time("… and check its inclusion", COUNT, || {
        lines.iter().try_for_each(|line| include(line, &did, &mut memo))
    })?;
    time("… without memory of the last one's way", COUNT, || {
        let (even, odd) = lines.split_at(COUNT / 2);
        even.iter().zip(odd).try_for_each(|(even, odd)| {
            include(even, &did, &mut memo)?;
            include(odd, &did, &mut memo)
        })
    })?;
    let body = Body::of(&bare[0])?;
    let signature = sign(&body, &key, None)?;
    time("one signature, for comparison", SIGNATURES, || {
        (0..SIGNATURES).try_for_each(|_| signature.verify(&body))
    })
}

fn quick(line: &[u8]) -> Result<(Digest, &[u8]), Error> {
    match cut(line) {
        Some(cut) => Ok((cut.id(), cut.proof().unwrap_or_default())),
        None => id(&Value::parse(line)?).map(|id| (id, &[][..])),
    }
}

fn include(line: &[u8], did: &str, memo: &mut Memo) -> Result<(), Error> {
    let (id, proof) = quick(line)?;
    let body = Body { id, evaluator: Some(did.into()), context: None };
    let proofs = Proofs::parse(proof)?;
    proofs.inclusion.map_or(Ok(()), |inclusion| inclusion.verify(&body, memo).map(drop))
}

/// Prints the best of three, which other work on the machine disturbs least.
fn time(
    what: &str,
    count: usize,
    mut work: impl FnMut() -> Result<(), Error>,
) -> Result<(), Error> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{:8.2}  {what}", best * 1e6 / count as f64);
    Ok(())
}

fn record(index: usize, did: &str) -> Result<Value, Error> {
    let text = format!(
        r#"{{"data":{{"attempts":[{{"durationMs":812,"startMs":0}}],"committed":{{"answer":"95","rule":"number.only","span":[14,16]}},"compliance":"verbose","draw":{{"entropy":"","index":{index},"seed":"0f0e0d0c0b0a09080706050403020100","variant":1}},"evaluator":"{did}","expected":"95","latencyMs":812,"literal":{{"answer":"95","rule":"number.first","span":[14,16]}},"method":"simple-evals:1","outcome":"correct","policy":"literal","questionId":"math:add:37+58","response":"The answer is 95.","runId":"{did}","score":100}},"fetchedAt":"2026-11-20T17:00:00.000Z","signalId":"simple-evals.math","sources":["proofmark:simple-evals:1"],"status":"ok","subject":{{"id":"https://agent.example/a2a"}}}}"#
    );
    Value::parse(text.as_bytes())
}
