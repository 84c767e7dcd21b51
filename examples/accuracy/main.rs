//! Grades labelled replies with both readings and with the extractors of the field, side by side.
//!
//! `npm run accuracy -- FILES… [--errors | --errors-of EXTRACTOR] [--half develop|aside]`
//!
//! A file is NDJSON; a row has `kind` (`math`, `choice`), `id`, `response`, `options` (or null),
//! `intended` (what a careful person says that the reply answers, or null for no answer), `gold`
//! `expect` and `annotation`. Rows whose label is not one number or one letter are counted as left
//! out. A row whose annotation is `test_author` is a case of another grader's tests: where the
//! committed reading differs from it, `differences.json` has to give the reason.

mod differences;
mod peers;
mod rows;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use differences::Differences;
use peers::Extractor;
use rows::{Label, Row};

/// What one extractor made of one group of rows.
#[derive(Clone, Copy, Default)]
struct Tally {
    rows: u32,
    right: u32,
    wrong: u32,
    missed: u32,
    false_picks: u32,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        self.rows += 1;
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::Missed => self.missed += 1,
            Verdict::FalsePick => self.false_picks += 1,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Right,
    Wrong,
    Missed,
    FalsePick,
}

fn judge(label: &Label, picked: Option<&str>) -> Verdict {
    match (label, picked) {
        (Label::Answer(_), None) => Verdict::Missed,
        (Label::None | Label::NotThis(_), None) => Verdict::Right,
        (Label::None, Some(_)) => Verdict::FalsePick,
        (Label::Answer(answer), Some(picked)) if rows::same(answer, picked) => Verdict::Right,
        (Label::NotThis(gold), Some(picked)) if !rows::same(gold, picked) => Verdict::Right,
        (Label::Answer(_) | Label::NotThis(_), Some(_)) => Verdict::Wrong,
    }
}

fn main() -> ExitCode {
    match run(&mut io::stdout().lock()) {
        Ok(code) => code,
        // Who reads the list has seen enough: `npm run accuracy -- … --errors | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accuracy: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(out: &mut impl Write) -> io::Result<ExitCode> {
    let mut files = Vec::new();
    let (mut errors, mut half) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--errors" => errors = Some("committed".to_string()),
            "--errors-of" => errors = arguments.next(),
            "--half" => half = arguments.next(),
            _ if argument.starts_with("--") => {
                eprintln!("{argument}: no such option");
                return Ok(ExitCode::from(2));
            }
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        eprintln!(
            "usage: accuracy FILES… [--errors | --errors-of EXTRACTOR] [--half develop|aside]"
        );
        return Ok(ExitCode::from(2));
    }
    let extractors = peers::all();
    let mut total = BTreeMap::new();
    let mut differences = match Differences::read() {
        Ok(differences) => differences,
        Err(error) => {
            eprintln!("differences.json: {error}");
            return Ok(ExitCode::from(2));
        }
    };
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return Ok(ExitCode::from(2));
            }
        };
        let mut tallies = BTreeMap::new();
        let mut left_out = 0;
        for (index, line) in text.lines().enumerate() {
            let row = match Row::parse(line) {
                Ok(row) => row,
                Err(error) => {
                    eprintln!("{file}:{}: {error}", index + 1);
                    return Ok(ExitCode::from(2));
                }
            };
            if half.as_deref().is_some_and(|half| half != row.half()) {
                continue;
            }
            let Some(label) = row.label() else {
                left_out += 1;
                continue;
            };
            for Extractor { name, extract } in &extractors {
                let Some(picked) = extract(&row) else { continue };
                let (picked, rule) = picked;
                let verdict = judge(&label, picked.as_deref());
                tallies.entry((row.kind, *name)).or_insert_with(Tally::default).add(verdict);
                total.entry((row.kind, *name)).or_insert_with(Tally::default).add(verdict);
                if row.is_test && *name == "committed" {
                    differences.add(&row.id, verdict == Verdict::Right);
                }
                if verdict != Verdict::Right && errors.as_deref() == Some(*name) {
                    writeln!(out, "{verdict:?} {}: {label:?}, picked {picked:?} {rule}", row.id)?;
                    writeln!(out, "    {:?} {:?}", row.response, row.options)?;
                }
            }
        }
        print(out, file, &tallies, left_out)?;
    }
    print(out, "overall", &total, 0)?;
    differences.print(out)
}

fn print(
    out: &mut impl Write,
    name: &str,
    tallies: &BTreeMap<(&str, &str), Tally>,
    left_out: u32,
) -> io::Result<()> {
    writeln!(
        out,
        "{name}{}",
        if left_out > 0 { format!(" ({left_out} rows left out)") } else { String::new() }
    )?;
    writeln!(
        out,
        "  {:<7}{:<26}{:>6}{:>10}{:>7}{:>8}{:>7}",
        "kind", "extractor", "rows", "accuracy", "wrong", "missed", "false"
    )?;
    for ((kind, extractor), tally) in tallies {
        let accuracy = format!("{:.2} %", 100.0 * f64::from(tally.right) / f64::from(tally.rows));
        writeln!(
            out,
            "  {kind:<7}{extractor:<26}{:>6}{accuracy:>10}{:>7}{:>8}{:>7}",
            tally.rows, tally.wrong, tally.missed, tally.false_picks
        )?;
    }
    Ok(())
}
