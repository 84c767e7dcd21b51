//! What prepositions, conjunctions and fillers make of what follows them.

use super::cues::Said;
use super::verbs::is_be;
use super::{Pick, Reader, around, phrasal, rough};
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::Kind;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::grade::{Rule, Span};

/// What a clause begins with behind "so that": not "so that will be 5".
const SUBJECTS: [&str; 8] = ["he ", "she ", "they ", "it ", "we ", "you ", "the ", "each "];

/// Whether `before` ends in what a number is compared in: "as much".
fn is_measured(before: &str) -> bool {
    let word = before.trim_end_matches(' ').trim_end_matches(|c: char| c.is_ascii_lowercase());
    word.ends_with(" as ") && before.ends_with(' ')
}

/// Whether `before` ends in a clause that tells a step: ", then take off 2".
fn is_step(before: &str) -> bool {
    const FARTHEST: usize = 60;
    let near = before.as_bytes().rchunks(FARTHEST).next().unwrap_or_default();
    let clause = near.rsplit(|byte| *byte == b',').next().unwrap_or_default();
    clause.len() < near.len()
        && (clause.starts_with(b" then ") || clause.starts_with(b" and then "))
}

impl Reader<'_> {
    /// What may stand between a cue and what it is about; prepositions among them lead in.
    pub(super) fn filler(&mut self, said: &Said<'_>) {
        let Said { word, before, fresh, .. } = *said;
        let (text, rest) = (self.lexer.text, self.lexer.rest());
        self.near = said.near;
        let valued = self.chain.is_some_and(|chain| chain.said || chain.equals);
        match word.as_bytes() {
            // "Substituting this into l = 4s": no article.
            [b'l' | b'o'] if rest.trim_start_matches(' ').starts_with('=') => self.unknown(),
            // "94 o 95", but "a soma é o 95".
            b"o" if self.behind_operand() && self.number_is_next() => self.or(before),
            // "The oldest is 18, and indeed 10 + 13 + 18 = 41."
            b"indeed" if before.ends_with(" and ") && self.number_is_next() => {
                self.end_chain();
                self.sentence.because |= self.sentence.best().is_some();
                self.sentence.reckons = false;
            }
            // "It is 95, as 30 + 50 = 80", "$12, seeing as they paid with $50".
            // "So as it is 164 miles away, he walks 8 miles."
            // "As 75 = 8 × 9 + 3, there are 3 left."
            b"As"
                if self.opening()
                    && (self.number_is_next()
                        || starts_with_any(
                            rest,
                            &[" there ", " the ", " he ", " she ", " they "],
                        )) =>
            {
                self.cue(Cue::Because, said.token);
            }
            // "16 is twice as much as 8."
            b"as" if is_measured(before) => self.sentence.circumstance = true,
            b"as"
                if fresh
                    || valued && self.number_is_next() && self.equation_follows()
                    || ends_with_any(before, &["eeing ", "So "])
                    || starts_with_any(rest, &[" there are ", " there is "]) =>
            {
                self.cue(Cue::Because, said.token);
            }
            // "40 men with picks can mine 1,440 pounds": the clause has its verb.
            b"can" | b"will" | b"would" | b"should" | b"must" => {
                self.sentence.supposed |= self.sentence.conditional && word == "would";
                // "With 40 eggs she can bake 8 cakes, though 2 are cracked."
                let clause = !ends_with_any(before, &["who ", "that ", "which "]);
                if self.sentence.phrase_opens() && clause {
                    self.end_chain();
                    self.sentence.open_main();
                }
                self.sentence.circumstance = false;
                let restricts = ends_with_any(before, &["who ", "that ", "which "]);
                if self.sentence.restrictive && !restricts {
                    self.end_remark();
                }
            }
            // "200 more to be able to feed 100 people".
            b"to" if rest.starts_with(" be able to ") && self.chain.is_some() => {
                self.cue(Cue::Because, said.token);
            }
            // "carries at most 12 people".
            b"at" if starts_with_any(rest, &[" most ", " least "]) => {}
            // "the bus that had 37 passengers now carries 42".
            b"now" if self.sentence.restrictive => self.end_remark(),
            // "He had 12 before he ate 5, and now he has 7."
            b"now" | b"then" if before.ends_with(", and ") => {
                self.end_chain();
                self.sentence.because = false;
            }
            // "so take away one 15 and you're at 285".
            b"at" if ends_with_any(before, &["'re ", "’re "]) => self.near.so = true,
            // "It takes 12 weeks. That's about 3 months."
            b"about" | b"roughly" if self.opening() && around::is_reason(before) => {
                self.sentence.apart = true;
            }
            // "It ends at -2."
            b"at" if phrasal::comes_to_at(before) => self.near.is = true,
            // "to finish on 81".
            b"on" if before.ends_with("finish ") => self.near.is = true,
            // "leaves 375, like taking 125 off 500".
            b"like" if fresh && !rest.starts_with(" this") => self.relative(),
            // "leaving her with 27", and "which is 7 with a remainder of 2".
            // But "before losing 9 and ending up with 13".
            b"with" if phrasal::comes_to_with(before) => {
                self.near.so = !(self.sentence.because && before.ends_with(" up "));
            }
            b"with" if !before.ends_with(" and ") && valued => {
                if fresh {
                    self.relative()
                } else {
                    self.restricts()
                }
            }
            // "48 squares fit, with 6 along one edge and 8 along the other".
            b"with" if fresh && self.explains() => self.relative(),
            b"with" if self.chain.is_some_and(|chain| fresh || !chain.broken) => {
                self.sentence.circumstance = true;
            }
            // "With 350 seats sold, the theatre made $12,600." "To get 10, he needs 3 packs."
            b"With" | b"To" if self.opening() => self.sentence.opens = true,
            // "75 stickers, of which 28 are old", "75 stickers, 28 of which are old".
            // "75 stickers, 28 of them old".
            b"of"
                if rest.starts_with(" which")
                    || rest.starts_with(" them")
                        && self.sentence.has_main()
                        && self.is_listed_part() =>
            {
                self.chain = self.chain.filter(|chain| chain.broken || chain.words_since > 0);
                self.relative();
            }
            // "7 packs that cost $8", but "3 times that is 36", "4 weeks of that is 280".
            b"that" if self.behind_unit() && !before.ends_with(" of ") && !self.is_made(rest) => {
                self.restricts();
            }
            // "A bee that makes 12 trips visits 420 flowers."
            b"that" if around::names(before) && self.second_is_number() => {
                self.sentence.circumstance = true;
            }
            // "If 3 pens cost $6 then 5 cost $10." "If he ate 18, and it takes 3 to make 2, then …"
            b"then" if self.sentence.opens || self.sentence.given && fresh => {
                self.end_chain();
                self.sentence.opens = true;
                self.sentence.open_main();
            }
            // "bringing the new salary to $3,120".
            b"to" if !self.sentence.because && self.number_is_next() && phrasal::brings(before) => {
                self.near.so = true;
            }
            // "It takes about 5 to 6 hours."
            b"to" if self.behind_operand() && self.is_range() => {
                self.near.or = true;
                self.break_chain();
            }
            // "from 80 to 100".
            b"to" => {
                let from = |span: Span| phrasal::is_from(&text[..span.start]);
                self.sentence.circumstance |=
                    self.chain.is_some_and(|chain| chain.current.is_some_and(from));
            }
            // "The fair took in $40."
            b"in" if phrasal::has_in(before) => {}
            // "The 5 of them can be seated in 120 ways."
            b"in" if around::are_ways(rest) => self.near.is = true,
            // "92 in order to bring her average up to 86".
            b"in" if starts_with_any(rest, &[" order to ", " order for "]) => {
                self.cue(Cue::Because, said.token)
            }
            [b'i' | b'I', b'n' | b'N']
            | [b'a' | b'A', b't' | b'T']
            | [b'o' | b'O', b'f' | b'n' | b'F' | b'N'] => self.lead_in(word, before),
            _ => {}
        }
    }

    /// What leads in a circumstance: "for", "after", "by".
    pub(super) fn circumstance(&mut self, said: &Said<'_>) {
        let Said { word, before, .. } = *said;
        let valued = self.chain.is_some_and(|chain| chain.said) || self.sentence.said.is_some();
        match word {
            // "156, then tack on a zero for 1560", "97, then take off 2 for 95."
            "for" if is_step(before) && self.is_last_number() => {
                self.end_chain();
                self.near.so = true;
            }
            // "3 classes of 45 make for 135 students".
            "for" if phrasal::comes_to_for(before) => self.near = said.near,
            // "rose 25 degrees, from 58 at 6 AM to 83 at 2 PM".
            "from"
                if before.ends_with(", ") && (self.chain.is_some() || self.sentence.has_main()) =>
            {
                self.relative();
            }
            // "He can pour 12 glasses."
            "pour"
                if ends_with_any(before, &["can ", "to ", "will ", "could ", "they ", "we "]) =>
            {
                self.other_word();
            }
            // "lasts for 15 days", "sold for $40".
            "for" if phrasal::has_for(before) && !before.ends_with(" to last ") => {
                self.sentence.circumstance = false;
                self.other_word();
            }
            // "30 hours per week and 120 hours in 4 weeks".
            "per" if !self.number_is_next() => self.sentence.begun = true,
            // "45, divided by 3 is 15".
            "by" if said.near.operator => self.near = said.near,
            // "58 exceeds 37 by 21."
            "by" if self.sentence.compares && !self.sentence.because => self.near.is = true,
            // "It dropped by 8 degrees."
            "by" if self.chain.is_none() && self.sentence.begun && !self.sentence.adds => {
                self.other_word();
            }
            // "8 are left after each of them gets 4."
            // "He keeps 24 after giving 12 to Jo and another 12 to Lu."
            "after"
                if !(said.fresh || self.sentence.so || before.ends_with("and "))
                    && (valued
                        || self.behind_unit() && self.gerund_is_next()
                        || self.ends_range()) =>
            {
                self.cue(Cue::Because, said.token);
                self.near.led = true;
            }
            _ => {
                // "85 + 40 = 125, and after taking out 25, Vince has 100."
                let equals = self.sentence.equation.is_some()
                    || self.chain.is_some_and(|chain| chain.equals);
                self.sentence.adds |= equals && matches!(word, "after" | "once");
                let clause = ["after", "once"].iter().any(|it| word.eq_ignore_ascii_case(it));
                self.sentence.phrase |= self.opening() && !clause;
                self.sentence.opens |= self.opening();
                self.sentence.circumstance = true;
                self.near.led = true;
                self.other_word();
            }
        }
    }

    /// What gives a reason, a condition or a purpose.
    pub(super) fn because(&mut self, said: &Said<'_>) {
        let Said { word, before, .. } = *said;
        let valued = self.chain.is_some() || self.sentence.best().is_some();
        match word {
            // "That is because 60 and 20 are 80; 8 and 4 are 12."
            _ if !valued && around::is_reason(before) => self.sentence.offer = true,
            // "and since 3 are gone the rest is 5": a clause of its own.
            _ if before.ends_with(" and ") => {
                self.end_chain();
                // "53 / 8 is 6.625, and since nobody can be left behind, they need 7 vans."
                self.sentence.so |= word == "since" && self.sentence.has_main();
            }
            // "and after using 10 he has 26 left".
            "using" | "having" if said.near.led => self.other_word(),
            // "a draft that is due July 12".
            "due" if !self.lexer.rest().starts_with(" to ") => self.other_word(),
            // "medals than have been given out", but "should be given $12".
            "given" if said.near.is => {
                self.other_word();
                self.near.is = before.ends_with(" be ");
            }
            // "by 5 degrees an hour, so if it was on for 3 hours, it rose by 15": what follows "so" is
            // another sentence.
            // "15, but since there are no more the most is 9".
            "if" | "since" if ends_with_any(before, &["so ", "but "]) => {
                self.end_chain();
                self.sentence.opens = true;
            }
            // "48 ounces, where 1 bottle has 16 ounces, are 3 bottles".
            "where" if before.ends_with(", ") => self.relative(),
            _ => self.begin_reason(said),
        }
    }

    fn begin_reason(&mut self, said: &Said<'_>) {
        let word = said.word;
        let ranged = word == "after" && self.ends_range();
        self.end_chain();
        // "The price in 1933 using that of 1929 is $64." "The premium on a piece valued at $1,500 if the
        // rate is $1 per $100 is $15."
        let conditions = matches!(word, "using" | "if" | "until" | "given" | "after")
            || word == "in" && (said.fresh || self.verb_follows())
            || word == "as" && self.lexer.rest().starts_with(" opposed ");
        let valued = if conditions {
            ranged
                || self.sentence.has_main_value()
                || self.sentence.plain.is_some() && self.sentence.plain_is_rate
                || self.sentence.opening.is_some()
        } else {
            self.sentence.best().is_some()
        };
        // "Since 2006, when it was counted anew, there are 8."
        let opening = self.sentence.opening.map(|pick| pick.rule);
        let again = !self.sentence.has_main() && opening == Some(Rule::NumberLast);
        // "who did not get in because it was full": what gives the reason says no more than the remark.
        self.sentence.because |= valued && !again && !self.sentence.remark;
        if self.opening() {
            // "50 / 8 is 6.25. Since only full pieces count, there are 6."
            self.seen.computed = None;
        }
        // "The result is negative because 9.1 is larger than 6.4."
        self.sentence.reasons |= word == "because" && !valued && !self.opening();
        self.sentence.reckons = self.number_is_next();
        // "so he is 14 because he is 7 years younger".
        self.sentence.so &= word != "because";
        self.sentence.opens |= self.opening() || again;
        self.sentence.given |= !valued;
    }

    /// Whether the main verb comes later: "the amount in order to earn $11 in a year is $1,000".
    fn verb_follows(&self) -> bool {
        const FARTHEST: usize = 16;
        // "order to earn".
        const PURPOSE: usize = 3;
        let ends = |kind| matches!(kind, Kind::Stop | Kind::Newline | Kind::Mark(','));
        let clause = { self.lexer }.take(FARTHEST).take_while(|token| !ends(token.kind));
        let mut words = clause.skip(PURPOSE).map(|token| token.span().of(self.lexer.text));
        words.any(|word| matches!(word, "is" | "needs" | "must"))
    }

    /// Whether what the last number says comes to more, as "that" before `rest` tells: "3 times that is
    /// 36", "and in 3 days that makes 1323".
    fn is_made(&self, rest: &str) -> bool {
        self.chain.is_some_and(|chain| chain.operator || chain.led && rest.starts_with(" makes "))
    }

    /// Whether the last number is said to be rough, and one that is not far above it is next: "about 5
    /// to 6", but not "rose about 20 to 80".
    fn is_range(&self) -> bool {
        let mut tokens = self.lexer;
        let text = tokens.text;
        let next = tokens.next().filter(|token| token.kind == Kind::Number);
        let last = self.chain.and_then(|chain| chain.current);
        last.zip(next).is_some_and(|(last, next)| {
            let (from, to) =
                (around::integer(last.of(text)), around::integer(next.span().of(text)));
            let near = from.zip(to).is_some_and(|(from, to)| from < to && to / 2 <= from);
            near && rough::follows_rough(&text[..last.start])
        })
    }

    /// Whether the clause of the last number says that something must be done.
    fn is_needed(&self) -> bool {
        const FARTHEST: usize = 60;
        const NEEDED: [&[u8]; 5] =
            [b" must ", b" needs to ", b" need to ", b" has to ", b" have to "];
        let last = self.chain.and_then(|chain| chain.current);
        last.is_some_and(|span| {
            let near = self.lexer.text.as_bytes()[..span.start].rchunks(FARTHEST).next();
            let ends = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b'\n' | b',');
            let clause = near.and_then(|near| near.rsplit(ends).next()).unwrap_or_default();
            NEEDED.iter().any(|it| clause.windows(it.len()).any(|words| words == *it))
        })
    }

    /// Whether a comma stands right before the last number, and nothing behind it.
    fn is_listed_part(&self) -> bool {
        self.chain.filter(|chain| chain.words_since == 0 && !chain.broken).is_some_and(|chain| {
            chain.current.is_some_and(|span| self.lexer.text[..span.start].ends_with(", "))
        })
    }

    /// Whether a number is next that is taken together with the last one: "numbers like 37 and 58".
    pub(super) fn is_one_of_two(&self) -> bool {
        let mut tokens = self.lexer;
        let number = tokens.next().is_some_and(|token| token.kind == Kind::Number);
        let ends = tokens.next().is_none_or(|token| match token.kind {
            Kind::Stop | Kind::Newline | Kind::Mark(',') => true,
            _ => token.span().of(tokens.text) == "are",
        });
        number
            && ends
            && self.chain.is_some_and(|chain| {
                chain.side == 1
                    && chain.words_since == 0
                    && !(chain.declared || chain.denied || chain.equals || chain.tag || chain.so)
            })
    }

    /// Whether a number is next, and ends its sentence.
    pub(super) fn is_last_number(&self) -> bool {
        let mut kinds = self.lexer.map(|token| token.kind);
        kinds.next() == Some(Kind::Number)
            && matches!(kinds.next(), None | Some(Kind::Stop | Kind::Newline))
    }

    /// Whether a word in "-ing" is next.
    pub(super) fn gerund_is_next(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.next().is_some_and(|token| token.span().of(tokens.text).ends_with("ing"))
    }

    /// Whether the last number is the end of a change: "grew from 20 to 30".
    fn ends_range(&self) -> bool {
        self.chain.is_some_and(|chain| {
            let to = |span: Span| self.lexer.text[..span.start].ends_with(" to ");
            chain.led && chain.words_since == 0 && chain.current.is_some_and(to)
        })
    }

    /// Whether the next token but one is a number, behind a verb that has it.
    fn second_is_number(&self) -> bool {
        let mut tokens = self.lexer;
        let verb = tokens.next().is_some_and(|token| match token.kind {
            Kind::Word(None | Some(Cue::Is)) => !is_be(token.span().of(tokens.text)),
            _ => false,
        });
        verb && tokens.next().is_some_and(|token| token.kind == Kind::Number)
    }

    /// Whether a number, or a sum of money, is next.
    pub(super) fn number_is_next(&self) -> bool {
        let next = { self.lexer }.next().map(|token| token.kind);
        matches!(next, Some(Kind::Number | Kind::Mark('$' | '€' | '£')))
    }

    /// What concludes.
    pub(super) fn so(&mut self, said: &Said<'_>) {
        let rest = self.lexer.rest();
        // "so far".
        if rest.starts_with(" far") {
            // "65 points so far and needs 25 more": that is not the end.
            if starts_with_any(rest, &[" far and ", " far, "]) && self.number_follows() {
                self.end_chain();
                self.sentence.opens = true;
                self.sentence.open_main();
            }
            return self.near = said.near;
        }
        // "The answer is therefore 375."
        if said.near.is && matches!(said.word, "therefore" | "thus" | "hence" | "then") {
            self.sentence.therefore = true;
            return self.near = said.near;
        }
        // "You could also add the two first."
        if self.adds_also(said) {
            return self.other_word();
        }
        // "36 chickens (and therefore 14 cows)".
        if self.sentence.remark && said.before.ends_with("(and ") {
            return self.other_word();
        }
        // "13 pizzas, so that each gets 3 slices".
        // "5 boxes so she has enough for 30 days", but "she has 60 and takes 2 a day, so she has enough for 30".
        // "She must buy 9 eggs so that she has 24."
        let needed = || {
            let clause = rest.strip_prefix(" that ");
            said.word == "so"
                && clause.is_some_and(|clause| starts_with_any(clause, &SUBJECTS))
                && self.is_needed()
        };
        let each = || said.word == "so" && rest.starts_with(" that each ");
        let purpose = || rest.starts_with(" that every ") || around::is_enough(rest) || needed();
        if each() || !said.before.ends_with(", ") && purpose() {
            return self.cue(Cue::Because, said.token);
        }
        self.end_chain();
        self.near.so = true;
        self.sentence.therefore = true;
        self.seen.computed = None;
        // "$125 is the balance she started with, so she has 100% of it."
        let is = |pick: Pick| {
            const FARTHEST: usize = 120;
            let between = &self.lexer.text[pick.span.end..said.token.start];
            between.len() < FARTHEST
                && between.starts_with(" is the ")
                && !between.contains(['.', '\n'])
        };
        self.seen.lead = self.seen.lead.filter(|pick| !is(*pick));
        (self.sentence.circumstance, self.sentence.because) = (false, false);
        // "So, adding 58 to 37 gives 95" says no more than without it.
        self.sentence.so = !self.opening();
    }

    /// What sets something against what was said: "Some say 85 if they forget to carry, but it is 95."
    pub(super) fn but(&mut self, said: &Said<'_>) {
        // "not 84 but 95".
        let denied = self.chain.is_some_and(|chain| chain.denied);
        if said.before.ends_with(", ") {
            self.end_chain();
            (self.sentence.because, self.sentence.offer) = (false, false);
            // "$105, but with the coupon she only paid $90".
            self.sentence.opens = true;
            self.sentence.open_main();
        }
        self.other_word();
        self.near.is = denied;
    }
}
