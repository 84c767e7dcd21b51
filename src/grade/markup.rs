//! Markup in replies: tags, special tokens, terminal escapes.

const LONGEST_SPECIAL: usize = 40;
const LONGEST_ELEMENT: usize = 31;
const LONGEST_ATTRIBUTES: usize = 200;
const LONGEST_ESCAPE: usize = 20;

/// Returns the name of a special token `<|name|>` at the start of `text`.
pub(super) fn special_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("<|")?;
    let is_name = |c: char| !matches!(c, '|' | '<' | '>') && !c.is_whitespace();
    let (name, rest) = rest.split_at_checked(run_length(rest, LONGEST_SPECIAL, is_name))?;
    (rest.starts_with("|>") && !name.is_empty()).then_some(name)
}

/// Parses an element `<name …>` or `</name>` at the start of `text`: its name, true if it closes,
/// and its length.
pub(super) fn element(text: &str) -> Option<(&str, bool, usize)> {
    let rest = text.strip_prefix('<')?;
    let unslashed = rest.strip_prefix('/');
    let rest = unslashed.unwrap_or(rest);
    rest.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(())?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-');
    let (name, mut rest) = rest.split_at_checked(run_length(rest, LONGEST_ELEMENT, is_name))?;
    if let Some(attributes) = rest.strip_prefix(char::is_whitespace) {
        let is_attribute = |c: char| !matches!(c, '<' | '>' | '\n');
        rest = attributes.get(run_length(attributes, LONGEST_ATTRIBUTES, is_attribute)..)?;
    }
    let rest = rest.strip_prefix('/').unwrap_or(rest).strip_prefix('>')?;
    Some((name, unslashed.is_some(), text.len() - rest.len()))
}

/// Returns the length in bytes of the leading characters `of` a kind, at most `most` characters.
fn run_length(text: &str, most: usize, of: impl Fn(char) -> bool) -> usize {
    text.chars().take(most).take_while(|c| of(*c)).map(char::len_utf8).sum()
}

/// Returns the length of a terminal escape sequence at the start of `text`.
pub(super) fn escape_length(text: &str) -> usize {
    let Some(rest) = text.get(1..).and_then(|rest| rest.strip_prefix('[')) else { return 1 };
    let is_parameter = |c: char| c.is_ascii_digit() || c == ';' || c == '?';
    let length = run_length(rest, LONGEST_ESCAPE, is_parameter);
    match rest.as_bytes().get(length) {
        Some(b'@'..=b'~') => 2 + length + 1,
        _ => 1,
    }
}
