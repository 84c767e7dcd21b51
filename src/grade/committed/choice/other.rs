//! Letters that are a part of something else: the tags `<b>` and `</a>`, the name "C. elegans".

/// Whether a letter between `before` and `after` is a tag; a capital is one where it is closed, for "<B>" may
/// be an answer.
pub(super) fn is_tag(before: &str, capital: bool, after: &str) -> bool {
    const FARTHEST: usize = 120;
    let near = &after.as_bytes()[..after.len().min(FARTHEST)];
    let closed = || near.starts_with(b">") && near.windows(2).any(|two| two == b"</");
    before.ends_with("</") || before.ends_with('<') && (!capital || closed())
}

/// Whether a species stands behind the first letter of its genus, and `after` it.
pub(super) fn is_species(after: &str) -> bool {
    let Some(rest) = after.strip_prefix(". ") else { return false };
    let word = rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
    matches!(
        word,
        "albicans"
            | "anthracis"
            | "botulinum"
            | "cereus"
            | "coli"
            | "difficile"
            | "elegans"
            | "jejuni"
            | "mellifera"
            | "melanogaster"
            | "subtilis"
            | "thaliana"
    )
}
