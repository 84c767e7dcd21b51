//! Escaping of untrusted text for output formats.

use crate::base::text::is_deceptive;

/// Escapes `text` as the content of an element or a quoted attribute, in HTML and XML 1.0.
///
/// Characters that XML cannot represent (controls except tab, line feed and carriage return; U+FFFE
/// and U+FFFF) become U+FFFD. Characters that reorder or hide text are written as `[U+202E]`, so
/// that a reply cannot look like another.
pub(super) fn escape_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // In attributes, parsers turn these into spaces unless they are references.
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

/// Escapes `text` for one line of a Markdown table cell, without active syntax.
pub(super) fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // GitHub renders these as HTML even where Markdown would not.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' | '\t' => out.push(' '),
            // Mentions, autolinks, and Markdown punctuation.
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

/// Formats `text` as a Markdown code span, which is readable as plain text as well. Text that could
/// end the span or a table cell is escaped as by [`escape_markdown`] instead.
pub(super) fn escape_code(text: &str) -> String {
    let ends = |c: char| matches!(c, '`' | '|' | '\\') || c.is_control() || is_deceptive(c);
    if text.trim().is_empty() || text.contains(ends) {
        return escape_markdown(text);
    }
    format!("`{text}`")
}

/// Escapes `text` as a cell of CSV. A cell that a spreadsheet would take for a formula begins with
/// an apostrophe, unless it is a number.
pub(super) fn escape_csv(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let formula = text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with('\t');
    if formula && text.parse::<f64>().is_err() {
        out.push('\'');
    }
    for c in text.chars() {
        match c {
            '"' => out.push_str("\"\""),
            '\n' | '\r' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c if is_deceptive(c) => out.push_str(&format!("[U+{:04X}]", c as u32)),
            c => out.push(c),
        }
    }
    if out.contains([',', '"', '\n', '\r']) { format!("\"{out}\"") } else { out }
}

/// Escapes JSON, or lines of JSON, as the content of a `script` element that is not executed.
/// Writes `<` as an escape, which keeps every value and cannot end the element.
pub(super) fn escape_json_in_script(text: &str) -> String {
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deceptive_characters_match_the_hosts() {
        let vectors = include_str!("../../tests/vectors/hidden/characters.json");
        let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
        for case in vectors["cases"].as_array().unwrap() {
            let [text, shown] = ["text", "shown"].map(|name| case[name].as_str().unwrap());
            assert_eq!(escape_markup(text), shown, "{}", case["why"]);
        }
    }
}
