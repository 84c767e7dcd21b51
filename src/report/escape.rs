//! Hostile text in other formats.

use crate::text::is_deceptive;

/// `text` as the content of an element or of a quoted attribute, in HTML and in XML 1.0.
///
/// What XML cannot hold (control characters but tab, line feed and carriage return, U+FFFE and
/// U+FFFF) becomes U+FFFD. Characters that reorder or hide text are written as `[U+202E]`: a reply
/// must not be able to look like another.
pub(super) fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Within an attribute a reader turns these into spaces unless they are references.
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c if is_deceptive(c) => out.push_str(&format!("[U+{:04X}]", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// `text` in a cell of a Markdown table: on one line, with nothing that means anything there.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // A GitHub reader makes HTML of these even where Markdown would not.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' | '\t' => out.push(' '),
            // Mentions, links by address alone, and everything with a meaning of its own.
            '@' => out.push_str("&#64;"),
            ':' => out.push_str("&#58;"),
            '.' => out.push_str("&#46;"),
            c if c.is_ascii_punctuation() && !matches!(c, '-' | ',' | '/' | ';') => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push('\u{fffd}'),
            c if is_deceptive(c) => out.push_str(&format!("[U+{:04X}]", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// Text of JSON, or of lines of JSON, as the content of a `script` element that is not run: there
/// `<` is written as an escape, which leaves every value as it is and can end no element.
pub(super) fn json_in_script(text: &str) -> String {
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_reorders_is_named_as_the_hosts_name_it() {
        let vectors = include_str!("../../tests/vectors/hidden/characters.json");
        let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
        for case in vectors["cases"].as_array().unwrap() {
            let [text, shown] = ["text", "shown"].map(|name| case[name].as_str().unwrap());
            assert_eq!(markup(text), shown, "{}", case["why"]);
        }
    }
}
