//! The marks that rules distinguish, as bits.

bits! {
    COMMA COLON DOT QUESTION BAR SLASH DEGREE
    /// `=`
    EQUALS_SIGN
    HYPHEN MINUS EN_DASH
    /// `—` or `--`
    LONG_DASH
    PLUS
    CARET
    /// An operator without a bit of its own.
    OTHER_OPERATOR
    /// `!`, `;`, or two or three dots
    OTHER_STOP
    /// A stop after which no space is needed.
    WIDE_STOP
    /// An invisible character inside a number.
    INVISIBLE
}

pub(super) const OPERATORS: u32 = PLUS | HYPHEN | MINUS | EN_DASH | SLASH | CARET | OTHER_OPERATOR;
/// Dashes that set off text.
pub(super) const DASHES: u32 = HYPHEN | EN_DASH | LONG_DASH;
/// Marks that end a sentence.
pub(super) const STOPS: u32 = DOT | QUESTION | OTHER_STOP | WIDE_STOP;

/// Returns the bits of a mark of one character.
pub(super) const fn bits_of(mark: char) -> u32 {
    match mark {
        ',' => COMMA,
        ':' => COLON,
        '.' => DOT,
        '?' => QUESTION,
        '？' => QUESTION | WIDE_STOP,
        '!' | ';' => OTHER_STOP,
        '。' | '！' | '；' | '।' | '…' => WIDE_STOP,
        '|' => BAR,
        '/' => SLASH,
        '°' => DEGREE,
        '=' => EQUALS_SIGN,
        '-' => HYPHEN,
        '−' => MINUS,
        '–' => EN_DASH,
        '—' => LONG_DASH,
        '+' => PLUS,
        '^' => CARET,
        '×' | '·' | '⋅' | '÷' | '*' | '∗' => OTHER_OPERATOR,
        '\u{2060}' => INVISIBLE,
        _ => 0,
    }
}
