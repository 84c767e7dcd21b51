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
use facts::Document;
use lexicon::{AND, BACK, BUT, IS, Lexicon, NO, OP, OR, PICK, PREP, REFUSE, REL, SO, WHY};
use token::{Token, flag};

/// Reads the number that the reply commits to; `given` are the operands of the question.
pub(super) fn number<'a>(reply: &'a str, given: &[Decimal<'_>]) -> Reading<'a> {
    let find = |doc: &Document<'_>, _: &Lexicon| number::candidates(doc, given);
    Reader { find: &find, rules: number::RULES, sum: !given.is_empty() }.read(reply)
}

/// Reads the option that the reply commits to.
pub(super) fn choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let find = |doc: &Document<'_>, lexicon: &Lexicon| {
        choice::candidates(doc, &options::keys(options, lexicon), lexicon)
    };
    Reader { find: &find, rules: choice::RULES, sum: false }.read(reply)
}

/// A number or an option in a reply, and facts about it.
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    /// Its first and last token. A label is the first, or before it is a text the last.
    from: u32,
    to: u32,
    pub sent: u32,
    pub facts: u32,
    /// The option; none for a number.
    pub option: Option<u8>,
}

/// Facts about candidates.
pub(super) mod fact {
    bits! {
        /// In a LaTeX box; named an answer.
        BOX DECLARED
        /// In a sentence beside the point, or in brackets with other tokens.
        ASIDE
        /// Numbers: a result of an equation or by its name; an operand of the question; introduced as a
        /// value, or at the end of its sentence.
        RESULT GIVEN LED
        /// Options: a label; one after a text; a label with its text; a letter of no option; all of its line or sentence; called good.
        LABEL AFTER_TEXT PAIR FOREIGN OWN GOOD
        /// Part of another number; after a sign that stands apart; counting lines; after a name or key; of an
        /// operator; in a question; denied; in a sentence about a service; a label and the text of another
        /// option, or of none; one of the options, all in order.
        TORN SIGNED LISTED KEYED OPERAND ASKED DENIED SERVICE CLASH ECHO
    }

    /// The facts of a candidate that no rule picks.
    pub const BARRING: u32 = !(TORN - 1);
}

impl Candidate {
    /// A candidate from token `first` to `last`. A reply has fewer than 2^32 tokens.
    pub const fn new(first: usize, last: usize, option: Option<u8>) -> Self {
        Self { from: first as u32, to: last as u32, sent: 0, facts: 0, option }
    }
    pub const fn first(&self) -> usize {
        self.from as usize
    }
    pub const fn last(&self) -> usize {
        self.to as usize
    }
    pub const fn is(&self, facts: u32) -> bool {
        self.facts & facts != 0
    }
    pub const fn is_label(&self) -> bool {
        self.is(fact::LABEL)
    }
    /// The token of a label.
    pub const fn label(&self) -> usize {
        if self.is(fact::AFTER_TEXT) { self.last() } else { self.first() }
    }
    pub const fn set(&mut self, fact: u32, holds: bool) {
        if holds {
            self.facts |= fact;
        }
    }
}

/// A rule: its id, and the function that applies it to find a candidate. If the id is a kind of none, that
/// is what it decides.
type RuleOf = (Rule, fn(&Context<'_>) -> Option<usize>);

/// What rules decide by.
struct Context<'c> {
    doc: &'c Document<'c>,
    /// Every candidate from token `from` on, in order.
    all: &'c [Candidate],
    from: usize,
    /// The operands of the question are known.
    sum: bool,
    /// The facts of candidates that are not live: those beside the point are if there are no others.
    barring: u32,
    /// The last sentence that says something.
    said: Option<u32>,
    /// The last token of the last candidate that nothing bars.
    last: usize,
}

impl Context<'_> {
    const fn is_live(&self, it: &Candidate) -> bool {
        !it.is(self.barring)
    }

    /// The last live candidate with a property.
    fn last_live(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        self.all.iter().rposition(|it| self.is_live(it) && property(it))
    }

    fn live(&self) -> impl Iterator<Item = &Candidate> {
        self.all.iter().filter(|it| self.is_live(it))
    }

    /// Reports whether a live candidate says a value: not one of the operands, unless as a result.
    fn is_sayable(&self, it: &Candidate) -> bool {
        it.is(fact::RESULT) || !it.is(fact::GIVEN) && (!self.sum || it.is(fact::LED))
    }

    /// Reports whether the last sentence that says something says `it`.
    fn is_said(&self, it: &Candidate) -> bool {
        self.is_sayable(it) && self.said == Some(it.sent)
    }

    /// The value of a candidate.
    fn value(&self, it: &Candidate) -> Value<'_> {
        match it.option {
            None => Value::Number(self.doc.token(it.first()).value(self.doc.text)),
            Some(option) => Value::Option(Some(option).filter(|_| !it.is(fact::FOREIGN))),
        }
    }

    /// The last live candidate with a property, if all with it have one value.
    fn single(&self, property: impl Fn(&Candidate) -> bool) -> Option<usize> {
        let last = self.last_live(&property)?;
        let value = self.value(self.all.get(last)?);
        let same = |it: &Candidate| !property(it) || self.value(it) == value;
        self.live().all(same).then_some(last)
    }
}

/// A number, or an option.
#[derive(PartialEq, Eq)]
enum Value<'t> {
    Number(Decimal<'t>),
    Option(Option<u8>),
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
                None => {
                    let value = Decimal::of_number(text.get(start..end)?);
                    Answer::Number(value.written_as(span.of(reply))?)
                }
            };
            Some(Reading::found(answer, span, rule))
        };
        pick.and_then(|pick| found(pick).ok_or(Rule::NoneUncommitted))
            .unwrap_or_else(|rule| Reading::none_in(reply, rule))
    }

    /// Picks a candidate of `text`, or tells the kind of none: after one of the last three corrections, or of all.
    fn decide(&self, text: &str, lexicon: &Lexicon) -> Result<Pick, Rule> {
        let doc = Document::new(text, lexicon);
        let candidates = (self.find)(&doc, lexicon);
        if candidates.is_empty() {
            let refuses = doc.tokens.iter().any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneNoToken });
        }
        let corrects = |at: &usize| {
            let (t, next) = (doc.token(*at), doc.token(at + 1));
            t.has(BACK) || t.has(NO) && next.is_mark(&[',', ':'])
        };
        let backs = (0..doc.tokens.len()).rev().filter(corrects);
        for back in backs.take(3) {
            let later = self.judge(&doc, &candidates, back + 1);
            if matches!(later, Ok(_) | Err(Rule::NoneRefusal | Rule::NoneHedge)) {
                return later;
            }
        }
        self.judge(&doc, &candidates, 0)
    }

    /// Applies the rules to the candidates from token `from` on.
    fn judge(&self, doc: &Document<'_>, all: &[Candidate], from: usize) -> Result<Pick, Rule> {
        let all = all.get(all.partition_point(|it| it.first() < from)..).unwrap_or_default();
        let Some(last) = all.iter().rfind(|it| !it.is(fact::BARRING)).map(Candidate::last) else {
            let refuses = doc.tokens.iter().skip(from).any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneUncommitted });
        };
        let barring = fact::BARRING | fact::ASIDE;
        let mut context = Context { doc, all, from, sum: self.sum, barring, last, said: None };
        if !context.live().any(|it| context.is_sayable(it)) {
            context.barring = fact::BARRING;
        }
        let said = context.last_live(|it| context.is_sayable(it));
        context.said = said.and_then(|at| all.get(at)).map(|it| it.sent);
        for (rule, apply) in self.rules {
            let Some(at) = apply(&context) else { continue };
            return if rule.is_none() { Err(*rule) } else { pick(&context, at, *rule) };
        }
        Err(Rule::NoneUncommitted)
    }
}

/// Picks candidate `at`, unless it names no option or another one near it rivals it.
fn pick(context: &Context<'_>, at: usize, rule: Rule) -> Result<Pick, Rule> {
    let (before, rest) = context.all.split_at_checked(at).unwrap_or_default();
    let Some((it, after)) = rest.split_first().filter(|(it, _)| !it.is(fact::FOREIGN)) else {
        return Err(Rule::NoneUncommitted);
    };
    let before = before.iter().rfind(|it| context.is_live(it));
    let after = after.iter().find(|it| context.is_live(it));
    if before.into_iter().chain(after).any(|other| rivals(context, it, other)) {
        return Err(Rule::NoneHedge);
    }
    let token = |at: usize| context.doc.token(if it.is_label() { it.label() } else { at });
    Ok((token(it.first()).start as usize, token(it.last()).end as usize, it.option, rule))
}

/// Reports whether another value is joined to a candidate, is within six tokens with an *or* between, or
/// is declared in a neighbouring sentence.
fn rivals(context: &Context<'_>, it: &Candidate, other: &Candidate) -> bool {
    if other.is(fact::GIVEN) && !it.is(fact::GIVEN) || context.value(it) == context.value(other) {
        return false;
    }
    let Document { tokens, .. } = context.doc;
    let (a, b) = if other.first() < it.first() { (other, it) } else { (it, other) };
    let between = tokens.get(a.first()..b.first()).unwrap_or_default();
    let doc = context.doc;
    let states =
        |x: &Candidate| x.is(fact::DECLARED) && x.first() - doc.sentence(x).from as usize <= 4;
    b.sent - a.sent == 1 && states(a) && states(b)
        || a.sent == b.sent && between.len() <= 6 && between.iter().any(|t| t.has(OR))
        || doc.joined(a, b)
}

/// Applies if the reply declines, and nothing is concluded after that.
fn refused(context: &Context<'_>) -> Option<usize> {
    let tokens = &context.doc.tokens;
    let at = tokens.iter().rposition(|t| t.has(REFUSE)).filter(|at| *at >= context.from)?;
    let step = tokens.iter().skip(at).position(|t| t.has(BUT | SO | PICK));
    let conclusion = step.map_or(usize::MAX, |step| at + step);
    let is_concluded =
        |it: &Candidate| it.first() > conclusion || it.first() > at && it.is(fact::RESULT);
    (!context.live().any(is_concluded)).then_some(at)
}

/// Applies if the reply ends in a word or mark after which something follows, or in the middle of a
/// sentence.
fn broken_off(context: &Context<'_>) -> Option<usize> {
    let Document { tokens, sentences, .. } = context.doc;
    let end = tokens.last().filter(|end| !end.is(flag::STOP))?;
    let goes_on = end.has(AND | OR | SO | IS | OP | BUT | PREP | WHY | REL)
        || end.is_mark(&[',', ':', '='])
        || end.is_mark(&token::OPERATORS);
    let rest = tokens.get(context.last + 1..).filter(|rest| !rest.is_empty())?;
    let concludes = rest.iter().any(|t| t.has(SO));
    let prose = rest.len() > 3 || rest.iter().any(|t| t.classes != 0);
    let (_, before) = sentences.split_last()?;
    let cut = prose
        && !end.is(flag::CLOSED | flag::QUOTED | flag::ENCLOSED)
        && !before.is_empty()
        && before.iter().all(|it| it.stopped);
    (goes_on || concludes || cut).then_some(context.last)
}

/// Reports whether a statement at the start of the reply ends before a token.
fn ends_lead(next: &Token, marks: &[char]) -> bool {
    let is_mark = next.is_mark(marks) || next.is_mark(&facts::DASHES);
    !next.exists() || is_mark || next.is(flag::ROUND | flag::SQUARE) || next.has(WHY)
}
