//! String helpers: quoting in messages, and grouped digits.

pub(crate) use proofmark_grade::text::{contains, lower};

/// Returns `text` in quotation marks, its control and deceptive characters escaped as in a Rust
/// literal. `{:?}` would bring a table of all printable characters.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c.is_control() || is_deceptive(c) => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Reports whether a character hides or reorders the text around it: format characters (Unicode
/// Cf), other Default_Ignorable_Code_Point characters, and line terminators. U+FE0E and U+FE0F are
/// exempt, since many emoji use them. The JavaScript hosts use the same set.
pub(crate) fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Formats `count` with thousands separators: `1,000,000`.
pub(crate) fn group_thousands(count: u64) -> String {
    let (rest, last) = (count / 1000, count % 1000);
    if rest == 0 { last.to_string() } else { format!("{},{last:03}", group_thousands(rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_hides_nothing() {
        let text = "a \"é\" \\ \n\r\t\u{1b}[m \u{202e}\u{200d}👍";
        assert_eq!(quoted(text), r#""a \"é\" \\ \n\r\t\u{1b}[m \u{202e}\u{200d}👍""#);
    }

    #[test]
    fn grouped_separates_thousands() {
        let read = [0, 999, 1000, 20_045, 1_000_000, u64::MAX].map(group_thousands);
        let max = "18,446,744,073,709,551,615";
        assert_eq!(read, ["0", "999", "1,000", "20,045", "1,000,000", max]);
    }
}
