//! The number that a reply commits to.

mod around;
mod clause;
mod cues;
mod marks;
mod plain;
mod state;
mod torn;
mod value;
mod words;

use super::cue::{self, Cue};
use super::lex::{Kind, Lexer, Token};
use super::{refusal, visible};
use crate::grade::{Answer, Decimal, Reading, Rule, Span, token};
use around::{leads, line_start_before, pair_end};
use state::{Chain, Near, Pick, Seen, Sentence, Sole, same};
use torn::{is_time, is_torn, latex_end};

/// Reads `body`, a part of `reply`.
pub(super) fn read(reply: &str, body: Span) -> Reading<'_> {
    if is_bare(reply, body) {
        let number = Decimal::of_token(body.of(reply));
        return Reading::found(Answer::Number(number), body, Rule::NumberOnly);
    }
    // The last answer that is declared decides, so it is looked for where it mostly is.
    let start = visible::last_sentence(reply, body).unwrap_or(body.end);
    if start == body.end || !plain::may_decide(&reply.as_bytes()[start..body.end]) {
        let head = Span { end: start, ..body };
        return plain::read(reply, body, head).unwrap_or_else(|| read_whole(reply, body));
    }
    let tail = Span { start, ..body };
    let mut reader = Reader { line_start: false, begun: true, ..Reader::new(reply, tail) };
    reader.run();
    if reader.seen.declared.is_some() && !reader.seen.torn {
        return reader.finish(reply, tail);
    }
    read_whole(reply, body)
}

/// The same, always from the start.
pub(super) fn read_whole(reply: &str, body: Span) -> Reading<'_> {
    let mut reader = Reader::new(reply, body);
    reader.run();
    reader.finish(reply, body)
}

/// Whether `body` is a number as it is asked for, and nothing else.
fn is_bare(reply: &str, body: Span) -> bool {
    let before = &reply[..body.start];
    token::number_at(reply, body.start) == Some(body.end)
        && around::sign_before(before) == 0
        && !is_torn(body.of(reply), before, "")
}

/// What says behind a number that it is of each.
const RATES: [&str; 6] = [" a ", " each", " per ", " on each", " in each", " for each"];

/// What makes a percentage say how sure the reply is.
const SURE: [&str; 4] = ["sure", "certain", "confiden", "positive"];

impl<'a> Reader<'a> {
    fn new(reply: &'a str, body: Span) -> Self {
        Reader {
            lexer: Lexer::new(reply, body),
            seen: Seen::default(),
            before_correction: None,
            sentence: Sentence::default(),
            chain: None,
            near: Near::default(),
            checking: false,
            begun: false,
            sole: Sole::None,
            counted: false,
            another: false,
            brief: false,
            lone_emphasis: Sole::None,
            line_start: true,
            any: false,
            equation: false,
            open: false,
            fraction: 0,
            fresh: true,
        }
    }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    seen: Seen,
    before_correction: Option<Seen>,
    sentence: Sentence,
    chain: Option<Chain>,
    near: Near,
    /// A check of the answer has begun.
    checking: bool,
    /// A number, or a word that is no cue, has been read.
    begun: bool,
    /// The values of the reply.
    sole: Sole,
    /// A number counts; and another one.
    counted: bool,
    another: bool,
    /// Nothing is asked but whether a number counts.
    brief: bool,
    lone_emphasis: Sole,
    line_start: bool,
    /// There is a number at all.
    any: bool,
    /// There is an equation that has a value.
    equation: bool,
    /// It breaks off before a value: "120 * 9 =", "so the farmer needs", "and then".
    open: bool,
    /// How many numbers of a LaTeX fraction are to come.
    fraction: u8,
    /// A clause begins here.
    fresh: bool,
}

impl Reader<'_> {
    fn run(&mut self) {
        while !(self.brief && self.counted)
            && let Some(token) = self.lexer.token()
        {
            let line_start = self.line_start;
            self.line_start = token.kind == Kind::Newline;
            match token.kind {
                Kind::Number => self.number(token, line_start),
                Kind::Word(Some(cue)) => self.cue(cue, token),
                Kind::Word(None) => self.word(token),
                Kind::Letter(..) => self.letter(token, line_start),
                Kind::Run => {
                    let run = token.span().of(self.lexer.text);
                    self.near = Near::default();
                    for cue in cue::of_run(run) {
                        self.cue(cue, token);
                    }
                    self.begun = true;
                }
                Kind::Command => self.command(token),
                Kind::Stop | Kind::Newline => self.stop(token),
                Kind::Mark(mark) => self.mark(mark, token),
            }
        }
        let value = self.sentence.said.or(self.sentence.equation);
        let empty = self.chain.is_none() && self.sentence.best().is_none();
        let text = self.lexer.text;
        // "Step 4:" is no verb.
        let verb = self.near.is && !text.ends_with(':');
        self.open = self.near.equals
            || verb && (self.sentence.so && value.is_none() || empty)
            || text.ends_with(" and then");
        self.end_sentence();
    }

    fn break_chain(&mut self) {
        if let Some(chain) = &mut self.chain {
            chain.broken = true;
            chain.copula = false;
        }
    }

    fn number(&mut self, token: Token, line_start: bool) {
        let text = self.lexer.text;
        let mut token = token;
        if let Some(b'{' | b'\\' | b',') = text.as_bytes().get(token.end) {
            token.end = latex_end(text, token.span());
            self.lexer.at = token.end;
        }
        let mut span = token.span();
        span.start -= around::sign_before(&text[..token.start]);
        let near = self.near;
        self.near = Near::default();
        let after = &text[token.end..];
        // "3-digit number", "12-month plan": what was said is of what follows.
        let hyphenated =
            after.strip_prefix('-').is_some_and(|after| after.starts_with(char::is_alphabetic));
        let near = if hyphenated {
            let joined = |c: char| c.is_alphanumeric() || c == '-';
            self.lexer.at = text.len() - after.trim_start_matches(joined).len();
            std::mem::replace(&mut self.near, near)
        } else {
            near
        };
        // "11:30" says nothing by itself.
        let time = is_time(after);
        let near = if time && !near.equals && !near.operator { Near::default() } else { near };
        let first = !self.begun;
        self.any = true;
        self.begun = true;
        // "1st", "2nd": a place. "1. First," a list. "Step 2", "#3": a name.
        let next = after.as_bytes().first().copied().unwrap_or(b'\n');
        let ordinal = matches!(next, b's' | b'n' | b'r' | b't')
            && ["st", "nd", "rd", "th"].iter().any(|end| {
                after.starts_with(end) && !after[2..].starts_with(|c: char| c.is_alphanumeric())
            });
        let listed = line_start
            && span.end - span.start <= 2
            && (after.starts_with(". ") || after.starts_with(") "))
            && !after[2..].trim_start_matches([' ', '*']).starts_with('\n')
            && (!first || matches!(span.of(text), "0" | "1"));
        if self.fraction > 0 {
            self.fraction -= 1;
            if self.fraction == 0
                && let Some(chain) = &mut self.chain
            {
                chain.operator = true;
            }
        }
        let ordinal = ordinal
            && !self
                .chain
                .as_ref()
                .is_some_and(|chain| !chain.broken && (chain.operator || chain.equal_since));
        let struck = text[..token.start].ends_with("~~") && after.starts_with("~~");
        // "100% sure".
        let sure = after
            .strip_prefix('%')
            .is_some_and(|after| SURE.iter().any(|sure| after.trim_start().starts_with(sure)));
        // "Answer 2: 133", "Answer (2): 133".
        let numbered = near.is
            && self.sentence.answer
            && after.strip_prefix(')').unwrap_or(after).starts_with(": ");
        if ordinal || listed || struck || near.named || sure || numbered || self.sentence.offer {
            self.near.is = numbered;
            return;
        }
        if is_torn(span.of(text), &text[..token.start], after) {
            self.seen.torn |= near.tag || self.sentence.answer && near.is && !near.not;
            return;
        }
        self.another = self.counted;
        self.counted = true;
        // "95, which is 5 less than 100".
        if !near.equals
            && !near.operator
            && !near.so
            && !self.sentence.so
            && matches!(next, b' ' | b'%')
            && (self.chain.is_some_and(|chain| !chain.circumstance) || self.sentence.has_main())
            && matches!(
                { self.lexer }.find(|token| token.kind != Kind::Mark('%')),
                Some(Token { kind: Kind::Word(Some(Cue::Compared)), .. })
            )
        {
            // "57 + 43 = 100, and 4 more makes 104."
            self.sentence.adds |= !self.sentence.because;
            return;
        }
        // "the sum of 37 and 58", "between 90 and 100": neither is named by itself.
        if near.pair
            && let Some(end) = pair_end(self.lexer)
        {
            self.lexer.at = end;
            return;
        }
        let emphasis = text[..token.start].ends_with("**")
            && after.trim_start_matches(['.', '!']).starts_with("**");
        let mut joined = false;
        if let Some(chain) = &mut self.chain {
            let signed =
                text.as_bytes().get(token.start).is_some_and(|b| !b.is_ascii_digit() && *b != b'.');
            let beside = |end: usize| !text[end..token.start].contains(|c: char| c.is_alphabetic());
            let signed = signed && chain.current.is_none_or(|current| beside(current.end));
            let operator =
                chain.operator || signed && !chain.equal_since && !chain.broken && token.spaced;
            if !chain.broken && (operator || chain.equal_since) {
                joined = true;
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
                    chain.second = Some(span);
                } else {
                    chain.first = None;
                }
                chain.operator = false;
                chain.equal_since = false;
                chain.copula = false;
                chain.words_since = 0;
                chain.emphasis |= emphasis;
            }
        }
        if joined {
            return;
        }
        // "9 times 9 is 81, so the root of 81 is 9."
        let subject = near.is && self.chain.is_some_and(|chain| chain.so && !chain.broken);
        self.end_chain();
        // "Answer: 7 packs at $8 each come to $56."
        let title = (near.title || near.colon) && {
            let unit = { self.lexer }.find(|token| token.kind != Kind::Mark('%'));
            matches!(unit.map(|token| token.kind), Some(Kind::Word(None | Some(Cue::And))))
        };
        if title && near.title {
            self.sentence.titled = true;
            self.sentence.answer = false;
        }
        let near = if title { Near::default() } else { near };
        let declares = near.tag
            || near.commit
            || self.sentence.answer && near.is && !near.not
            || self.sentence.answer && near.equals;
        let mut chain =
            Chain { side: 1, first: Some(span), current: Some(span), emphasis, ..Chain::default() };
        chain.declared = declares && !near.not;
        // "not 94": as if it were not there. "question 37 + 58": what is added to a name.
        let added =
            near.operator && token.spaced && !near.equals && !line_start_before(text, token);
        if near.not || added {
            chain.side = 2;
        }
        chain.denied = near.not;
        chain.alternative = near.or;
        chain.tag = near.tag;
        chain.said = near.is || near.result || near.equals || near.so;
        chain.goes_on = near.operator;
        chain.unknown = near.unknown && near.operator;
        // "so 4x = 96 and x = 24".
        let solved = near.unknown && near.equals;
        chain.listed = near.colon;
        // "a 10% tip", "12-month", "5 a day".
        let rate = next == b' ' && RATES.iter().any(|rate| after.starts_with(rate));
        let modifies = hyphenated || rate || time || text[..token.start].ends_with(" a ");
        chain.circumstance =
            std::mem::take(&mut self.sentence.circumstance) || near.also || modifies;
        // "so you pay 24": the first number behind "so", or one that something is said to be.
        let so = near.so || self.sentence.so && !chain.circumstance && !near.not;
        chain.said |= so;
        chain.concludes = near.result || so || subject || solved;
        chain.so = so;
        chain.subject = near.so && !near.is && !near.result;
        self.sentence.so &= near.is || chain.circumstance;
        self.chain = Some(chain);
        let row = text[..token.start].ends_with('[') && after.starts_with(',');
        if first && !near.operator && !near.not && !time && !row && leads(after) {
            self.seen.lead = Some(Pick { span, rule: Rule::NumberLead });
        }
    }

    fn stop(&mut self, token: Token) {
        // What says nothing goes on behind a semicolon.
        if self.sentence.offer && self.lexer.text.as_bytes()[token.start] == b';' {
            return;
        }
        // A line may break behind "The answer is:".
        let pending = self.near.is && self.sentence.answer && token.kind == Kind::Newline;
        // A question says nothing, but for the number that is all there is.
        if self.lexer.text.as_bytes()[token.start] == b'?' && !self.sentence.declared {
            self.end_chain();
            self.sentence = Sentence::default();
        }
        if self.near.no && self.lexer.text.as_bytes()[token.start] == b'.' {
            self.correct();
        }
        self.fresh = true;
        self.end_sentence();
        if pending {
            self.sentence.answer = true;
            self.near.is = true;
            self.near.title = true;
        }
    }

    fn end_sentence(&mut self) {
        self.end_chain();
        self.commit_sentence();
        self.sentence = Sentence::default();
        self.near = Near::default();
        self.fraction = 0;
    }

    fn commit_sentence(&mut self) {
        let Some(pick) = self.sentence.best() else { return };
        if self.sentence.titled && !self.sentence.declared {
            self.declare(Pick { rule: Rule::NumberAnswer, ..pick });
        }
        // Behind a check, only what is called the answer counts.
        if !self.checking {
            self.seen.last = Some(pick);
            self.seen.last_hedged = self.sentence.hedged;
        }
    }

    fn finish<'a>(&self, reply: &'a str, body: Span) -> Reading<'a> {
        let found = |pick: Pick| {
            let number = Decimal::of_token(pick.span.of(reply));
            Reading::found(Answer::Number(number), pick.span, pick.rule)
        };
        let mut seen = self.seen;
        if let Some(before) = self.before_correction
            && seen.best().is_none()
        {
            seen = before;
        }
        if seen.torn {
            return Reading::none(Rule::NoneUncommitted);
        }
        if seen.hedged {
            return Reading::none(Rule::NoneHedge);
        }
        if let Some(pick) = seen.declared {
            return found(pick);
        }
        // Who says that they cannot, and then works it out, has answered.
        if !self.equation
            && seen.lead.is_none()
            && self.before_correction.is_none()
            && refusal::is_in(body.of(reply))
        {
            return Reading::none(Rule::NoneRefusal);
        }
        if let Sole::One(span) = self.sole
            && !self.another
        {
            return found(Pick { span, rule: Rule::NumberOnly });
        }
        // "3. So it is 12 + 5 = 17" goes on with a list.
        seen.lead = seen.lead.filter(|pick| {
            !(pick.span.end - pick.span.start == 1
                && reply[pick.span.end..].starts_with(". ")
                && seen.last.is_some_and(|last| {
                    last.rule == Rule::NumberResult && !same(reply, last.span, pick.span)
                }))
        });
        if let Some(pick) = seen.lead {
            return found(pick);
        }
        if self.open {
            return Reading::none(Rule::NoneUncommitted);
        }
        if let Sole::One(span) = self.lone_emphasis {
            return found(Pick { span, rule: Rule::NumberEmphasis });
        }
        match (seen.best(), self.sole) {
            (Some(_), Sole::None | Sole::Many) if seen.last_hedged => {
                Reading::none(Rule::NoneHedge)
            }
            (Some(pick), _) => found(pick),
            (None, Sole::One(span)) => found(Pick { span, rule: Rule::NumberOnly }),
            (None, _) if self.any => Reading::none(Rule::NoneUncommitted),
            (None, _) => Reading::none(Rule::NoneNoToken),
        }
    }
}
