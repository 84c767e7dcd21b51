//! What a chain of numbers gives to its sentence.

use super::state::{Chain, Computed, Pick, Seen, same};
use super::sums::Addend;
use super::{Reader, around, rough};
use crate::grade::{Rule, Span};
use crate::text::holds;

/// Whether the number at `cut` is the one at `span` without its fraction, or the next above.
pub(super) fn is_cut(text: &str, span: Span, cut: Span) -> bool {
    let whole = span.of(text).split_once('.').filter(|(whole, _)| !whole.is_empty());
    let whole = whole.and_then(|(whole, _)| around::integer(whole));
    let above = |whole| around::integer(cut.of(text))?.checked_sub(whole);
    whole.and_then(above).is_some_and(|above| above <= 1)
}

/// Whether `share`, a decimal below one, is `percentage`: 0.25 is 25%.
fn is_share(share: &str, percentage: &str) -> bool {
    let Some(("" | "0", digits)) = share.split_once('.') else { return false };
    let (whole, fraction) = percentage.split_once('.').unwrap_or((percentage, ""));
    let digit = |at: usize| digits.as_bytes().get(at).copied().unwrap_or(b'0');
    let zeros = |digits: &str| digits.trim_end_matches('0').len();
    let same_fraction = |rest: &str| rest[..zeros(rest)] == fraction[..zeros(fraction)];
    let whole_is = match *whole.as_bytes() {
        [tens, ones] => [tens, ones] == [digit(0), digit(1)],
        [ones] => [b'0', ones] == [digit(0), digit(1)],
        _ => false,
    };
    whole_is && same_fraction(digits.get(2..).unwrap_or_default())
}

impl Reader<'_> {
    /// A chain ends, and gives its sentence what it says.
    pub(super) fn end_chain(&mut self) {
        let Some(chain) = self.chain.take() else { return };
        self.goes_on(&chain);
        // "not sure whether 37 + 58 = 94".
        if chain.unknown && chain.sides < 2 || chain.denied && chain.first.is_none() {
            return;
        }
        // "The answer is 3/4": what was found before is not what it says.
        if chain.declared && !(chain.equals || chain.unknown) && self.is_fraction(&chain) {
            self.has_no_value(chain.current);
        }
        let part = chain.part && chain.side == 2 && !chain.equals;
        let value = match chain.side {
            1 => chain.current,
            _ if part => chain.first,
            _ => chain.single,
        };
        if chain.equals && chain.side != 1 && chain.single.is_none() {
            return;
        }
        let alone = chain.side == 1 || chain.equals || part;
        let Some(span) = value.filter(|_| alone) else { return };
        let text = self.lexer.text;
        self.sole.add(text, span);
        if chain.emphasis {
            self.lone_emphasis.add(text, span);
        }
        if chain.bold && !self.sentence.remark {
            self.sentence.bold = Some(span);
        }
        self.equation |= chain.equals;
        let answer = Pick { span, rule: Rule::NumberAnswer };
        if chain.declared && (!self.sentence.declared || chain.tag) {
            self.declare(answer);
            self.sentence.declared_by_equation = chain.equals;
            self.seen.step = (self.sentence.below && chain.equals).then(|| chain.computed(span));
            return;
        }
        // "The answer is:⏎40 + 25 = 65⏎65 / 5 = 13".
        if chain.equals && self.seen.step.is_some_and(|step| self.goes_on_with(&step, &chain, span))
        {
            self.seen.step = Some(chain.computed(span));
            return self.declare(answer);
        }
        self.add_up(&chain, span);
        let aside = self.sentence.because || self.sentence.remark || self.sentence.check;
        if chain.equals && self.sentence.declared_by_equation && !aside {
            return self.declare(answer);
        }
        if self.sentence.because && self.sentence.best().is_some() {
            // "She has 34, because 10 + 22 = 32": one equation counts for more than what is said,
            // but several are the way to it.
            let checks = self.checks(&chain);
            let reckons = self.sentence.reckons && !self.sentence.concludes && !checks;
            // "Multiply it by the 75% rate to find the loss if she wants a refund: 208 * .75 = 156."
            let replaces = chain.equals && (reckons || !self.sentence.has_main_value());
            // "She needs 86, since 74 + 86 = 160 and 160 / 2 = 80."
            self.sentence.reckons &= !(chain.equals && checks);
            if !chain.so && (!replaces || self.sentence.equation.is_some()) {
                if self.sentence.reason {
                    self.sentence.equation = None;
                    self.sentence.reckons = false;
                }
                return;
            }
            self.sentence.reason = true;
        }
        // "12 apples (5 are red)", "$18 (9 eggs at $2)".
        let value = self.sentence.said.or(self.sentence.equation).is_some();
        // "It has 300 rooms, of which 300 - 43 = 257 are taken."
        let goes_on = chain.equals
            && !self.sentence.group
            && self.sentence.said.zip(chain.first).is_some_and(|(a, b)| same(text, a.span, b));
        // "He is **8 years old** (the father is 32)."
        let value = value || self.sentence.group && self.sentence.bold.is_some() && !chain.bold;
        // But not "156 (120 + 30% of 120, which is 36)".
        let ends =
            || text[span.end..].starts_with(')') && !text[..span.start].ends_with(", which is ");
        if self.sentence.remark
            && !(chain.so || goes_on)
            && (value && !(chain.equals && self.sentence.aside) || !chain.equals && !ends())
        {
            return;
        }
        // "It lasts for 14 full days (5000 / 350 ≈ 14.29)."
        if self.sentence.remark && chain.equals && self.is_cut(&chain, span) {
            return;
        }
        let result = Pick { span, rule: Rule::NumberResult };
        // "The numbers divisible by 2, 3, or 5 are 74."
        let first = chain.said && !chain.alternative && self.sentence.said.is_none();
        if (chain.equals || first) && !rough::is_doubted(&text[..span.start]) {
            self.sentence.hedged = false;
        }
        if chain.equals {
            let numbers = [chain.first, chain.second, Some(span)];
            if !(chain.so || chain.said || self.sentence.given) && self.reverses(numbers) {
                return;
            }
            self.sentence.numbers = numbers;
            self.sentence.so = false;
            self.sentence.equation = Some(result);
            self.sentence.aside = self.sentence.group;
            self.sentence.concludes = false;
        } else if chain.said {
            // `"result": 95, "steps": 2`, "16 balls: 4 boxes of 4 balls each".
            let listed = chain.listed && (self.sentence.concludes || chain.words_since > 1);
            // "x = 24, so the eldest gets 48 and the others get 24 each".
            let adds = self.sentence.equation.is_some()
                && self.sentence.concludes
                && !(chain.concludes || self.sentence.aside);
            let aside = self.is_behind_bold(&chain, span);
            if !((listed || adds || aside) && self.sentence.said.is_some()) {
                self.sentence.said = Some(result);
                self.sentence.subject = chain.subject;
                // "The tens (60 + 50 = 110) and the ones (3 + 8 = 11) make 121."
                let aside = self.sentence.aside && !self.sentence.group;
                self.sentence.concludes = chain.concludes || aside;
            }
        } else if self.sentence.subject
            && (!chain.circumstance || chain.led && self.ends_in_time(span))
        {
            // "so 8 boxes hold 96", "so 3 painters finish in 8 days".
            self.sentence.said = Some(result);
        } else if self.is_emphatic(&chain, span) {
            self.sentence.said = Some(result);
        } else {
            if chain.alternative {
                self.sentence.hedged = true;
                self.seen.hedged |= self.sentence.declared;
            }
            let outdone = self.sentence.answer
                || chain.circumstance && self.sentence.plain_is_main
                || (chain.led || chain.circumstance && !chain.rate) && self.sentence.plain_is_rate
                // "in 30 minutes at 8 liters a minute".
                || chain.led && chain.rate && text[..span.start].ends_with(" at ")
                // "**40 are blue**, and the other 24 are red."
                || !chain.bold && self.sentence.bold.is_some();
            if self.sentence.plain.is_some() && outdone {
                return;
            }
            // "In 3 hours she reads 60 pages, 20 an hour": the main clause has begun.
            let led = self.sentence.plain.is_some()
                && !(self.sentence.plain_is_main || self.sentence.given);
            self.sentence.opens &= !led || chain.circumstance;
            self.sentence.plain_is_main = !chain.circumstance && !self.sentence.gerund;
            self.sentence.plain_is_rate = chain.rate && !chain.led;
            self.sentence.plain = Some(Pick { span, rule: Rule::NumberLast });
        }
    }

    /// Whether the number of `chain` at `span` only says more of the one in bold that is said: "**The trip
    /// costs $1,089 in total**, which works out at $272.25 per person".
    fn is_behind_bold(&self, chain: &Chain, span: Span) -> bool {
        const FARTHEST: usize = 60;
        let said = self.sentence.said.map(|pick| pick.span);
        let Some(bold) = self.sentence.bold.filter(|bold| said == Some(*bold)) else {
            return false;
        };
        let between = self.lexer.text.get(bold.end..span.start).unwrap_or_default();
        let more = ["**, which ", "**, i.e. "];
        !chain.bold && between.len() < FARTHEST && more.iter().any(|it| holds(between, it))
    }

    /// Whether the number of `chain` at `span` is the only one in bold, and "and" joins it to what is said:
    /// "It is now 10 inches wide and **15 inches tall**."
    fn is_emphatic(&self, chain: &Chain, span: Span) -> bool {
        chain.bold
            && self.lexer.text[..span.start].ends_with(" and **")
            && !(chain.circumstance || chain.alternative || self.sentence.concludes)
            && self.sentence.bold == Some(span)
            && self.sentence.said.is_some()
    }

    /// Whether the number at `span`, in a reason, is what the sentence says.
    pub(super) fn works_with_said(&self, span: Span) -> bool {
        let said = self.sentence.said.filter(|_| self.sentence.because);
        said.is_some_and(|said| same(self.lexer.text, said.span, span))
    }

    /// Whether what the sentence tells of is the value of `chain` at `span` without its fraction.
    fn is_cut(&self, chain: &Chain, span: Span) -> bool {
        let text = self.lexer.text;
        let main = self.sentence.plain.filter(|_| self.sentence.plain_is_main);
        // But "the 3 friends share equally (10.5 / 3 = 3.5)".
        let operand = |pick: &Pick| {
            [chain.first, chain.second].into_iter().flatten().any(|it| same(text, it, pick.span))
        };
        main.filter(|pick| !operand(pick)).is_some_and(|pick| is_cut(text, span, pick.span))
    }

    /// Whether `chain` is a fraction: "3/4".
    fn is_fraction(&self, chain: &Chain) -> bool {
        let between = |(first, second): (Span, Span)| self.lexer.text.get(first.end..second.start);
        chain.side == 2 && chain.first.zip(chain.second).and_then(between) == Some("/")
    }

    /// What the sentence calls the answer, up to `last`, is no single number: nothing before counts.
    pub(super) fn has_no_value(&mut self, last: Option<Span>) {
        self.sentence.unvalued = last.map_or(0, |span| span.end);
        if self.seen.declared.is_some() {
            return;
        }
        self.before_correction = None;
        self.seen = Seen { unvalued: true, ..Seen::default() };
    }

    /// Whether the equation `chain` reckons with the value of `step`, and does not check it.
    fn goes_on_with(&self, step: &Computed, chain: &Chain, value: Span) -> bool {
        let is = |a: Span, b: Span| same(self.lexer.text, a, b);
        chain.first.is_some_and(|first| is(first, step.value))
            && !step.numbers.into_iter().flatten().any(|number| is(number, value))
    }

    /// What is computed first is no more than a step if `chain` reckons with it, and checks
    /// nothing: "84 / 6 = 14. Check: 14 × 6 = 84."
    fn goes_on(&mut self, chain: &Chain) {
        let Some(Computed { numbers, .. }) = self.seen.computed else { return };
        let is_value =
            |number| chain.current.is_some_and(|value| same(self.lexer.text, value, number));
        let checks = chain.equals && numbers.into_iter().flatten().any(is_value);
        if chain.reuses && !checks {
            self.seen.computed = None;
        }
    }

    /// Whether the number at `span` is a time, ends its sentence and stands in a clause of which the
    /// subject is a number: "so 3 painters would finish it in 8 days", but "so 260 eggs in 4 weeks".
    fn ends_in_time(&self, span: Span) -> bool {
        const FEW: usize = 4;
        let text = self.lexer.text;
        let between = || text.get(self.sentence.said?.span.end..span.start);
        around::is_duration(&text[span.end..])
            && between().is_some_and(|words| words.split_whitespace().take(FEW).count() == FEW)
    }

    /// Adds the number of `chain` at `span` to those before it in the sentence.
    fn add_up(&mut self, chain: &Chain, span: Span) {
        let text = self.lexer.text;
        // "$16, $7 for the first 2 kg and $9 for the rest".
        if chain.led && !self.sentence.sums.is_empty() && text[..span.start].ends_with(" first ") {
            return;
        }
        self.sentence.sums.add(&Addend {
            span,
            value: around::integer(span.of(text)).filter(|_| !chain.equals && chain.side == 1),
            before: &text[..span.start],
            after: text.get(span.end..self.lexer.at).unwrap_or_default(),
            reason: self.sentence.because,
        });
    }

    /// Whether an equation of `numbers` has those of the one before it in another order: 95 − 37 = 58
    /// checks 58 + 37 = 95.
    fn reverses(&self, numbers: [Option<Span>; 3]) -> bool {
        let text = self.lexer.text;
        let equal = |a: Option<Span>, b: Option<Span>| match (a, b) {
            (Some(a), Some(b)) => same(text, a, b),
            _ => false,
        };
        let [a, b, c] = self.sentence.numbers;
        let [x, y, z] = numbers;
        !equal(c, z)
            && (equal(c, x) && (equal(a, y) && equal(b, z) || equal(b, y) && equal(a, z))
                || equal(c, y) && (equal(a, x) && equal(b, z) || equal(b, x) && equal(a, z)))
    }

    /// Whether an equation works with what the sentence says ("the root of 81 is 9, since 9 × 9 = 81"),
    /// or may, because it has a power or the like ("since 3² + 4² = 25").
    fn checks(&self, chain: &Chain) -> bool {
        // "because 5% of 2,000 is 100".
        let told = || {
            let between = self.lexer.text.get(chain.first?.end..chain.current?.start)?;
            Some(!between.contains('='))
        };
        let works = chain.works || !chain.joined || told() == Some(true);
        self.sentence.said.is_some() && works || self.says_value_again(chain)
    }

    /// Whether the equation `chain` gives, as a decimal, what the sentence says as a percentage or rounded:
    /// "25%, because 5 / 20 = 0.25", "4 boxes, because 40 / 12 = 3.33".
    fn says_value_again(&self, chain: &Chain) -> bool {
        let text = self.lexer.text;
        let said = self.sentence.best().map(|pick| pick.span);
        said.zip(chain.current).is_some_and(|(said, value)| {
            let share =
                text[said.end..].starts_with('%') && is_share(value.of(text), said.of(text));
            share || is_cut(text, value, said)
        })
    }

    pub(super) fn declare(&mut self, pick: Pick) {
        self.sentence.declared = true;
        self.seen.declared = Some(pick);
        self.seen.torn = false;
        // `{"answer": [12, 13]}`
        let (before, after) = self.lexer.text.split_at(pick.span.start);
        let next = after[pick.span.end - pick.span.start..].strip_prefix(", ");
        let listed = next.is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        self.seen.hedged = before.ends_with('[') && listed;
        self.sentence.said = Some(pick);
        self.sentence.concludes = true;
    }
}
