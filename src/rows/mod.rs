//! Grading of NDJSON rows, as in `proofmark grade`.
//!
//! A row is `{"id"?, "kind": "math", "given"?: ["37", "58"], "expected": "95" | null, "response":
//! "…"}`,
//! or `{"id"?, "kind": "choice", "options"?: […], "expected": "B" | null, "response": "…"}`,
//! or `{"id"?, "questionId": "…", "choiceOrder"?: […], "response": "…"}`; a science question needs
//! `choiceOrder`. Any other member is an error.

mod row;
mod stream;

use std::borrow::Cow;

use crate::bank::Bank;
pub use stream::{BadLine, Stream};

/// Grades every line of `input`. Writes valid rows to `out`, in order, and returns the invalid
/// ones.
pub fn grade_ndjson(
    input: &[u8],
    bank: Option<Cow<'static, Bank>>,
    out: &mut Vec<u8>,
) -> Vec<BadLine> {
    let mut stream = Stream::new(bank);
    let mut bad = stream.push(input, out);
    bad.extend(stream.finish(out));
    bad
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded_line(line: &str) -> String {
        let mut out = Vec::new();
        let bad = grade_ndjson(line.as_bytes(), None, &mut out);
        match bad.first() {
            Some(bad) => format!("{}: {}", bad.error.code(), bad.error),
            None => String::from_utf8(out).unwrap(),
        }
    }

    #[test]
    fn a_row_gives_a_row() {
        assert_eq!(
            graded_line(
                r#"{"id":"x\n1","kind":"math","expected":"95","response":"It\u0020is 95."}"#
            ),
            concat!(
                r#"{"id":"x\n1","literal":{"outcome":"correct","answer":"95","rule":"number.first","#,
                r#""span":[6,8]},"committed":{"outcome":"correct","answer":"95","#,
                r#""rule":"number.lead","span":[6,8]},"compliance":"verbose"}"#,
                "\n"
            )
        );
        let row = r#"{"kind":"choice","options":["a","b","c","d"],"expected":null,"response":" "}"#;
        assert_eq!(
            graded_line(row),
            concat!(
                r#"{"id":null,"literal":{"outcome":"empty","answer":null,"rule":"none.empty","#,
                r#""span":null},"committed":{"outcome":"empty","answer":null,"rule":"none.empty","#,
                r#""span":null},"compliance":"none"}"#,
                "\n"
            )
        );
        assert!(
            graded_line(r#"{"questionId":"math:mul:6x7","response":"42"}"#).contains("correct")
        );
    }

    #[test]
    fn a_choice_has_2_to_26_options() {
        let options: Vec<String> = (0..26).map(|n| format!("option {n}")).collect();
        let row = |options: &[String], expected: &str| {
            graded_line(&format!(
                r#"{{"kind":"choice","options":{options:?},"expected":"{expected}","response":"Z"}}"#
            ))
        };
        assert!(row(&options, "Z").contains(r#""literal":{"outcome":"correct","answer":"Z""#));
        assert!(row(&options[..25], "Y").contains(r#""literal":{"outcome":"unparseable""#));
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (line, expected) in [
            ("{", "json.invalid: row: not JSON: member name that is not a string at byte 1"),
            ("[]", "json.invalid: row: expected an object, found an array"),
            (
                r#"{"kind":"x","response":""}"#,
                "json.invalid: row.kind: expected \"math\" or \"choice\", found \"x\"",
            ),
            (r#"{"kind":"math","response":""}"#, "json.invalid: row.expected: missing"),
            (r#"{"kind":"math","expected":"95"}"#, "json.invalid: row.response: missing"),
            (
                r#"{"kind":"math","expected":"ninety","response":""}"#,
                "json.invalid: row.expected: expected a decimal number, found \"ninety\"",
            ),
            (
                r#"{"kind":"math","given":["37","x"],"expected":"95","response":""}"#,
                "json.invalid: row.given: expected a decimal number, found \"x\"",
            ),
            (
                r#"{"kind":"math","options":["a","b"],"expected":"95","response":""}"#,
                "json.invalid: row.options: expected none in a row of kind math, found an array",
            ),
            (
                r#"{"kind":"choice","expected":"E","response":""}"#,
                "json.invalid: row.expected: expected the letter of an option, found \"E\"",
            ),
            (
                r#"{"kind":"choice","options":["a"],"expected":"A","response":""}"#,
                "json.invalid: row.options: expected 2 to 26 texts, found an array",
            ),
            (
                r#"{"kind":"choice","options":["a",2],"expected":"A","response":"A"}"#,
                "json.invalid: row.options: expected text, found 2",
            ),
            (
                r#"{"kind":"math","expected":95,"response":"95"}"#,
                "json.invalid: row.expected: expected text, found 95",
            ),
            (
                r#"{"id":1.5,"kind":"math","expected":"95","response":"95"}"#,
                "json.invalid: row.id: expected a text or an integer, found 1.5",
            ),
            (
                r#"{"questionId":"math:add:9+1","response":""}"#,
                "question.unknown-id: question id: expected math:OPERATION:OPERANDS in range, or science:NAME, found \"math:add:9+1\"",
            ),
            (
                r#"{"questionId":"math:mul:6x7","choiceOrder":[0,1,2,3],"response":""}"#,
                "json.invalid: row.choiceOrder: not allowed for a math question",
            ),
            (
                r#"{"questionId":"science:x","response":"","choiceOrder":[0,1,2,3]}"#,
                "question.unknown-id: questionId: \"science:x\" needs a bank, and none is given",
            ),
        ] {
            assert_eq!(graded_line(line), expected, "{line}");
        }
    }

    #[test]
    fn bad_lines_have_numbers_and_do_not_stop_the_rest() {
        let input = b"\n{\"kind\":\"math\",\"expected\":null,\"response\":\"1\"}\n\xff\n\n{}\r\n{\"kind\":\"math\",\"expected\":\"2\",\"response\":\"1\"}";
        let mut out = Vec::new();
        let bad: Vec<usize> =
            grade_ndjson(input, None, &mut out).iter().map(|bad| bad.line).collect();
        assert_eq!(bad, [3, 5]);
        assert_eq!(String::from_utf8(out).unwrap().lines().count(), 2);
    }
}
