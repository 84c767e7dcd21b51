//! The committed reading: the answer that the reply finally commits to.
//!
//! The visible part of the reply is normalised and divided into tokens and sentences. Numbers, or
//! labels and texts of options, are candidates with facts. The first rule that applies decides.

/// Declares facts as bits, and lists them by name.
macro_rules! bits {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they count the names")]
        enum Index { $($name,)* }
        $($(#[$doc])* pub(in crate::grade::committed) const $name: u32 = 1 << Index::$name as u32;)*
        #[allow(dead_code, reason = "only classes of words are looked up by name")]
        const ALL: &[(&str, u32)] = &[$((stringify!($name), $name),)*];
    };
}

mod choice;
mod facts;
mod lexicon;
mod normal;
mod number;
mod options;
mod reply;
mod token;

use super::{Answer, Decimal, Letter, Reading, Rule};
use facts::{Document, has, mark};
use lexicon::{AND, BACK, BUT, IF, IS, Lexicon, NO, OP, OR, PICK, PREP, REFUSE, REL, SO, WHY};
use token::{Token, flag};

/// Reads the number that the reply commits to; `given` are the operands of the question.
pub(super) fn number<'a>(reply: &'a str, given: &[Decimal<'_>]) -> Reading<'a> {
    let find = |document: &Document<'_>, _: &Lexicon| number::candidates(document, given);
    Reader { find: &find, rules: number::RULES, sum: !given.is_empty() }.read(reply)
}

/// Reads the option that the reply commits to.
pub(super) fn choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let find = |document: &Document<'_>, lexicon: &Lexicon| {
        let keys: Vec<String> = options.iter().map(|text| options::key(text, lexicon)).collect();
        choice::candidates(document, &keys, lexicon)
    };
    Reader { find: &find, rules: choice::RULES, sum: false }.read(reply)
}

/// A number or an option in a reply, and facts about it.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    /// Its first and last token.
    pub first: u32,
    pub last: u32,
    pub sent: u32,
    /// The token of a label.
    pub label: Option<u32>,
    /// The option; none for a number.
    pub option: Option<u8>,
    pub facts: u32,
}

/// Facts about candidates.
pub(super) mod fact {
    bits! {
        BOX
        /// Named an answer.
        DECLARED
        /// A number of an equation that is no operand, or named a result.
        RESULT
        /// An operand of the question.
        GIVEN
        /// In a sentence beside the point.
        ASIDE
        /// Introduced as a value, or at the end of its sentence.
        LED
        /// A label and the text of an option.
        PAIR
        /// A letter of no option.
        FOREIGN
        /// All of its line or sentence.
        OWN
        /// Called good.
        GOOD
        /// Part of another number; after a sign that stands apart; counting lines; after a name or key; of an
        /// operator.
        TORN SIGNED LISTED KEYED OPERAND
        /// In a question.
        ASKED
        DENIED
        /// In a sentence about a service.
        SERVICE
        /// A label and the text of another option.
        CLASH
        /// One of the options, all in order.
        ECHO
    }

    /// The facts of a candidate that no rule picks.
    pub const BARRING: u32 = !(TORN - 1);
}

impl Candidate {
    pub const fn is(&self, facts: u32) -> bool {
        self.facts & facts != 0
    }

    /// Reports whether rules may pick it.
    pub const fn is_live(&self) -> bool {
        !self.is(fact::BARRING)
    }

    pub const fn is_label(&self) -> bool {
        self.label.is_some()
    }

    pub const fn set(&mut self, fact: u32, holds: bool) {
        if holds {
            self.facts |= fact;
        }
    }

    fn first(&self) -> usize {
        self.first as usize
    }

    fn last(&self) -> usize {
        self.last as usize
    }
}

/// The candidate that a rule picks, or the kind of none that it decides; none if it does not apply.
type Verdict = Option<Result<usize, Rule>>;

/// A rule: its id and what it decides.
type RuleOf = (Rule, fn(&Context<'_>) -> Verdict);

/// What rules decide by.
struct Context<'c> {
    document: &'c Document<'c>,
    /// Every candidate from token `from` on, in order.
    all: &'c [Candidate],
    from: usize,
    /// The operands of the question are known.
    sum: bool,
    /// The last sentence that says something, and whether one that is no aside does.
    said: Option<u32>,
    has_main: bool,
    /// The last token of the last live candidate.
    last: usize,
}

impl Context<'_> {
    /// The last candidate with a property.
    fn last_of(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        self.all.iter().rposition(property)
    }

    /// The last live candidate with a property.
    fn last_live(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        self.last_of(|it| it.is_live() && property(it))
    }

    /// The live candidates.
    fn live(&self) -> impl Iterator<Item = &Candidate> {
        self.all.iter().filter(|it| it.is_live())
    }

    /// Reports whether a live candidate says a value: not one of the operands, unless as a result.
    fn is_sayable(&self, it: &Candidate) -> bool {
        let free = !it.is(fact::GIVEN) && (!self.sum || it.is(fact::LED));
        it.is_live() && (free || it.is(fact::RESULT))
    }

    /// Reports whether the last sentence that says something says `it`.
    fn is_said(&self, it: &Candidate) -> bool {
        self.is_sayable(it) && Some(it.sent) == self.said && !(self.has_main && it.is(fact::ASIDE))
    }

    /// Reports whether two candidates differ in value.
    fn differ(&self, a: &Candidate, b: &Candidate) -> bool {
        match (a.option, b.option) {
            _ if a.is(fact::FOREIGN) || b.is(fact::FOREIGN) => {
                !a.is(fact::FOREIGN) || !b.is(fact::FOREIGN)
            }
            (Some(a), Some(b)) => a != b,
            _ => self.document.value(a.first()) != self.document.value(b.first()),
        }
    }

    /// The last live candidate with a property, if all with it have one value.
    fn single(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        let last = self.last_live(&property)?;
        let value = self.all.get(last)?;
        let same = |it: &Candidate| !property(it) || !self.differ(it, value);
        self.live().all(same).then_some(last)
    }
}

/// A reader of one kind of question.
struct Reader<'r> {
    find: &'r dyn Fn(&Document<'_>, &Lexicon) -> Vec<Candidate>,
    rules: &'r [RuleOf],
    sum: bool,
}

/// A candidate that is read: offsets into the normalised text, the option, and the rule.
type Pick = (usize, usize, Option<u8>, Rule);

impl Reader<'_> {
    /// Reads the reply.
    fn read<'a>(&self, reply: &'a str) -> Reading<'a> {
        let lexicon = Lexicon::get();
        let normal = normal::normalise(reply, reply::visible_part(reply, lexicon), lexicon);
        let text = normal.text.as_str();
        let turn = reply::next_turn(text, lexicon);
        let mut pick = self.decide(text.get(..turn).unwrap_or_default(), lexicon);
        if pick.is_err() && turn < text.len() {
            pick = self.decide(text, lexicon).or(pick);
        }
        let found = |(start, end, option, rule): Pick| {
            let span = normal.span(start, end)?;
            let answer = match option {
                Some(option) => Answer::Letter(Letter::from_index(usize::from(option))?),
                None => Answer::Number(
                    Decimal::of_token(text.get(start..end)?).written_as(span.of(reply))?,
                ),
            };
            Some(Reading::found(answer, span, rule))
        };
        pick.and_then(|pick| found(pick).ok_or(Rule::NoneUncommitted))
            .unwrap_or_else(|rule| Reading::none_in(reply, rule))
    }

    /// Picks a candidate of `text`, or tells the kind of none.
    fn decide(&self, text: &str, lexicon: &Lexicon) -> Result<Pick, Rule> {
        let document = Document::new(text, lexicon);
        let candidates = (self.find)(&document, lexicon);
        if candidates.is_empty() {
            let refuses = document.tokens.iter().any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneNoToken });
        }
        let corrects = |at: usize, t: &Token| {
            let no = || t.has(NO) && mark(document.token(at + 1), &[',', ':']);
            t.has(BACK) || no()
        };
        let tokens = document.tokens.iter().enumerate().rev();
        let backs = tokens.filter(|(at, t)| corrects(*at, t)).map(|(at, _)| at);
        for back in backs.take(MOST_CORRECTIONS) {
            let later = self.judge(&document, &candidates, back + 1);
            if matches!(later, Ok(_) | Err(Rule::NoneRefusal)) {
                return later;
            }
        }
        self.judge(&document, &candidates, 0)
    }

    /// Applies the rules to the candidates from token `from` on.
    fn judge(
        &self,
        document: &Document<'_>,
        candidates: &[Candidate],
        from: usize,
    ) -> Result<Pick, Rule> {
        let after = candidates.partition_point(|it| it.first() < from);
        let all = candidates.get(after..).unwrap_or_default();
        let mut context =
            Context { document, all, from, sum: self.sum, said: None, has_main: false, last: 0 };
        let Some(last) = context.live().last() else {
            let refuses = document.tokens.iter().skip(from).any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneUncommitted });
        };
        context.last = last.last();
        let main = context.last_of(|it| context.is_sayable(it) && !it.is(fact::ASIDE));
        let said = main.or_else(|| context.last_of(|it| context.is_sayable(it)));
        context.has_main = main.is_some();
        context.said = said.and_then(|at| all.get(at)).map(|it| it.sent);
        for (rule, apply) in self.rules {
            match apply(&context) {
                None => {}
                Some(Err(none)) => return Err(none),
                Some(Ok(at)) => return pick(&context, at, *rule),
            }
        }
        Err(Rule::NoneUncommitted)
    }
}

/// How many corrections are tried, from the last one back.
const MOST_CORRECTIONS: usize = 3;

/// Picks candidate `at`, unless it names no option or another one near it rivals it.
fn pick(context: &Context<'_>, at: usize, rule: Rule) -> Result<Pick, Rule> {
    let (before, rest) = context.all.split_at_checked(at).unwrap_or_default();
    let Some((it, after)) = rest.split_first().filter(|(it, _)| !it.is(fact::FOREIGN)) else {
        return Err(Rule::NoneUncommitted);
    };
    let mut near = [before.iter().rfind(|it| it.is_live()), after.iter().find(|it| it.is_live())]
        .into_iter()
        .flatten();
    if near.any(|other| rivals(context, it, other)) {
        return Err(Rule::NoneHedge);
    }
    let token = |at: u32| context.document.token(it.label.unwrap_or(at) as usize);
    let start = token(it.first).map_or(0, |first| first.start as usize);
    let end = token(it.last).map_or(0, |last| last.end as usize);
    Ok((start, end, it.option, rule))
}

/// Reports whether another value is joined to a candidate, or is within six tokens with an *or* between.
fn rivals(context: &Context<'_>, it: &Candidate, other: &Candidate) -> bool {
    if other.is(fact::GIVEN) || !context.differ(it, other) {
        return false;
    }
    let document = context.document;
    let (a, b) = if other.first < it.first { (other, it) } else { (it, other) };
    let is_or = || {
        let tokens = document.tokens.get(a.first()..b.first()).unwrap_or_default();
        tokens.iter().any(|t| t.has(OR))
    };
    a.sent == b.sent && b.first - a.first <= 6 && is_or() || document.joined(a, b)
}

/// Applies if the reply declines, and nothing is concluded after that.
fn refused(context: &Context<'_>) -> Verdict {
    let tokens = &context.document.tokens;
    let at = tokens.iter().rposition(|t| t.has(REFUSE))?;
    let concludes = tokens.iter().skip(at).position(|t| t.has(BUT | SO | PICK));
    let conclusion = concludes.map_or(usize::MAX, |step| at + step);
    let is_concluded =
        |it: &Candidate| it.first() > at && (it.is(fact::RESULT) || it.first() > conclusion);
    (at >= context.from && !context.live().any(is_concluded)).then_some(Err(Rule::NoneRefusal))
}

/// Applies if the reply ends in a word or mark after which something follows, or in the middle of a
/// sentence.
fn broken_off(context: &Context<'_>) -> Verdict {
    let Document { tokens, sentences, .. } = context.document;
    let end = tokens.last()?;
    let rest = tokens.get(context.last + 1..)?;
    if end.is(flag::STOP) || rest.is_empty() {
        return None;
    }
    let goes_on = end.has(AND | OR | SO | IS | OP | BUT | PREP | WHY | REL | IF)
        || end.is_mark(&[',', ':', '='])
        || end.is_mark(&token::OPERATORS);
    let is_cut = || {
        let prose = rest.len() > 3 || rest.iter().any(|t| t.classes != 0);
        let before = sentences.split_last().map_or(&[][..], |(_, before)| before);
        prose
            && !end.is(flag::CLOSED | flag::QUOTED | flag::ENCLOSED)
            && !before.is_empty()
            && before.iter().all(|it| it.stopped)
    };
    (goes_on || is_cut()).then_some(Err(Rule::NoneUncommitted))
}

/// Reports whether no token is a word.
fn is_wordless(document: &Document<'_>) -> bool {
    !document.tokens.iter().any(Token::is_word)
}

/// Reports whether a statement at the start of the reply ends before a token.
fn ends_lead(next: Option<&Token>, marks: &[char]) -> bool {
    next.is_none_or(|t| t.is_mark(marks) || t.is_mark(&facts::DASHES) || t.is(flag::ROUND))
        || has(next, WHY)
}
