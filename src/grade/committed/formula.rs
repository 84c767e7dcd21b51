//! Options that a reply writes otherwise: as a formula in LaTeX (`540^\circ`, `\frac{3}{8}`), with other
//! spaces, or without a unit.

use super::spelling;
use crate::grade::Span;

/// How long a formula may be that is an option, in bytes.
pub(super) const LONGEST: usize = 80;

/// Commands, and what they write: nothing for those that only say how.
const COMMANDS: [(&str, &str); 21] = [
    ("boxed", ""),
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
    let end = if inner.len() < rest.len() { b'$' } else { b'}' };
    let span = up_to(text, text.len() - inner.len(), end)?;
    span.of(text).contains(['\\', '^', '_']).then_some(span)
}

/// Whether every brace that `text` opens is closed in it.
pub(super) fn is_whole(text: &str) -> bool {
    let count = |brace: u8| text.bytes().filter(|byte| *byte == brace).count();
    count(b'{') == count(b'}')
}

/// Whether `text` calculates, so that a part of it says something else than the whole.
pub(super) fn is_in(text: &str) -> bool {
    text.contains(['\\', '^', '+', '-', '=', '/', ':', '*'])
}

/// What stands in `text` in the braces at `at`: "{2\sqrt{3}}".
pub(super) fn in_braces(text: &str, at: usize) -> Option<Span> {
    text[at..].starts_with('{').then(|| up_to(text, at + 1, b'}')).flatten()
}

/// What stands in `text` from `start` up to an `end` that is in no braces of its own.
fn up_to(text: &str, start: usize, end: u8) -> Option<Span> {
    let mut open = 0_usize;
    let length = text[start..].bytes().take(LONGEST).position(|byte| {
        open += usize::from(byte == b'{');
        let ends = byte == b'}' && open == 0 || byte == end && end != b'}';
        open -= usize::from(byte == b'}' && open > 0);
        ends
    })?;
    Some(Span { start, end: start + length })
}

/// What `formula` reads as plain text: a command that is not known here as its name.
pub(super) fn plain(formula: &str) -> String {
    let mut plain = String::new();
    let mut rest = formula;
    // The numerator of a fraction is to come; and how many braces are open, with a bit for each in which a
    // numerator stands, or a sum.
    let (mut fraction, mut open, mut numerators, mut sums) = (false, 0_u32, 0_u64, 0_u64);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => {
                open += 1;
                if std::mem::take(&mut fraction) {
                    numerators |= bit(open);
                }
                // `\frac{6-\sqrt{2}}{2}`.
                if up_to(rest, 0, b'}').is_some_and(|span| span.of(rest).contains(['+', '-'])) {
                    sums |= bit(open);
                    plain.push('(');
                }
            }
            '}' => {
                if sums & bit(open) != 0 {
                    plain.push(')');
                }
                // `\frac{3}{8}`.
                if numerators & bit(open) != 0 {
                    plain.push('/');
                }
                (numerators, sums) = (numerators & !bit(open), sums & !bit(open));
                open = open.saturating_sub(1);
            }
            '^' | '_' | '~' | '$' => {}
            '\\' if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let behind = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let name = &rest[..rest.len() - behind.len()];
                let known = COMMANDS.iter().find(|(command, _)| *command == name);
                plain.push_str(known.map_or(name, |(_, written)| written));
                rest = behind;
                let half = matches!(name, "frac" | "dfrac" | "tfrac");
                // `\frac\pi4`.
                if std::mem::replace(&mut fraction, half) && !half {
                    plain.push('/');
                }
            }
            // `\,` and `\ ` are spaces, `\%` and `\$` what they are.
            '\\' => match rest.strip_prefix([',', ' ', '!', ';', ':', '(', ')', '[', ']']) {
                Some(behind) => rest = behind,
                None => {
                    let sign = rest.chars().next();
                    plain.extend(sign);
                    rest = &rest[sign.map_or(0, char::len_utf8)..];
                }
            },
            c => {
                plain.push(c);
                // `\frac12`.
                if fraction && !c.is_whitespace() {
                    fraction = false;
                    plain.push('/');
                }
            }
        }
    }
    plain
}

/// The bit of a brace that is the `open`th; none beyond those that are told apart.
const fn bit(open: u32) -> u64 {
    if open < u64::BITS { 1 << open } else { 0 }
}

/// The letters, digits and marks of a text, without its spaces and in plain typography.
pub(super) fn squeezed(text: &str) -> impl Iterator<Item = char> {
    let mark = |c: char| !c.is_alphanumeric();
    // "-2" and "√2" are no "2".
    let opens = |c: char| match c {
        '-' | '(' | '<' | '>' => false,
        '“' | '‘' | '«' | '•' => true,
        c => c.is_ascii() && mark(c),
    };
    let inner = text.trim_end_matches(mark).trim_start_matches(opens);
    inner.chars().filter(|c| !c.is_whitespace()).map(spelling::plain)
}

/// Whether `text` is a unit, and perhaps its power: "cm2", "°".
pub(super) fn is_unit(text: &str) -> bool {
    const LONGEST: usize = 8;
    let letters = text.trim_end_matches(['2', '3']);
    text.len() <= LONGEST
        && (letters == "°" || letters.len() > 1 && letters.chars().all(char::is_alphabetic))
        || matches!(letters, "m" | "g" | "l" | "s")
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
            ("\\frac{\\pi}8", "π/8"),
            ("\\frac12", "1/2"),
            ("\\frac{6-\\sqrt{2}}{2}", "(6-√2)/2"),
            ("6-\\frac{\\sqrt{2}}{2}", "6-√2/2"),
            ("\\sqrt{2+1}", "√(2+1)"),
            ("\\dfrac\\pi4", "π/4"),
            ("\\frac{2\\sqrt{3}}{3}", "2√3/3"),
            ("2\\cos{\\frac{1}{2}}", "2cos1/2"),
            ("$\\pi$:$12$", "π:12"),
        ] {
            assert_eq!(plain(formula), expected, "{formula}");
        }
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
