//! Lines as they are mostly written: the keys in the order of the documentation, with no white space
//! as JavaScript writes them, or with one space behind each comma and colon as Python does.
//!
//! What is next is known here, so each part is compared where it should stand, and a processor foretells
//! that it does. A line that is written otherwise is read as any other.

use super::{Key, Reader, Row, Task, Text};
use crate::tape::begin;

/// How the parts of a line are written that are the same in every one.
pub(super) struct Style {
    id: &'static str,
    behind_id: &'static str,
    math: &'static str,
    choice: &'static str,
    next_option: &'static str,
    behind_options: &'static str,
    response: &'static str,
}

/// Both styles, the more frequent one first.
pub(super) const STYLES: [Style; 2] = [
    Style {
        id: r#""id":"#,
        behind_id: ",",
        math: r#""kind":"math","expected":"#,
        choice: r#""kind":"choice","options":[""#,
        next_option: r#",""#,
        behind_options: r#"],"expected":"#,
        response: r#","response":""#,
    },
    Style {
        id: r#""id": "#,
        behind_id: ", ",
        math: r#""kind": "math", "expected": "#,
        choice: r#""kind": "choice", "options": [""#,
        next_option: r#", ""#,
        behind_options: r#"], "expected": "#,
        response: r#", "response": ""#,
    },
];

/// Reads the first line of `text` into `row`, if it is written in `style`, and says how long it is. Else
/// `row` and `decoded` hold what is of no use.
#[inline(always)]
pub(super) fn read<'a>(
    text: &'a str,
    style: &Style,
    decoded: &mut String,
    row: &mut Row<'a>,
) -> Option<usize> {
    decoded.clear();
    (row.keys, row.options.count) = (0, 0);
    let mut line = Line { text, at: 0 };
    line.passes("{")?;
    if line.takes(style.id) {
        let mut reader = Reader { line: text, at: line.at, decoded };
        row.id = reader.id().ok()?;
        row.keys = Key::Id.bit();
        line.at = reader.at;
        line.passes(style.behind_id)?;
    }
    if line.takes(style.math) {
        row.task = Task::Math;
    } else if line.takes(style.choice) {
        row.task = Task::Choice;
        loop {
            *row.options.texts.get_mut(row.options.count)? = line.string(decoded)?;
            row.options.count += 1;
            if !line.takes(style.next_option) {
                break;
            }
        }
        line.passes(style.behind_options)?;
    } else {
        return None;
    }
    row.expected = if line.takes("\"") {
        Some(line.string(decoded)?)
    } else {
        line.passes("null")?;
        None
    };
    line.passes(style.response)?;
    row.response = line.string(decoded)?;
    line.passes("}")?;
    line.at += usize::from(line.next() == Some(b'\r'));
    matches!(line.next(), None | Some(b'\n')).then_some(line.at)
}

/// A line, and how far it is read.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    #[inline(always)]
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether `part` comes next, which it then moves behind.
    #[inline(always)]
    fn takes(&mut self, part: &str) -> bool {
        let takes = begin(&self.text.as_bytes()[self.at..], part.as_bytes());
        self.at += if takes { part.len() } else { 0 };
        takes
    }

    /// The same, where nothing else may come.
    #[inline(always)]
    fn passes(&mut self, part: &str) -> Option<()> {
        self.takes(part).then_some(())
    }

    /// The string behind a quotation mark.
    #[inline(always)]
    fn string(&mut self, decoded: &mut String) -> Option<Text<'a>> {
        let (text, end) = Text::scan(self.text, self.at, decoded)?;
        self.at = end;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{otherwise, row};
    use super::*;
    use crate::error::Error;
    use proptest::prelude::*;

    /// What a line was read as, or how it was refused.
    fn said(
        read: impl for<'a> Fn(&'a str, &mut String, &mut Row<'a>) -> Result<usize, Error>,
        text: &str,
    ) -> String {
        let (mut decoded, mut row) = (String::from("what was before"), Row::default());
        match read(text, &mut decoded, &mut row) {
            Err(error) => error.to_string(),
            Ok(length) => {
                let of = |text: Text<'_>| text.of(&decoded).to_owned();
                let options = row.options.texts[..row.options.count].iter();
                let options: Vec<String> = options.map(|text| of(*text)).collect();
                let (expected, response) = (row.expected.map(of), of(row.response));
                let (id, task) = (row.id(), row.task);
                format!("{length} {id:?} {task:?} {options:?} {expected:?} {response:?}")
            }
        }
    }

    /// A row as JSON, in the style of JavaScript or of Python.
    fn line() -> impl Strategy<Value = String> {
        let text = || prop_oneof!["[a-zé\n\"]{0,40}", "[A-D]", "[0-9]{1,3}"];
        let id = prop_oneof![
            Just(None),
            text().prop_map(|id| Some(format!("{id:?}"))),
            "-?[0-9]{1,3}".prop_map(Some)
        ];
        let options = prop::option::of(prop::collection::vec(text(), 0..6));
        let parts = (id, options, prop::option::of(text()), text(), any::<bool>());
        parts.prop_map(|(id, options, expected, response, spaced)| {
            let json = |value: &str| serde_json::Value::from(value).to_string();
            let (comma, colon) = if spaced { (", ", ": ") } else { (",", ":") };
            let mut members = Vec::new();
            members.extend(id.map(|id| ("id", id)));
            let kind = if options.is_some() { "choice" } else { "math" };
            members.push(("kind", json(kind)));
            members.extend(options.map(|options| {
                let options: Vec<String> = options.iter().map(|option| json(option)).collect();
                ("options", format!("[{}]", options.join(comma)))
            }));
            members.push(("expected", expected.map_or_else(|| "null".to_owned(), |it| json(&it))));
            members.push(("response", json(&response)));
            let members: Vec<String> =
                members.iter().map(|(key, value)| format!("\"{key}\"{colon}{value}")).collect();
            format!("{{{}}}", members.join(comma))
        })
    }

    #[test]
    fn usual_lines_are_read_here() {
        for text in [
            r#"{"kind":"math","expected":"95","response":"It is 95."}"#,
            r#"{"id":7,"kind":"math","expected":null,"response":"\n"}"#,
            r#"{"id":"a","kind":"choice","options":["a","b\"","c"],"expected":"A","response":""}"#,
            "{\"kind\":\"math\",\"expected\":\"1\",\"response\":\"\"}\r\n{",
            r#"{"id": "a", "kind": "choice", "options": ["a", "b"], "expected": "A", "response": "A"}"#,
        ] {
            let usual = |text| {
                let (mut decoded, mut row) = (String::new(), Row::default());
                STYLES.iter().any(|style| read(text, style, &mut decoded, &mut row).is_some())
            };
            assert!(usual(text), "{text}");
            assert_eq!(said(row, text), said(otherwise, text));
        }
    }

    proptest! {
        #[test]
        fn lines_are_read_here_as_otherwise(
            line in line(),
            end in "(\r?\n)?[{ ]?",
            at in any::<prop::sample::Index>(),
            byte in prop::option::of("[\\]\\[{}\",: \\\\0nA]"),
        ) {
            let mut text = format!("{line}{end}");
            prop_assert_eq!(said(row, &text), said(otherwise, &text));
            // One character is replaced, left out or put in.
            let mut chars: Vec<char> = text.chars().collect();
            let at = at.index(chars.len());
            match byte.and_then(|byte| byte.chars().next()) {
                Some(byte) => chars[at] = byte,
                None => drop(chars.remove(at)),
            }
            text = chars.into_iter().collect();
            prop_assert_eq!(said(row, &text), said(otherwise, &text));
        }
    }
}
