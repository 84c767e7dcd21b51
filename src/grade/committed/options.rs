//! The texts of the options, in replies.

mod numbers;

use super::{formula, refusal, spelling};
use crate::grade::{Span, text, token};
use numbers::in_number;

/// The texts of at most four options; none if they are not known.
#[derive(Clone, Copy)]
pub(super) struct Options<'o> {
    texts: [&'o str; 4],
    known: usize,
    /// One of them begins with an article, which is no part of what it says.
    articles: bool,
    /// The first byte of each text, with the bit set that makes a capital a small letter; [`WIDE`] for
    /// one beyond ASCII, [`NONE`] where there is no text.
    firsts: [u8; 4],
}

const SMALL: u8 = 0x20;
const WIDE: u8 = 0x80;
const NONE: u8 = 0xFF;

/// How many options a text names.
pub(super) enum Held {
    None,
    /// One: its place, and where its text first stands.
    One(u8, Span),
    Several,
}

impl Held {
    pub(super) fn add(&mut self, place: u8, span: Span) {
        *self = match self {
            Self::None => Self::One(place, span),
            Self::One(other, first) if *other == place => Self::One(place, *first),
            _ => Self::Several,
        };
    }

    /// This if it is one, else another; several if neither is one.
    pub(super) fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::One(..) => self,
            _ => match other() {
                Self::None => Self::Several,
                other => other,
            },
        }
    }
}

impl<'o> Options<'o> {
    pub(super) fn new(options: &[&'o str]) -> Self {
        let (mut texts, mut firsts) = ([""; 4], [NONE; 4]);
        let mut articles = false;
        for ((text, first), option) in texts.iter_mut().zip(&mut firsts).zip(options) {
            *text = bare(option);
            if let Some(rest) = behind_article(text) {
                (*text, articles) = (rest, true);
            }
            *first = match text.as_bytes() {
                [first @ 0..0x80, ..] => first | SMALL,
                [] => NONE,
                _ => WIDE,
            };
        }
        Self { texts, firsts, known: options.len().min(4), articles }
    }

    /// Whether one of them begins with an article.
    pub(super) const fn articles(&self) -> bool {
        self.articles
    }

    /// How many letters there are to answer with.
    pub(super) const fn count(&self) -> u32 {
        match self.known {
            0 | 1 => 4,
            // At most four.
            known => known as u32,
        }
    }

    /// The text of the option at `place`.
    pub(super) fn text(&self, place: u8) -> Option<&'o str> {
        self.texts.get(usize::from(place)).copied().filter(|text| !text.is_empty())
    }

    /// The option that begins with `words`.
    pub(super) fn beginning_in(&self, words: &str) -> Option<u8> {
        let begins = |option: &str| text::prefix_any_case(option, words).is_some();
        self.known().find(|(_, option)| begins(option)).map(|(place, _)| place)
    }

    /// The place of the last of them, if they are known.
    pub(super) fn last(&self) -> Option<u8> {
        // At most four.
        self.known.checked_sub(1).map(|last| last as u8)
    }

    fn known(&self) -> impl Iterator<Item = (u8, &'o str)> {
        (0_u8..).zip(self.texts).take(self.known).filter(|(_, text)| !text.is_empty())
    }

    /// Whether an option says what who declines says: "Cannot be determined".
    pub(super) fn decline(&self) -> bool {
        self.known().any(|(_, text)| refusal::is_in(text))
    }

    /// The option that says so, where `part` of `text` says it in its words.
    pub(super) fn declining_in(&self, text: &str, part: Span) -> Option<(u8, Span)> {
        let mut declining = self.known().filter(|(_, option)| refusal::is_in(option));
        let (place, option) = declining.next().filter(|_| declining.next().is_none())?;
        let span = text::find_from(&text[..part.end], option, part.start)?;
        Some((place, span))
    }

    /// Whether `rest` begins with the first letter of the first option, in that case.
    pub(super) fn first_begins(&self, rest: &str) -> bool {
        self.known()
            .any(|(place, option)| place == 0 && option.chars().next() == rest.chars().next())
    }

    /// Whether a text holds a letter that stands alone and is no article: "Circuit B", "C major".
    pub(super) fn have_letters(&self) -> bool {
        self.known().any(|(_, option)| lettered(option.strip_prefix("A ").unwrap_or(option)))
    }

    /// Whether an option tells statements by their numerals: "I and III only".
    pub(super) fn have_numerals(&self) -> bool {
        let numeral = |word: &str| matches!(word.trim_end_matches(','), "I" | "II" | "III" | "IV");
        self.known().any(|(_, option)| option.split(' ').any(numeral))
    }

    /// Whether they tell of several statements which of them hold: "I and III only", "True, False".
    pub(super) fn tell_of_statements(&self) -> bool {
        let says = |word: &str| {
            ["true", "false", "wrong", "not", "right", "valid", "correct", "incorrect"]
                .iter()
                .any(|one| one.eq_ignore_ascii_case(word))
        };
        let all = |option: &str| {
            option.contains(',') && option.split([' ', ',']).all(|it| it.is_empty() || says(it))
        };
        self.have_numerals() || self.known().all(|(_, option)| all(option))
    }

    /// The last words of options that are names of several words each, by which they are called too.
    pub(super) fn surnames(&self) -> Option<Self> {
        let mut last = Self { firsts: [NONE; 4], ..*self };
        for (place, option) in self.known() {
            let (before, name) = option.rsplit_once(' ')?;
            let capital = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
            let place = usize::from(place);
            // "Vincent van Gogh".
            let particle = |word| ["van", "von", "da", "de", "di"].contains(&word);
            if !capital(before)
                || !before.split(' ').all(|word| capital(word) || particle(word))
                || !capital(name)
                || last.texts[..place].contains(&name)
            {
                return None;
            }
            last.texts[place] = name;
            last.firsts[place] = name.as_bytes()[0] | SMALL;
        }
        (last.texts != self.texts).then_some(last)
    }

    /// The option that `text` is, marks at its ends aside.
    pub(super) fn equal_to(&self, text: &str) -> Option<usize> {
        let text = behind_article(text).filter(|_| self.articles).unwrap_or(text);
        let same = |option: &str| {
            let is = |option: &str| spelling::prefix(text, option) == Some(text.len());
            let inner = option.trim_matches(|c: char| !c.is_alphanumeric());
            !inner.is_empty() && (is(inner) || is(option))
        };
        self.known().find(|(_, option)| same(option)).map(|(place, _)| usize::from(place))
    }

    /// The option that the whole of a reply is, letter by letter if there are several in any case:
    /// "aa" is no "AA".
    pub(super) fn same_as(&self, reply: &str) -> Option<usize> {
        let exact = self.known().find(|(_, option)| *option == reply);
        exact.map(|(place, _)| usize::from(place)).or_else(|| self.equal_to(reply))
    }

    /// The only option of which a reply is a part, whole words only, or which it is but for an "s" at the
    /// end: "Bach", "C.P.E. Bach", "penicillin".
    #[inline(never)]
    pub(super) fn holding(&self, reply: &str) -> Option<u8> {
        if reply.is_empty() {
            return None;
        }
        let words = || reply.split(|c: char| !c.is_alphanumeric()).map(str::as_bytes);
        // Letters may be labels: "B and C".
        let has_word = || {
            words().any(|word| word.len() > 2)
                && !words().any(|word| matches!(word, [b'A'..=b'J' | b'a'..=b'j']))
        };
        let is_part = |option: &str| {
            let span = text::find_any_case(option, reply);
            span.is_some_and(|span| {
                let (before, after) = (&option[..span.start], &option[span.end..]);
                !before.ends_with(token::is_word)
                    && (after == "s" || !after.starts_with(token::is_word))
            })
        };
        // Mostly the reply is longer than any of them.
        let mut places = self
            .known()
            .filter(|(_, option)| reply.len() <= option.len() && is_part(option) && has_word());
        let (place, _) = places.next().filter(|_| self.known > 1)?;
        places.next().is_none().then_some(place)
    }

    /// The only option that `formula` is but for what is written in several ways, as text or in LaTeX, or
    /// but for the unit that one of them has.
    pub(super) fn written(&self, formula: &str) -> Option<u8> {
        // A reply may have many.
        const LONGEST: usize = 4 * formula::LONGEST;
        let text: String = formula::squeezed(&formula::plain(formula)).collect();
        if text.is_empty() {
            return None;
        }
        // What one of them has behind the other, and whether that has a digit.
        let behind = |option: &str| {
            let option = Some(option).filter(|option| option.len() <= LONGEST)?;
            let option: String = formula::squeezed(&formula::plain(option)).collect();
            let (short, long) =
                if option.len() < text.len() { (&option, &text) } else { (&text, &option) };
            let digit = short.contains(|c: char| c.is_ascii_digit());
            Some((long.strip_prefix(short.as_str())?.to_owned(), digit))
        };
        let only = |is: fn(&str, bool) -> bool| {
            let same = |option: &str| behind(option).is_some_and(|(more, digit)| is(&more, digit));
            let mut places = self.known().filter(|(_, option)| same(option));
            places.next().filter(|_| places.next().is_none()).map(|(place, _)| place)
        };
        only(|more, _| more.is_empty())
            .or_else(|| only(|more, digit| digit && formula::is_unit(more)))
    }

    /// The option that the `content` of a box is: as a formula, or as it reads in "\text{…}".
    pub(super) fn boxed(&self, content: &str) -> Option<u8> {
        let inner = || content.strip_prefix("\\text{")?.strip_suffix('}');
        // At most four.
        let marks = |c: char| !c.is_alphanumeric();
        let read = || self.equal_to(inner()?.trim_matches(marks)).map(|place| place as u8);
        self.written(content).or_else(read)
    }

    /// Whether one of them is written in LaTeX.
    pub(super) fn have_formula(&self) -> bool {
        self.known().any(|(_, option)| option.contains('\\'))
    }

    /// The longest option that `text` ends with, whole words only.
    pub(super) fn ending(&self, text: &str) -> Option<(u8, Span)> {
        let ends = |(place, option): (u8, &str)| {
            let start = text.len().checked_sub(option.len())?;
            let whole = text.is_char_boundary(start)
                && !text[..start].ends_with(token::is_word)
                && text::prefix_any_case(&text[start..], option) == Some(option.len());
            whole.then_some((place, Span { start, end: text.len() }))
        };
        self.known().filter_map(ends).min_by_key(|(_, span)| span.start)
    }

    /// The longest option that stands at the start of `rest`, whole words only: its place and the
    /// length of its text.
    #[inline]
    pub(super) fn at(&self, rest: &str) -> Option<(u8, usize)> {
        if self.articles
            && let Some(behind) = behind_article(rest)
        {
            let (place, length) = self.beginning(behind)?;
            return Some((place, length + rest.len() - behind.len()));
        }
        self.beginning(rest)
    }

    /// The same, without an article before it.
    fn beginning(&self, rest: &str) -> Option<(u8, usize)> {
        // Mostly none begins with that byte. A letter beyond ASCII may be one of it in another case.
        let first = *rest.as_bytes().first()?;
        if first < WIDE
            && self
                .firsts
                .iter()
                .fold(true, |none, other| none & (*other != first | SMALL) & (*other != WIDE))
        {
            return None;
        }
        self.longest_at(rest)
    }

    fn longest_at(&self, rest: &str) -> Option<(u8, usize)> {
        let mut best: Option<(u8, usize)> = None;
        for (place, option) in self.known() {
            let Some(length) = spelling::prefix(rest, option) else { continue };
            let mut after = &rest[length..];
            // "Electrons" are of the option "Electron".
            if length > 3 && option.ends_with(|c: char| c.is_ascii_lowercase()) {
                after = after.strip_prefix('s').unwrap_or(after);
            }
            let number = option.ends_with(|c: char| c.is_ascii_digit());
            let part = after.starts_with(token::is_word)
                || number && in_number("", after)
                || goes_on(option, after)
                || length == 2 && denies_noun(option, after);
            if !part && best.is_none_or(|(_, most)| length > most) {
                best = Some((place, length));
            }
        }
        best.or_else(|| if self.articles { None } else { self.singular_at(rest) })
    }

    /// The option of which `rest` begins with the singular: "Lysosomes" by "lysosome".
    #[inline(never)]
    fn singular_at(&self, rest: &str) -> Option<(u8, usize)> {
        let at = |option: &str| {
            let length = spelling::prefix(rest, singular(option)?)?;
            (!rest[length..].starts_with(token::is_word)).then_some(length)
        };
        let only = || self.list_at(rest);
        self.known().find_map(|(place, option)| Some((place, at(option)?))).or_else(only)
    }

    /// The option of which `rest` begins with all but "only", and goes on with no more of the kind: "I and III"
    /// is "I and III only".
    fn list_at(&self, rest: &str) -> Option<(u8, usize)> {
        let more = |after: &str| {
            let next =
                [" and ", ", and ", ", ", " or "].iter().find_map(|it| after.strip_prefix(it));
            next.is_some_and(|it| it.starts_with(['I', 'V', '(', '1', '2', '3', '4']))
        };
        self.known().find_map(|(place, option)| {
            let list = option.strip_suffix(" only").filter(|list| list.contains(" and "))?;
            let length = spelling::prefix(rest, list)?;
            let after = &rest[length..];
            (!after.starts_with(token::is_word) && !more(after)).then_some((place, length))
        })
    }

    /// Whether what stands at `span` of `text`, which is `option`, is part of a longer one: "stacked bar
    /// chart".
    #[inline(never)]
    fn is_inside(&self, option: &str, text: &str, span: Span) -> bool {
        self.known().filter(|(_, other)| other.len() > option.len()).any(|(_, other)| {
            let offset = text::find_any_case(other, option).map(|inner| inner.start);
            let start = offset.and_then(|offset| span.start.checked_sub(offset));
            start
                .and_then(|start| text.get(start..))
                .is_some_and(|rest| spelling::prefix(rest, other).is_some())
        })
    }

    /// The options whose texts `part` of `text` names, whole words only. A single character and
    /// what has neither letter nor digit names nothing, and neither does a text that is denied.
    pub(super) fn only_in(&self, text: &str, part: Span, is_denied: impl Fn(Span) -> bool) -> Held {
        let text = &text[..part.end];
        let mut held = Held::None;
        for (place, option) in self.known() {
            if option.len() < 2 || !option.contains(char::is_alphanumeric) || is_function(option) {
                continue;
            }
            // A number is not part of another one.
            let number = !option.contains(char::is_alphabetic);
            let mut from = part.start;
            // "It floats" has no plural.
            let stem = singular(option).filter(|_| !self.articles).unwrap_or(option);
            while let Some(span) = spelling::find(text, stem, from) {
                from = span.end;
                let (before, after) = (&text[..span.start], &text[span.end..]);
                let whole = !before.ends_with(token::is_word)
                    && self.at(&text[span.start..]).is_some_and(|(longest, _)| longest == place)
                    && !self.is_inside(option, text, span);
                if whole && !(number && in_number(before, after)) && !is_denied(span) {
                    // Once is enough.
                    held.add(place, span);
                    break;
                }
            }
            if matches!(held, Held::Several) {
                break;
            }
        }
        held
    }
}

/// Whether the unit of an option goes on in `after`: "10 m" in "10 m/s", "20 m" in "20 m²".
fn goes_on(option: &str, after: &str) -> bool {
    option.starts_with(|c: char| c.is_ascii_digit())
        && option.ends_with(|c: char| c.is_ascii_lowercase())
        && (after.starts_with(['²', '³', '^', '·'])
            || after
                .strip_prefix('/')
                .is_some_and(|unit| unit.starts_with(|c: char| c.is_ascii_alphabetic())))
}

/// Whether an option is "no" and stands before `after` as what denies a noun: "no gap", but "no, as".
fn denies_noun(option: &str, after: &str) -> bool {
    const REASONS: [&str; 6] = [" because", " since ", " as ", " so ", " and ", " but "];
    let noun = after.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_alphabetic));
    noun && option.eq_ignore_ascii_case("no") && !text::starts_with_any(after, &REASONS)
}

/// Whether a text is a word that any sentence may have: "for".
fn is_function(text: &str) -> bool {
    matches!(
        text,
        "for" | "of" | "to" | "and" | "or" | "with" | "from" | "by" | "as" | "at" | "the"
    )
}

/// An option that is a word or two in the plural, without its "s".
fn singular(option: &str) -> Option<&str> {
    const SHORTEST: usize = 5;
    let word = option.strip_suffix('s').filter(|word| word.len() >= SHORTEST)?;
    // "Glass", "Venus", "Mitosis", "Physics".
    let ends = word.ends_with(['s', 'u', 'i', 'c', 'o', '\'', 'y']);
    let letters = |words: &str| words.bytes().all(|byte| byte.is_ascii_alphabetic());
    let plain = letters(word)
        || word.split_once(' ').is_some_and(|(first, second)| letters(first) && letters(second));
    (!ends && plain).then_some(word)
}

/// Whether a capital letter stands alone in `text`.
pub(super) fn lettered(text: &str) -> bool {
    text.split(' ').any(|word| matches!(word.as_bytes(), [b'A'..=b'Z']))
}

/// What stands behind the article, or the pronoun, that `text` begins with.
#[inline]
pub(super) fn behind_article(text: &str) -> Option<&str> {
    let length = match text.as_bytes() {
        [b'A' | b'a', b' ', ..] => 2,
        [b'A' | b'a', b'n', b' ', ..] | [b'I' | b'i', b't', b' ', ..] => 3,
        [b'T' | b't', b'h', b'e', b' ', ..] => 4,
        [b'T' | b't', b'h', b'e', b'y', b' ', ..] => 5,
        _ => return None,
    };
    Some(&text[length..])
}

/// Whether `after` begins with a number in brackets: "Ann (2), Dana (3)".
pub(super) fn is_numbered(after: &str) -> bool {
    after
        .strip_prefix(" (")
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(')'))
}

/// What stands behind the number of a list's line that `text` begins with: "2. ".
pub(super) fn behind_number(text: &str) -> Option<&str> {
    // Mostly it begins with none.
    text.as_bytes().first().filter(|first| first.is_ascii_digit())?;
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
}

/// An option without white space around it, and without the signs of a LaTeX formula; the full stop
/// of one that is a sentence is no part of what it says.
fn bare(option: &str) -> &str {
    match option.as_bytes() {
        // Mostly there is nothing to look for.
        [b'!'..=b'~', .., b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z'] => option,
        _ => {
            let text = option.trim().trim_end_matches('.');
            let formula = text.strip_prefix('$').and_then(|text| text.strip_suffix('$'));
            formula.filter(|formula| !formula.contains('$')).unwrap_or(text)
        }
    }
}
