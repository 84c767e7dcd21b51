//! Options that are called by their place: "the second option", "the last one".

use super::Reader;
use super::label;
use super::letter::{BEHIND_LEAD, leads_on};
use super::state::{Event, Near, Pick};
use crate::grade::committed::lex::{Lexer, Token};
use crate::grade::text::ends_with_any;
use crate::grade::{Rule, Span, token};

/// The places by name, from the first.
const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// The name of whichever is behind all others.
const LAST: &str = "last";

/// What has a place, behind a space.
const NOUNS: [&str; 6] = [" option", " choice", " alternative", " one", " caption", " statement"];

/// Whether `before`, which is what stands before a noun and its marks, ends in the name of a place.
pub(super) fn ends_in_name(before: &[u8]) -> bool {
    PLACES.iter().chain(&[LAST]).any(|name| {
        let near = before.len().checked_sub(name.len()).map(|start| &before[start..]);
        near.is_some_and(|near| near.eq_ignore_ascii_case(name.as_bytes()))
    })
}

impl Reader<'_, '_> {
    /// The place of the option that is called by it at `token`, and where that ends. "As a last
    /// option" calls none.
    pub(super) fn place(&self, token: Token) -> Option<(u8, usize)> {
        let text = self.lexer.text;
        // Mostly another word stands there.
        if !matches!(text.as_bytes()[token.start] | 0x20, b'f' | b's' | b't' | b'l') {
            return None;
        }
        let rest = self.lexer.rest();
        let marks = rest.len() - rest.trim_start_matches(['*', '_', '"']).len();
        let noun = NOUNS.iter().find(|noun| {
            rest[marks..].strip_prefix(**noun).is_some_and(|rest| !rest.starts_with(token::is_word))
        })?;
        // "Only I and III": the statements are no options.
        if *noun == " statement" && self.options.have_numerals() {
            return None;
        }
        let word = token.span().of(text);
        let place = match PLACES.iter().position(|place| place.eq_ignore_ascii_case(word)) {
            Some(place) => place as u8,
            None if word.eq_ignore_ascii_case(LAST) => self.options.last()?,
            None => return None,
        };
        let before = text[..token.start].trim_end_matches(['*', '_', '"', '(']);
        let bare = before.ends_with('\n') || before.is_empty();
        let definite = bare || before.ends_with("the ") || before.ends_with("The ");
        let is_option = definite && u32::from(place) < self.options.count();
        is_option.then_some((place, token.end + marks + noun.len()))
    }

    /// A number, be it that of an option: "option 3", where no option has one.
    pub(super) fn number(&mut self, token: Token) {
        const FARTHEST: usize = 160;
        const NAME: &[u8] = b"ption ";
        let (text, rest) = (self.lexer.text, self.lexer.rest());
        let place = match text.as_bytes()[token.start..token.end] {
            [digit @ b'1'..=b'4'] => digit - b'1',
            _ => u8::MAX,
        };
        // "Option 1. Oxygen. Option 2. Helium."
        let another = || {
            let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
            near.windows(NAME.len()).any(|words| words == NAME)
        };
        let called = u32::from(place) < self.options.count()
            && (self.near.choice || self.is_cued())
            && ends_with_any(&text[..token.start], &["ption ", "hoice ", "ption is ", "hoice is "])
            && !(self.options.have_digits() || rest.starts_with(':') || another());
        if called {
            return self.called(token, place, token.end);
        }
        self.near = Near::default();
        self.row.words += 1;
        self.begun = true;
    }

    /// The option at `place`, which the words from `token` to `end` call. It is an answer where the
    /// reply calls it one, chooses it or begins with it; else these are words like others.
    pub(super) fn called(&mut self, token: Token, place: u8, end: usize) {
        let (text, near) = (self.lexer.text, self.near);
        let after = &text[end..];
        let pick = Pick {
            letter: place,
            span: Span { start: token.start, end },
            rule: Rule::ChoiceAnswer,
        };
        let ends = after.is_empty()
            || after.starts_with(BEHIND_LEAD)
            || after.starts_with(['.', ':', ')']);
        let ends = ends || leads_on(after) || after.starts_with(" or ");
        let (verdict, named) = label::verdict(Lexer { at: end, ..self.lexer });
        let cued = ends && self.is_cued() && verdict != Some(false);
        let right = verdict == Some(true) && (named || !self.sentence.wrong);
        let leads = !self.begun && ends && self.lead.is_none();
        self.near = Near { word: true, ..Near::default() };
        self.begun = true;
        self.fresh = false;
        if near.not || !(cued || right || leads) {
            return;
        }
        self.lexer.at = end;
        self.any = true;
        if (cued || right) && (near.tag || !self.sentence.declared) {
            let event = Event::One(pick);
            self.declare(if after.starts_with(" or ") { Event::Hedge } else { event });
            self.sentence.weak = near.commit && verdict.is_none();
            self.judged |= !cued && !named;
        } else if leads {
            self.lead = Some(Pick { rule: Rule::ChoiceLead, ..pick });
        }
    }
}
