//! Grading rows.

use std::cell::RefCell;
use std::fmt::Write;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Thrown;
use super::bank::bank_of;
use super::convert::{placed, thrown, to_js};
use crate::grade::rows::{self, BadLine, Graded, NOTHING, PACKED};
use crate::grade::{Answered, Compliance, Outcome, Rule};

/// Graded rows, as they come.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Grader(rows::Stream);

#[wasm_bindgen]
impl Grader {
    /// A stream of rows, which may name questions of the public bank or of the one given.
    #[wasm_bindgen(constructor)]
    pub fn new(bank: Option<String>) -> Thrown<Grader> {
        let bank = bank_of(bank.as_deref()).map_err(thrown)?;
        Ok(Self(rows::Stream::new(Some(bank))))
    }

    /// The next bytes: `out` has a line for every row that was graded, `bad` the others.
    pub fn push(&mut self, bytes: &[u8]) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.push(bytes, &mut out);
        graded(out, bad)
    }

    /// The end of the bytes.
    pub fn finish(mut self) -> Thrown<JsValue> {
        let mut out = Vec::new();
        let bad = self.0.finish(&mut out);
        graded(out, bad)
    }
}

/// Grades one row: the line that `Grader` would write.
#[wasm_bindgen]
pub fn grade_row(row: &[u8], bank: Option<String>) -> Thrown<Vec<u8>> {
    let bank = bank_of(bank.as_deref()).map_err(thrown)?;
    let mut out = Vec::new();
    match rows::ndjson(row, Some(&bank), &mut out).pop() {
        None => Ok(out),
        Some(bad) => Err(thrown(bad.error)),
    }
}

/// Grades whole lines and packs each into integers: see `grade::rows::Packed`.
#[wasm_bindgen]
pub fn grade_packed(rows: &[u8]) -> Thrown<Vec<u32>> {
    let bank = bank_of(None).map_err(thrown)?;
    Ok(rows::packed(rows, Some(&bank)).rows)
}

/// What one call hands over and what comes back: kept from call to call, in places that the host
/// writes to and reads from.
struct Exchange {
    /// The response, the expected answer and the options, one behind the other, and a zero. The host
    /// writes what its encoder makes of texts, which is UTF-8; nothing else is looked at.
    texts: String,
    /// First [`ASKED`] integers from the host: 1 for math; how many options there are; how many bytes the
    /// shortest has at least, or [`NOTHING`] if they are handed over; where the response, the expected
    /// answer (none if it is empty) and the options end. Then the packed row, where the texts of both
    /// answers end, and their place.
    integers: [u32; ASKED + PACKED + 3],
    /// The canonical answers that are not written so in the response, one behind the other.
    answers: String,
}

/// How many integers a call hands over.
const ASKED: usize = 9;

thread_local! {
    static EXCHANGE: RefCell<Exchange> = const {
        RefCell::new(Exchange {
            texts: String::new(),
            integers: [0; ASKED + PACKED + 3],
            answers: String::new(),
        })
    };
}

/// The place of the integers of `grade_reply`.
#[wasm_bindgen]
pub fn grade_integers() -> usize {
    EXCHANGE.with_borrow(|exchange| exchange.integers.as_ptr() as usize)
}

/// The place of `size` bytes for the texts of `grade_reply`.
#[wasm_bindgen]
pub fn grade_texts(size: usize) -> usize {
    EXCHANGE.with_borrow_mut(|exchange| {
        exchange.texts = "\0".repeat(size);
        exchange.texts.as_ptr() as usize
    })
}

/// What came of a response, as the host is told.
#[derive(Clone, Copy)]
enum Came {
    /// It is what `grade_row` refuses.
    Refused = 0,
    Graded = 1,
    /// The options have to be handed over.
    WantsOptions = 2,
}

/// Grades the response: the number of [`Came`].
#[wasm_bindgen]
pub fn grade_reply() -> u32 {
    EXCHANGE.with_borrow_mut(|exchange| exchange.grade().unwrap_or(Came::Refused) as u32)
}

impl Exchange {
    /// `None` for what is refused too.
    fn grade(&mut self) -> Option<Came> {
        let (asked, given) = self.integers.split_at_mut(ASKED);
        let asked: [usize; ASKED] = std::array::from_fn(|at| asked[at] as usize);
        let [math, count, shortest, ends @ ..] = asked;
        let text = |at: usize| self.texts.get(ends[at]..*ends.get(at + 1)?);
        let reply = self.texts.get(..ends[0])?;
        let right = Some(text(0)?).filter(|right| !right.is_empty());
        let mut tell = |graded: &Graded<'_>| tell(graded, reply, given, &mut self.answers);
        // Each as it comes and by reference: a graded reply is large.
        if math == 1 {
            return tell(rows::math(reply, right).as_ref().ok()?);
        }
        if shortest != NOTHING as usize {
            return match &rows::letter(reply, count, shortest, right) {
                Ok(Some(graded)) => tell(graded),
                Ok(None) => Some(Came::WantsOptions),
                Err(_) => None,
            };
        }
        let options: [&str; 4] = std::array::from_fn(|at| text(at + 1).unwrap_or_default());
        tell(rows::choice(reply, options.get(..count)?, right).as_ref().ok()?)
    }
}

/// Hands back what `reply` came to: the packed row, where the texts of both answers end, and their place.
fn tell(graded: &Graded<'_>, reply: &str, given: &mut [u32], answers: &mut String) -> Option<Came> {
    let (row, ends) = given.split_at_mut(PACKED);
    row.copy_from_slice(&graded.packed());
    answers.clear();
    let both = [&graded.readings.literal, &graded.readings.committed];
    for (end, reading) in ends.iter_mut().zip(both) {
        if let Some((answer, span)) = reading.found
            && !answer.is(span.of(reply))
        {
            // Writing to a string does not fail.
            let _ = write!(answers, "{answer}");
        }
        *end = u32::try_from(answers.len()).ok()?;
    }
    ends[2] = u32::try_from(answers.as_ptr() as usize).ok()?;
    Some(Came::Graded)
}

/// The names that the integers of a packed row stand for.
#[wasm_bindgen]
pub fn grade_names() -> Thrown<JsValue> {
    let answered = [Answered::Answered.name()];
    to_js(&Names {
        outcomes: Outcome::ALL.iter().map(|outcome| outcome.name()).chain(answered).collect(),
        rules: Rule::ALL.iter().map(|rule| rule.id()).collect(),
        compliances: Compliance::ALL.iter().map(|compliance| compliance.name()).collect(),
    })
}

/// The names that the integers of a packed row stand for.
#[derive(Serialize)]
struct Names {
    outcomes: Vec<&'static str>,
    rules: Vec<&'static str>,
    compliances: Vec<&'static str>,
}

/// What one piece of rows came to.
fn graded(out: Vec<u8>, bad: Vec<BadLine>) -> Thrown<JsValue> {
    let bad: Vec<_> = bad.iter().map(Bad::of).collect();
    let result = js_sys::Object::new();
    js_sys::Reflect::set(&result, &"out".into(), &js_sys::Uint8Array::from(&out[..]))?;
    js_sys::Reflect::set(&result, &"bad".into(), &to_js(&bad)?)?;
    Ok(result.into())
}

/// A line that could not be graded.
#[derive(Serialize)]
struct Bad {
    line: usize,
    code: &'static str,
    message: String,
    placed: String,
}

impl Bad {
    fn of(bad: &BadLine) -> Self {
        let (line, code) = (bad.line, bad.error.code());
        Self { line, code, message: bad.error.to_string(), placed: placed(bad) }
    }
}
