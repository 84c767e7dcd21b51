//! The marks that rules distinguish, as bits.

bits! {
    COMMA COLON DOT EXCLAMATION QUESTION BAR SLASH AMPERSAND DEGREE
    /// `=`
    EQUALS_SIGN
    /// `≈` or `≡`
    APPROXIMATION
    HYPHEN MINUS EN_DASH
    /// `—` or `--`
    LONG_DASH
    PLUS
    /// `×`
    TIMES
    CARET
    /// An operator without a bit of its own.
    OTHER_OPERATOR
    /// `→` or `->`
    ARROW
    /// `;`, or two or three dots
    OTHER_STOP
    /// A stop after which no space is needed.
    WIDE_STOP
    /// An invisible character inside a number.
    INVISIBLE
}

pub(super) const OPERATORS: u32 =
    PLUS | HYPHEN | MINUS | EN_DASH | TIMES | SLASH | CARET | OTHER_OPERATOR;
pub(super) const EQUALITY: u32 = EQUALS_SIGN | APPROXIMATION;
/// Dashes that set off text.
pub(super) const DASHES: u32 = HYPHEN | EN_DASH | LONG_DASH;
/// Marks that end a sentence.
pub(super) const STOPS: u32 = DOT | EXCLAMATION | QUESTION | OTHER_STOP | WIDE_STOP;

/// Returns the bits of a mark of one character.
pub(super) const fn bits_of(mark: char) -> u32 {
    match mark {
        ',' => COMMA,
        ':' => COLON,
        '.' => DOT,
        '!' => EXCLAMATION,
        '?' => QUESTION,
        '？' => QUESTION | WIDE_STOP,
        ';' => OTHER_STOP,
        '。' | '！' | '；' | '।' | '…' => WIDE_STOP,
        '|' => BAR,
        '/' => SLASH,
        '&' => AMPERSAND,
        '°' => DEGREE,
        '=' => EQUALS_SIGN,
        '≈' | '≡' => APPROXIMATION,
        '-' => HYPHEN,
        '−' => MINUS,
        '–' => EN_DASH,
        '—' => LONG_DASH,
        '+' => PLUS,
        '×' => TIMES,
        '^' => CARET,
        '·' | '⋅' | '÷' | '*' | '∗' => OTHER_OPERATOR,
        '→' => ARROW,
        '\u{2060}' => INVISIBLE,
        _ => 0,
    }
}
