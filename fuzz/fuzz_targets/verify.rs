//! Law: any bytes are a record file with a report, and it does not matter in which pieces they
//! come, or that examiners went over parts of them.
#![no_main]

use std::borrow::Cow;

use libfuzzer_sys::fuzz_target;
use proofmark::bank::Bank;
use proofmark::verify::{Examiner, Options, Report, Verifier};

fn options() -> Options {
    let public = Cow::Borrowed(Bank::public().expect("the public bank"));
    Options { banks: vec![public], now_ms: 1_800_000_000_000, ..Options::default() }
}

fn in_pieces(file: &[u8], size: usize) -> Report {
    let mut verifier = Verifier::new(options());
    file.chunks(size).for_each(|piece| verifier.push(piece));
    verifier.finish()
}

/// As several cores do it: each part ends with a line.
fn in_parts(file: &[u8]) -> Report {
    let mut verifier = Verifier::new(options());
    let mut examiner = Examiner::new(options());
    let lines: Vec<_> = file.split_inclusive(|byte| *byte == b'\n').collect();
    for part in lines.chunks(3) {
        let written = examiner.examine(&part.concat()).expect("no bank is awaited");
        verifier.take(&written).expect("what an examiner wrote");
    }
    verifier.finish()
}

fuzz_target!(|data: &[u8]| {
    let whole = in_pieces(data, data.len().max(1)).to_value();
    assert_eq!(whole, in_pieces(data, 7).to_value());
    assert_eq!(whole, in_parts(data).to_value());
    // Nothing says that bytes are what an examiner wrote.
    let _ = Verifier::new(options()).take(data);
});
