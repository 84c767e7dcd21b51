//! What a reply concludes with that declares nothing, be it a letter or the text of an option.

use super::letter::{BEHIND_IN_RUNS, Standing};
use super::state::{Event, Pick};
use super::{Reader, label, remark, several};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer};
use crate::grade::committed::options::Held;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Rule, Span};
use crate::text::{first, last};

/// Whether a sentence is over before `ends`, and no small letter goes on with it: "C. elegans".
fn is_over(ends: &str) -> bool {
    ends.strip_prefix('.').is_some_and(|rest| {
        !rest.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_lowercase())
    })
}

/// Whether a letter behind `before` is only what may be: "it might equally be C".
fn is_doubted(before: &str) -> bool {
    const FAR: usize = 24;
    let far = before.len().saturating_sub(FAR);
    let near = &before.as_bytes()[far..];
    before.ends_with(" be ")
        && ["might ", "may ", "could ", "Might ", "May ", "Could "]
            .iter()
            .any(|may| near.windows(may.len()).any(|words| words == may.as_bytes()))
}

/// Whether the letters that `before` ends in, before a comma, are those to choose from: "Between A and C,".
fn is_between(before: &str) -> bool {
    const FARTHEST: usize = 40;
    let near = &before.as_bytes()[before.len().saturating_sub(FARTHEST)..];
    let sentence = near.rsplit(|byte| matches!(byte, b'.' | b'\n')).next().unwrap_or(near);
    near.ends_with(b", ") && sentence.trim_ascii_start().starts_with(b"Between ")
}

/// Whether `before` ends in a colon, or a clause that is more than a letter.
fn ends_clause(before: &str) -> bool {
    let sentence = before.strip_suffix(['.', '!', '?', ',']);
    let letters =
        |sentence: &str| sentence.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    before.ends_with(':') || sentence.is_some_and(|sentence| letters(sentence) != 1)
}

impl Reader<'_, '_> {
    /// Whether something is said to be the option of `letter`, whose text and a bracket `before` ends in.
    fn is_said_to_be(&self, letter: u8, before: &str) -> bool {
        let text = before.trim_end_matches(['(', ' ', '*']);
        let own = self.options.ending(text).filter(|(option, _)| *option == letter);
        own.is_some_and(|(_, span)| {
            let subject = text[..span.start].trim_end_matches(['*', '"']);
            let subject = ["the ", "a ", "an "]
                .iter()
                .find_map(|article| subject.strip_suffix(article))
                .unwrap_or(subject);
            ends_with_any(subject, &[" is ", " are ", " was ", " were ", " be "])
        })
    }

    /// Whether no letter in brackets stands before the end of `before` in the clause that concludes: "So plants
    /// take in carbon dioxide (B), and release oxygen (A)."
    fn is_first_told(&self, before: &str) -> bool {
        const FARTHEST: usize = 160;
        let near = before.len().saturating_sub(FARTHEST);
        let clause = before.as_bytes().get(self.so_at.max(near)..).unwrap_or_default();
        !clause.windows(2).any(|pair| matches!(pair, [b'A'..=b'J', b')']))
    }

    /// What the letter is where the reply declares nothing: its only label, or what it concludes
    /// with.
    pub(super) fn conclude(&mut self, at: &Standing<'_>) {
        let Standing { letter, before, ends, near, .. } = *at;
        // "If the question were about breathing, it would be A."
        if self.sentence.supposed {
            return;
        }
        let first = self.label.is_none();
        let emoji = |c| matches!(c, '\u{2600}'..='\u{26FF}' | '\u{1F300}'..);
        let plain = ends.is_empty()
            || ends.starts_with(['\n', '\r', '.', '!', ',', ';', '。', '<', '…'])
            || ends.trim_start().starts_with(emoji)
            // "Hence C and not B."
            || starts_with_any(ends, &[" and not ", " but not "]);
        let reason = starts_with_any(ends, &[" because", " since", " as ", " to me", " due to "])
            || starts_with_any(ends, &BEHIND_IN_RUNS);
        // A lone "A)" in the middle begins a list that was broken off, unless its text ends it.
        let said = near.is && at.bracketed && !self.sentence.choice;
        let label = (letter > 0 || said) && at.delimited
            || at
                .titled(&self.options)
                .is_some_and(|rest| letter > 0 || near.is || !rest.contains(char::is_alphanumeric));
        // "Only A is solid.", "Only option B satisfies it."
        let named = remark::before_name(before);
        let only = named.ends_with("only ") || named.ends_with("Only ");
        if label || near.so || plain || reason || at.cell || only {
            self.label = Some(at.pick(Rule::ChoiceOnly));
            self.only_label = only;
        }
        // "So C.", "A is viral, and D is chronic: C."
        // But "Option A is … Option B is … Option C" breaks off.
        let breaks_off =
            letter > 1 && near.choice && ends.is_empty() && self.labels + 1 == 2 << letter;
        let last = ends.trim_start_matches(['.', '!', ' ']).is_empty() && !breaks_off;
        // "So it is oxygen, which is B in the list."
        let which = before.ends_with("which is ") && ends.starts_with(" in ");
        let plain = plain || which;
        // "The key with three sharps is A major (D).", but "B absorbs it and releases oxygen (A)".
        let told = || {
            let text = before.trim_end_matches(['(', ' ', '*']);
            // "carbon dioxide (option C)".
            let text =
                ["(option", "(Option"].iter().find_map(|it| text.strip_suffix(it)).unwrap_or(text);
            self.options.ending(text.trim_end()).is_some_and(|(option, _)| option == letter)
        };
        // "Only one of them is taken in. **C**. Oxygen is given off."
        let alone = || {
            let said = before.trim_end_matches([' ', '*', '(', '✅', '→']);
            // But "A. B. Smith".
            let initial = || said.strip_suffix('.').is_some_and(label::ends_in_letter);
            said.ends_with(['.', '!', '?']) && !initial()
        };
        // "So options B (tin) and C (neon) are likelier."
        let so = near.so && !several::is_plural(before);
        if so && (label || near.choice && plain)
            || is_over(ends) && !at.line_start && alone()
            || named.ends_with("Only ")
            // "I don't know for certain, but C.", "It's not A but C."
            || (plain || reason) && named.ends_with("but ")
            || near.is && plain && self.lead.is_none() && !is_doubted(before)
            || last
                && (!self.sentence.conditional
                    && ends_clause(named.trim_end_matches([' ', '*', '(']))
                    || is_between(named)
                    || first && self.lead.is_none() && told())
            || (near.so || self.sentence.so && told() && self.is_first_told(before))
                && plain
                && !ends.starts_with([',', ';', '<'])
        {
            self.concluded = Some(Event::One(at.pick(Rule::ChoiceAnswer)));
        } else if at.bracketed && told() && self.is_said_to_be(letter, before) {
            // "This is deontology (B), unlike utilitarianism (A)."
            let one = Event::One(at.pick(Rule::ChoiceAnswer));
            let again = self.said.is_some_and(|said| said.is_other(letter));
            self.said = Some(if again { Event::Hedge } else { one });
        } else if at.bracketed && self.sentence.likeliest {
            // "The most likely cause is a clot (B)", but "are most likely (A) a clot and (B) a tear".
            let again = std::mem::replace(&mut self.sentence.told_likeliest, true);
            let one = Event::One(at.pick(Rule::ChoiceAnswer));
            self.concluded = Some(if again { Event::Hedge } else { one });
        }
    }

    /// Whether the text of an option that ends at `end` is joined to that of another one.
    pub(super) fn or_another(&self, end: usize, letter: u8) -> bool {
        self.joined(end).is_some_and(|(other, _)| other != letter)
    }

    /// Where the text ends that is joined by "and" to the one that ends at `end`.
    pub(super) fn end_of_joined(&self, end: usize) -> Option<usize> {
        // Mostly none is.
        starts_with_any(&self.lexer.text[end..], &[", ", " and ", " nor "]).then_some(())?;
        self.joined(end).map(|(_, end)| end)
    }

    /// The option whose text is joined to the one that ends at `end`, and where that ends.
    fn joined(&self, end: usize) -> Option<(u8, usize)> {
        let mut lexer = Lexer { at: end, ..self.lexer };
        let mut joined = false;
        while let Some(token) = lexer.next() {
            match token.kind {
                Kind::Mark(',' | '/' | '&') | Kind::Word(Some(Cue::Or | Cue::And)) => joined = true,
                // "Of helium and neon, only neon is inert."
                Kind::Word(Some(Cue::Filler)) if token.span().of(lexer.text) == "only" => break,
                Kind::Mark('*' | '"' | '(' | ')') | Kind::Word(Some(Cue::Filler)) => {}
                Kind::Number if lexer.text[..token.start].ends_with('(') => {}
                // "as well as".
                Kind::Word(None) if token.span().of(lexer.text) == "well" => joined = true,
                _ => {
                    let rest = &lexer.text[token.start..];
                    let other = self.options.at(rest).filter(|_| joined)?;
                    return Some((other.0, token.start + other.1));
                }
            }
        }
        None
    }

    /// The option of several that the reply ends with in "it is" ("Nitrogen is not used. Helium it is."), or
    /// that alone is in its only sentence that says what is most likely.
    pub(super) fn outright(&self, body: Span) -> Option<Pick> {
        let text = body.of(self.lexer.text);
        let it_is = text.trim_end_matches(['.', '!', '*', ' ']).strip_suffix(" it is");
        if let Some(said) = it_is
            && let Some((letter, span)) =
                self.options.ending(&self.lexer.text[..body.start + said.len()])
        {
            return Some(Pick::of_text(letter, span));
        }
        let likely = "most likely ";
        let at = first(text, likely).filter(|at| last(text, likely) == Some(*at))?;
        let start = text[..at].rfind(['.', '\n']).map_or(0, |stop| stop + 1);
        let end = first(&text[at..], ". ").or_else(|| text[at..].find('\n'));
        let end = end.map_or(body.end, |stop| body.start + at + stop);
        let sentence = Span { start: body.start + start, end };
        match self
            .options
            .only_in(self.lexer.text, sentence, |span| self.is_denied(body, span, true))
        {
            Held::One(letter, span) => Some(Pick::of_text(letter, span)),
            _ => None,
        }
    }
}
