//! Letters that are markup: the tags `<b>` and `</a>`.

/// Whether a letter between `before` and `after` is a tag; a capital is one where it is closed, for "<B>" may
/// be an answer.
pub(super) fn is_tag(before: &str, capital: bool, after: &str) -> bool {
    const FARTHEST: usize = 120;
    let near = &after.as_bytes()[..after.len().min(FARTHEST)];
    let closed = || near.starts_with(b">") && near.windows(2).any(|two| two == b"</");
    before.ends_with("</") || before.ends_with('<') && (!capital || closed())
}
