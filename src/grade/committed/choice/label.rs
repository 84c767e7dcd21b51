//! What makes a letter a label, and what is said of it.

use super::letter::leads_on;
use super::other;
use super::state::Near;
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::{self, Kind, Lexer, Token};
use crate::grade::committed::options::Options;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::token;
use crate::text::holds;

/// What stands around a letter.
pub(super) struct Around<'a, 'o> {
    /// At the token behind it.
    pub lexer: Lexer<'a>,
    pub options: &'a Options<'o>,
    pub before: &'a str,
    pub after: &'a str,
    pub near: Near,
    pub cued: bool,
}

impl Around<'_, '_> {
    /// Whether the letter is part of something else: an article, a unit, a variable, an initial.
    pub(super) fn is_other(&self, letter: u8) -> bool {
        let Self { before, after, near, .. } = *self;
        if letter == 8 {
            return true;
        }
        let ahead = after.as_bytes();
        // "C = carbon dioxide".
        let own = |text| self.options.at(text).is_some_and(|(option, _)| option == letter);
        match ahead {
            [b' ', b'=', b' ', ..] if own(&after[3..]) => return false,
            [b'+' | b'#' | b'^', ..] => return true,
            [b'\'', next, ..] if next.is_ascii_alphanumeric() => return true,
            [b'-', next, ..] if next.is_ascii_alphanumeric() => return true,
            [b'.', next, ..] if next.is_ascii_alphanumeric() => return true,
            [b'=', ..] | [b' ', b'=' | b'+' | b'^' | b'<' | b'*', b' ', ..] => return true,
            _ => {}
        }
        // "∠C", "⊙A": a point of a figure.
        if after.starts_with(['’', '°']) || before.ends_with(['∠', '△', '⊙', '⊿']) {
            return true;
        }
        // "According to Dr. B. Smith", "A. R. Wallace": an initial.
        let initial = |rest: &[u8]| {
            matches!(rest, [b'.', b' ', b'A'..=b'Z', b'.', b' ', b'A'..=b'Z', b'a'..=b'z', ..])
        };
        if ends_with_any(before, &["Dr. ", "Mr. ", "Mrs. ", "Prof. "]) || initial(ahead) {
            return true;
        }
        if other::is_species(after) || other::is_factor(before) {
            return true;
        }
        // "We can solve for D:", "He gets to B in 2 hours.", "a letter such as B".
        const PLACES: [&str; 7] =
            ["olve for ", "get to ", "gets to ", "got to ", "returned to ", "reached ", "such as "];
        if ends_with_any(before, &PLACES) {
            return true;
        }
        // "Solving for R and C, we get", "the part labelled 'B' is the nucleus".
        let joined = before.strip_suffix(" and ").is_some_and(ends_in_letter);
        if joined || is_name(before, after) {
            return true;
        }
        if !near.so && before.strip_suffix("→ ").is_some_and(ends_in_letter)
            || before.ends_with(['°', '$', '^']) && !after.starts_with('$')
            || before.ends_with('=') && !self.cued
            || before.ends_with(['+', '×', '÷', '·'])
            || ends_with_any(before, &["+ ", "× ", "÷ ", "· "])
            || before.ends_with("/ ") && !self.cued
            || before.ends_with("= ") && !near.is
        {
            return true;
        }
        // "100 C", "U.S.A", "B-A".
        let mut back = before.chars().rev();
        let nearest = back.next();
        let next = back.next();
        match (nearest, next) {
            (Some(' '), Some(c)) if c.is_ascii_digit() && !ahead.starts_with(b")") => return true,
            (Some('.' | '-' | '&'), Some(c)) if c.is_alphanumeric() => return true,
            // "N/A".
            (Some('/'), Some(c)) if c.is_alphabetic() && lex::letter(c).is_none() => return true,
            _ => {}
        }
        // "an A" is a grade; what is struck out is not said.
        if before.ends_with(" an ") || before.ends_with("~~") {
            return true;
        }
        if letter != 0 || near.choice || !ahead.starts_with(b" ") {
            return false;
        }
        // Within a sentence the article is a small letter, but for a title.
        let lower = |c: char| c.is_ascii_lowercase();
        let within = before.trim_end().ends_with(|c| lower(c) || c == ',');
        if within && after[1..].starts_with(lower) || leads_on(after) {
            return false;
        }
        // The article "A": a word follows, and it is not one that speaks of an answer.
        match { self.lexer }.next() {
            Some(next) if next.span().of(self.lexer.text) == "o" => false,
            Some(next @ Token { kind: Kind::Word(cue), .. }) => {
                // "A would be my answer."
                if matches!(next.span().of(self.lexer.text), "would" | "must" | "should") {
                    return false;
                }
                // "A price floor" is no letter and its "Price floor".
                let rest = after.trim_start();
                // Nor is "A thermometer", where the options have their articles.
                let text_follows = self.options.at(rest).is_some_and(|(option, _)| option == 0)
                    && self.options.first_begins(rest)
                    && !self.options.articles();
                !text_follows
                    && !matches!(
                        cue,
                        Some(
                            Cue::Is
                                | Cue::Or
                                | Cue::And
                                | Cue::Because
                                | Cue::Not
                                | Cue::So
                                | Cue::Actually
                        )
                    )
            }
            Some(Token { kind: Kind::Number, .. }) => true,
            // `A "Give way" sign`, but not `A "Oxygen"`.
            Some(Token { kind: Kind::Mark(mark), .. }) if EMPHASIS.contains(&mark) => {
                let text = after[1..].trim_start_matches(EMPHASIS);
                text.starts_with(char::is_alphabetic)
                    && self.options.at(text).is_none_or(|(option, _)| option > 0)
            }
            _ => false,
        }
    }
}

/// Whether a letter between `before` and `after` is what a part of a figure is called, of which the sentence
/// says what it is.
fn is_name(before: &str, after: &str) -> bool {
    const QUOTES: [char; 4] = ['"', '\'', '“', '‘'];
    let before = before.trim_end_matches(QUOTES);
    let after = after.trim_start_matches(['"', '\'', '”', '’']);
    const SHOWS: [&str; 8] = [
        " is the ",
        " is a ",
        " is an ",
        " in ",
        " points to ",
        " marks ",
        " shows ",
        " indicates ",
    ];
    let label = [" labeled ", " labelled ", " marked ", "abel "]
        .iter()
        .find_map(|label| before.strip_suffix(label));
    label.is_some_and(|of| !ends_with_any(of, &["option", "choice", "answer", "statement"]))
        && starts_with_any(after, &SHOWS)
}

/// Whether a single letter stands at the end of `before`, as in a reaction: "A + B →".
pub(super) fn ends_in_letter(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(|word| word.len() == 1 && word.starts_with(char::is_alphabetic))
}

/// A letter, or several that are joined by "or", "and", commas or slashes.
pub(super) struct Group {
    /// The set of their places.
    pub set: u32,
    pub end: usize,
}

/// Marks that may stand around a word: the article in `a "Give way" sign`.
const EMPHASIS: [char; 7] = ['"', '*', '_', '`', '\'', '“', '‘'];

/// Whether a lower-case letter before `after` is the article.
pub(super) fn is_article(letter: u8, after: &str) -> bool {
    // In a script without spaces a word may follow at once.
    letter == 0
        && (after.starts_with(char::is_alphabetic)
            || after.strip_prefix(' ').is_some_and(|rest| {
                rest.trim_start_matches(EMPHASIS).starts_with(char::is_alphanumeric)
            }))
}

/// The letters that are joined to the one at `token`.
pub(super) fn group(mut lexer: Lexer<'_>, token: Token, letter: u8, capital: bool) -> Group {
    let mut group = Group { set: 1 << letter, end: token.end };
    if ends_sentence(lexer.rest()) {
        return group;
    }
    let mut joined = false;
    // "Rather than A or C, B": behind the last one of a list a comma joins nothing.
    let mut last = false;
    while let Some(next) = lexer.next() {
        last |= matches!(next.kind, Kind::Word(Some(Cue::Or | Cue::And)));
        match next.kind {
            Kind::Mark(')' | ']' | '}' | '*' | '"' | '_' | '(' | '[' | '$' | '{' | '`') => {}
            Kind::Mark(',' | '，') if last && !joined => break,
            Kind::Mark(',' | '，' | '/' | '&' | '、') | Kind::Word(Some(Cue::Or | Cue::And)) => {
                joined = true
            }
            Kind::Word(_) if next.span().of(lexer.text) == "o" => joined = true,
            Kind::Run
                if cue::of_run(next.span().of(lexer.text)).any(|c| c == Cue::Or)
                    || matches!(next.span().of(lexer.text), "和" | "と" | "与") =>
            {
                joined = true
            }
            Kind::Letter(other, also) if joined && other != 8 && (also || !capital) => {
                let rest = &lexer.text[next.end..];
                let article = other == 0 && is_article(0, rest);
                // "Of A, B and C, B is right": a letter that has been named begins a statement.
                if article || group.set & 1 << other != 0 {
                    break;
                }
                // "B, A is wrong": what follows is another statement.
                let between = &lexer.text[group.end..next.start];
                if group.set.count_ones() == 1
                    && between.contains(',')
                    && !holds(between, "or")
                    && matches!(
                        { lexer }.next(),
                        Some(Token { kind: Kind::Word(Some(Cue::Is | Cue::Not)), .. })
                    )
                {
                    break;
                }
                group.set |= 1 << other;
                group.end = next.end;
                joined = false;
            }
            Kind::Word(Some(Cue::Filler | Cue::Choice | Cue::Not)) if joined => {
                if matches!(next.kind, Kind::Word(Some(Cue::Not))) {
                    break;
                }
            }
            // "A, or maybe B".
            Kind::Word(None)
                if joined
                    && matches!(next.span().of(lexer.text), "maybe" | "perhaps" | "possibly") => {}
            _ => break,
        }
    }
    group
}

/// Whether the sentence plainly ends behind a letter before `after`, in no more than marks that join
/// nothing to it and say nothing of it: mostly it does, and no token has to be read to know it.
fn ends_sentence(after: &str) -> bool {
    let mut rest = after.as_bytes();
    while let [b')' | b']' | b'}' | b'*' | b'"' | b'_' | b'`' | b'(' | b'$', behind @ ..] = rest {
        rest = behind;
    }
    matches!(rest, [] | [b'\n', ..] | [b'.'] | [b'.', b' ' | b'\n', ..])
}

/// Where the range ends that begins with the letter before `after`: "A-D", "A to D".
pub(super) fn range(after: &str) -> Option<usize> {
    let to = ["-", "–", " - ", " – ", " to ", " through "];
    let rest = to.iter().find_map(|to| after.strip_prefix(to))?;
    let last = rest.chars().next().filter(|c| matches!(c, 'B'..='J'))?;
    let ends = !rest[last.len_utf8()..].starts_with(token::is_word);
    ends.then(|| after.len() - rest.len() + last.len_utf8())
}

/// What stands behind "right" where that says nothing of an answer.
pub(super) const SIDES: [&str; 9] =
    [" angle", " triangle", "-angled", " side", " hand", "-hand", " around ", " away", " back "];

/// How far what is said of a letter in brackets may reach, in bytes.
const ASIDE: usize = 100;

/// What says behind "what" that the reply chooses.
const CHOOSES: [&str; 6] = [" I would ", " I'd ", " I'll ", " I choose", " I pick", " I submit"];

/// Whether the sentence before `rest` calls something right, and goes on to call something wrong: "D
/// has the right size with the wrong sign".
fn is_half_right(rest: &str) -> bool {
    const WRONG: &[u8] = b" the wrong ";
    let near = &rest.as_bytes()[..rest.len().min(ASIDE)];
    let sentence = near.split(|byte| matches!(byte, b'.' | b'\n')).next().unwrap_or(near);
    sentence.windows(WRONG.len()).any(|words| words == WRONG)
}

/// What is most so is right.
const APT: [&str; 6] = ["appropriate", "reasonable", "logical", "fitting", "sensible", "relevant"];

/// What a choice is that is right.
const STRONG: [&str; 6] = ["stronger", "strongest", "safer", "safest", "obvious", "ideal"];

/// What says of a letter that somebody chooses it.
const MINE: [&str; 9] = [
    " is my guess",
    " is my best guess",
    " is my pick",
    " is my choice",
    " would be my pick",
    " would be my choice",
    " gets my vote",
    " is the exception",
    " is the odd one",
];

/// Whether what follows a letter is "yes" or "no" and nothing else, and what is left behind that: "A) no
/// B) yes", "A? No.", "A. False. B. True."
pub(super) fn says_yes(after: &str) -> Option<(bool, &str)> {
    let word = after.trim_start_matches([')', '*', '.', ':']);
    let asked = word.strip_prefix('?');
    let word = asked.unwrap_or(word).strip_prefix(' ')?;
    let (yes, rest) = match word.as_bytes() {
        [b'Y' | b'y', b'e', b's', ..] => (true, &word[3..]),
        [b'N' | b'n', b'o', ..] => (false, &word[2..]),
        [b'T' | b'R' | b'C', ..] => {
            (true, ["True", "Right", "Correct"].iter().find_map(|it| word.strip_prefix(it))?)
        }
        [b'F' | b'W' | b'I', ..] => {
            (false, ["False", "Wrong", "Incorrect"].iter().find_map(|it| word.strip_prefix(it))?)
        }
        _ => return None,
    };
    let label = rest.trim_start_matches([' ', '(']).as_bytes();
    let ends = rest.is_empty()
        || rest.starts_with(['.', ';', '\n'])
        || asked.is_some() && rest.starts_with(',')
        || matches!(label, [b'A'..=b'J', b')' | b'.' | b':' | b'?', ..]);
    ends.then_some((yes, rest))
}

/// What a run of a script without spaces says of a letter or a text before it.
pub(super) fn of_run(run: &str) -> Option<bool> {
    let any = |words: &[&str]| words.iter().any(|word| holds(run, word));
    if any(&["不正确", "不對", "错", "錯", "間違", "不正解", "ではなく", "틀", "아니라", "아닙"])
    {
        return Some(false);
    }
    any(&["正确", "正確", "正解", "正しい", "答案", "맞습니다"]).then_some(true)
}

/// What `lexer` goes on to say of the letters before it: right or wrong; and whether by naming the
/// answer.
pub(super) fn verdict(mut lexer: Lexer<'_>) -> (Option<bool>, bool) {
    if ends_sentence(lexer.rest()) {
        return (None, false);
    }
    // "B is my pick."
    let own = lexer.rest().trim_start_matches([')', '*', '.', ':']);
    if starts_with_any(own, &MINE) {
        return (Some(true), true);
    }
    if let Some((yes, _)) = says_yes(own) {
        return (Some(yes), false);
    }
    let mut not = false;
    let mut is = false;
    let mut most = false;
    // "is the only".
    let mut only = false;
    let mut the = false;
    let mut one = false;
    let mut last_is = false;
    // "Option C (carbon dioxide) is right".
    let aside = lexer.rest().trim_start_matches([' ', ')']);
    if aside.starts_with('(')
        && let Some(end) = aside.bytes().take(ASIDE).position(|byte| matches!(byte, b')' | b'\n'))
        && aside.as_bytes()[end] == b')'
        // "A (false), B (true)".
        && !(end > 1
            && matches!(cue::of_ascii(&aside.as_bytes()[1..end]), Some(Cue::Right | Cue::Wrong)))
    {
        lexer.at = lexer.text.len() - aside.len() + end + 1;
    }
    for _ in 0..10 {
        let Some(next) = lexer.next() else { break };
        let ends_in_is = std::mem::replace(&mut last_is, next.kind == Kind::Word(Some(Cue::Is)));
        match next.kind {
            Kind::Mark(
                ')' | ']' | '}' | '*' | '"' | '\'' | '”' | '’' | '_' | '`' | ':' | '-' | '–' | '—'
                | '(' | '$' | '|',
            ) => {}
            // "B é a resposta".
            Kind::Letter(0, false) => {}
            Kind::Mark('✓' | '✔' | '✅') => return (Some(true), false),
            Kind::Mark('✗' | '✘' | '❌') => return (Some(false), false),
            // "Neutrons have no charge" denies no neutrons.
            Kind::Word(Some(Cue::Is)) => {
                is |= !matches!(next.span().of(lexer.text), "has" | "have" | "had");
            }
            Kind::Word(Some(Cue::Choice)) if most && is => return (Some(!not), true),
            // "B is it."
            Kind::Word(Some(Cue::It)) if is && ends_sentence(lexer.rest()) => {
                return (Some(!not), true);
            }
            // "is the treatment of choice".
            Kind::Word(Some(Cue::Choice)) if is && lexer.text[..next.start].ends_with(" of ") => {
                return (Some(!not), true);
            }
            Kind::Word(Some(Cue::Filler | Cue::So | Cue::Choice)) => {
                let word = next.span().of(lexer.text);
                if is && (most && word == "likely" || (the || one) && word == "one") {
                    return (Some(!not), true);
                }
                most |= word == "most";
                only |= is && the && word == "only";
                the = word == "the";
            }
            // "C is what I would go with."
            Kind::Word(Some(Cue::Result))
                if is
                    && CHOOSES.iter().any(|chooses| lexer.rest().starts_with(chooses))
                    && next.span().of(lexer.text) == "what" =>
            {
                return (Some(!not), true);
            }
            // "is more accurate", "is more likely".
            Kind::Word(Some(Cue::Compared)) if is && next.span().of(lexer.text) == "more" => {
                most |= lexer.rest().starts_with(" likely");
            }
            // "makes the most sense".
            Kind::Word(None) if is && next.span().of(lexer.text) == "sense" => {
                return (Some(!not), true);
            }
            // "is by far the best".
            Kind::Word(Some(Cue::Circumstance)) if is && lexer.rest().starts_with(" far ") => {
                lexer.at += " far".len();
            }
            // "is the stronger choice."
            Kind::Word(None)
                if is
                    && STRONG.contains(&next.span().of(lexer.text))
                    && starts_with_any(lexer.rest(), &[" choice", " option", " candidate"]) =>
            {
                return (Some(!not), true);
            }
            // "is the most appropriate."
            Kind::Word(None) if is && most && APT.contains(&next.span().of(lexer.text)) => {
                let named = starts_with_any(lexer.rest(), &[" answer", " choice", " option"]);
                return (Some(!not), named);
            }
            // "the most appropriate answer", "is the red one".
            Kind::Word(None) if most || is && std::mem::take(&mut the) => {
                one = !most;
            }
            Kind::Word(None) => match next.span().of(lexer.text) {
                "out" if is => return (Some(not), false),
                "remains" | "yes" | "Yes" | "left" => return (Some(!not), false),
                // "C matches our result", but no "C matches 3".
                "matches" | "match"
                    if [".", ";", " our ", " the result", " this ", " that "]
                        .iter()
                        .any(|what| lexer.rest().starts_with(what)) =>
                {
                    return (Some(!not), false);
                }
                // "A does not. B does."
                "does" if lexer.rest().starts_with('.') => return (Some(!not), false),
                _ => break,
            },
            Kind::Newline if not => return (Some(false), false),
            // "A is not right. B is."
            Kind::Stop if ends_in_is => return (Some(!not), false),
            Kind::Word(Some(Cue::Not)) => not = true,
            Kind::Word(Some(Cue::Right)) => {
                let rest = &lexer.text[next.end..];
                // "A is a right angle."
                if starts_with_any(rest, &SIDES) {
                    break;
                }
                if rest.trim_start_matches(' ').starts_with("only") || !is && is_half_right(rest) {
                    return (None, false);
                }
                return (Some(!not), false);
            }
            Kind::Word(Some(Cue::Answer)) if is => return (Some(!not), true),
            Kind::Word(Some(Cue::Wrong)) => {
                return (if not { None } else { Some(false) }, false);
            }
            Kind::Run => match of_run(next.span().of(lexer.text)) {
                // The particle in "A는 틀렸고".
                None if next.end - next.start == '는'.len_utf8() => {}
                verdict => return (verdict, false),
            },
            _ => break,
        }
    }
    (if is && not { Some(false) } else { only.then_some(true) }, false)
}
