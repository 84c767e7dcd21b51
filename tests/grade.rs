//! The readings held to their vectors, to a reference of the standard's words, and to their laws.

#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use proofmark::grade::{self, Answer, Compliance, Decimal, Letter, Readings, Rule, Span, rows};
use proofmark::question::wording::{Form, MATH, SCIENCE};
use proptest::prelude::*;
use serde::Deserialize;

/// One reply and what a careful person says that it answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The reason for the case.
    why: String,
    reply: String,
    /// Only for choices; empty where they are not known.
    options: Option<Vec<String>>,
    committed: Option<String>,
}

/// One reply and the readings in full.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Full {
    why: String,
    row: serde_json::Value,
    expect: serde_json::Value,
}

fn vectors<T: for<'a> Deserialize<'a>>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/vectors/grade/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn answer(reading: &grade::Reading<'_>) -> Option<String> {
    reading.answer().map(|answer| answer.to_string())
}

#[test]
fn the_committed_reading_agrees_with_a_careful_person() {
    for name in ["committed-number.json", "committed-choice.json"] {
        let mut wrong = Vec::new();
        for Case { why, reply, options, committed } in vectors::<Case>(name) {
            let readings = match &options {
                None => grade::number(&reply, Form::BARE),
                Some(options) => {
                    let options: Vec<&str> = options.iter().map(String::as_str).collect();
                    grade::choice(&reply, &options, Form::BARE)
                }
            };
            if answer(&readings.committed) != committed {
                wrong.push(format!("{why}: {reply:?}: {:?}", readings.committed));
            }
        }
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn rows_give_the_rows_that_the_vectors_say() {
    for Full { why, row, expect } in vectors::<Full>("rows.json") {
        let mut out = Vec::new();
        let bad = rows::ndjson(row.to_string().as_bytes(), None, &mut out);
        assert!(bad.is_empty(), "{why}: {bad:?}");
        let found: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(found, expect, "{why}: {row}");
    }
}

#[test]
fn the_list_of_rules_is_that_of_the_document() {
    let path = format!("{}/docs/grading.md", env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(path).unwrap();
    let listed: Vec<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .map(|(id, _)| id)
        .filter(|id| id.contains('.') && id.chars().all(|c| matches!(c, 'a'..='z' | '.' | '-')))
        .collect();
    let rules: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(listed, rules);
}

#[test]
fn the_integers_of_packed_rows_are_those_of_the_document() {
    let path = format!("{}/docs/grading.md", env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(path).unwrap();
    let cells: Vec<Vec<&str>> = document
        .lines()
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .filter(|cells: &Vec<&str>| cells.len() == 3 && cells[0].parse::<u32>().is_ok())
        .collect();
    let told = |column: usize| {
        let told = cells.iter().filter(|cells| !cells[column].is_empty());
        told.map(|cells| (cells[0].to_owned(), cells[column])).collect::<Vec<_>>()
    };
    let packed = |reply: &str, expected: &str| {
        let row = format!(r#"{{"kind":"math","expected":{expected},"response":"{reply}"}}"#);
        rows::packed(row.as_bytes(), None).rows[0].to_string()
    };
    let outcomes = [
        (packed("7", "\"7\""), "correct"),
        (packed("8", "\"7\""), "wrong"),
        (packed("x", "\"7\""), "unparseable"),
        (packed(" ", "\"7\""), "empty"),
        (packed("7", "null"), "answered, where the row does not say which answer is right"),
    ];
    assert_eq!(told(1), outcomes);
    let compliances = Compliance::ALL.iter().enumerate();
    let compliances: Vec<_> =
        compliances.map(|(place, form)| (place.to_string(), form.name())).collect();
    assert_eq!(told(2), compliances);
}

/// The literal reading of a number, from the words "the first numeric token", over characters.
fn reference_number(reply: &str) -> Option<(usize, usize)> {
    let c: Vec<char> = reply.chars().collect();
    let digit = |i: usize| c.get(i).is_some_and(|c| Decimal::parse(&c.to_string()).is_some());
    let run = |i: usize| (i..).take_while(|&i| digit(i)).count();
    let word = |i: Option<usize>| i.is_some_and(|i| c[i].is_alphanumeric());
    let first = (0..c.len()).find(|&i| digit(i))?;
    let (mut start, mut end) = (first, first + run(first));
    let dot = start > 0 && c[start - 1] == '.';
    if dot && !word(start.checked_sub(2)) && start.checked_sub(2).is_none_or(|i| c[i] != '.') {
        start -= 1;
    }
    if start == first {
        let separator = c.get(end).filter(|c| ",\u{A0}\u{2009}\u{202F}".contains(**c));
        while end - start <= 3 || end > first + run(first) {
            if separator.is_none() || c.get(end) != separator || run(end + 1) != 3 {
                break;
            }
            end += 4;
        }
        if c.get(end) == Some(&'.') && digit(end + 1) {
            end += 1 + run(end + 1);
        }
    }
    if matches!(c.get(end), Some('e' | 'E')) {
        let sign = usize::from(matches!(c.get(end + 1), Some('-' | '−' | '+')));
        let digits = run(end + 1 + sign);
        end += if (1..=18).contains(&digits) { 1 + sign + digits } else { 0 };
    }
    let sign = start > 0 && matches!(c[start - 1], '-' | '−');
    let outer = start.checked_sub(2);
    if sign && !word(outer) && outer.is_none_or(|i| c[i] != ')') {
        start -= 1;
    }
    let bytes = |i: usize| c[..i].iter().map(|c| c.len_utf8()).sum();
    Some((bytes(start), bytes(end)))
}

/// The literal reading of a letter, from the words "the first standalone capital".
fn reference_capital(reply: &str) -> Option<usize> {
    let unspaced = |c: char| {
        matches!(u32::from(c), 0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF
            | 0xF900..=0xFAFF | 0xFF66..=0xFFDC | 0x20000..=0x3FFFF)
    };
    let word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric() && !unspaced(c));
    reply.char_indices().find_map(|(at, c)| {
        let alone = !word(reply[..at].chars().next_back())
            && !word(reply[at + c.len_utf8()..].chars().next());
        (matches!(c, 'A'..='D') && alone).then_some(at)
    })
}

/// Text made of what matters to the readings.
fn replies() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[0-9]{1,4}",
        1 => prop::sample::select(vec![
            "A", "B", "C", "D", "E", "a", "(B)", "B)", "**", "\\boxed{", "}", "<think>", "</think>", "answer",
            "The answer is ", "Answer: ", "not ", " or ", " and ", "is ", "wrong", "correct", "\n", "\n\n",
            ". ", ", ", "+", " + ", " = ", "−", "-", "×", "*", "/", ".", "e", "E+", ",", "\u{202F}", "\u{A0}",
            "٣", "９", "½", "答案是", "はB", "wait, ", "check", "because ", "Q: ", "Question: ", "I cannot ",
            "carbon dioxide", "Oxygen", "oxygen", "nitrogen", "Ｂ", "é", "°C", "#### ", "|", "{", "\"", ":", "1. ",
            "'", "’", "\u{301}", "İ", "\u{212A}", "😀", "\u{FFFD}", "\0", "\r\n", "\\", "\\frac{", "$", "：", "）", "、", "．", "］", "（", "B：", "A、", "【", "】", "，", "。", "選択肢",
            " × 10^", "×10", "²", "{,}", ",\\!", "<|", "|>", "Result: ", "$$", "\\(", "\\)", "%",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

const OPTIONS: [&str; 4] = ["Oxygen", "Carbon dioxide", "Nitrogen", "İstanbul 3"];

fn both(reply: &str) -> [Readings<'_>; 2] {
    [grade::number(reply, Form::BARE), grade::choice(reply, &OPTIONS, Form::BARE)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_literal_number_is_the_first_numeric_token(reply in replies()) {
        let found = grade::number(&reply, Form::BARE).literal.found;
        let span = found.map(|(_, span)| (span.start, span.end));
        prop_assert_eq!(span, reference_number(&reply));
    }

    #[test]
    fn the_literal_letter_is_the_first_standalone_capital(reply in replies()) {
        let reading = grade::choice(&reply, &[], Form::BARE).literal;
        let span = reading.found.map(|(_, span)| span);
        prop_assert_eq!(span, reference_capital(&reply).map(|at| Span { start: at, end: at + 1 }));
    }

    #[test]
    fn a_span_lies_in_the_reply_and_names_the_answer(reply in replies()) {
        for readings in both(&reply) {
            for (number, reading) in [(0, readings.literal), (1, readings.committed)] {
                let Some((answer, span)) = reading.found else { continue };
                let text = reply.get(span.start..span.end).expect("a span on boundaries");
                match answer {
                    Answer::Number(decimal) => prop_assert_eq!(decimal.as_written(), text),
                    Answer::Letter(letter) if reading.rule == Rule::ChoiceContainsOption
                        || reading.rule == Rule::ChoiceOptionText =>
                    {
                        let folded = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
                        prop_assert_eq!(folded(text), folded(OPTIONS[letter.index()]));
                    }
                    Answer::Letter(letter) => {
                        let plain = ["A", "Ａ", "a", "ａ", "B", "Ｂ", "b", "ｂ", "C", "Ｃ", "c", "ｃ", "D", "Ｄ", "d", "ｄ"];
                        let place = plain.iter().position(|plain| *plain == text);
                        prop_assert_eq!(place.map(|place| place / 4), Some(letter.index()), "{} {}", number, text);
                    }
                }
            }
        }
    }

    #[test]
    fn white_space_at_the_end_changes_nothing(reply in replies(), space in "[ \n\r\t\u{A0}\u{2009}\u{202F}\u{3000}]{1,6}") {
        let longer = format!("{reply}{space}");
        for (short, long) in both(&reply).into_iter().zip(both(&longer)) {
            prop_assert_eq!(short.literal.found, long.literal.found);
            prop_assert_eq!(short.committed, long.committed);
            prop_assert_eq!(short.compliance, long.compliance);
        }
    }

    #[test]
    fn a_bare_answer_in_the_form_asked_for_is_exact(value in -10_000_i64..10_000, place in 0_usize..4) {
        for wording in MATH {
            let form = wording.form();
            let reply = format!("{}{value}{}", form.before, form.after);
            let readings = grade::number(&reply, form);
            prop_assert_eq!(answer(&readings.committed), Some(value.to_string()));
            prop_assert_eq!(readings.compliance, Compliance::Exact, "{}", reply);
        }
        for wording in SCIENCE {
            let form = wording.form();
            let letter = Letter::ALL[place];
            let reply = format!("{}{letter}{}", form.before, form.after);
            let readings = grade::choice(&reply, &OPTIONS, form);
            prop_assert_eq!(answer(&readings.committed), Some(letter.to_string()));
            prop_assert_eq!(readings.compliance, Compliance::Exact, "{}", reply);
        }
    }

    #[test]
    fn the_prompt_is_no_answer_to_itself(a in 10_u32..100, b in 10_u32..100, wording in prop::sample::select(&MATH[..])) {
        let prompt = wording.prompt(&format!("{a} + {b}"));
        prop_assert_eq!(grade::number(&prompt, Form::BARE).committed.found, None, "{}", prompt);
    }

    #[test]
    fn the_echo_of_a_choice_is_no_answer(wording in prop::sample::select(&SCIENCE[..])) {
        let prompt = wording.prompt("Which gas?\nA) Oxygen\nB) Carbon dioxide\nC) Nitrogen\nD) İstanbul 3");
        prop_assert_eq!(grade::choice(&prompt, &OPTIONS, Form::BARE).committed.found, None, "{}", prompt);
    }

    #[test]
    fn equal_decimals_have_equal_texts(a in "-?[0-9]{1,25}(\\.[0-9]{1,8})?(e-?[0-9]{1,3})?", zeros in 0_usize..30) {
        let decimal = Decimal::parse(&a).unwrap();
        let text = decimal.to_string();
        prop_assert_eq!(Decimal::parse(&text), Some(decimal));
        prop_assert_eq!(Decimal::parse(&text).unwrap().to_string(), text);
        if !a.contains('e') {
            let point = if a.contains('.') { "" } else { "." };
            let longer = format!("{a}{point}{}", "0".repeat(zeros + 1));
            prop_assert_eq!(Decimal::parse(&longer), Some(decimal));
        }
    }

    #[test]
    fn rows_never_panic_and_packed_rows_agree_with_written_ones(reply in replies(), noise in "\\PC{0,40}") {
        let row = serde_json::json!({"id": "x", "kind": "choice", "options": OPTIONS, "expected": "B", "response": reply});
        let input = format!("{noise}\n{row}\n");
        let rows::Packed { rows: packed, bad } = rows::packed(input.as_bytes(), None);
        let mut out = Vec::new();
        let written_bad = rows::ndjson(input.as_bytes(), None, &mut out);
        prop_assert_eq!(bad, written_bad);
        let line: serde_json::Value = serde_json::from_slice(out.split(|b| *b == b'\n').next().unwrap_or_default()).unwrap();
        let last = &packed[packed.len() - rows::PACKED..];
        let outcome = grade::Outcome::ALL[last[4] as usize].name();
        prop_assert_eq!(&line["committed"]["outcome"], outcome);
        let rule = Rule::ALL[last[5] as usize].id();
        prop_assert_eq!(&line["committed"]["rule"], rule);
        let span = if last[6] == rows::NOTHING { serde_json::Value::Null } else { serde_json::json!([last[6], last[7]]) };
        prop_assert_eq!(&line["committed"]["span"], &span);
    }
}
