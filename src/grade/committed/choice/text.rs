//! The option that a reply names by its text.

use super::state::Pick;
use super::{Reader, label, remark};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::committed::options::{self, Held};
use crate::grade::committed::{formula, number};
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Answer, Rule, Span};
use crate::text::{holds, last, tail};

/// What a question begins with.
const QUESTIONS: [&str; 9] =
    ["is", "are", "could", "do", "does", "should", "would", "which", "what"];

/// What gives a reason for what was said before, whatever follows.
const REASONS: [&str; 3] = ["because", "since", "due"];

/// What begins a clause that only adds to the one before.
const ADDS: [&str; 5] = ["which", "who", "whose", "followed", "with"];

/// What says that something is an option.
const NAMES: [&str; 11] =
    ["is", "are", "was", "were", "called", "known", "gives", "yields", "get", "becomes", "equals"];

/// What says that another may be meant.
const MAY: [&str; 3] = ["could", "might", "may"];

/// What says something of an option before it.
const SUBJECT: [&str; 6] = [" is ", " are ", " was ", " were ", " has ", " have "];

/// What stands before the text of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// What says that something is it.
    Is,
    Only,
    Other,
}

/// What a clause says of an option that it names.
enum Role {
    /// That something is it, at the end ("The hottest is Venus."), that it is the one ("Venus is the
    /// hottest"), or the only one.
    Is,
    /// It stands before a colon or an equals sign.
    Title,
    /// What it is or has.
    Subject,
    Other,
}

/// Where the last sentence of `said` begins, whose own stop is no part of it; `None` if it is the only
/// one.
pub(super) fn last_sentence(said: &str) -> Option<usize> {
    last(said, ". ").max(said.rfind('\n')).map(|stop| stop + 1)
}

impl Reader<'_, '_> {
    /// The options that the texts in `body` name. Of several, the one that the reply concludes with,
    /// that it does not deny, that its main clause names, or that it says that something is.
    pub(super) fn told(&self, body: Span) -> Held {
        let only = |part: Span, far: bool| {
            let denied = |span| self.is_denied(body, span, far);
            self.options.only_in(self.lexer.text, part, denied)
        };
        let held = only(body, false);
        // Numbers of one digit are not looked for as texts.
        if self.options.have_digits() && !matches!(held, Held::None) {
            return Held::Several;
        }
        if let (Held::None, Some(options)) = (&held, self.options.surnames()) {
            let reader = Reader { options, greeted: 0, ..*self };
            // "Kant. Mill was a utilitarian."
            return match reader.text_lead(body) {
                Some(pick) => Held::One(pick.letter, pick.span),
                None => reader.told(body),
            };
        }
        if !matches!(held, Held::Several) {
            return held;
        }
        if let Some(pick) = self.outright(body) {
            return Held::One(pick.letter, pick.span);
        }
        let conclusion = Span { start: self.so_at.clamp(body.start, body.end), ..body };
        only(conclusion, false)
            .or_else(|| only(body, true))
            .or_else(|| {
                let (is, other) = self.stated(body);
                let main = self.main_clause(body);
                is.or_else(|| self.options.only_in(self.lexer.text, main, |_| false))
                    .or_else(|| only(main, true))
                    .or_else(|| other)
            })
            .or_else(|| self.last_words(body, only))
    }

    /// The option that the reply ends with, in a sentence that names no other.
    fn last_words(&self, body: Span, only: impl Fn(Span, bool) -> Held) -> Held {
        let said = body.of(self.lexer.text).trim_end_matches(|c: char| !c.is_alphanumeric());
        let start = last_sentence(said).unwrap_or(0);
        let last = Span { start: body.start + start, ..body };
        match (only(last, true), self.options.ending(said)) {
            (Held::One(place, span), Some((end, _)))
                if place == end && self.options.equal_to(said[start..].trim()).is_none() =>
            {
                Held::One(place, span)
            }
            _ => Held::Several,
        }
    }

    /// The only option that something is said to be; and the one that the body begins with, where the
    /// same is said behind no other, or that stands alone where all others stand in lists.
    pub(super) fn stated(&self, body: Span) -> (Held, Held) {
        let text = self.lexer.text;
        let (mut is, mut titles, mut subjects) = (Held::None, Held::None, Held::None);
        // What it is if something is so: "If the target is an executive, it's whaling."
        let (mut if_so, mut conditional, mut fresh) = (Held::None, false, true);
        let (mut alone, mut listed) = (Held::None, 0_u32);
        // Which stand as titles, and what does not.
        let (mut titled, mut prose) = (0_u32, Held::None);
        let (mut first, mut begun) = (None, false);
        let (mut joined, mut behind) = (false, Behind::Other);
        let mut lexer = Lexer::new(text, body);
        while let Some(token) = lexer.next() {
            let at = self.options.at(&text[token.start..]).filter(|(_, length)| *length > 1);
            let Some((place, length)) = at else {
                let word = token.span().of(text);
                conditional |= fresh && word == "If";
                fresh = false;
                if matches!(token.kind, Kind::Newline) || word == "." {
                    (conditional, fresh) = (false, true);
                }
                behind = match token.kind {
                    // "Many people think it's oxygen."
                    Kind::Word(Some(Cue::ItIs))
                        if ends_with_any(
                            &text[..token.start],
                            &["people think ", "people say "],
                        ) =>
                    {
                        Behind::Other
                    }
                    Kind::Mark('=') | Kind::Word(Some(Cue::ItIs)) => Behind::Is,
                    Kind::Mark(_)
                    | Kind::Letter(0, false)
                    | Kind::Word(Some(Cue::Filler | Cue::So)) => {
                        let only = word.eq_ignore_ascii_case("only");
                        if only { Behind::Only } else { behind }
                    }
                    Kind::Word(_) if NAMES.contains(&word) => Behind::Is,
                    _ => Behind::Other,
                };
                begun |=
                    !matches!(token.kind, Kind::Mark(_) | Kind::Word(Some(Cue::Filler | Cue::So)));
                continue;
            };
            let span = Span { start: token.start, end: token.start + length };
            let other_before = std::mem::replace(&mut joined, self.or_another(span.end, place));
            if joined || other_before {
                listed |= 1 << place;
            } else {
                alone.add(place, span);
                let role = self.role(span, behind);
                match role {
                    Role::Title => titled |= 1 << place,
                    _ => prose.add(place, span),
                }
                match role {
                    Role::Is if conditional => if_so.add(place, span),
                    Role::Is => is.add(place, span),
                    Role::Title => titles.add(place, span),
                    Role::Subject => subjects.add(place, span),
                    Role::Other => {}
                }
            }
            if !begun {
                first = Some(span);
            }
            (begun, behind, fresh) = (true, Behind::Other, false);
            lexer.at = span.end;
        }
        let leads = |held: &Held| matches!(held, Held::One(_, span) if first == Some(*span));
        let lead = [titles, subjects].into_iter().find(leads);
        let all = listed.count_ones() + 1 == self.options.count();
        let is = if matches!(is, Held::None) { if_so } else { is };
        // "It is an example of rhyme.⏎- Metaphor: …⏎- Simile: …"
        if let Held::One(place, _) = prose
            && (titled & !(1 << place)).count_ones() + 1 == self.options.count()
        {
            return (is, prose);
        }
        (is, lead.unwrap_or(if all { alone } else { Held::Several }))
    }

    /// What is said of the option whose text stands at `span`.
    fn role(&self, span: Span, behind: Behind) -> Role {
        let after = &self.lexer.text[span.end..];
        let right = || label::verdict(Lexer { at: span.end, ..self.lexer }).0 == Some(true);
        let preferred = starts_with_any(after, &SUBJECT) && right();
        // "Electrons are", "**Oxygen** is".
        let after = after.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '*');
        let next = Lexer { at: self.lexer.text.len() - after.len(), ..self.lexer }.next();
        let ends = match next.map(|next| next.kind) {
            // "Helium is preferred."
            _ if behind == Behind::Only || preferred => true,
            Some(Kind::Mark(':' | '=')) => return Role::Title,
            None | Some(Kind::Stop | Kind::Newline | Kind::Mark(_)) => behind == Behind::Is,
            Some(Kind::Word(Some(Cue::Because | Cue::But | Cue::Not | Cue::So))) => {
                behind == Behind::Is
            }
            _ if after.starts_with(" rather") => behind == Behind::Is,
            Some(Kind::Word(Some(Cue::Is))) => {
                let is = |words: &[&str]| starts_with_any(after, words);
                if !is(&[" is the ", " are the "]) {
                    return if is(&SUBJECT) { Role::Subject } else { Role::Other };
                }
                true
            }
            _ => false,
        };
        if ends { Role::Is } else { Role::Other }
    }

    /// What the first sentence says before it sets something against it or gives a reason, or behind
    /// that where it begins with a denial or a question; nothing where others name an option too.
    fn main_clause(&self, body: Span) -> Span {
        if let Some(question) = self.question(body) {
            return Span { start: question, ..body };
        }
        let said = self.lexer.text[body.start.max(self.greeted)..body.end].trim_start();
        let body = Span { start: body.end - said.len(), ..body };
        let mut tokens = Lexer::new(self.lexer.text, body);
        let ends = |token: &Token| matches!(token.kind, Kind::Stop | Kind::Newline);
        let mut may = false;
        let cut = tokens.find(|token| {
            may |= MAY.contains(&token.span().of(self.lexer.text));
            ends(token) || matches!(token.kind, Kind::Word(Some(Cue::But | Cue::Because)))
        });
        let reason = |cut: &Token| REASONS.contains(&cut.span().of(self.lexer.text));
        let full = |token: &Token| ends(token) && token.span().of(self.lexer.text) != ";";
        let end = tokens.find(full).map_or(body.end, |token| token.end);
        let more = self.options.only_in(self.lexer.text, Span { start: end, ..body }, |_| false);
        let Some(cut) = cut.filter(|cut| reason(cut) || matches!(more, Held::None)) else {
            return Span { end: body.start, ..body };
        };
        let first = Lexer::new(self.lexer.text, body).next();
        match first {
            // "Not oxygen or nitrogen, but helium."
            Some(Token { kind: Kind::Word(Some(Cue::Not)), .. }) => Span { start: cut.end, ..body },
            // "One could argue for helium, but oxygen fits better."
            _ if may && cut.kind == Kind::Word(Some(Cue::But)) => {
                let rest = Span { start: cut.end, ..body };
                let mut words = Lexer::new(self.lexer.text, rest);
                let may = words.any(|token| MAY.contains(&token.span().of(self.lexer.text)));
                if may { Span { end: body.start, ..body } } else { rest }
            }
            _ => Span { end: cut.start, ..body },
        }
    }

    /// Whether the text at `span` is only one of a list of other things: "wood, metal or glass".
    pub(super) fn is_listed(&self, span: Span) -> bool {
        let mut lexer = Lexer { at: span.end, ..self.lexer };
        lexer.next().is_some_and(|token| token.kind == Kind::Mark(','))
            && lexer.next().is_some_and(|token| token.kind == Kind::Word(None))
            && lexer.next().is_some_and(|token| {
                matches!(token.kind, Kind::Mark(',') | Kind::Word(Some(Cue::And | Cue::Or)))
            })
    }

    /// Where the first sentence ends, if it asks: "Is it oxygen?"
    pub(super) fn question(&self, body: Span) -> Option<usize> {
        let mut tokens = Lexer::new(self.lexer.text, body);
        let asks = tokens.next().is_some_and(|token| {
            let word = token.span().of(self.lexer.text);
            QUESTIONS.iter().any(|question| word.eq_ignore_ascii_case(question))
        });
        let stop = tokens.find(|token| token.kind == Kind::Stop)?;
        (asks && self.lexer.text.as_bytes()[stop.start] == b'?').then_some(stop.start)
    }

    /// The option whose number the reply commits to, where each begins with one: "32 degrees" is
    /// "32 °F".
    pub(super) fn by_number(&self, body: Span) -> Option<Pick> {
        let held = self.options.with_number_in(body.of(self.lexer.text));
        // Who asks back does not answer.
        if matches!(held, Held::None) || body.of(self.lexer.text).ends_with('?') {
            return None;
        }
        let reading = number::read(self.lexer.text, body);
        let (Answer::Number(number), span) = reading.found? else { return None };
        let letter = self.options.beginning_with(number)?;
        // "$5" is no "5%".
        // But "$5$" is a formula.
        let closed = self.lexer.text[span.end..body.end].contains('$');
        let dollars = self.lexer.text[..span.start].ends_with(['$', '€', '£']) && !closed;
        if dollars && !self.options.is_money(letter) {
            return None;
        }
        // The last of several may be any of them, and so may the first of a list.
        let behind = self.lexer.text[span.end..].strip_prefix(", ");
        let any = reading.rule == Rule::NumberLast
            || behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()));
        let sure = !any || matches!(held, Held::One(..));
        sure.then_some(Pick::of_text(letter, span))
    }

    /// The option that the formula at `at` is, and where that stands.
    pub(super) fn formula(&self, at: usize) -> Option<(u8, Span)> {
        let text = self.lexer.text;
        // Mostly a word stands there.
        text.as_bytes().get(at).filter(|byte| matches!(byte, b'$' | b'\\' | b'0'..=b'9' | 0xE2))?;
        // A box is read by itself.
        let span = formula::at(text, at).filter(|span| !holds(span.of(text), "\\boxed"));
        // The reply ends in it as it reads: "2/3".
        let plain = || {
            let rest = (text.len() - at <= formula::LONGEST).then_some(&text[at..])?;
            (rest.starts_with('\\') || self.options.have_formula())
                .then_some(Span { start: at, end: at + rest.trim_end_matches(super::MARKS).len() })
        };
        let span = span.or_else(plain)?;
        let letter = self.options.written(span.of(text))?;
        // A backslash before the text of an option is no part of it.
        let named = span.of(text).strip_prefix('\\').and_then(|it| self.options.equal_to(it));
        let stray = usize::from(named == Some(usize::from(letter)));
        Some((letter, Span { start: span.start + stray, ..span }))
    }

    /// The only option of which the body is a part.
    pub(super) fn part(&self, body: Span) -> Option<Pick> {
        let span = super::bare(self.lexer.text, body);
        let said = span.of(self.lexer.text);
        // "A lion", where an option is "Lions".
        let said = options::behind_article(said).unwrap_or(said);
        Some(Pick::of_text(self.options.holding(said)?, span))
    }

    /// The option whose text the body begins with, as a statement of its own.
    pub(super) fn text_lead(&self, body: Span) -> Option<Pick> {
        let text = &self.lexer.text[body.start.max(self.greeted)..body.end];
        let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let rest = options::behind_article(rest)
            .filter(|_| self.options.at(rest).is_none())
            .unwrap_or(rest);
        let (letter, length) = self.options.at(rest).filter(|(_, length)| *length > 1)?;
        let after = rest[length..].trim_start_matches(['*', '"', ',']);
        let follows = [". ", ".\n", "\n", "; ", " (", " because", " since", " as "];
        let is_other = |line| self.options.equal_to(line).is_some_and(|o| o != usize::from(letter));
        // "Yes, as it has no remainder."
        let word = matches!(&rest[..length], "Yes" | "No")
            && starts_with_any(&rest[length..], &[", ", ": ", "; "]);
        // "Carbon dioxide, option C."
        let label = after.strip_prefix(" option ").or(after.strip_prefix(' ')).unwrap_or_default();
        let lettered = label
            .strip_prefix(char::from(b'A' + letter))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '!', '\n']));
        // Lines of options are a list of them.
        if !(word || lettered || starts_with_any(after, &follows))
            || after.starts_with('\n') && after.lines().any(is_other)
        {
            return None;
        }
        let start = body.end - rest.len();
        let span = Span { start, end: start + length };
        Some(Pick::of_text(letter, span))
    }

    /// Whether the text at `span`, behind the `bytes` of the body, is told with others in brackets, behind
    /// an option that is not: "at 5.2 AU (Earth is at 1 AU)".
    fn is_beside(&self, body: Span, span: Span, bytes: &[u8]) -> bool {
        const FARTHEST: usize = 120;
        let bracket = bytes.iter().rev().take(FARTHEST).position(|byte| b"()\n".contains(byte));
        // "(Earth is at 1 AU)", but not "(Earth)".
        let more = !self.lexer.text[span.end..].starts_with(')');
        let Some(open) = bracket.filter(|back| *back > 0 || more) else { return false };
        let open = span.start - open - 1;
        let text = self.lexer.text;
        if !text[open..].starts_with('(') {
            return false;
        }
        let before = &bytes[..open - body.start];
        let near = &before[before.len().saturating_sub(FARTHEST)..];
        let stop = |two: &[u8]| matches!(two, [b'.' | b'?' | b'!', b' '] | [b'\n', _]);
        // A sentence in brackets of its own is beside the one before it.
        let ends = near.trim_ascii_end().len().saturating_sub(2);
        let start = near[..ends].windows(2).rposition(stop).map_or(0, |stop| stop + 1);
        let said = Span { start: open - (near.len() - start), end: open };
        text.is_char_boundary(said.start)
            && !matches!(self.options.only_in(text, said, |_| false), Held::None)
    }

    /// Whether the text at `span` is denied: a word that denies stands right
    /// before it, or, `far`, in its clause.
    pub(super) fn is_denied(&self, body: Span, span: Span, far: bool) -> bool {
        const FAR: usize = 96;
        const SENTENCE: usize = 160;
        // "Neon and argon are wrong" denies both; a list has at most four of them.
        let mut at = span.end;
        for _ in 1..4 {
            at = self.end_of_joined(at).unwrap_or(at);
        }
        if label::verdict(Lexer { at, ..self.lexer }).0 == Some(false) {
            return true;
        }
        // "It is croup. […] Epiglottitis would show the thumb sign."
        let after = &self.lexer.text[span.end..];
        let would = after.starts_with(" would ") && !after.starts_with(" would be ");
        let bytes = &self.lexer.text.as_bytes()[body.start..span.start];
        let behind_sentence = || bytes.iter().rev().take(SENTENCE).any(|b| b".\n?!".contains(b));
        if far && would && behind_sentence() {
            return true;
        }
        if far && self.is_beside(body, span, bytes) {
            return true;
        }
        let clause = bytes.iter().rev().take(FAR).position(|b| b".\n,;:?!".contains(b));
        let spaces = bytes.iter().rev().take(FAR).rposition(|b| *b == b' ');
        let near = clause.or(if bytes.len() > FAR { spaces } else { None });
        let near =
            near.unwrap_or_else(|| tail(&self.lexer.text[body.start..span.start], FAR).len());
        let before = Span { start: span.start - near, end: span.start };
        let (mut denied, mut and, mut begun, mut asked) = (false, false, false, false);
        // Whether the sentence names an option before the clause, or the clause one before this.
        let start = bytes.iter().rev().take(SENTENCE).position(|b| b".\n;?!".contains(b));
        let said = Span {
            start: span.start - start.unwrap_or(SENTENCE).min(bytes.len()),
            end: before.start,
        };
        let mut named = far
            && said.start < said.end
            && !matches!(self.options.only_in(self.lexer.text, said, |_| false), Held::None);
        let mut tokens = Lexer::new(self.lexer.text, before);
        while let Some(token) = tokens.next() {
            // "Many people think it's oxygen, but it is helium."
            if far && !begun && remark::others_say(&tokens.text[token.start..before.end]) {
                return true;
            }
            // "As pressure increases, volume decreases."
            if far && !begun && tokens.text[token.start..].starts_with("As ") {
                return !tokens.rest().starts_with(" a ");
            }
            // "It is oxygen, which is not nitrogen", "it is blue with a red stripe".
            let word = token.span().of(self.lexer.text);
            let adds = ADDS.contains(&word) && (!begun || tokens.rest().starts_with(" a "));
            // "it could also be neon".
            if named && (adds || word == "also") {
                return true;
            }
            begun |= !matches!(token.kind, Kind::Mark(_));
            // "Neither oxygen nor nitrogen", "whether oxygen or nitrogen"; "No parking" denies nothing.
            let option = self.options.at(&tokens.text[token.start..]);
            if let Some((_, length)) = option.filter(|(_, length)| *length > 1) {
                named |= far;
                tokens.at = before.end.min(token.start + length);
                continue;
            }
            denied = match token.kind {
                // "Although Mercury is nearer, Venus is hotter."
                Kind::Word(Some(Cue::Because)) if far => return true,
                // "The day before that is 12/30/1905."
                Kind::Word(Some(Cue::Not)) if token.span().of(tokens.text) == "before" => denied,
                Kind::Word(Some(Cue::Not)) => {
                    // "to find out whether the argument is valid".
                    asked |= matches!(word, "whether" | "Whether");
                    and = false;
                    true
                }
                Kind::Word(Some(
                    Cue::Is | Cue::Filler | Cue::It | Cue::ItIs | Cue::Circumstance,
                ))
                | Kind::Mark(_) => denied,
                Kind::Letter(0, false) => denied,
                // "oxygen, as opposed to nitrogen".
                Kind::Word(None)
                    if matches!(token.span().of(tokens.text), "opposed" | "compared") =>
                {
                    and = false;
                    true
                }
                // "not oxygen and nitrogen", but "not oxygen and absorbs nitrogen".
                Kind::Word(Some(Cue::And)) if far => {
                    and = true;
                    denied
                }
                Kind::Word(None) | Kind::Number if far => denied && !and,
                Kind::Word(Some(Cue::Or)) => denied && !and,
                _ => false,
            };
        }
        denied || asked
    }
}
