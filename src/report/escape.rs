//! Escaping of untrusted text for output formats.

/// Escapes `text` as the content of an element or a quoted attribute, in HTML and XML 1.0.
///
/// Characters that XML cannot represent (controls except tab, line feed and carriage return; U+FFFE
/// and U+FFFF) become U+FFFD. Characters that reorder or hide text are written as `[U+202E]`, so
/// that a reply cannot look like another.
pub(super) fn markup(text: &str) -> String {
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
pub(super) fn markdown(text: &str) -> String {
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

/// Reports whether a character hides or reorders the text around it: format characters (Unicode
/// Cf), other Default_Ignorable_Code_Point characters, and line terminators. U+FE0E and U+FE0F are
/// exempt, since many emoji use them. The JavaScript hosts use the same set.
fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Escapes JSON, or lines of JSON, as the content of a `script` element that is not executed.
/// Writes `<` as an escape, which keeps every value and cannot end the element.
pub(super) fn json_in_script(text: &str) -> String {
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
            assert_eq!(markup(text), shown, "{}", case["why"]);
        }
    }
}
