//! What names the answer or a result, and what says of something that it is a number.

use super::clause::UNIT;
use super::cues::Said;
use super::state::{Chain, Near};
use super::{Reader, around, phrasal, rough};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::Kind;
use crate::grade::committed::others::is_of_others;
use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether a word calls what stands before it what stands behind: "95 is the sum".
pub(super) fn is_be(word: &str) -> bool {
    matches!(word, "is" | "was" | "are" | "were" | "be" | "es" | "est" | "ist" | "é" | "it's")
}

/// Whether a word names something else than an answer, by what stands before it: "the digits of the
/// answer", "to express the answer as a percentage", "24 points/answer", "if you answer all", "40 ml of the
/// solution", "a neutral solution", "the doctor's recommendation", "the long-answer questions".
fn is_other(said: &Said<'_>, rest: &str) -> bool {
    const OTHERS: [&str; 7] =
        [" digits of the ", "express the ", "you ", "they ", " previous ", " earlier ", "ong "];
    const PARTS: [&str; 5] = ["of the ", "in the ", "to the ", "from the ", "of this "];
    const NAMES: [&str; 20] = [
        "the ",
        "The ",
        "final ",
        "Final ",
        "correct ",
        "complete ",
        "our ",
        "Our ",
        "only ",
        "unique ",
        "detailed ",
        "my ",
        "My ",
        "positive ",
        "negative ",
        "real ",
        "valid ",
        "integer ",
        "smaller ",
        "larger ",
    ];
    let before = said.before;
    let each = || {
        let unit = before.strip_suffix('/').unwrap_or_default();
        unit.ends_with(|c: char| c.is_ascii_lowercase())
    };
    let number_is_next =
        || rest.strip_prefix(' ').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    match said.word {
        "solution" => {
            let word = before.strip_suffix(' ').unwrap_or_default();
            let adjective = word.ends_with(|c: char| c.is_alphanumeric());
            ends_with_any(before, &PARTS) || adjective && !ends_with_any(before, &NAMES)
        }
        "recommendation" => {
            ends_with_any(before, &["daily ", "'s ", "’s "]) || rest.starts_with(" of ")
        }
        // "A common mistake is to answer 10." "He must correctly answer 80% of them."
        // "To answer this question, we need to count the 36 houses."
        "answer" if ends_with_any(before, &[" to ", "To "]) => {
            number_is_next() || starts_with_any(rest, &[" this ", " the ", " your ", " that "])
        }
        "answer" if before.ends_with(" correctly ") => true,
        // "If the answer were 85, it would be even."
        "answer" => {
            ends_with_any(before, &OTHERS)
                || each()
                || starts_with_any(rest, &[" question", " were "])
        }
        _ => false,
    }
}

/// Whether an answer is somebody's mistake, by what stands before it: "a common wrong answer".
fn is_mistaken(before: &str) -> bool {
    ends_with_any(before, &["wrong ", "ncorrect ", "mistaken ", "student's ", "student’s "])
}

/// What begins, behind "which is", what is known of a number otherwise: "half of 460", "the time it takes
/// to run 1 mile".
const OF_IT: [&str; 4] = [" half of ", " the amount of ", " the number of ", " the time "];

impl Reader<'_> {
    /// What names the answer.
    pub(super) fn answer(&mut self, said: &Said<'_>) {
        // "One might answer 85", and others do. "Her 38 right answers earn 76 points."
        let several = said.word == "answers" && self.lexer.rest().starts_with(' ');
        let rest = self.lexer.rest();
        if several || is_other(said, rest) || is_of_others(self.lexer.text, said.token.start) {
            return self.other_word();
        }
        // "A common wrong answer is 85."
        if is_mistaken(said.before) {
            self.near.not = true;
            return self.other_word();
        }
        // "Here is the solution:⏎50 * 4 = 200⏎200 - 10 = 190": a way.
        if said.word == "solution" && said.before.ends_with(" the ") && self.equations_are_below() {
            return self.other_word();
        }
        // "</answer>": what was said before it is over.
        if said.before.ends_with("</") {
            return self.other_word();
        }
        // "[Final solution] Thus, …": a title.
        if self.lexer.rest().starts_with(']') {
            self.sentence.titled |= !said.before.ends_with('/');
            return;
        }
        self.sentence.answer = true;
        self.near.is = true;
        let apart = |chain: &Chain| chain.broken || chain.words_since > 0;
        let another = self.chain.as_ref().is_none_or(apart);
        // "95 is the answer".
        self.subject(true);
        if another {
            self.end_chain();
            self.sentence.declared = false;
            self.sentence.declared_by_equation = false;
        }
    }

    /// Whether a title ends here, and two lines with equations follow.
    fn equations_are_below(&self) -> bool {
        const FARTHEST: usize = 100;
        let below = self.lexer.rest().strip_prefix(":\n").unwrap_or_default();
        let near = below.as_bytes().chunks(FARTHEST).next().unwrap_or_default();
        let mut lines = near.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let equation = |line: &[u8]| line.contains(&b'=') && line[0].is_ascii_digit();
        lines.next().is_some_and(equation) && lines.next().is_some_and(equation)
    }

    /// What names a result, which may be one on the way.
    pub(super) fn result(&mut self, said: &Said<'_>) {
        let Said { word, before, .. } = *said;
        let valued = self.chain.is_some_and(|chain| chain.said || chain.equals);
        let valued_before = || self.chain.is_some() || self.sentence.has_main();
        match word {
            // "14 days for 3 workers to finish what 6 workers do in 7 days".
            "what" if self.sentence.circumstance && self.chain.is_some() => return self.relative(),
            // "10% is taken off the $60, which results in a price of $54".
            "results" if self.lexer.rest().starts_with(" in ") => {
                self.end_chain();
                self.lexer.at += " in".len();
                self.near = Near { is: true, so: true, ..Near::default() };
                return;
            }
            // "92 ÷ 7 = 13 remainder 1", but "42, which leaves a remainder of 5".
            "remainder" if valued && !before.ends_with(", which leaves a ") => {
                return self.relative();
            }
            // "On average the 5 of them walked 10 km." "Together with the 125 new ones, …"
            "average" if ends_with_any(before, &["On ", " on "]) => {
                let rest = self.lexer.rest();
                let number = rest.strip_prefix(" the").unwrap_or(rest).strip_prefix(' ');
                let subject = number.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
                self.sentence.opens &= subject;
                self.sentence.circumstance &= subject;
                return self.other_word();
            }
            // "161 of the rooms out of a total of 208".
            "total" if before.ends_with("out of a ") => {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "Since the remainder is 0, the division is exact."
            "remainder"
                if ends_with_any(
                    before,
                    &["Since the ", "since the ", "Because the ", "As the "],
                ) && self.lexer.rest().starts_with(" is 0,") =>
            {
                self.lexer.at += " is 0".len();
                return self.other_word();
            }
            // "730 inches a year to average 2 inches a day", "92 to reach an average of 80".
            "average" | "total"
                if before.ends_with(" to ") || valued_before() && phrasal::is_aim(before) =>
            {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            "Together" | "together" if self.lexer.rest().starts_with(" with ") => {
                return self.other_word();
            }
            // "They made a total of 1,980 pounds together in 12 hours."
            "together"
                if self.chain.is_some()
                    && starts_with_any(self.lexer.rest(), &[" in ", " on ", " at ", " for "]) =>
            {
                return self.other_word();
            }
            // "the pens $4, and altogether he paid $16".
            "altogether" if before.ends_with(" and ") => return self.cue(Cue::So, said.token),
            "total" if before.ends_with(" and in ") => return self.cue(Cue::So, said.token),
            // "In total 14 legs are on the ground."
            // But "since 3 trips carried 78 boxes in total, each carried 26".
            "total" if ends_with_any(before, &["In ", " in "]) && self.chain.is_none() => {
                (self.sentence.opens, self.sentence.circumstance) = (false, false);
            }
            _ => {}
        }
        // "A house with a market value of $18,400": what it is like. "A remainder of 2 when divided by 3".
        let rest = self.lexer.rest();
        let like = match word {
            "value" => rest.starts_with(" of ") && around::is_attribute(before),
            "remainder" => {
                // But "75 leaves a remainder of 3 when divided by 9".
                let divided = before.strip_suffix(" leaves a ").unwrap_or_default();
                around::is_when_divided(rest) && !divided.ends_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        if like {
            self.sentence.circumstance = true;
            return self.other_word();
        }
        // "making the sum of their ages 22".
        if before.ends_with("making the ")
            && let Some(number) = self.number_behind_words()
        {
            self.lexer.at = number;
            self.near = Near { is: true, so: true, ..Near::default() };
            return;
        }
        // "$750 each month, the difference between his $3,200 and his $2,450".
        if before.ends_with(", the ")
            && starts_with_any(self.lexer.rest(), &[" between ", " of "])
            && (self.chain.is_some() || self.sentence.has_main())
        {
            return self.relative();
        }
        // "18 while Jo picked 11, a difference of 7": no part of the reason.
        let article = before.strip_suffix("net ").unwrap_or(before);
        if ends_with_any(article, &[", a ", " for a "]) {
            self.end_chain();
            self.sentence.hedged = false;
            self.end_remark();
            self.sentence.because = false;
        }
        // "A printer that does 24 pages a minute will print a total of 360": the clause is over.
        if self.chain.is_some_and(|chain| chain.words_since > 0) && before.ends_with(" a ") {
            self.end_remark();
        }
        // "37 × 8 → 296⏎37 × 50 → 1850⏎Sum → 2146".
        let next = { self.lexer }.next().map(|token| token.kind);
        if self.opening() && matches!(next, Some(Kind::Mark('=' | '→' | ':'))) {
            self.seen.computed = None;
        }
        self.sentence.begun = true;
        self.near.result = true;
        self.near.pair = true;
        // "16 is the difference", but "to 64 is a difference of 16".
        if !ends_with_any(before, &[" a ", " an "]) {
            self.subject(false);
        }
        // "3 bolts in total", "$18 altogether", but "$2 of the $9 total".
        let text = self.lexer.text;
        if let Some(chain) = &mut self.chain
            && matches!(word, "total" | "altogether")
            && !chain.broken
            && chain.words_since <= UNIT
        {
            // "8 rows of 5 stars altogether".
            let rows = |before: &str| {
                const FARTHEST: usize = 40;
                let between = before.get(self.sentence.said?.span.end..)?.strip_suffix(" of ")?;
                Some(between.len() < FARTHEST && between.split_whitespace().count() == 1)
            };
            let part = |before: &str| around::is_of(before) || rows(before) == Some(true);
            let known = chain.current.is_some_and(|span| part(&text[..span.start]));
            let circumstance = chain.circumstance;
            chain.circumstance |= known;
            chain.said |= !known;
            if before.ends_with(" in ") || chain.equals {
                self.near = Near::default();
            }
            // "The 3 members who showed up scored 18 points in total": the clause is over.
            if !known && !circumstance && self.sentence.restrictive {
                self.end_remark();
            }
        }
    }

    /// What says of something that it is what follows.
    pub(super) fn is(&mut self, said: &Said<'_>) {
        let Said { word, before, .. } = *said;
        let verb = said.cue == Cue::Is;
        let be = is_be(word);
        // "after giving 6 away".
        if verb && said.near.led && !be {
            return self.other_word();
        }
        // "to have 40", and "20 calls to get 15 customers", which is what for.
        if verb && !self.sentence.adds && self.is_purpose(said.token) {
            // "70 mugs to make a profit of $350", "10 weeks to have enough for the $390 bike".
            let valued = self.sentence.has_main_value();
            let main = self.chain.is_some_and(|chain| valued || !chain.led);
            if main && !self.sentence.opens {
                self.cue(Cue::Because, said.token);
                // But "he added $5 to make it $6 + $5 = $11".
                return self.sentence.reckons = true;
            }
            self.sentence.circumstance = true;
            return self.other_word();
        }
        // "4.75, which rounds up to 5".
        if word == "rounds" && self.rounds() {
            self.seen.lead = None;
        }
        let rest = self.lexer.rest();
        // "It takes 70 minutes. That's 1 hour and 10 minutes."
        let that =
            || ends_with_any(&self.lexer.text[..self.lexer.at], &["That's", "That’s", "That is"]);
        if self.begun && that() && self.compound_follows() {
            self.sentence.apart = true;
        }
        match word {
            // "A bee that makes 12 trips".
            _ if verb && before.strip_suffix("that ").is_some_and(around::names) && !be => {
                return self.other_word();
            }
            // "$720 in regular pay".
            "pay" if ends_with_any(before, &["regular ", "overtime ", "base "]) => {
                return self.other_word();
            }
            // "the bus that had 37 passengers".
            "had" if before.ends_with(" that ") => {
                self.restricts();
                return self.other_word();
            }
            "works" | "rounded" if around::is_half(word, rest) => return self.other_word(),
            // "The reason it's 95 is that 30 + 50 = 80 and 7 + 8 = 15."
            "is" if rest.starts_with(" that ") && self.chain.is_some_and(|chain| chain.said) => {
                return self.cue(Cue::Because, said.token);
            }
            // "30% of them are 60, which means there are 200."
            // "$90 over 6 months means saving $15 each month."
            "means"
                if ends_with_any(before, &["which ", " that ", " this "])
                    || self.chain.is_some() && self.gerund_is_next() =>
            {
                return self.cue(Cue::So, said.token);
            }
            // "28 × $5 = $140, and together with the $420, this makes $560."
            "makes" if before.ends_with(", this ") => return self.cue(Cue::So, said.token),
            // "and together with the 23 cows that makes 49".
            "makes" | "gives" if before.ends_with(" that ") && around::is_together(before) => {
                return self.cue(Cue::So, said.token);
            }
            // "6 × 7 means 6 groups of 7."
            "means" if self.chain.is_some_and(|chain| chain.side > 1) => return self.other_word(),
            // "With 25% less it is being 60 dollar."
            "being" if before.ends_with(" is ") => {}
            // "43 inches tall, being 5 inches shorter than his sister".
            "being"
                if before.ends_with(", ")
                    || self.chain.is_some()
                    || self.sentence.has_main_value() && !self.sentence.so =>
            {
                return self.relative();
            }
            // "30 pupils walk, which represents 25% of the class".
            "represents" if before.ends_with(", which ") => return self.relative(),
            // "300 minutes to finish making 12 pizzas".
            "making" if ends_with_any(before, &["finish ", "start ", "for ", "by ", "of "]) => {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "14 miles, which is 2 miles a day for 7 days".
            // "32 hours, that is 24 up to Tuesday and 8 more".
            _ if be && ends_with_any(before, &[", which ", ", that "]) && self.explains() => {
                return self.relative();
            }
            // "His speed is 18 km/h, which is about 11 mph." "46 × 5 = 230, which is half of 460."
            _ if be
                && before.ends_with(", which ")
                && (rough::is_rough(rest) && self.is_known() && !self.rounds()
                    || starts_with_any(rest, &OF_IT)) =>
            {
                return self.relative();
            }
            // "9 cows giving 26 litres each produce 234 litres."
            "giving" if self.behind_unit() && around::is_each(rest) => {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "It takes 140 minutes, which is 2 hours and 20 minutes."
            _ if be && before.ends_with(", which ") && self.compound_follows() => {
                return self.relative();
            }
            // "It takes 6000 / 50 = 120 minutes, which is 2 hours."
            _ if be && before.ends_with(" which ") && self.converts() => {
                return self.says_again();
            }
            // "240 glasses in June, which has 30 days".
            "has" | "have" | "had" if before.ends_with(", which ") => return self.relative(),
            _ => {}
        }
        // "2y is -26 after moving the 30, which makes y = -13": the reason is over.
        if before.ends_with(", which ") && !be {
            self.end_chain();
            self.sentence.because = false;
        }
        // "A tank that lost 54 of them has 46": the clause that says more is over. So it is in "a loan with
        // interest at 1% is $3,342".
        let who = || ends_with_any(before, &["who ", "that ", "which ", "used to "]);
        let valued = self.sentence.said.or(self.sentence.equation).is_some();
        let main = be && (self.sentence.restrictive || !valued) && !who();
        if main || self.chain.is_some_and(|chain| chain.words_since > 0) {
            self.end_remark();
        }
        // "Sending it costs $16, $7 for the box and $9 for the rest."
        self.sentence.gerund &= !verb || word.ends_with("ing");
        self.sentence.worded = false;
        // "There are 28, 6 are absent and 22 are here": no list of parts.
        self.sentence.sums.end_list();
        // "Adding this to the $80 gives her earnings for the week of $97".
        if self.sentence.adds
            && matches!(word, "gives" | "yields")
            && let Some(number) = self.number_behind_words()
        {
            self.lexer.at = number;
        }
        // "works out to 12", "rounds up to 5".
        let rest = self.lexer.rest();
        if let Some(b'o' | b'u' | b'd') = rest.as_bytes().get(1) {
            let way = [" out ", " up ", " down "].iter().find(|way| rest.starts_with(**way));
            self.lexer.at += way.map_or(0, |way| way.len() - 1);
        }
        if std::mem::take(&mut self.sentence.phrase) && be {
            (self.sentence.opens, self.sentence.circumstance) = (false, false);
        }
        let Near { not, result, so, .. } = said.near;
        // "The number that you cannot get is 7."
        let not = not && !(said.near.is && matches!(word, "is" | "are" | "was" | "were"));
        self.near = Near { is: true, not, result, so, ..Near::default() };
        if let Some(chain) = &mut self.chain {
            // "12 seven times is 84".
            if (chain.side > 1 || chain.operator) && !chain.broken {
                chain.equal_since = true;
                chain.operator = false;
            }
            chain.copula = be;
            // "A 5 by 6 rectangle has an area of 30": it counts no more words.
            if chain.words_since > 0 && !chain.copula {
                chain.words_since += UNIT;
            }
            // "98, minus 3 is 95", "3 + 5 + 1 = 9 gives 95".
            // But "40 * .8 = 32 are 5 dollar winners". "The factor for i = 5 + 1 = 6 is 4.34."
            let says = !(be || matches!(word, "has" | "have" | "had")) || chain.led && word == "is";
            let reason = self.sentence.because && self.sentence.said.is_some();
            self.near.so |= !reason && chain.goes_on
                || says && chain.equals && !chain.broken && chain.words_since == 0;
        }
        self.near.so |= self.concludes(word, before);
    }

    /// Whether `word` behind `before` says what an equation's value costs: "2 × 23 = 46 ft, and at $6
    /// per foot the fence will cost $276".
    fn adds_cost(&self, word: &str, before: &str) -> bool {
        let equation =
            self.sentence.equation.is_some() || self.chain.is_some_and(|chain| chain.equals);
        matches!(word, "cost" | "costs")
            && equation
            && !ends_with_any(before, &["each ", "which ", "that "])
    }

    /// Whether `word` behind `before` says what something comes to: "3 + 5 + 1 = 9, giving 95", "4 + 2 = 6,
    /// to get 96", "which gives 95", "adding 1 gives 95", "double that is 95", "and 3 less is 95".
    fn concludes(&self, word: &str, before: &str) -> bool {
        let changed = || {
            ends_with_any(before, &[" that ", " them ", " less ", " more ", " there ", " again "])
        };
        // "10,000, and one less is 9,999".
        let next = || ends_with_any(before, &[" one less ", " one more "]);
        let subject =
            || ends_with_any(before, &["which ", "you ", "we "]) && !before.ends_with("of which ");
        // "She needs $5: she has $50, plus $15 and $30, making $95."
        let reason = self.sentence.because && self.sentence.said.is_some();
        word.ends_with("ing") && !reason
            || word == "rounded"
            || matches!(word, "get" | "obtain")
                && before.ends_with(" to ")
                && !before.ends_with(" order to ")
                // "13, because you divide 18 by 3 to get 6, then add 7".
                && !reason
            || self.adds_cost(word, before)
            || is_be(word) && !self.sentence.because && next()
            || !is_be(word) && !self.sentence.because && subject()
            // But "13, because doubling it and adding 4 gives 30".
            || self.sentence.adds
                && !self.sentence.because
                && (!is_be(word) || changed() || before.ends_with(", "))
    }
}
