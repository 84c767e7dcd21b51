//! What words and marks say of the numbers around them.

use super::clause::{TITLE, UNIT};
use super::state::{Chain, Near};
use super::{Reader, around};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::ends_with_any;
use crate::grade::{Rule, Span};

/// Whether a word calls what stands before it what stands behind: "95 is the sum".
fn is_be(word: &str) -> bool {
    matches!(word, "is" | "was" | "are" | "were" | "be" | "es" | "est" | "ist" | "é" | "it's")
}

impl Reader<'_> {
    pub(super) fn cue(&mut self, cue: Cue, token: Token) {
        let text = self.lexer.text;
        let (word, before) = (token.span().of(text), &text[..token.start]);
        let fresh = std::mem::take(&mut self.fresh);
        let keep = self.near;
        // "Answer: The sum of 37 and 58 is 95": a sentence of its own.
        if keep.title && !matches!(cue, Cue::Filler | Cue::ItIs) {
            self.sentence.answer = false;
        }
        self.near = Near::default();
        // "It's 95. I added …": the reply begins with that number.
        self.begun |= cue != Cue::ItIs;
        match cue {
            Cue::It => {
                self.near.so = keep.so;
                self.other_word();
            }
            // "34, which is 6 years less than 40".
            Cue::Compared if self.compares() => {
                self.chain = None;
                self.sentence.adds = true;
                self.other_word();
            }
            Cue::NamedLetter | Cue::Compared => {
                self.sentence.compares |= cue == Cue::Compared;
                // "Take away 4 more to get 16."
                self.sentence.adds |= word == "away" && before.ends_with("ake ");
                self.other_word();
            }
            // "Some say 85 if they forget to carry, but it is 95."
            Cue::But => {
                // "not 84 but 95".
                let denied = self.chain.is_some_and(|chain| chain.denied);
                if before.ends_with(", ") {
                    self.end_chain();
                    (self.sentence.because, self.sentence.offer) = (false, false);
                }
                self.other_word();
                self.near.is = denied;
            }
            Cue::Me => {
                // "Initially I'd say 20".
                self.near.me = !around::is_first_thought(before);
                self.other_word();
            }
            // "One might answer 85", and others do.
            Cue::Answer if cue::is_of_others(text, token.start) => self.other_word(),
            Cue::Answer => {
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
                return;
            }
            // "92 ÷ 7 = 13 remainder 1".
            Cue::Result
                if word == "remainder"
                    && self.chain.is_some_and(|chain| chain.said || chain.equals) =>
            {
                return self.relative();
            }
            // "On average the 5 of them walked 10 km."
            Cue::Result if word == "average" && before.ends_with("n ") => self.other_word(),
            Cue::Result => {
                // "18 while Jo picked 11, a difference of 7": no part of the reason.
                if before.ends_with(", a ") || before.ends_with(", for a ") {
                    self.end_chain();
                    self.sentence.because = false;
                }
                // "In total 14 legs are on the ground."
                if word == "total" && (before.ends_with("In ") || before.ends_with(" in ")) {
                    (self.sentence.opens, self.sentence.circumstance) = (false, false);
                }
                self.sentence.begun = true;
                self.near.result = true;
                self.near.pair = true;
                // "16 is the difference", but "to 64 is a difference of 16".
                if !before.ends_with(" a ") && !before.ends_with(" an ") {
                    self.subject(false);
                }
                if let Some(chain) = &mut self.chain {
                    chain.copula = false;
                    // "3 bolts in total", "$18 altogether", but "$2 of the $9 total".
                    let total = matches!(word, "total" | "altogether")
                        && !chain.current.is_some_and(|span| around::is_of(&text[..span.start]));
                    if total && !chain.broken && chain.words_since <= 2 {
                        chain.said = true;
                        if before.ends_with(" in ") {
                            self.near = Near::default();
                        }
                    }
                }
                return;
            }
            // "85 is not right".
            Cue::Right | Cue::Wrong if keep.not == (cue == Cue::Right) && keep.is => {
                self.chain = None;
            }
            Cue::Right => {
                self.subject(true);
                self.near = keep;
            }
            // "after giving 6 away".
            Cue::Is if keep.led && !is_be(word) => self.other_word(),
            // "to have 40", and "20 calls to get 15 customers", which is what for.
            Cue::Is if !self.sentence.adds && self.is_purpose(token) => {
                self.sentence.circumstance = true;
                self.other_word();
            }
            Cue::Is if around::is_half(word, self.lexer.rest()) => self.other_word(),
            // "30% of them are 60, which means there are 200."
            Cue::Is
                if word == "means" && ends_with_any(before, &["which ", " that ", " this "]) =>
            {
                return self.cue(Cue::So, token);
            }
            // "6 × 7 means 6 groups of 7."
            Cue::Is if word == "means" && self.chain.is_some_and(|chain| chain.side > 1) => {
                self.other_word();
            }
            // "43 inches tall, being 5 inches shorter than his sister".
            Cue::Is if word == "being" && before.ends_with(", ") => {
                self.cue(Cue::Because, token);
            }
            // "14 miles, which is 2 miles a day for 7 days".
            Cue::Is if before.ends_with(", which ") && self.explains() => self.relative(),
            Cue::Is | Cue::ItIs => {
                // "A tank that lost 54 of them has 46": the clause that says more is over.
                if self.chain.is_some_and(|chain| chain.words_since > 0) {
                    self.sentence.remark &= self.sentence.group;
                }
                // "There are 28, 6 are absent and 22 are here": no list of parts.
                self.sentence.sums.end_list();
                // "works out to 12", "rounds up to 5".
                let rest = self.lexer.rest();
                if let Some(b'o' | b'u' | b'd') = rest.as_bytes().get(1) {
                    let ways = [" out ", " up ", " down "];
                    let way = ways.iter().find(|way| rest.starts_with(**way));
                    self.lexer.at += way.map_or(0, |way| way.len() - 1);
                }
                if std::mem::take(&mut self.sentence.phrase) && is_be(word) {
                    (self.sentence.opens, self.sentence.circumstance) = (false, false);
                }
                self.near.is = true;
                self.near.not = keep.not;
                self.near.result = keep.result;
                self.near.so = keep.so;
                if let Some(chain) = &mut self.chain {
                    // "12 seven times is 84".
                    if (chain.side > 1 || chain.operator) && !chain.broken {
                        chain.equal_since = true;
                        chain.operator = false;
                    }
                    chain.copula = is_be(word);
                    // "A 5 by 6 rectangle has an area of 30": it counts no more words.
                    if chain.words_since > 0 && !chain.copula {
                        chain.words_since += UNIT;
                    }
                    // "98, minus 3 is 95", "3 + 5 + 1 = 9 gives 95".
                    self.near.so |=
                        chain.goes_on || chain.equals && !chain.broken && chain.words_since == 0;
                }
                // "3 + 5 + 1 = 9, giving 95", "4 + 2 = 6, to get 96", "which gives 95", "you have 95",
                // "adding 1 gives 95".
                // "double that is 95", "and 3 less is 95".
                let changed = || ends_with_any(before, &[" that ", " less ", " more "]);
                let subject = || {
                    ends_with_any(before, &["which ", "you ", "we "])
                        && !before.ends_with("of which ")
                };
                self.near.so |= word.ends_with("ing")
                    || word == "rounded"
                    || matches!(word, "get" | "obtain") && before.ends_with(" to ")
                    || !is_be(word) && !self.sentence.because && subject()
                    || self.sentence.adds && (!is_be(word) || changed());
                return;
            }
            Cue::Commit if !cue::commits(text, token.span()) => self.other_word(),
            Cue::Commit => {
                self.near.commit = keep.me;
                // "leaving 70".
                self.near.so = matches!(word, "leaves" | "leaving");
            }
            Cue::Filler | Cue::Choice => {
                self.near = keep;
                match word.as_bytes() {
                    // "It is 95, as 30 + 50 = 80".
                    b"as" if fresh || before.ends_with("eeing ") => {
                        return self.cue(Cue::Because, token);
                    }
                    // "It ends at -2."
                    b"at" if around::comes_to_at(before) => self.near.is = true,
                    // "leaving her with 27", and "which is 7 with a remainder of 2".
                    b"with" if around::comes_to_with(before) => {
                        self.near.so = true;
                    }
                    // "With 350 seats sold, the theatre made $12,600."
                    b"With" if self.opening() => self.sentence.opens = true,
                    b"with"
                        if !before.ends_with(" and ")
                            && self.chain.is_some_and(|chain| chain.said || chain.equals) =>
                    {
                        self.relative();
                    }
                    b"with" if self.chain.is_some_and(|chain| fresh || !chain.broken) => {
                        self.sentence.circumstance = true;
                    }
                    // "75 stickers, of which 28 are old", "75 stickers, 28 of which are old".
                    b"of" if self.lexer.rest().starts_with(" which") => {
                        self.chain =
                            self.chain.filter(|chain| chain.broken || chain.words_since > 0);
                        self.relative();
                    }
                    // But "3 times that is 36".
                    b"that"
                        if self.behind_unit()
                            && !before.ends_with(" of ")
                            && !self.chain.is_some_and(|chain| chain.operator) =>
                    {
                        self.relative();
                    }
                    // "If 3 pens cost $6 then 5 cost $10."
                    b"then" if self.sentence.opens => {
                        self.end_chain();
                        self.sentence.open_main();
                    }
                    // "To get 10 of them, he needs 3 packs."
                    b"To" if self.opening() => self.sentence.opens = true,
                    // "from 80 to 100".
                    b"to" => {
                        let from = |span: Span| around::is_from(&text[..span.start]);
                        self.sentence.circumstance |=
                            self.chain.is_some_and(|chain| chain.current.is_some_and(from));
                    }
                    // "The fair took in $40."
                    b"in" if around::has_in(before) => {}
                    // "92 in order to bring her average up to 86".
                    b"in" if self.lexer.rest().starts_with(" order to ") => {
                        return self.cue(Cue::Because, token);
                    }
                    [b'i' | b'I', b'n' | b'N']
                    | [b'a' | b'A', b't' | b'T']
                    | [b'o' | b'O', b'f' | b'n' | b'F' | b'N'] => self.lead_in(word, before),
                    _ => {}
                }
                return;
            }
            // "3 classes of 45 make for 135 students".
            Cue::Circumstance if word == "for" && around::comes_to_for(before) => {
                self.near = keep;
                return;
            }
            // "lasts for 15 days", "sold for $40".
            Cue::Circumstance if word == "for" && around::has_for(before) => {
                self.sentence.circumstance = false;
                self.other_word();
            }
            // "45, divided by 3 is 15".
            Cue::Circumstance if word == "by" && keep.operator => {
                self.near = keep;
                return;
            }
            // "58 exceeds 37 by 21."
            Cue::Circumstance
                if word == "by" && self.sentence.compares && !self.sentence.because =>
            {
                self.near.is = true;
            }
            // "It dropped by 8 degrees."
            Cue::Circumstance
                if word == "by"
                    && self.chain.is_none()
                    && self.sentence.begun
                    && !self.sentence.adds =>
            {
                self.other_word();
            }
            // "8 are left after each of them gets 4."
            Cue::Circumstance
                if word == "after"
                    && !fresh
                    && !before.ends_with("and ")
                    && (self.chain.is_some_and(|chain| chain.said)
                        || self.sentence.said.is_some()) =>
            {
                self.cue(Cue::Because, token);
                self.near.led = true;
                return;
            }
            Cue::Circumstance => {
                self.sentence.phrase |= self.opening() && !word.eq_ignore_ascii_case("after");
                self.sentence.opens |= self.opening();
                self.sentence.circumstance = true;
                self.near.led = true;
                self.other_word();
            }
            // "23 and 28 add up to 51".
            Cue::Pair if self.lexer.rest().starts_with(" up to ") => {
                self.lexer.at += " up to ".len();
                (self.near.is, self.near.so) = (true, true);
            }
            Cue::Pair => {
                self.sentence.adds = true;
                self.near.pair = true;
                self.other_word();
                return;
            }
            // "half of 44", which is an expression; "for half an hour", which a preposition leads in.
            Cue::Scaled => {
                self.sentence.adds = true;
                let next = { self.lexer }.find(|token| {
                    !matches!(token.kind, Kind::Word(Some(Cue::Filler)) | Kind::Mark('$'))
                });
                let number = next.is_some_and(|token| token.kind == Kind::Number);
                self.sentence.circumstance &= number;
                self.near.operator = number;
                self.break_chain();
                self.other_word();
            }
            Cue::Count => {
                self.sentence.circumstance = false;
                self.other_word();
            }
            Cue::Actually => {
                if fresh {
                    self.correct();
                } else {
                    self.near = keep;
                    return;
                }
            }
            // "so far".
            Cue::So if self.lexer.rest().starts_with(" far") => self.near = keep,
            // "13 pizzas, so that each gets 3 slices".
            Cue::So if self.lexer.rest().starts_with(" that each ") => {
                return self.cue(Cue::Because, token);
            }
            Cue::So => {
                self.end_chain();
                self.near.so = true;
                (self.sentence.circumstance, self.sentence.because) = (false, false);
                // "So, adding 58 to 37 gives 95" says no more than without it.
                self.sentence.so = !self.opening();
                return;
            }
            // "Let me know if you have 2 more questions", "if you'd like 3 other examples".
            Cue::Not if cue::offers(text, token.span()) => {
                self.end_chain();
                self.sentence.offer = true;
            }
            // "8 boxes hold 96 if each holds 12".
            Cue::Not if word == "if" => {
                return self.cue(Cue::Because, token);
            }
            // "3 more than that makes 37."
            Cue::Not if word == "than" && self.lexer.rest().starts_with(" that ") => {
                self.other_word();
            }
            Cue::Not | Cue::Wrong => {
                self.near.not = true;
                // "440 is not the right answer".
                self.near.is = keep.is && cue == Cue::Not;
                if self.opening() && word.eq_ignore_ascii_case("if") {
                    (self.sentence.opens, self.sentence.given) = (true, true);
                }
                let no = word.eq_ignore_ascii_case("no");
                let after = text[token.end..].trim_start_matches(' ');
                self.near.no = no && after.starts_with([',', '.', ':', '—', '–']);
                self.break_chain();
            }
            // "103, or rather 113".
            Cue::Or if self.lexer.rest().starts_with(" rather ") => self.correct(),
            Cue::Or => self.or(before),
            Cue::And => {
                self.near.also = self.chain.is_some_and(|chain| chain.circumstance);
                // "larger than 58 and 39".
                self.near.not =
                    self.chain.is_some_and(|chain| chain.denied && chain.words_since == 0);
                self.break_chain();
            }
            Cue::Operator => {
                // "78 left over", "540 meters over 9 days".
                let counted = self.chain.as_ref().is_some_and(|chain| chain.words_since > 0);
                if word == "over" && (counted || !self.divides()) {
                    self.sentence.circumstance = true;
                    return self.other_word();
                }
                // "9 times less than 30", "21 times for each": a noun.
                if word == "times" && self.counts_times() {
                    return self.other_word();
                }
                self.near.operator = true;
                if let Some(chain) = &mut self.chain {
                    chain.operator = true;
                }
                return;
            }
            // "That is because 60 and 20 are 80; 8 and 4 are 12."
            Cue::Because
                if self.chain.is_none()
                    && self.sentence.best().is_none()
                    && around::is_reason(before) =>
            {
                self.sentence.offer = true;
            }
            // "and since 3 are gone the rest is 5": a clause of its own.
            Cue::Because if before.ends_with(" and ") => self.end_chain(),
            // "medals than have been given out".
            Cue::Because if word == "given" && keep.is => {
                self.other_word();
                // "should be given $12".
                self.near.is = before.ends_with(" be ");
            }
            // "by 5 degrees an hour, so if it was on for 3 hours, it rose by 15": what follows "so" is
            // another sentence.
            Cue::Because if word == "if" && before.ends_with("so ") => {
                self.end_chain();
                self.sentence.opens = true;
            }
            Cue::Because => {
                self.end_chain();
                // "The price in 1933 using that of 1929 is $64."
                let by = word == "using" && !self.sentence.has_main_value();
                let valued = !by && self.sentence.best().is_some();
                // "Since 2006, when it was counted anew, there are 8."
                let opening = self.sentence.opening.map(|pick| pick.rule);
                let again = !self.sentence.has_main() && opening == Some(Rule::NumberLast);
                self.sentence.because |= valued && !again;
                let number = { self.lexer }.next().map(|token| token.kind);
                self.sentence.reckons = matches!(number, Some(Kind::Number | Kind::Mark('$')));
                self.sentence.opens |= self.opening() || again;
                self.sentence.given |= !valued;
            }
            // "Explanation:", but "the explanation is".
            Cue::Check if word.eq_ignore_ascii_case(TITLE) && !self.is_title(token) => {
                self.other_word();
            }
            // "added at check out".
            Cue::Check if [" out", " in "].iter().any(|on| self.lexer.rest().starts_with(on)) => {
                self.other_word();
            }
            Cue::Check => {
                if self.seen.best().is_some()
                    || self.sentence.best().is_some()
                    || self.chain.is_some()
                {
                    self.end_chain();
                    self.commit_sentence();
                    self.checking = true;
                }
                self.sentence.check = true;
            }
            Cue::Correction => self.correct(),
            // "Step 2", but "a score of 75", "have to score 23".
            Cue::Named => {
                // "any other time, for example h(10) = 47".
                if word == "example" && before.ends_with(", for ") {
                    self.end_chain();
                    self.sentence.offer = true;
                }
                let verbs = [" to ", " must ", " can ", " will "];
                let verb = word == "score" && ends_with_any(before, &verbs)
                    // "comes up with probability 0.3".
                    || word == "probability" && before.ends_with(" with ");
                self.near.named = !verb && !before.ends_with(" a ");
            }
        }
        if let Some(chain) = &mut self.chain {
            chain.copula = false;
        }
    }
}
