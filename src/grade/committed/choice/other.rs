//! Letters that are a part of something else: the tags `<b>` and `</a>`, the name "C. elegans", a unit or a
//! variable of a formula.

use crate::grade::text::ends_with_any;

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

/// Whether a letter behind `before` is a factor or a unit: "q v B", "\\nabla \\times B", "10^{-19} C".
pub(super) fn is_factor(before: &str) -> bool {
    const POWER: usize = 8;
    if ends_with_any(before, &["\\times ", "\\cdot ", "{~", "\\, "]) {
        return true;
    }
    let power = before.strip_suffix("} ").is_some_and(|power| {
        let near = &power.as_bytes()[power.len().saturating_sub(POWER)..];
        let digits = near.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b'-');
        let count = digits.count();
        count > 0 && near[..near.len() - count].ends_with(b"^{")
    });
    // Words of one letter: "a B", "o B", "y B".
    power
        || matches!(before.as_bytes(), [.., b' ', letter @ b'b'..=b'z', b' ']
            if !matches!(letter, b'e' | b'o' | b'u' | b'y'))
}

/// Whether a letter in braces behind `before` is a part of a formula: "^\\circ\\text{C}", "\\frac{d}{dx}".
pub(super) fn is_in_formula(before: &str) -> bool {
    let parts = ["_{", "^{", "\\frac{", "circ\\text{", "circ \\text{", "circ}\\text{", "\\sqrt{"];
    ends_with_any(before, &parts)
}
