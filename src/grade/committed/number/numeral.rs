//! A number, and what it is to its sentence: nothing, a part of a chain, or the beginning of one.

use super::around::{self, before_currency, leads, line_start_before, pair_end};
use super::figure::Figure;
use super::state::{Bold, Chain, Computed, Near, Pick, Sole, same};
use super::torn::{is_torn, may_go_on, written_end};
use super::{Reader, asides, beyond, rough, sign};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::starts_with_any;
use crate::grade::{Rule, Span};
use crate::text::holds;

/// Whether the number at `span`, which begins its line and is the `first` of the reply or not, numbers
/// that line of a list: "1. First,".
fn is_listed(text: &str, span: Span, first: bool) -> bool {
    let after = &text[span.end..];
    span.end - span.start <= 2
        && match after {
            // A list that breaks off.
            "." => text.starts_with("1. ") || holds(text, "\n1. ") || holds(text, "\n2. "),
            _ => {
                (after.starts_with(". ") || after.starts_with(") "))
                    && !after[2..].trim_start_matches([' ', '*']).starts_with('\n')
            }
        }
        && (!first || matches!(span.of(text), "0" | "1"))
}

/// Whether `before` ends in an operator behind a bracket.
fn follows_bracket(before: &str) -> bool {
    before_currency(before)
        .strip_suffix(['+', '-', '*', '/', '×', '÷'])
        .is_some_and(|it| it.ends_with(')'))
}

impl<'a> Reader<'a> {
    pub(super) fn number(&mut self, token: Token, line_start: bool) {
        let mut figure = self.figure(token, line_start);
        self.any = true;
        self.begun = true;
        self.count_fraction();
        let numbers_answer = self.sentence.answer && figure.numbers_answer();
        // "Solution:⏎1. Water: 4 × 3 = 12": a way of several steps.
        self.sentence.answer &= !(figure.is_key() || figure.listed);
        if self.is_name(&figure) || numbers_answer || self.sentence.offer {
            if figure.is_place() && !self.sentence.offer {
                self.places.add(self.lexer.text, figure.span);
            }
            self.near.is = numbers_answer;
            // "Question 12 of 40".
            // "Confidence level: 9/10".
            let rest = self.lexer.rest();
            let all = if rest.starts_with('/') { "/" } else { " of " };
            if figure.near.named && (all == "/" || around::is_of_number(rest)) {
                self.lexer.at += all.len();
                self.near.named = true;
            }
            return;
        }
        if figure.is_last_place() {
            (figure.near.is, self.sentence.circumstance) = (true, false);
        }
        let near = figure.near;
        // "6 - 4 = 2:00 am".
        let hour = near.equals && figure.after.starts_with(":00");
        if !hour && is_torn(figure.span.of(self.lexer.text), figure.before, figure.after) {
            self.seen.torn |= near.tag || self.sentence.answer && near.is && !near.not;
            // "17 000 / 5 = 3 400": what was found before is not its value.
            if near.equals || self.chain.is_some_and(|chain| chain.equal_since) {
                self.chain = None;
                self.has_no_value(Some(figure.span));
            }
            return;
        }
        self.another = self.counted;
        self.counted = true;
        // "95, which is 5 less than 100".
        if self.is_compared(&figure) {
            // "57 + 43 = 100, and 4 more makes 104."
            self.sentence.adds |= !self.sentence.because;
            // "On Sunday they sold 95, 20 more than Friday's 75."
            if !self.sentence.has_main() && self.sentence.opening.is_some() {
                self.relative();
            }
            return;
        }
        // "22 students have at least 2 siblings."
        if self.is_bound(figure.token.start, figure.after) {
            return;
        }
        // "the sum of 37 and 58", "between 90 and 100": neither is named by itself.
        if near.pair
            && let Some(end) = pair_end(self.lexer)
        {
            // What follows is none of them: "Subtracting 48 from 31 puts you 17 below zero."
            self.sentence.pair_at = 0;
            self.lexer.at = end;
            return;
        }
        // "x^2 = \boxed{121}": the box is around the value alone.
        if !near.tag && self.join(&figure) {
            return;
        }
        if self.is_compound(&figure) {
            return;
        }
        // "9 times 9 is 81, so the root of 81 is 9."
        let subject = near.is && self.chain.is_some_and(|chain| chain.so && !chain.broken);
        self.end_chain();
        if self.sentence.has_main() {
            // "29 balloons, the 9 that survived plus 20 new ones".
            self.sentence.remark |= figure.before.ends_with(", the ");
            // "5, though it might be 6", but "in 2010 it could be 6".
            self.sentence.hedged |=
                near.is && self.sentence.has_main_value() && rough::is_doubted(figure.before);
        }
        // "Answer: 7 packs at $8 each come to $56."
        if (near.title || near.colon) && self.unit_follows() {
            if near.title {
                self.sentence.titled = true;
                self.sentence.answer = false;
            }
            figure.near = Near::default();
        }
        self.begin(&figure, subject);
    }

    /// The number at `token`, with what was near, which is over.
    fn figure(&mut self, mut token: Token, line_start: bool) -> Figure<'a> {
        let text = self.lexer.text;
        if may_go_on(text, token.end) {
            token.end = written_end(text, token.span());
            self.lexer.at = token.end;
        }
        let (before, after) = (&text[..token.start], &text[token.end..]);
        let span = Span { start: token.start - sign::before(before), end: token.end };
        let mut near = std::mem::take(&mut self.near);
        // What was said is of the word that is joined to it.
        let hyphenated = after.strip_prefix('-').is_some_and(|after| {
            // But "24-x".
            after.starts_with(char::is_alphabetic) && !starts_with_any(after, &["x)", "x "])
        });
        if hyphenated {
            let joined = |c: char| c.is_alphanumeric() || c == '-';
            self.lexer.at = text.len() - after.trim_start_matches(joined).len();
            std::mem::swap(&mut near, &mut self.near);
        }
        let first = !self.begun;
        // "Answer⏎95. I checked it twice.": the title is of what follows.
        let titled = near.is && (near.title || self.sentence.below);
        let listed = line_start && is_listed(text, span, first || titled);
        let bold = self.is_bold(after);
        Figure { token, span, before, after, near, listed, first, hyphenated, bold }
    }

    /// Behind the second number of a LaTeX fraction an operator has stood.
    fn count_fraction(&mut self) {
        if self.fraction == 0 {
            return;
        }
        self.fraction -= 1;
        if self.fraction == 0
            && let Some(chain) = &mut self.chain
        {
            chain.operator = true;
        }
    }

    /// Whether a number before `after` stands in bold, and in no title: a line in bold that ends in no
    /// stop is one.
    fn is_bold(&self, after: &str) -> bool {
        const FARTHEST: usize = 200;
        let stops = || {
            let near = &after.as_bytes()[..after.len().min(FARTHEST)];
            let end = near.iter().position(|byte| matches!(byte, b'*' | b'\n'));
            let (line, rest) = near.split_at(end.unwrap_or(near.len()));
            // "**21 posts** are needed", "**It costs $1,089 in total**, which works out at …"
            const GOES_ON: [&[u8]; 3] = [b"** are needed", b"** are left", b"**, which "];
            let goes_on = || GOES_ON.iter().any(|it| rest.starts_with(it));
            matches!(line.last(), Some(b'.' | b'!')) || goes_on()
        };
        match self.bold {
            Bold::None => false,
            Bold::Within => true,
            Bold::Line => stops(),
        }
    }

    /// Whether the number only names or orders something, or is struck out: it says nothing.
    fn is_name(&self, figure: &Figure<'_>) -> bool {
        let calculates = |chain: &Chain| !chain.broken && (chain.operator || chain.equal_since);
        let answers =
            || self.sentence.answer && figure.near.is && !figure.near.not && figure.is_lone_place();
        figure.is_ordinal()
            && !self.chain.as_ref().is_some_and(calculates)
            && !answers()
            && !figure.is_last_place()
            || figure.listed
            || figure.is_struck()
            || figure.is_note()
            || figure.is_key()
            // "Step 2", "#3", but "on step \boxed{2}".
            || figure.near.named && !figure.near.tag
            || figure.is_certainty()
            || beyond::is_remainder(figure.before)
    }

    /// Whether the number is the difference to another: "5 less than".
    fn is_compared(&self, figure: &Figure<'_>) -> bool {
        let near = figure.near;
        // "<<20*1.4=28>>28 more".
        let noted = figure.before.ends_with(">>");
        let told = || {
            let than = around::is_than(figure.after);
            let subject = self.chain.is_some_and(|chain| chain.begins && chain.side == 1);
            // "The $1,250 sofa is $270 more expensive than the $980 one."
            // But "95 is 5 less than 100".
            let named = self.chain.is_some_and(|chain| chain.words_since > 0)
                && figure.after.starts_with(" more ")
                && !figure.after.starts_with(" more than");
            around::says_how_many(figure.before) && !than
                || subject
                    && than
                    && (around::has_object(figure.before)
                        || named && figure.before.ends_with(" is $"))
        };
        !near.equals
            && !noted
            && !near.operator
            && !near.so
            && !self.sentence.so
            && matches!(figure.next(), b' ' | b'%')
            && (self.chain.is_some_and(|chain| self.fresh || !chain.circumstance)
                || self.sentence.has_main()
                || self.fresh && self.sentence.opening.is_some() && around::is_than(figure.after)
                || asides::is_remark(figure.before, figure.after))
            && matches!(
                { self.lexer }.find(|token| token.kind != Kind::Mark('%')),
                Some(Token { kind: Kind::Word(Some(Cue::Compared)), .. })
            )
            && !told()
            // "48 less 17".
            && !figure.after.strip_prefix(" less").is_some_and(around::is_taken_off)
    }

    /// Makes the number a part of the chain before it, if an operator or an equals sign joins them.
    fn join(&mut self, figure: &Figure<'_>) -> bool {
        let text = self.lexer.text;
        let Figure { token, span, .. } = *figure;
        let reuses = self.reuses(figure);
        let works = self.works_with_said(span);
        let Some(chain) = &mut self.chain else { return false };
        let signed =
            text.as_bytes().get(token.start).is_some_and(|b| !b.is_ascii_digit() && *b != b'.');
        let beside = |end: usize| !text[end..token.start].contains(|c: char| c.is_alphabetic());
        let signed = signed && chain.current.is_none_or(|current| beside(current.end));
        let operator =
            chain.operator || signed && !chain.equal_since && !chain.broken && token.spaced;
        if chain.broken || !(operator || chain.equal_since) {
            return false;
        }
        if chain.equal_since {
            if chain.side == 1 {
                chain.single = chain.current;
            }
            chain.equals = true;
            chain.sides += 1;
            chain.side = 0;
        }
        chain.side += 1;
        chain.current = Some(span);
        // Of two numbers and a value; of more there are none to compare.
        if chain.equals {
        } else if chain.side == 2 {
            (chain.second, chain.joined) = (Some(span), true);
        } else {
            (chain.first, chain.second) = (None, None);
        }
        chain.operator = false;
        chain.equal_since = false;
        chain.copula = false;
        chain.words_since = 0;
        chain.emphasis |= figure.is_emphasised();
        chain.bold = figure.bold;
        chain.reuses |= reuses;
        chain.works |= works && !chain.equals;
        true
    }

    /// Whether the number is the value that the reply began with, and not found anew.
    #[cfg_attr(feature = "evaluate", inline(always))]
    fn reuses(&self, figure: &Figure<'_>) -> bool {
        let Some(Computed { value, .. }) = self.seen.computed else { return false };
        let operand = figure.after.trim_start().starts_with(['+', '-', '−', '*', '×', '/', '÷']);
        let found = (figure.near.equals || figure.near.is) && !operand;
        !found && same(self.lexer.text, value, figure.span)
    }

    /// Whether the number is all that is behind "so", and no equation stands before: "36 of the 84
    /// acres, so wheat is planted on the other 48".
    fn is_left(&self, figure: &Figure<'_>) -> bool {
        let purpose = figure.near.also || figure.before.ends_with("for ");
        let time = around::is_duration(figure.after);
        (self.sentence.equation.is_none() || time) && !purpose && !self.number_follows()
    }

    /// Begins a chain with the number. It is the `subject` of what is concluded, if it says so.
    fn begin(&mut self, figure: &Figure<'_>, subject: bool) {
        let Figure { token, span, near, .. } = *figure;
        // "not 94": as if it were not there. "question 37 + 58": what is added to a name.
        // "(24 - x)/3".
        let added = near.operator
            && !near.equals
            && (token.spaced && !line_start_before(self.lexer.text, token)
                || follows_bracket(figure.before));
        let declares = near.tag
            || near.commit
            || self.sentence.answer && near.is && !near.not
            || self.sentence.answer && near.equals;
        let led = std::mem::take(&mut self.sentence.circumstance) || near.also;
        // "so he brings home $230 per month", with nothing behind it.
        let open = self.sentence.so && !self.sentence.concludes && (!led || self.is_left(figure));
        let rate = figure.is_rate();
        let last = open && rate && !self.number_follows();
        // "so the 405 miles between them vanish in 3 hours", "so a crew of 4 would take 15 days".
        let known = (figure.before.ends_with(" the ") || figure.is_group())
            && !near.is
            && self.number_follows();
        let concludes = open || near.so || near.result;
        let modifies = rate || figure.modifies();
        let circumstance = led && !open || modifies && !last || known && concludes;
        // "so you pay 24": the first number behind "so", or one that something is said to be.
        // "so it is 92 days (March 1 to June 1)".
        let told = self.sentence.remark && self.sentence.concludes;
        let so = !known && near.so || self.sentence.so && !(circumstance || near.not || told);
        // "so 4x = 96 and x = 24", "which gives ST = 14", "(5 + 3) * (2 + 2) = 32".
        let named = || {
            let before = figure.before.trim_end_matches([' ', '$', '=']);
            before.ends_with(|c: char| c.is_alphabetic() || c == ')')
        };
        let solved = near.equals && (near.unknown || named());
        self.sentence.so &= near.is || circumstance;
        self.chain = Some(Chain {
            side: if near.not || added { 2 } else { 1 },
            first: Some(span),
            current: Some(span),
            emphasis: figure.is_emphasised(),
            bold: figure.bold,
            declared: declares && !near.not,
            denied: near.not,
            alternative: near.or,
            tag: near.tag,
            said: near.is || near.result && !known || near.equals || so,
            goes_on: near.operator,
            unknown: near.unknown && near.operator && !near.equals,
            begins: !self.sentence.begun,
            listed: near.colon,
            leads: figure.first,
            reuses: self.reuses(figure),
            works: self.works_with_said(span),
            led,
            rate,
            circumstance,
            concludes: near.result && !known || so || subject || solved,
            so,
            subject: so && near.so && !near.is && !near.result,
            ..Chain::default()
        });
        // "Could be 12. Could be 13.", but "Could be 12. Could be 13. No, 5 + 9 is 14."
        if rough::is_perhaps(figure.before) {
            self.doubted.add(self.lexer.text, span);
        } else {
            self.doubted = Sole::None;
        }
        let row = || figure.before.ends_with('[') && figure.after.starts_with(',');
        let other = near.operator || near.not;
        if figure.first && !other && !row() && leads(figure.after) {
            self.seen.lead = Some(Pick { span, rule: Rule::NumberLead });
        }
    }
}
