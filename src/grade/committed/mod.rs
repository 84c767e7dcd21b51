//! The committed reading: the answer that the reply finally commits to; specified by
//! `docs/grading.md`.
//!
//! The visible part of the reply is normalised and divided into tokens and sentences. Numbers, or
//! labels and texts of options, become candidates with facts. The first rule that applies decides.

/// Declares constants with one bit each, and a list of them by name.
macro_rules! bits {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they count the names")]
        enum Index { $($name,)* }
        $($(#[$doc])* pub(in crate::committed) const $name: u32 = 1 << Index::$name as u32;)*
        #[allow(dead_code, reason = "only classes of words are looked up by name")]
        const ALL: &[(&str, u32)] = &[$((stringify!($name), $name),)*];
    };
}

mod candidate;
mod choice;
mod facts;
mod lexicon;
mod mark;
mod normal;
mod number;
mod options;
mod reply;
mod rules;
mod token;

use super::{Answer, Decimal, Letter, Reading, Rule};
use candidate::{Candidate, fact};
use facts::{Document, NEAR};
use lexicon::{BACK, Lexicon, NO, OR, REFUSE};
use mark::{COLON, COMMA};
use rules::{Context, NamedRule};

/// Reads the number that the reply commits to; `given` are the operands of the question.
pub(super) fn read_number<'a>(reply: &'a str, given: &[Decimal<'_>]) -> Reading<'a> {
    let find = |doc: &Document<'_>, _: &Lexicon| number::find_candidates(doc, given);
    Reader { find: &find, rules: number::RULES, sum: !given.is_empty() }.read(reply)
}

/// Reads the option that the reply commits to.
pub(super) fn read_choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    let find =
        |doc: &Document<'_>, lexicon: &Lexicon| choice::find_candidates(doc, options, lexicon);
    Reader { find: &find, rules: choice::RULES, sum: false }.read(reply)
}

/// The reader for one kind of question.
struct Reader<'r> {
    find: &'r dyn Fn(&Document<'_>, &Lexicon) -> Vec<Candidate>,
    rules: &'r [NamedRule],
    sum: bool,
}

/// A picked candidate: offsets into the normalised text, the option, and the rule.
type Pick = (usize, usize, Option<u8>, Rule);

impl Reader<'_> {
    /// Reads the reply.
    fn read<'a>(&self, reply: &'a str) -> Reading<'a> {
        let lexicon = Lexicon::get();
        let normal = normal::normalise(reply, reply::visible_part(reply, lexicon), lexicon);
        let text = &*normal.text;
        let turn = reply::next_turn_start(text, lexicon);
        let mut pick = self.pick_from_text(text.get(..turn).unwrap_or_default(), lexicon);
        if pick.is_err() && turn < text.len() {
            pick = self.pick_from_text(text, lexicon).or(pick);
        }
        let found = |(start, end, option, rule): Pick| {
            let span = normal.original_span(start, end)?;
            let answer = match option {
                Some(option) => Answer::Letter(Letter::from_index(usize::from(option))?),
                None => {
                    let value = Decimal::of_number(text.get(start..end)?);
                    Answer::Number(value.written_as(span.of(reply))?)
                }
            };
            Some(Reading::with_answer(answer, span, rule))
        };
        pick.and_then(|pick| found(pick).ok_or(Rule::NoneUncommitted))
            .unwrap_or_else(|rule| Reading::without_answer_in(reply, rule))
    }

    /// Picks a candidate of `text`: after one of the last three corrections, else among all. Fails
    /// with the rule for a reply without an answer.
    fn pick_from_text(&self, text: &str, lexicon: &Lexicon) -> Result<Pick, Rule> {
        let doc = Document::new(text, lexicon);
        let candidates = (self.find)(&doc, lexicon);
        if candidates.is_empty() {
            let refuses = doc.tokens.iter().any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneNoToken });
        }
        let corrects = |at: &usize| {
            let (t, next) = (doc.token(*at), doc.token(at + 1));
            t.has(BACK) || t.has(NO) && next.is_mark(COMMA | COLON)
        };
        let backs = (0..doc.tokens.len()).rev().filter(corrects);
        for back in backs.take(3) {
            let later = self.apply_rules(&doc, &candidates, back + 1);
            if matches!(later, Ok(_) | Err(Rule::NoneRefusal | Rule::NoneHedge)) {
                return later;
            }
        }
        self.apply_rules(&doc, &candidates, 0)
    }

    /// Applies the rules to the candidates from token `from` on.
    fn apply_rules(
        &self,
        doc: &Document<'_>,
        all: &[Candidate],
        from: usize,
    ) -> Result<Pick, Rule> {
        let all = all.get(all.partition_point(|it| it.first() < from)..).unwrap_or_default();
        let Some(last) = all.iter().rfind(|it| !it.is(fact::BARRING)).map(Candidate::last) else {
            let refuses = doc.tokens.iter().skip(from).any(|t| t.has(REFUSE));
            return Err(if refuses { Rule::NoneRefusal } else { Rule::NoneUncommitted });
        };
        let barring = fact::BARRING | fact::ASIDE;
        let mut context =
            Context { doc, all, from, sum: self.sum, barring, last, last_sentence: None };
        if !context.live_candidates().any(|it| context.is_value(it)) {
            context.barring = fact::BARRING;
        } else if context.live_candidates().any(|it| context.is_value(it) && !it.is(fact::GIVEN)) {
            context.barring |= fact::RESTATED;
        }
        let last_sentence = context.last_live(|it| context.is_value(it));
        context.last_sentence = last_sentence.and_then(|at| all.get(at)).map(|it| it.sent);
        for (rule, apply) in self.rules {
            let Some(at) = apply(&context) else { continue };
            return if rule.is_none() {
                Err(*rule)
            } else {
                pick_unless_rivalled(&context, at, *rule)
            };
        }
        Err(Rule::NoneUncommitted)
    }
}

/// Picks candidate `at`, unless it is not an option or a rival is near.
fn pick_unless_rivalled(context: &Context<'_>, at: usize, rule: Rule) -> Result<Pick, Rule> {
    let (before, rest) = context.all.split_at_checked(at).unwrap_or_default();
    let Some((it, after)) = rest.split_first().filter(|(it, _)| !it.is(fact::FOREIGN)) else {
        return Err(Rule::NoneUncommitted);
    };
    let before = before.iter().rfind(|it| context.is_live(it));
    let after = after.iter().find(|it| context.is_live(it));
    if before.into_iter().chain(after).any(|other| is_rival(context, it, other)) {
        return Err(Rule::NoneHedge);
    }
    let token = |at: usize| context.doc.token(if it.is_label() { it.label() } else { at });
    Ok((token(it.first()).start as usize, token(it.last()).end as usize, it.option, rule))
}

/// Reports whether `other` rivals `it`: another value that is joined to it, is near with an *or*
/// between them, or is declared in a neighbouring sentence.
fn is_rival(context: &Context<'_>, it: &Candidate, other: &Candidate) -> bool {
    if context.value(it) == context.value(other) {
        return false;
    }
    let Document { tokens, .. } = context.doc;
    let (a, b) = if other.first() < it.first() { (other, it) } else { (it, other) };
    let between = tokens.get(a.first()..b.first()).unwrap_or_default();
    let doc = context.doc;
    let states =
        |x: &Candidate| x.is(fact::DECLARED) && x.first() - doc.sentence(x).from as usize <= 4;
    b.sent - a.sent == 1 && states(a) && states(b)
        || a.sent == b.sent && between.len() <= NEAR as usize && between.iter().any(|t| t.has(OR))
        || doc.are_joined(a, b)
}
