//! Options that a reply writes as a formula in LaTeX: `540^\circ`, `\frac{3}{8}`.

use crate::grade::Span;

/// How long a formula may be that is an option, in bytes.
const LONGEST: usize = 80;

/// Commands, and what they write: nothing for those that only say how.
const COMMANDS: [(&str, &str); 20] = [
    ("circ", "°"),
    ("text", ""),
    ("mathrm", ""),
    ("mathbf", ""),
    ("left", ""),
    ("right", ""),
    ("frac", ""),
    ("dfrac", ""),
    ("tfrac", ""),
    ("times", "×"),
    ("cdot", "·"),
    ("pm", "±"),
    ("sqrt", "√"),
    ("pi", "π"),
    ("theta", "θ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("Omega", "Ω"),
    ("degree", "°"),
    ("rightarrow", "→"),
];

/// Where the formula stands that `text` has at `at`: between dollar signs, or up to the brace that
/// closes what is open. `None` if there is none, or if it reads as it is written.
pub(super) fn at(text: &str, at: usize) -> Option<Span> {
    let rest = &text[at..];
    let inner = rest.strip_prefix("$$").or_else(|| rest.strip_prefix('$')).unwrap_or(rest);
    let start = text.len() - inner.len();
    let in_dollars = inner.len() < rest.len();
    let mut open = 0_usize;
    let length = inner.bytes().take(LONGEST).position(|byte| {
        open += usize::from(byte == b'{');
        let ends = byte == b'}' && open == 0 || in_dollars && byte == b'$';
        open -= usize::from(byte == b'}' && open > 0);
        ends
    })?;
    let span = Span { start, end: start + length };
    span.of(text).contains(['\\', '^', '_']).then_some(span)
}

/// What `formula` reads as plain text; `None` if it has a command that is not known here.
pub(super) fn plain(formula: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = formula;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            // `\frac{3}{8}`.
            '}' if rest.starts_with('{') => plain.push('/'),
            '{' | '}' | '^' | '_' | '~' => {}
            '\\' if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let behind = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let name = &rest[..rest.len() - behind.len()];
                let (_, written) = COMMANDS.iter().find(|(command, _)| *command == name)?;
                plain.push_str(written);
                rest = behind;
            }
            // `\,` and `\ ` are spaces, `\%` and `\$` what they are.
            '\\' => rest = rest.strip_prefix([',', ' ', '!', ';', ':']).unwrap_or(rest),
            c => plain.push(c),
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_read_as_text() {
        for (formula, expected) in [
            ("540^\\circ", "540°"),
            ("\\frac{3}{8}", "3/8"),
            ("5\\ \\text{m/s}^2", "5m/s2"),
            ("12\\,\\mathrm{kg}", "12kg"),
            ("\\text{H}_2\\text{O}", "H2O"),
            ("50\\%", "50%"),
        ] {
            assert_eq!(plain(formula).as_deref(), Some(expected), "{formula}");
        }
        assert_eq!(plain("\\unknown{3}"), None);
    }

    #[test]
    fn a_formula_ends_at_its_dollar_sign_or_brace() {
        let found = |text: &str, from| at(text, from).map(|span| span.of(text).to_owned());
        assert_eq!(found("$540^\\circ$.", 0).as_deref(), Some("540^\\circ"));
        assert_eq!(found("{\\frac{3}{8}}$", 1).as_deref(), Some("\\frac{3}{8}"));
        assert_eq!(found("$5", 0), None);
        assert_eq!(found("$5$", 0), None);
    }
}
