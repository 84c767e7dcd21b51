//! The number that a reply commits to.

mod alone;
mod around;
mod asides;
mod beyond;
mod broken;
mod clause;
mod closing;
mod compound;
mod cues;
mod figure;
mod links;
mod marks;
mod numeral;
mod or;
mod phrasal;
mod plain;
mod recap;
mod rough;
mod sign;
mod state;
mod sums;
mod torn;
mod value;
mod verbs;
mod watched;
mod worded;
mod words;

use super::lex::{Kind, Lexer, Token};
use super::{correction, despite, ending, refusal, visible};
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Answer, Decimal, Reading, Rule, Span, token};
use crate::text::holds;
use broken::{asks_back, breaks_off};
use state::{Bold, Chain, Computed, Near, Pick, Seen, Sentence, Sole, same};
use torn::is_torn;
use value::is_cut;

/// Reads `body`, a part of `reply`.
pub(super) fn read(reply: &str, body: Span) -> Reading<'_> {
    if is_bare(reply, body) {
        let number = Decimal::of_token(body.of(reply));
        return Reading::found(Answer::Number(number), body, Rule::NumberOnly);
    }
    let begins_in_word = reply.as_bytes().get(body.start).is_some_and(u8::is_ascii_alphabetic);
    if !begins_in_word && alone::is_row(body.of(reply)) {
        return Reading::none(Rule::NoneHedge);
    }
    let mut reading = said(reply, body);
    if alone::may_end(reply, body, &reading) {
        alone::outweigh(&mut reading, reply, body);
    }
    reading
}

/// Reads what `body` says.
pub(super) fn said(reply: &str, body: Span) -> Reading<'_> {
    // The last answer that is declared decides, so it is looked for where it mostly is.
    let integer = |span: Option<Span>| span.filter(|span| is_integer(span.of(reply)));
    let answer = |span: Span| {
        let number = Decimal::of_token(span.of(reply));
        Reading::found(Answer::Number(number), span, Rule::NumberAnswer)
    };
    if let Some(span) = integer(ending::marked(reply, body)) {
        return answer(span);
    }
    let start = visible::last_sentence(reply, body);
    let tail = Span { start: start.unwrap_or(body.end), ..body };
    if let Some(span) = integer(ending::declared(reply, tail)) {
        return answer(span);
    }
    if !plain::may_decide(body.of(reply)) {
        return plain::read(reply, body).unwrap_or_else(|| read_whole(reply, body));
    }
    if start.is_some() && plain::may_decide(tail.of(reply)) {
        let mut reader = Reader { line_start: false, begun: true, ..Reader::new(reply, tail) };
        reader.run();
        if reader.seen.declared.is_some() && !reader.seen.torn && !follows_bold(reply, tail) {
            return reader.finish(reply, tail);
        }
    }
    read_whole(reply, body)
}

/// Whether `text` is an integer of ASCII digits, and perhaps a minus sign, and nothing else.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether something stands in bold before `tail` in its line, which decides what `tail` is beside it.
fn follows_bold(reply: &str, tail: Span) -> bool {
    reply[..tail.start].rsplit('\n').next().is_some_and(|line| holds(line, "**"))
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
        && sign::before(before) == 0
        && !is_torn(body.of(reply), before, "")
}

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
            sole_before: Sole::None,
            row: false,
            table: false,
            places: Sole::None,
            counted: false,
            another: false,
            brief: false,
            lone_emphasis: Sole::None,
            doubted: Sole::None,
            bold: Bold::None,
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
    /// The values of the reply; and those before this sentence.
    sole: Sole,
    sole_before: Sole,
    /// A row of a table has a value; a table was told of.
    row: bool,
    table: bool,
    /// The places of the reply: "16th".
    places: Sole,
    /// A number counts; and another one.
    counted: bool,
    another: bool,
    /// Nothing is asked but whether a number counts.
    brief: bool,
    lone_emphasis: Sole,
    /// What may be: "perhaps 12".
    doubted: Sole,
    /// What is read stands in bold.
    bold: Bold,
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
                Kind::Word(cue) if correction::is_one(self.lexer.text, token.span(), cue) => {
                    self.correct();
                }
                Kind::Word(Some(cue)) => self.cue(cue, token),
                Kind::Word(None) => self.word(token),
                Kind::Letter(..) => self.letter(token, line_start),
                Kind::Run => self.unspaced(token),
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
        // "He is left with $42. To check: 68 + 40 =": what breaks off is no part of it.
        let beside = self.checking || self.sentence.apart;
        self.open = !beside
            && (self.near.equals
                || verb && (self.sentence.so && value.is_none() || empty)
                || breaks_off(text));
        self.end_sentence();
    }

    fn break_chain(&mut self) {
        if let Some(chain) = &mut self.chain {
            chain.broken = true;
            chain.copula = false;
        }
    }

    fn stop(&mut self, token: Token) {
        // "12 × 20 =⏎240".
        if self.near.equals
            && token.kind == Kind::Newline
            && self.chain.is_some()
            && plain::ends_in_equals(&self.lexer.text.as_bytes()[..token.start])
            && visible::begins_in_value(self.lexer.rest())
        {
            return;
        }
        // What says nothing goes on behind a semicolon.
        if (self.sentence.offer || self.sentence.apart)
            && self.lexer.text.as_bytes()[token.start] == b';'
        {
            return;
        }
        // A line may break behind "The answer is:".
        let pending = self.near.is && self.sentence.answer && token.kind == Kind::Newline;
        // A question says nothing, but for the number that is all there is.
        if self.lexer.text.as_bytes()[token.start] == b'?' && !self.sentence.declared {
            self.end_chain();
            self.sentence = Sentence::default();
            if asks_back(&self.lexer.text[..token.start]) {
                self.sole = self.sole_before;
            }
        }
        if self.near.no && self.lexer.text.as_bytes()[token.start] == b'.' {
            self.correct();
        }
        self.fresh = true;
        let computed = self.computed();
        self.end_sentence();
        self.seen.computed = self.seen.computed.or(computed);
        if token.kind == Kind::Newline {
            self.bold = Bold::None;
        }
        if pending {
            self.sentence.answer = true;
            self.sentence.below = true;
            self.near.is = true;
            self.near.title = true;
        }
    }

    /// The equation that the reply is so far.
    fn computed(&self) -> Option<Computed> {
        let chain = self.chain.as_ref().filter(|chain| chain.leads && chain.equals)?;
        let ends = chain.side == 1
            && chain.words_since == 0
            // "2x = 18⏎x = 9".
            && !(chain.broken || chain.bold || chain.unknown);
        Some(chain.computed(chain.current.filter(|_| ends)?))
    }

    fn end_sentence(&mut self) {
        self.end_chain();
        self.commit_sentence();
        self.sentence = Sentence::default();
        self.sole_before = self.sole;
        self.near = Near::default();
        self.fraction = 0;
    }

    fn commit_sentence(&mut self) {
        let Some(pick) = self.sentence.best() else { return };
        if pick.span.start < self.sentence.unvalued {
            return;
        }
        if self.sentence.titled && !self.sentence.declared {
            self.declare(Pick { rule: Rule::NumberAnswer, ..pick });
        }
        let Sentence { supposed, therefore, equation, .. } = self.sentence;
        let bold = self.sentence.bold == Some(pick.span);
        let behind_bold = self.seen.last_bold && !bold;
        // "**She earns $528.** To recap: she worked 33 hours."
        let told = (behind_bold || self.sentence.reasons) && pick.rule == Rule::NumberLast;
        // "It is **9 km** long. If it were one way, it would be 18."
        // "So it is **720°**. In a regular hexagon each angle is 120°."
        let beside =
            behind_bold && equation.is_none() && (supposed || self.seen.last_final && !therefore);
        // "It has 3 zeros.⏎| x | y |⏎| 1 | 0 |": a table shows more.
        let row = self.sentence.row && pick.rule == Rule::NumberLast;
        self.row |= row;
        let shows = row
            && !bold
            && self.table
            && self.seen.last.is_some_and(|last| last.rule == Rule::NumberResult);
        // "The missing number is 8.⏎⏎2, 4, 6, __, 10": a list shows where it belongs.
        let list =
            pick.rule == Rule::NumberLast && !self.sentence.begun && self.sentence.sums.is_list();
        self.seen.lists |= list;
        let listed = list && self.seen.last.is_some_and(|last| last.rule == Rule::NumberResult);
        let mentioned = told || beside || shows || listed;
        if self.sentence.apart && self.sentence.shows {
            self.seen.aside = equation;
        }
        // Behind a check, only what is called the answer counts.
        if !self.checking && !self.sentence.apart && !mentioned {
            self.seen.last_but_one = self.seen.last.replace(pick);
            let before = &self.lexer.text[..pick.span.start];
            self.seen.estimated |= self.sentence.estimate && rough::is_estimated(before);
            self.seen.last_hedged = self.sentence.hedged || self.sentence.either;
            self.seen.last_told = pick.rule == Rule::NumberLast && self.is_operand(pick.span);
            self.seen.last_bold = bold;
            self.seen.last_final = bold && self.sentence.therefore;
        }
    }

    /// Whether the number at `span` is only one of those that the sentence tells to calculate with: "convert
    /// 18% to 0.18 and multiply it by 250", but "the two add to 95", "divide it into 8 slices".
    fn is_operand(&self, span: Span) -> bool {
        let at = self.sentence.pair_at;
        let between = || self.lexer.text.get(at..span.start).unwrap_or_default();
        let comes_to = || between() == " to " || ends_with_any(between(), &[" into ", " at "]);
        // "add the ones 7 and 8, then the tens 3 and 5".
        let is_step = |part: &str| starts_with_any(part, &[" then ", " and then "]);
        let told = || {
            !between().contains(['(', ')'])
                && between().split(',').skip(1).all(is_step)
                && !comes_to()
        };
        self.sentence.task && at > 0 && (span.end <= at || told())
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
        if seen.torn || seen.unvalued && seen.best().is_none() {
            return Reading::none(Rule::NoneUncommitted);
        }
        if seen.hedged {
            return Reading::none(Rule::NoneHedge);
        }
        if let Some(pick) = seen.declared {
            return found(pick);
        }
        if matches!(self.doubted, Sole::Many) {
            return Reading::none(Rule::NoneHedge);
        }
        let reading = self.undeclared(reply, body, seen);
        // Who says that they cannot, and then works it out, has answered.
        let answers = |span: Span| despite::is_value(&reply[body.start..span.start]);
        if !self.equation
            && seen.lead.is_none()
            && !seen.estimated
            && self.before_correction.is_none()
            && refusal::is_in(body.of(reply))
            && !reading.found.is_some_and(|(_, span)| answers(span))
        {
            return Reading::none(Rule::NoneRefusal);
        }
        reading
    }

    /// What a reply commits to that declares nothing, be it a refusal.
    fn undeclared<'a>(&self, reply: &'a str, body: Span, mut seen: Seen) -> Reading<'a> {
        let found = |pick: Pick| {
            let number = Decimal::of_token(pick.span.of(reply));
            Reading::found(Answer::Number(number), pick.span, pick.rule)
        };
        if self.before_correction.is_none()
            && let Some(pick) = recap::found(reply, body)
        {
            return found(pick);
        }
        if let Sole::One(span) = self.sole
            && !(self.another || self.open && breaks_off(body.of(reply)))
        {
            return found(Pick { span, rule: Rule::NumberOnly });
        }
        // "3. So it is 12 + 5 = 17" goes on with a list, "1946: 210 / 44 = 4.77" with what is of it.
        seen.lead = seen.lead.filter(|pick| {
            let after = &reply[pick.span.end..];
            // But "7. ⏎⏎66 pages × 7 books = 462" begins no list.
            let alone = |rest: &str| rest.trim_start_matches(' ').starts_with('\n');
            let first = |rest: &str| {
                matches!(pick.span.of(reply), "0" | "1")
                    && (holds(rest, "\n1.") || holds(rest, "\n2."))
            };
            let listed = pick.span.end - pick.span.start == 1
                && after.strip_prefix(". ").is_some_and(|rest| !alone(rest) || first(rest));
            !((listed || after.starts_with(": "))
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
        // "25 ÷ 3.5 = 7.142…⏎She can make 7 full batches."
        let cut = |computed: &Computed| {
            seen.last.is_some_and(|last| {
                last.span.start > computed.value.start
                    && around::counts_whole(reply, last.span)
                    && is_cut(reply, computed.value, last.span)
            })
        };
        let beyond = |computed: &Computed| {
            let bold =
                matches!(self.lone_emphasis, Sole::One(span) if span.start > computed.value.end);
            bold || seen.last.is_some_and(|last| beyond::goes_on(reply, computed.value, last))
        };
        if let Some(computed) = seen.computed.filter(|it| !cut(it) && !beyond(it)) {
            return found(Pick { span: computed.value, rule: Rule::NumberLead });
        }
        if let Sole::One(span) = self.lone_emphasis {
            return found(Pick { span, rule: Rule::NumberEmphasis });
        }
        match (seen.best(), self.sole, seen.aside) {
            (Some(_), Sole::None | Sole::Many, _) if seen.last_hedged => {
                Reading::none(Rule::NoneHedge)
            }
            (Some(_), ..) if seen.declared.is_none() && seen.last_told => {
                Reading::none(Rule::NoneUncommitted)
            }
            (Some(pick), ..) => found(pick),
            (None, Sole::One(span), _) => found(Pick { span, rule: Rule::NumberOnly }),
            // "Another way to see it is 50 + 34 = 84."
            (None, _, Some(pick)) => found(pick),
            (None, _, None) => match self.places {
                // "Bill is on the 16th floor."
                Sole::One(span) if !self.counted => found(Pick { span, rule: Rule::NumberOnly }),
                _ if self.any => Reading::none(Rule::NoneUncommitted),
                _ => Reading::none(Rule::NoneNoToken),
            },
        }
    }
}
