//! What a reply answers, once it is read.

use super::state::{Event, Pick};
use super::{Bold, Reader, label};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{self, Kind, Lexer, Token};
use crate::grade::committed::options::Held;
use crate::grade::committed::{number, refusal};
use crate::grade::{Answer, Letter, Reading, Rule, Span, token};

/// What a question begins with that asks whether.
const QUESTIONS: [&str; 6] = ["is", "are", "could", "do", "does", "would"];

impl<'a> Reader<'a, '_> {
    pub(super) fn finish(&self, body: Span) -> Reading<'a> {
        let none = Reading::none;
        let of_event = |event| match event {
            Event::One(pick) => self.found(pick),
            Event::Hedge => none(Rule::NoneHedge),
        };
        if let Some(event) = self.declared {
            // "B looks right, but the charge is negative, so A."
            let line = self.line.filter(|_| self.judged).map(Event::One);
            return match (event, self.concluded.or(line)) {
                (Event::One(right), Some(Event::One(last)))
                    if self.judged && right.span.start < last.span.start =>
                {
                    self.found(last)
                }
                _ => of_event(event),
            };
        }
        let reading = self.undeclared(Span { start: body.start.max(self.corrected_at), ..body });
        match self.before_correction {
            Some(event) if reading.found.is_none() => of_event(event),
            _ => reading,
        }
    }

    /// What a reply answers that declares nothing.
    fn undeclared(&self, body: Span) -> Reading<'a> {
        let none = Reading::none;
        let text = body.of(self.lexer.text);
        // What a list of the options holds is no answer, nor is its first label where it breaks off.
        let after_list = |pick: &Pick| {
            self.listed_at.is_none_or(|at| pick.span.start > at)
                && (pick.letter > 0 || self.list < 2)
        };
        // "(a) The rate is … (b) The length is … So (B)."
        let last = |lead: &Pick| match self.concluded {
            Some(Event::One(last)) => last.rule != Rule::ChoiceAnswer || last.letter == lead.letter,
            _ => true,
        };
        if let Some(lead) = self.lead.filter(after_list).filter(last) {
            return self.found(lead);
        }
        if let Some(line) = self.line.filter(|line| self.line_is_last && after_list(line)) {
            return self.found(line);
        }
        if let Some(lead) = self.text_lead(body) {
            return self.found(lead);
        }
        if self.concluded.is_none() && refusal::is_in(text) && !self.options.decline() {
            return none(Rule::NoneRefusal);
        }
        match self.marked {
            Some(Event::One(pick)) => return self.found(pick),
            Some(Event::Hedge) => return none(Rule::NoneHedge),
            None => {}
        }
        if let (Bold::One(pick), Some(_)) = (self.bold, self.listed_at) {
            return self.found(pick);
        }
        match self.concluded {
            Some(Event::One(pick)) => return self.found(pick),
            Some(Event::Hedge) => return none(Rule::NoneHedge),
            None => {}
        }
        if let Some(line) = self.line.filter(after_list) {
            return self.found(line);
        }
        if let Some(line) = self.text_line(body) {
            return self.found(line);
        }
        if self.labels.count_ones() == 1
            && let Some(label) = self.label.filter(after_list)
        {
            return self.found(label);
        }
        let uncommitted = none(Rule::NoneUncommitted);
        if self.labels > 0 || self.listed_at.is_some() {
            return uncommitted;
        }
        let only = |far: bool| {
            let denied = |span| self.is_denied(body, span, far);
            self.options.only_in(self.lexer.text, body, denied)
        };
        let held = only(false);
        let several = matches!(held, Held::Several);
        let held = match held {
            Held::Several => match only(true) {
                held @ Held::One(..) => held,
                _ => self.options.only_in(self.lexer.text, self.main_clause(body), |_| false),
            },
            held => held,
        };
        match held {
            Held::One(_, span) if self.question(body).is_some_and(|end| span.end <= end) => {
                uncommitted
            }
            Held::One(letter, span) => {
                self.found(Pick { letter, span, rule: Rule::ChoiceOptionText })
            }
            Held::None if !several => match self.by_number(body) {
                Some(pick) => self.found(pick),
                None if !self.any => none(Rule::NoneNoToken),
                None => uncommitted,
            },
            _ => uncommitted,
        }
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
        let cut = tokens.find(|token| {
            ends(token) || matches!(token.kind, Kind::Word(Some(Cue::But | Cue::Because)))
        });
        let end = tokens.find(ends).map_or(body.end, |token| token.end);
        let more = self.options.only_in(self.lexer.text, Span { start: end, ..body }, |_| false);
        let Some(cut) = cut.filter(|_| matches!(more, Held::None)) else {
            return Span { end: body.start, ..body };
        };
        let first = Lexer::new(self.lexer.text, body).next();
        match first {
            // "Not oxygen or nitrogen, but helium."
            Some(Token { kind: Kind::Word(Some(Cue::Not)), .. }) => Span { start: cut.end, ..body },
            _ => Span { end: cut.start, ..body },
        }
    }

    /// Where the first sentence ends, if it asks whether: "Is it oxygen?"
    fn question(&self, body: Span) -> Option<usize> {
        let mut tokens = Lexer::new(self.lexer.text, body);
        let asks = tokens.next().is_some_and(|token| {
            let word = token.span().of(self.lexer.text);
            QUESTIONS.iter().any(|question| word.eq_ignore_ascii_case(question))
        });
        let stop = tokens.find(|token| token.kind == Kind::Stop)?;
        (asks && self.lexer.text.as_bytes()[stop.start] == b'?').then_some(stop.start)
    }

    /// The one option whose number the reply commits to, where each begins with one: "32 degrees" is
    /// "32 °F".
    fn by_number(&self, body: Span) -> Option<Pick> {
        let letter = self.options.with_number_in(body.of(self.lexer.text))?;
        let (Answer::Number(number), span) = number::read(self.lexer.text, body).found? else {
            return None;
        };
        if !self.options.begins_with(letter, number) {
            return None;
        }
        Some(Pick { letter, span, rule: Rule::ChoiceOptionText })
    }

    /// The option that the last line of the body is, and no line before it.
    fn text_line(&self, body: Span) -> Option<Pick> {
        let mark = |c: char| !c.is_alphanumeric();
        let option = |line: &str| {
            let text = line.trim_matches(mark);
            self.options.equal_to(text).filter(|_| text.len() > 1)
        };
        let (before, line) = body.of(self.lexer.text).rsplit_once('\n')?;
        let letter = option(line)? as u8;
        if before.lines().any(|line| option(line).is_some()) {
            return None;
        }
        let start = body.end - line.trim_start_matches(mark).len();
        let span = Span { start, end: start + line.trim_matches(mark).len() };
        Some(Pick { letter, span, rule: Rule::ChoiceOptionText })
    }

    /// The option whose text the body begins with, as a statement of its own.
    fn text_lead(&self, body: Span) -> Option<Pick> {
        let text = &self.lexer.text[body.start.max(self.greeted)..body.end];
        let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let (letter, length) = self.options.at(rest).filter(|(_, length)| *length > 1)?;
        let after = rest[length..].trim_start_matches(['*', '"', ',']);
        let follows = [". ", ".\n", "\n", " (", " because", " since", " as "];
        let is_other = |line| self.options.equal_to(line).is_some_and(|o| o != usize::from(letter));
        // Lines of options are a list of them.
        if !follows.iter().any(|follows| after.starts_with(follows))
            || after.starts_with('\n') && after.lines().any(is_other)
        {
            return None;
        }
        let start = body.end - rest.len();
        let span = Span { start, end: start + length };
        Some(Pick { letter, span, rule: Rule::ChoiceOptionText })
    }

    /// Whether the text at `span` is denied: a word that denies stands right
    /// before it, or, `far`, in its clause.
    fn is_denied(&self, body: Span, span: Span, far: bool) -> bool {
        const FAR: usize = 48;
        let behind = Lexer { at: span.end, ..self.lexer };
        if label::verdict(behind).0 == Some(false) {
            return true;
        }
        let bytes = &self.lexer.text.as_bytes()[body.start..span.start];
        let clause = bytes.iter().rev().take(FAR).position(|b| b".\n,;:?!".contains(b));
        let spaces = bytes.iter().rev().take(FAR).rposition(|b| *b == b' ');
        let near = clause.or(if bytes.len() > FAR { spaces } else { None });
        let before =
            Span { start: near.map_or(body.start, |near| span.start - near), end: span.start };
        let (mut denied, mut and) = (false, false);
        for token in Lexer::new(self.lexer.text, before) {
            denied = match token.kind {
                Kind::Word(Some(Cue::Not)) => {
                    and = false;
                    true
                }
                Kind::Word(Some(Cue::Is | Cue::Filler | Cue::It | Cue::ItIs)) | Kind::Mark(_) => {
                    denied
                }
                Kind::Letter(0, false) => denied,
                // "not oxygen and nitrogen", but "not oxygen and absorbs nitrogen".
                Kind::Word(Some(Cue::And)) if far => {
                    and = true;
                    denied
                }
                Kind::Word(None | Some(Cue::Or)) if far => denied && !and,
                _ => false,
            };
        }
        denied
    }

    /// Whether the `A` before `after` marks an answer: a colon follows, and another letter or the
    /// text of another option.
    pub(super) fn is_mark(&self, after: &str) -> bool {
        let Some(rest) = after.strip_prefix(':') else { return false };
        let rest = rest.trim_start_matches([' ', '*', '(']);
        let mut chars = rest.chars();
        let alone = chars.next().and_then(lex::letter).is_some_and(|(_, capital)| capital)
            && !chars.next().is_some_and(token::is_word);
        alone || self.options.at(rest).is_some_and(|(option, _)| option > 0)
    }

    fn found(&self, pick: Pick) -> Reading<'a> {
        match Letter::from_index(usize::from(pick.letter)) {
            Some(letter) => Reading::found(Answer::Letter(letter), pick.span, pick.rule),
            None => Reading::none(Rule::NoneUncommitted),
        }
    }
}
