//! The readings held to a reference of the standard's words, and to their laws.

use proofmark::grade::{self, Answer, Compliance, Decimal, Form, Letter, Readings, Rule, Span};
use proofmark::question::wording::{MATH, SCIENCE};
use proofmark::rows;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn answer(reading: &grade::Reading<'_>) -> Option<String> {
    reading.answer().map(|answer| answer.to_string())
}

#[test]
fn the_document_names_every_rule_and_no_other() {
    let document = read("docs/grading.md");
    let is_rule =
        |code: &&str| ["number.", "choice.", "none."].iter().any(|kind| code.starts_with(kind));
    let named: BTreeSet<&str> = document.split('`').filter(is_rule).collect();
    let rules: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(named, rules);
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

/// The literal reading of a letter, from the words "a letter alone, or the first standalone capital".
fn reference_letter(reply: &str, last: char) -> Option<usize> {
    let mut alone = reply.char_indices().filter(|(_, c)| c.is_alphanumeric());
    if let (Some((at, c)), None) = (alone.next(), alone.next())
        && ('A'..=last).contains(&c.to_ascii_uppercase())
    {
        return Some(at);
    }
    let unspaced = |c: char| {
        matches!(u32::from(c), 0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF
            | 0xF900..=0xFAFF | 0xFF66..=0xFFDC | 0x20000..=0x3FFFF)
    };
    let word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric() && !unspaced(c));
    reply.char_indices().find_map(|(at, c)| {
        let alone = !word(reply[..at].chars().next_back())
            && !word(reply[at + c.len_utf8()..].chars().next());
        (('A'..=last).contains(&c) && alone).then_some(at)
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
    [grade::read_number(reply, &[], Form::BARE), grade::read_choice(reply, &OPTIONS, Form::BARE)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_literal_number_is_the_first_numeric_token(reply in replies()) {
        let found = grade::read_number(&reply, &[], Form::BARE).literal.found;
        let span = found.map(|(_, span)| (span.start, span.end));
        prop_assert_eq!(span, reference_number(&reply));
    }

    #[test]
    fn the_literal_letter_is_alone_or_the_first_standalone_capital(reply in replies(), count in 2_usize..=26) {
        let reading = grade::read_choice(&reply, &[""; 26][..count], Form::BARE).literal;
        let span = reading.found.map(|(_, span)| span);
        let at = reference_letter(&reply, char::from(b'@' + count as u8));
        prop_assert_eq!(span, at.map(|at| Span { start: at, end: at + 1 }));
    }

    #[test]
    fn a_span_lies_in_the_reply_and_names_the_answer(reply in replies()) {
        for readings in both(&reply) {
            for reading in [readings.literal, readings.committed] {
                let Some((answer, span)) = reading.found else { continue };
                let text = reply.get(span.start..span.end).expect("a span on boundaries");
                match answer {
                    Answer::Number(decimal) => prop_assert_eq!(decimal.as_written(), text),
                    Answer::Letter(letter) if reading.rule == Rule::ChoiceContainsOption => {
                        let folded = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
                        prop_assert_eq!(folded(text), folded(OPTIONS[letter.index()]));
                    }
                    Answer::Letter(letter) if reading.rule == Rule::ChoiceFirstCapital => {
                        prop_assert_eq!(text.to_ascii_uppercase(), letter.as_str());
                    }
                    Answer::Letter(_) => prop_assert!(!text.is_empty()),
                }
            }
        }
    }

    #[test]
    fn no_option_is_named_inside_a_word_or_beside_another(reply in replies()) {
        let reading = grade::read_choice(&reply, &OPTIONS, Form::BARE).literal;
        if reading.rule == Rule::ChoiceContainsOption {
            let span = reading.found.unwrap().1;
            let ascii = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            prop_assert!(!ascii(reply[..span.start].chars().next_back()), "{}", reply);
            prop_assert!(!ascii(reply[span.end..].chars().next()), "{}", reply);
            // A fifth option makes a letter of E.
            prop_assume!(!reply.contains('E'));
            let longer = format!("{reply} argon");
            let options = [OPTIONS[0], OPTIONS[1], OPTIONS[2], OPTIONS[3], "argon"];
            let rule = grade::read_choice(&longer, &options, Form::BARE).literal.rule;
            prop_assert_eq!(rule, Rule::NoneHedge, "{}", longer);
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
            let readings = grade::read_number(&reply, &[], form);
            prop_assert_eq!(answer(&readings.committed), Some(value.to_string()));
            prop_assert_eq!(readings.compliance, Compliance::Exact, "{}", reply);
        }
        for wording in SCIENCE {
            let form = wording.form();
            let letter = Letter::ALL[place];
            let reply = format!("{}{letter}{}", form.before, form.after);
            let readings = grade::read_choice(&reply, &OPTIONS, form);
            prop_assert_eq!(answer(&readings.committed), Some(letter.to_string()));
            prop_assert_eq!(readings.compliance, Compliance::Exact, "{}", reply);
        }
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
    fn a_row_is_read_as_its_reply(reply in replies(), noise in "\\PC{0,40}") {
        let row = serde_json::json!({"id": "x", "kind": "choice", "options": OPTIONS, "expected": "B", "response": reply});
        let mut out = Vec::new();
        let bad = rows::grade_ndjson(format!("{noise}\n{row}\n").as_bytes(), None, &mut out);
        prop_assert_eq!(bad.len(), usize::from(!noise.trim_ascii().is_empty()));
        let line: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let readings = grade::read_choice(&reply, &OPTIONS, Form::BARE);
        for (reading, name) in [(readings.literal, "literal"), (readings.committed, "committed")] {
            let span = reading.found.map(|(_, span)| [span.start, span.end]);
            prop_assert_eq!(&line[name]["rule"], reading.rule.id());
            prop_assert_eq!(&line[name]["answer"], &serde_json::json!(answer(&reading)));
            prop_assert_eq!(&line[name]["span"], &serde_json::json!(span));
        }
        prop_assert_eq!(&line["compliance"], readings.compliance.name());
    }
}
