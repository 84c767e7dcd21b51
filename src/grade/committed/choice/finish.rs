//! What a reply answers, once it is read.

use super::Reader;
use super::state::{Bold, Event, Pick};
use super::text::last_sentence;
use crate::grade::committed::lex;
use crate::grade::committed::options::{Held, lettered};
use crate::grade::committed::{call, despite, formula, refusal};
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Answer, Letter, Reading, Rule, Span, token};
use crate::text::holds;

/// How long a label is at most, with what stands behind it: "A) ".
const LABEL: usize = 3;

impl<'a> Reader<'a, '_> {
    pub(super) fn finish(&self, body: Span) -> Reading<'a> {
        let none = Reading::none;
        let of_event = |event| match event {
            Event::One(pick) => self.found(pick),
            Event::Hedge => none(Rule::NoneHedge),
        };
        // "Is B the right answer?"
        if body.of(self.lexer.text).ends_with('?')
            && self.question(body).is_some_and(|end| end + 1 == body.end)
        {
            return none(Rule::NoneUncommitted);
        }
        // "C is a good choice. […] The answer is A, B, C and D."
        if self.all_at == Some(self.labelled_at) {
            return none(Rule::NoneUncommitted);
        }
        if let Some(pick) = self.odd_one().filter(|_| self.declared.is_none() || self.judged) {
            return self.found(pick);
        }
        // "A is plausible, and so is B. I can't decide."
        let torn = self.judged && self.right.count_ones() > 1 && self.concluded.is_none();
        if torn && refusal::is_in(body.of(self.lexer.text)) {
            return none(Rule::NoneRefusal);
        }
        // "If it shows a leaf, the answer would be A; if a root, B."
        let letter = |event: Event| match event {
            Event::One(pick) => Some(pick.letter),
            Event::Hedge => None,
        };
        let last = self.concluded.or(self.declared).and_then(letter);
        if self.beside && self.labels.count_ones() > 1 && self.declared.and_then(letter) == last {
            return none(Rule::NoneUncommitted);
        }
        // "So it is 31°. However, this option is not available in the choices."
        // "Statement (D) is correct as well. The answer is not in the options provided."
        let said = body.of(self.lexer.text);
        let none_of_them = || !self.options.decline() && refusal::ends_in_none(said);
        let open = self.declared.is_none() || self.judged;
        if open && (refusal::finds_no_option(said) || none_of_them()) {
            return none(Rule::NoneUncommitted);
        }
        if let Some(event) = self.declared {
            // "B looks right, but the charge is negative, so A."
            let line = self.line.filter(|_| self.judged).map(Event::One);
            return match (event, self.concluded.or(line)) {
                (Event::One(right), Some(Event::One(last)))
                    if (self.judged || self.beside) && right.span.start < last.span.start =>
                {
                    self.found(last)
                }
                // "A and B are both plausible, but A is more so. Conclusion: A"
                (Event::Hedge, Some(Event::One(last))) if self.judged => self.found(last),
                _ => of_event(event),
            };
        }
        let reading = self.undeclared(Span { start: body.start.max(self.corrected_at), ..body });
        match self.before_correction {
            Some(event) if reading.found.is_none() => of_event(event),
            _ => reading,
        }
    }

    /// The only letter that is called wrong where all others are called right, and nothing is concluded:
    /// the question asks for what is not true.
    fn odd_one(&self) -> Option<Pick> {
        let others = self.right & !self.wrong;
        let one = self.wrong.count_ones() == 1 && self.concluded.is_none();
        let all = others.count_ones() > 1 && others.count_ones() + 1 == self.options.count();
        self.wrong_last.filter(|_| one && all)
    }

    /// What a reply answers that declares nothing.
    fn undeclared(&self, body: Span) -> Reading<'a> {
        let none = Reading::none;
        let text = body.of(self.lexer.text);
        // "\boxed{31}": whatever else is said.
        if let Some(span) = self.boxed.filter(|_| self.lead.is_none())
            && self.concluded.is_none_or(|event| event.starts_before(span))
        {
            let content = span.of(self.lexer.text);
            let number = content.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            return match self.options.only_in(self.lexer.text, span, |_| false) {
                Held::One(letter, span) if !formula::is_in(content) => {
                    self.found(Pick::of_text(letter, span))
                }
                _ => {
                    let pick = self.by_number(span).filter(|_| number);
                    pick.map_or(none(Rule::NoneUncommitted), |pick| self.found(pick))
                }
            };
        }
        // What a list of the options holds is no answer, nor is its first label where it breaks off.
        // "B⏎⏎A) Oxygen⏎B) …": what stands before the list is. Nor is what the reply says not to choose.
        let after_list = |pick: &Pick| {
            let at = pick.span.start;
            let outside = |last: usize| at > last || at < self.listed_from;
            let whole = self.listed_at.is_some_and(|last| at > last);
            let first = pick.letter == 0 && at == self.list_from && !whole;
            let listed = !self.listed_at.is_none_or(outside)
                || first && self.list >= 2 - u8::from(self.announced);
            let own = || pick.letter == 0 && (self.is_explained(pick) || self.is_left(pick));
            (!listed || own()) && !self.is_not_chosen(pick)
        };
        // What the reply breaks off in, and what it goes on to speak of, is not said.
        let broken = self.concluded.is_none() && self.breaks_off(text);
        let said = |line: &Pick| after_list(line) && (!broken || self.is_led_to(line));
        // "(a) The rate is … (b) The length is … So (B)."
        let last = |lead: &Pick| match self.concluded {
            Some(Event::One(last)) => last.rule != Rule::ChoiceAnswer || last.letter == lead.letter,
            _ => true,
        };
        // "a) The rate is … b) The length is …⏎B) Oxygen": the parts of a solution have small letters.
        let part = |lead: &Pick| {
            let small = lead.span.of(self.lexer.text).starts_with(|c: char| c.is_ascii_lowercase());
            let line = self.line.filter(|line| self.line_is_last && line.letter != lead.letter);
            let parts = || lead.letter == 0 && (holds(text, "\nb)") || holds(text, "\n(b)"));
            small && (line.is_some() || self.concluded.is_some() || parts())
        };
        let lead = self.lead.filter(|lead| !(part(lead) || broken && self.begins_list(lead)));
        if let Some(lead) = lead.filter(after_list).filter(last) {
            return self.found(lead);
        }
        if let Some(line) = self.line.filter(|line| self.line_is_last && said(line)) {
            return self.found(line);
        }
        if let Some(lead) = self.text_lead(body) {
            return self.found(lead);
        }
        if self.concluded.is_none() && refusal::is_in(text) && !self.options.decline() {
            let offered = |line: &Pick| {
                said(line) && despite::is_offered(&self.lexer.text[body.start..line.span.start])
            };
            let said = self.line.filter(offered).or_else(|| self.said_despite(body));
            return said.map_or(none(Rule::NoneRefusal), |pick| self.found(pick));
        }
        let uncommitted = none(Rule::NoneUncommitted);
        if broken && self.is_in_item(body) {
            return uncommitted;
        }
        match (self.marked, self.concluded) {
            // "C. Plasma, or better, its factors.⏎The next step is therefore B."
            (Some(Event::One(marked)), Some(Event::One(last)))
                if last.rule == Rule::ChoiceAnswer && last.span.start > marked.span.start =>
            {
                return self.found(last);
            }
            (Some(Event::One(pick)), _) => return self.found(pick),
            (Some(Event::Hedge), None) => return none(Rule::NoneHedge),
            _ => {}
        }
        // All lines but one call their letter wrong.
        if let (Some(Event::One(pick)), Some(_)) = (self.left, self.listed_at)
            && self.wrong.count_ones() + 1 == self.options.count()
        {
            return self.found(pick);
        }
        if let (Bold::One(pick), Some(_)) = (self.bold, self.listed_at) {
            return self.found(pick);
        }
        let whole = if broken { self.before_last_line(body) } else { body };
        if let Some(line) = self.text_line(whole) {
            return self.found(line);
        }
        match self.concluded {
            Some(Event::One(pick)) => return self.found(pick),
            Some(Event::Hedge) => return none(Rule::NoneHedge),
            None => {}
        }
        if let Some(line) = self.line.filter(said) {
            return self.found(line);
        }
        if broken {
            let only = self.only_before().filter(after_list);
            return only.map_or(uncommitted, |pick| self.found(pick));
        }
        if let Some(named) = self.named(body) {
            return self.found(named);
        }
        if let Some(stated) = self.stated_first(body) {
            return self.found(stated);
        }
        // "While Mercury (A) is nearer, Venus (B) is hotter."
        let left = match self.labels & !self.conceded {
            0 => self.labels,
            left => left,
        };
        if let Some(label) = self.label.filter(after_list)
            && (left == 1 << label.letter
                || self.only_label && label.span.start == self.labelled_at)
        {
            return self.found(label);
        }
        // "A is wrong, as … B is wrong, as … D is wrong, as …"
        if self.labels == 0 && self.wrong.count_ones() + 1 == self.options.count() {
            // At most four.
            let left = (!self.wrong).trailing_zeros() as u8;
            return self
                .wrong_last
                .map_or(uncommitted, |last| self.found(Pick { letter: left, ..last }));
        }
        if self.labels > 0 || self.said.is_some() {
            let said = self.stated_last(body).or_else(|| self.stated_beside(body));
            return match (self.said, said) {
                (Some(Event::One(said)), _) | (_, Some(said)) => self.found(said),
                _ => uncommitted,
            };
        }
        // What is said behind a list of the options.
        let body = match (self.listed_end, self.listed_at) {
            (Some(end), Some(_)) => Span { start: end, ..body },
            (_, Some(at)) => match self.lexer.text[at..].find('\n') {
                Some(line) => Span { start: at + line, ..body },
                None => return uncommitted,
            },
            (_, None) => body,
        };
        // "It cannot be told whether she is a cook or a guest": an option declines too.
        let several =
            || matches!(self.options.only_in(self.lexer.text, body, |_| false), Held::Several);
        if self.options.decline() && refusal::is_in(text) && several() {
            let declining = self.options.declining_in(self.lexer.text, body);
            return declining
                .map_or(uncommitted, |(letter, span)| self.found(Pick::of_text(letter, span)));
        }
        // What is searched for is not said.
        if call::is_in(body.of(self.lexer.text)) {
            return uncommitted;
        }
        let told = self.told(body);
        if matches!(told, Held::None)
            && let Some(pick) = self.part(body)
        {
            return self.found(pick);
        }
        if !matches!(told, Held::One(..))
            && let Some(pick) = self.by_number(body)
        {
            return self.found(pick);
        }
        if let Some(pick) = Some(())
            .filter(|()| matches!(told, Held::None))
            .and_then(|()| self.fault(body).or_else(|| self.all_of_them(body)))
        {
            return self.found(pick);
        }
        match told {
            Held::One(_, span)
                if self.is_listed(span)
                    || self.question(body).is_some_and(|end| span.end <= end) =>
            {
                uncommitted
            }
            // "I'm sorry, but I can't help with killing", where "None of the above" is an option.
            Held::One(letter, _)
                if self.options.decline()
                    && refusal::apologizes(text)
                    && !self.options.text(letter).is_some_and(refusal::is_in)
                    && self.said_despite(body).is_none() =>
            {
                none(Rule::NoneRefusal)
            }
            Held::One(letter, span) => self.found(Pick::of_text(letter, span)),
            Held::None if self.any => uncommitted,
            Held::None => none(Rule::NoneNoToken),
            Held::Several => uncommitted,
        }
    }

    /// The option that a reply which refuses something ends with, as what something is: "I can't see it,
    /// but the gas is helium."
    fn said_despite(&self, body: Span) -> Option<Pick> {
        let text = self.lexer.text;
        let Held::One(letter, span) = self.options.only_in(text, body, |_| false) else {
            return None;
        };
        let ends = text[span.end..body.end].trim_matches(['.', '!', '*', '"', ' ']).is_empty();
        (ends && despite::is_named(&text[body.start..span.start]))
            .then(|| Pick::of_text(letter, span))
    }

    /// The only option, where that is a statement which the reply calls untrue: "The statement "Fungi are
    /// plants" is not true."
    fn fault(&self, body: Span) -> Option<Pick> {
        const UNTRUE: [&str; 5] =
            [" is not true", " is NOT true", " is false", " is incorrect", " is not correct"];
        let text = self.lexer.text;
        let Held::One(letter, span) = self.options.only_in(text, body, |_| false) else {
            return None;
        };
        let quoted = ends_with_any(&text[..span.start], &["\"", "“", "tatement that "]);
        let behind = text[span.end..].trim_start_matches(['.', '"', '”']);
        (quoted && starts_with_any(behind, &UNTRUE)).then(|| Pick::of_text(letter, span))
    }

    /// The option "All of the above" or "None of the above", where the reply says so in other words:
    /// "All of these are risks."
    fn all_of_them(&self, body: Span) -> Option<Pick> {
        const THEM: [&str; 6] = ["se", "m", " options", " choices", " answers", " given"];
        let text = &self.lexer.text[..body.end];
        ["all of the", "none of the"].iter().find_map(|all| {
            let letter = self.options.beginning_in(all)?;
            let span = crate::grade::text::find_from(text, all, body.start)?;
            starts_with_any(&text[span.end..], &THEM).then(|| Pick::of_text(letter, span))
        })
    }

    /// The option that the reply names by its text, where texts hold letters: "Circuit C is the
    /// brightest."
    fn named(&self, body: Span) -> Option<Pick> {
        if self.labels == 0 || !self.options.have_letters() {
            return None;
        }
        let asked = |span: Span| self.question(body).is_some_and(|end| span.end <= end);
        match self.told(body) {
            Held::One(letter, span) if !asked(span) && lettered(span.of(self.lexer.text)) => {
                Some(Pick::of_text(letter, span))
            }
            _ => None,
        }
    }

    /// The only option that the last sentence says something to be, be it by its number, with no letter
    /// in it.
    fn stated_last(&self, body: Span) -> Option<Pick> {
        let said = body.of(self.lexer.text).strip_suffix('.')?;
        let start = body.start + last_sentence(said)?;
        if start <= self.labelled_at + LABEL {
            return None;
        }
        let last = Span { start, end: body.end - 1 };
        match self.stated(last).0 {
            // "Type AB is the universal recipient. […] Type O is the universal donor."
            Held::One(..) if matches!(self.stated(body).0, Held::Several) => None,
            Held::One(letter, span) => Some(Pick::of_text(letter, span)),
            _ => self.by_number(last),
        }
    }

    /// The only option that the first sentence says something to be, with no letter in it, where the letter of
    /// that option is not named: "The gas is carbon dioxide. A is given off."
    fn stated_first(&self, body: Span) -> Option<Pick> {
        const FARTHEST: usize = 160;
        if self.labels == 0 || self.concluded.is_some() {
            return None;
        }
        let near = &body.of(self.lexer.text).as_bytes()[..FARTHEST.min(body.end - body.start)];
        let stop = |pair: &[u8]| matches!(pair, [b'.', b' ' | b'\n'] | [b'\n', _]);
        let end = body.start + near.windows(2).position(stop)?;
        let label = |four: &[u8]| {
            matches!(four, [before, b'A'..=b'J', behind]
                if !before.is_ascii_alphanumeric() && !behind.is_ascii_alphanumeric())
        };
        let first = Span { end, ..body };
        let first_text = first.of(self.lexer.text);
        // "The topic is oxygen."
        let asks = holds(first_text, "opic ") || holds(first_text, "uestion ");
        if asks || first_text.as_bytes().windows(3).any(label) {
            return None;
        }
        match self.stated(first).0 {
            // "Type AB is the universal recipient. […] Type O is the universal donor."
            Held::One(..) if matches!(self.stated(body).0, Held::Several) => None,
            Held::One(letter, span) if self.labels & 1 << letter == 0 => {
                Some(Pick::of_text(letter, span))
            }
            _ => None,
        }
    }

    /// The only option that something is said to be, where all others are told by their letters: "It is an
    /// embolism. A (pneumonia) would bring fever. …"
    fn stated_beside(&self, body: Span) -> Option<Pick> {
        let others = self.labels | self.wrong;
        if others.count_ones() + 1 < self.options.count() {
            return None;
        }
        match self.stated(body).0 {
            Held::One(letter, span) if others & 1 << letter == 0 => {
                Some(Pick::of_text(letter, span))
            }
            _ => None,
        }
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
