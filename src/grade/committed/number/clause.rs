//! What a clause is to its sentence: its opening, a remark, a circumstance, a comparison.

use super::state::{Chain, Pick, Seen, Sentence};
use super::{Reader, around};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Rule, Span};

/// The title of what says why, behind an answer.
pub(super) const TITLE: &str = "Explanation";

/// The most words that say what a number counts.
pub(super) const UNIT: u32 = 2;

impl Reader<'_> {
    /// A preposition leads in what follows, unless that is a value: "20% of 30", "an area of 50".
    pub(super) fn lead_in(&mut self, word: &str, before: &str) {
        let factor = self.chain.is_some_and(|chain| chain.operator && !chain.broken);
        let value = || self.sentence.begun && !self.behind_unit() || around::is_noun(before);
        // "each of the 6 boxes", "each of 6".
        let part = || before.ends_with("ach ") || self.lexer.rest().starts_with(" the ");
        // "1,260 m of wool make 7 scarves".
        let noun = || {
            let mut kinds = self.lexer.map(|token| token.kind);
            // But "18 of his $40".
            kinds.next() == Some(Kind::Word(None))
                && !matches!(kinds.next(), Some(Kind::Number | Kind::Mark('$')))
        };
        // "1/300 of 25 feet".
        // But "100 divided by 8 leaves a remainder of 4".
        if word == "of" && self.behind_operands() && !self.near.result {
            self.operates();
            return;
        }
        if word == "of" && (factor || value() && !part() || self.behind_unit() && noun()) {
            return;
        }
        // But "It's at 90 m".
        let its = ends_with_any(before, &["'s ", "’s ", "'s now ", "’s now "]);
        let opens = self.opening() && !its;
        self.sentence.phrase |= opens;
        self.sentence.opens |= opens;
        self.sentence.circumstance = true;
        // "40 blouses are in 4 drawers."
        let subject = matches!(word, "in" | "on")
            && self.number_is_next()
            && self.chain.is_some_and(|chain| chain.copula && chain.words_since > 0);
        self.near.is &= !(self.sentence.opens || subject);
        // "We can say that in 80 feet the boat took on 16 liters."
        self.near.commit &= !before.ends_with(" that ");
        // "appears 3 times in 10 letters".
        if let Some(chain) = &mut self.chain {
            chain.broken |= std::mem::take(&mut chain.operator);
        }
    }

    /// The sentence begins here, what concludes or adds aside.
    pub(super) fn opening(&self) -> bool {
        !self.sentence.begun && self.chain.is_none() && self.sentence.best().is_none()
    }

    /// Whether the word at `token` says what a number before it is for: "to have 40", "160 minutes to
    /// fill 2 tanks".
    pub(super) fn is_purpose(&self, token: Token) -> bool {
        let (before, word) = (&self.lexer.text[..token.start], token.span().of(self.lexer.text));
        if !(before.ends_with(" to ") || before.ends_with("To ") && self.opening()) {
            return false;
        }
        let money = |span: Span| before[..span.start].ends_with(['$', '€', '£']);
        let counts = |chain: &Chain| chain.words_since > 0 || chain.current.is_some_and(money);
        let unit = self.sentence.has_main_value() || self.chain.as_ref().is_some_and(counts);
        (unit && self.behind_unit() || matches!(word, "have" | "make"))
            && (word != "be" || self.takes_time())
            // "cut it by 20% to get $80".
            && !(before.ends_with("% to ") && word == "get")
            && !around::must(before)
            && !self.calculation_follows()
    }

    /// Whether the last number is how long something takes: "it will take the vine 4 years to be 23 feet tall".
    fn takes_time(&self) -> bool {
        const FARTHEST: usize = 40;
        let text = self.lexer.text;
        let takes = |span: Span| {
            let near = text.as_bytes()[..span.start].rchunks(FARTHEST).next().unwrap_or_default();
            let mut words = near.split(|byte| *byte == b' ');
            around::behind_time(&text[span.end..]).is_some() && words.any(|word| word == b"take")
        };
        self.chain.and_then(|chain| chain.current).is_some_and(takes)
    }

    /// Whether a calculation or an equation is next: "gets 200 more to make 100 + 200 = 300", "to get x = 7".
    fn calculation_follows(&self) -> bool {
        let mut tokens = self.lexer.filter(|token| token.kind != Kind::Mark('$'));
        let first =
            tokens.next().is_some_and(|it| it.kind == Kind::Number || it.end == it.start + 1);
        let sign = tokens.next().map(|token| token.kind);
        first
            && matches!(sign, Some(Kind::Mark('+' | '-' | '−' | '–' | '*' | '×' | '/' | '÷' | '=')))
    }

    /// Whether the last number, with its unit, is one that compares what was said before.
    pub(super) fn compares(&self) -> bool {
        self.sentence.has_main()
            && self.chain.is_some_and(|chain| {
                chain.side == 1
                    && chain.words_since == 1
                    && !(chain.broken || chain.equals || chain.so || chain.declared)
            })
    }

    /// At most two words stand behind a number: what it counts.
    pub(super) fn behind_unit(&self) -> bool {
        let chain = self.chain.as_ref();
        chain.is_some_and(|chain| !chain.broken && matches!(chain.words_since, 0..=UNIT))
    }

    /// An operator stands here.
    pub(super) fn operates(&mut self) {
        self.near.operator = true;
        if let Some(chain) = &mut self.chain {
            chain.operator = true;
        }
    }

    /// A number stands directly before.
    pub(super) fn behind_operand(&self) -> bool {
        self.chain.is_some_and(|chain| chain.words_since == 0 && !chain.broken)
    }

    /// What was a remark is over, but for what stands in brackets.
    pub(super) fn end_remark(&mut self) {
        self.sentence.remark &= self.sentence.group;
    }

    /// A calculation stands directly before.
    pub(super) fn behind_operands(&self) -> bool {
        self.chain.is_some_and(|it| it.side > 1 && it.words_since == 0 && !it.broken)
    }

    /// A clause follows that says more of what was named: "7 packs that cost $8 each", "Ben, who is
    /// 15,".
    pub(super) fn relative(&mut self) {
        self.end_chain();
        self.sentence.remark = true;
        self.sentence.restrictive = false;
        self.sentence.so = false;
    }

    /// The same, without a comma: it says which one is meant.
    pub(super) fn restricts(&mut self) {
        self.relative();
        self.sentence.restrictive = true;
    }

    /// What follows is what was said, in other words.
    pub(super) fn says_again(&mut self) {
        // "The answer is 65,899 + 119, or 66,018."
        self.near.is = self.chain.is_some_and(|chain| chain.declared && chain.side > 1);
        self.end_chain();
        self.near.so = true;
        self.fresh = false;
    }

    /// What was said is taken back.
    pub(super) fn correct(&mut self) {
        self.end_chain();
        self.commit_sentence();
        self.sentence = Sentence::default();
        self.begun = false;
        if self.seen.best().is_some() {
            self.before_correction = Some(self.seen);
            self.seen = Seen::default();
            self.checking = false;
        }
    }

    /// "95 is the answer": the number before becomes what the sentence says.
    pub(super) fn subject(&mut self, answer: bool) {
        let Some(chain) = &self.chain else { return };
        // "85 percent, as 17 out of 20 were correct".
        if self.sentence.because && self.sentence.best().is_some() {
            return;
        }
        if !chain.copula || chain.denied || chain.side != 1 || self.sentence.answer && !answer {
            return;
        }
        // "The cost of renting 3 DVDs is the sum of …": a part of what is said to be it.
        // "The revenue is 463 and profit is the difference": what is behind "and".
        let part = chain.broken || chain.circumstance || chain.words_since > 0 && !chain.begins;
        if !answer && part {
            return;
        }
        let Some(span) = chain.current else { return };
        self.end_chain();
        if answer {
            self.declare(Pick { span, rule: Rule::NumberAnswer });
        } else if self.sentence.said.is_none() {
            self.sentence.said = Some(Pick { span, rule: Rule::NumberResult });
        }
        self.sentence.because = true;
    }

    /// Whether the word at `token` is a title, by what stands behind it.
    pub(super) fn is_title(&self, token: Token) -> bool {
        let rest = self.lexer.rest().trim_start_matches('*');
        token.span().of(self.lexer.text) == TITLE && rest.starts_with([':', '\n'])
    }

    /// Whether "over" divides what stands before it by what is behind: a number, and nothing that it
    /// counts.
    pub(super) fn divides(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && !tokens.next().is_some_and(|token| token.kind == Kind::Word(None))
    }

    /// Whether the clause that follows has several numbers, and no equation, to explain the only one
    /// before.
    pub(super) fn explains(&self) -> bool {
        let (numbers, end) = self.numbers_before(|kind| {
            matches!(kind, Kind::Stop | Kind::Newline | Kind::Mark(',' | '='))
        });
        // But "16 a day, which is 80 in 5 days", "which is enough for 8 cups of 250 ml".
        self.sentence.sums.is_empty()
            && self.chain.is_some_and(|chain| !chain.rate)
            && !self.lexer.rest().starts_with(" enough ")
            && numbers > 1
            && end != Some(Kind::Mark('='))
    }

    /// Whether a number follows that a clause begins with: "39 cards are left".
    pub(super) fn clause_follows(&self) -> bool {
        let mut kinds = self.lexer.map(|token| token.kind);
        kinds.next() == Some(Kind::Number)
            && kinds.take(UNIT as usize).any(|kind| kind == Kind::Word(Some(Cue::Is)))
    }

    /// Whether what the number counts stands behind it.
    pub(super) fn unit_follows(&self) -> bool {
        let unit = { self.lexer }.find(|token| token.kind != Kind::Mark('%'));
        matches!(unit.map(|token| token.kind), Some(Kind::Word(None | Some(Cue::And))))
    }

    /// Whether the number at `start`, before `after`, says which ones are counted by the number that the
    /// sentence begins with: "22 students have at least 2 siblings", "5 roofs are at least 60 feet high",
    /// but "22 students need at least 2 buses".
    pub(super) fn is_bound(&self, start: usize, after: &str) -> bool {
        const BOUNDS: [&str; 5] =
            [" at least ", " at most ", " exactly ", " fewer than ", " more than "];
        let subject = |chain: Chain| {
            chain.begins && chain.side == 1 && !chain.equals && chain.words_since > 0
        };
        let span = self.chain.filter(|chain| subject(*chain)).and_then(|chain| chain.current);
        span.is_some_and(|span| {
            let between = &self.lexer.text[span.end..start];
            ends_with_any(between, &BOUNDS)
                && (around::tells_of_many(between) || around::is_size(after))
        })
    }

    /// Whether another number stands in what is left of the sentence.
    pub(super) fn number_follows(&self) -> bool {
        self.numbers_follow() > 0
    }

    /// How many do, as far as there is to look.
    pub(super) fn numbers_follow(&self) -> usize {
        self.numbers_before(|kind| matches!(kind, Kind::Stop | Kind::Newline)).0
    }

    /// Whether an equation stands in what is left of the sentence.
    pub(super) fn equation_follows(&self) -> bool {
        let (_, end) =
            self.numbers_before(|it| matches!(it, Kind::Stop | Kind::Newline | Kind::Mark('=')));
        end == Some(Kind::Mark('='))
    }

    /// Where the number begins that stands behind nothing but a few words, and is not led in by one.
    pub(super) fn number_behind_words(&self) -> Option<usize> {
        const FEW: usize = 8;
        let mut led = false;
        for token in { self.lexer }.take(FEW) {
            match token.kind {
                Kind::Number => return (!led).then_some(token.start),
                Kind::Mark('$') => {}
                Kind::Word(Some(Cue::Not)) => return None,
                Kind::Word(cue) => {
                    led = matches!(cue, Some(Cue::Circumstance | Cue::Named))
                        || token.span().of(self.lexer.text) == "in";
                }
                _ => return None,
            }
        }
        None
    }

    /// How many numbers follow before the token that `ends` them, and that token, as far as a sentence
    /// is looked ahead.
    fn numbers_before(&self, ends: impl Fn(Kind) -> bool) -> (usize, Option<Kind>) {
        const FARTHEST: usize = 16;
        let mut kinds = self.lexer.take(FARTHEST).map(|token| token.kind);
        let mut numbers = 0;
        let end = kinds.find(|kind| {
            numbers += usize::from(*kind == Kind::Number);
            ends(*kind)
        });
        (numbers, end)
    }

    /// Whether what an equation gave is said in another unit, and that is all that is left of the
    /// sentence: "120 minutes, or 2 hours".
    pub(super) fn converts(&self) -> bool {
        let equals =
            self.chain.is_some_and(|chain| chain.equals) || self.sentence.equation.is_some();
        let mut kinds = self.lexer.map(|token| token.kind).filter(|kind| *kind != Kind::Mark('$'));
        equals
            && kinds.next() == Some(Kind::Number)
            && matches!(kinds.next(), Some(Kind::Word(None) | Kind::Mark('%')))
            && matches!(kinds.next(), None | Some(Kind::Stop | Kind::Newline | Kind::Mark(',')))
    }

    /// Whether the last number is what something is said to be, or an equation's value: "its speed is 18
    /// km/h, which is about 11 mph", but "the root of 3, which is about 1.73".
    pub(super) fn is_known(&self) -> bool {
        self.chain.is_some_and(|chain| {
            (chain.said || chain.equals) && chain.side == 1 && !(chain.operator || chain.denied)
        })
    }

    /// Whether the number that follows is the one before rounded.
    pub(super) fn rounds(&self) -> bool {
        const FEW: usize = 4;
        let text = self.lexer.text;
        let whole = |number: &str| around::integer(number.split('.').next()?);
        let next = { self.lexer }.take(FEW).find(|token| token.kind == Kind::Number);
        let last = self.chain.and_then(|chain| chain.current);
        last.zip(next).is_some_and(|(last, next)| {
            let (last, next) = (last.of(text), next.span().of(text));
            let up = || Some(whole(next)?.checked_sub(whole(last)?)? <= 1);
            next.len() < last.len() && up() == Some(true)
        })
    }

    /// Whether "times" counts, and multiplies nothing, by what stands behind it.
    pub(super) fn counts_times(&self) -> bool {
        // "100 / 33 = 3 times as long".
        let found = self.chain.is_some_and(|chain| chain.equals && !chain.broken);
        if found && self.lexer.rest().starts_with(" as ") {
            return true;
        }
        // "12 times a minute", "1,440 times."
        const OFTEN: [&str; 7] =
            [" a minute", " a day", " a week", " a month", " a year", " an hour", " in order to "];
        let rest = self.lexer.rest();
        let end =
            { self.lexer }.find(|token| token.kind != Kind::Mark('*')).map(|token| token.kind);
        // "14 times to earn $42".
        let purpose = || {
            rest.strip_prefix(" to ").is_some_and(|it| it.starts_with(|c: char| c.is_lowercase()))
        };
        let ends = matches!(end, None | Some(Kind::Stop | Kind::Newline));
        if starts_with_any(rest, &OFTEN) || purpose() || ends {
            return true;
        }
        let next = { self.lexer }.next().map(|token| token.kind);
        matches!(next, Some(Kind::Word(Some(Cue::Compared | Cue::Circumstance))))
    }
}
