//! What words without a cue, and single letters, say of the numbers around them.

use super::asides::is_aside;
use super::clause::UNIT;
use super::state::{Chain, Near};
use super::{Reader, around, phrasal};
use crate::grade::Span;
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::committed::refusal;
use crate::grade::text::{ends_with_any, starts_with_any};
use crate::text::holds;

/// Whether a clause begins with `rest`, as behind a conjunction: "once she had", but "once a week".
fn begins_clause(rest: &str) -> bool {
    const FIRST: [&str; 8] = ["the ", "all ", "he ", "she ", "it ", "they ", "you ", "we "];
    rest.strip_prefix(' ').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) || starts_with_any(rest, &FIRST)
    })
}

/// Whether what is said behind "each" is of every one: "each 2.5 m long", "each of which".
fn says_of_each(rest: &str) -> bool {
    let number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    // "13 cartons, each carton holding 12".
    let holds = |rest: &str| {
        let mut words = rest.split(' ').skip(1);
        words.next().is_some_and(|word| word.ends_with("ing"))
    };
    rest.starts_with(" of which ")
        || rest.strip_prefix(' ').is_some_and(|rest| number(rest) || holds(rest))
}

/// Whether the title "Final answer:" stands at the end of `before`: "Answer:" may have several
/// sentences, of which the first is none.
fn is_final(before: &str) -> bool {
    let title = before.trim_end_matches([' ', '*', ':']);
    title.ends_with("inal Answer") || title.ends_with("inal answer")
}

/// What a sentence ends in, in Japanese: "is", "does".
const VERBS: [&str; 4] = ["です", "ます", "でした", "ました"];

/// What concludes, in Chinese and Japanese.
const CONCLUDES: [&str; 7] = ["所以", "因此", "合起来", "一共", "よって", "したがって", "だから"];

/// As bytes, which a word is compared as.
const A_GRAVE: &[u8] = "à".as_bytes();

impl Reader<'_> {
    #[cfg_attr(feature = "evaluate", inline(always))]
    pub(super) fn word(&mut self, token: Token) {
        if self.near.equals && token.end == token.start + 1 && self.is_solved() {
            return;
        }
        // "was Rs. 800": a currency.
        if token.span().of(self.lexer.text) == "Rs" {
            self.begun = true;
            return;
        }
        let sign = self.lexer.text.as_bytes()[token.start];
        if token.end == token.start + 1 && matches!(sign, b'x' | b'X') {
            let next = self.lexer.text[token.end..].trim_start_matches(' ');
            if !next.starts_with(['+', '-', '−', '=', '*', '/', '^', ')']) {
                return self.mark('×', token);
            }
            let joined = !(token.spaced || self.lexer.text[..token.start].ends_with('$'));
            // "2x + 5 = 15": an equation for what is not known.
            match &mut self.chain {
                // But "so x = 100 * x / 60 = 16": something is said to be it.
                Some(chain) if !chain.broken && (chain.operator || joined) => {
                    chain.unknown |= !chain.said || self.sentence.answer;
                    chain.side += u32::from(chain.operator);
                }
                _ => self.unknown(),
            }
            return;
        }
        let (word, rest) = (token.span().of(self.lexer.text), self.lexer.rest());
        let before = &self.lexer.text[..token.start];
        if self.near.title {
            self.sentence.answer = false;
            self.sentence.titled = is_final(before);
        }
        let leads = !self.begun && phrasal::leads_in(word);
        self.begun = true;
        // As bytes, which are compared in place.
        match word.as_bytes() {
            // "75 animals, namely 30 dogs, 41 cats and 4 rabbits".
            b"namely" if self.chain.is_some_and(|chain| chain.part) => return self.says_again(),
            b"namely" | b"including" => self.relative(),
            // "$882, made up of $720 and $162", "60 pupils, consisting of 28 boys and 32 girls".
            b"made" if before.ends_with(", ") && rest.starts_with(" up of ") => self.relative(),
            b"consisting" | b"composed" | b"comprised" | b"comprising"
                if before.ends_with(", ") =>
            {
                self.relative();
            }
            b"who" | b"who's" | b"whose" if before.ends_with(", ") => self.relative(),
            b"who" | b"who's" | b"whose" => self.restricts(),
            // "12 people weighing 75 kg".
            b"weighing" | b"measuring" if self.behind_unit() && self.number_is_next() => {
                self.relative();
            }
            // "90 chairs in 6 rows holding 15 each".
            b"holding" | b"costing" if self.behind_unit() && around::is_each(rest) => {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "The 1,480 of Sunday beat the 1,250 of Saturday by 230."
            b"beat" | b"beats" if self.behind_unit() => self.sentence.compares = true,
            // "24 is followed by 48".
            b"followed"
                if self.near.is
                    && rest.starts_with(" by ")
                    && self.behind_operand()
                    && !self.sentence.because =>
            {
                self.lexer.at += " by".len();
                (self.near.is, self.near.so) = (true, true);
                return self.end_chain();
            }
            // "18 kg, counting the 2 kg of its lid".
            b"counting"
                if before.ends_with(", ")
                    && starts_with_any(rest, &[" the ", " his ", " her "]) =>
            {
                self.relative();
            }
            // "15 minutes, provided it holds its rate of 18".
            b"provided"
                if before.ends_with(", ")
                    && starts_with_any(rest, &[" it ", " that ", " he ", " she ", " they "]) =>
            {
                return self.cue(Cue::Because, token);
            }
            // "Remember, each has 4 more." "This makes sense, because it is below 88."
            b"Remember" if rest.starts_with([',', ':']) || rest.starts_with(" that ") => {
                self.sentence.offer = true;
            }
            b"sense" if before.ends_with("his makes ") => self.sentence.offer = true,
            // "181 people, down from the 210 it started with".
            // "-15, down 19 degrees from 4".
            b"down" | b"up"
                if before.ends_with(", ")
                    && (rest.starts_with(" from ") || self.is_change_from()) =>
            {
                self.relative();
            }
            // "34 x 5 is 170, which I found by doing 34 x 10".
            // "Its height, which used to be 14 inches, is 42".
            b"which" if before.ends_with(", ") && starts_with_any(rest, &[" I ", " used to "]) => {
                self.relative();
            }
            // "95 von 150 Euro", "95 euros sur les 150", but "20% von 150".
            b"von" | b"sur" | b"mit" | b"zu" | A_GRAVE
                if self.chain.is_some() && !before.ends_with("% ") =>
            {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "(7 + 8 = 15) y las decenas (30 + 50 = 80), dando 95".
            b"obteniendo" | b"obtendo" | b"dando" | b"restando" | b"quedando" => {
                return self.cue(Cue::So, token);
            }
            // "18 dólares vendiendo 9 huevos".
            _ if word.ends_with("ndo") && self.chain.is_some() && self.number_is_next() => {
                self.sentence.circumstance = true;
                return self.other_word();
            }
            // "18 euros, soit 9 euros chacun", but "7 + 8 = 15, puis 30 + 50 = 80, soit 95".
            b"soit" if self.number_is_next() && around::is_each(rest) => self.relative(),
            b"soit" if self.number_is_next() => return self.cue(Cue::So, token),
            // "leaves you 375".
            b"you" | b"us" | b"paying" if self.near.so => return self.other_word(),
            // "moving up 15 lands you on 7".
            b"you" | b"us" if ends_with_any(before, &["lands ", "land "]) => {
                return self.other_word();
            }
            // "8 pieces, each 2.5 m long", "4 candles, each of which costs $6.25".
            b"each" if before.ends_with(", ") && says_of_each(rest) => self.relative(),
            // "14 full days, after which there are 5000 - 4900 = 100 g".
            b"which" if before.ends_with(" after ") => return self.cue(Cue::Because, token),
            // "95, which agrees with 100 - 5 = 95", "252, which can be checked by noting that 252 ÷ 12 = 21".
            b"agrees" | b"confirms" | b"matches" | b"matching" | b"checked" | b"verified"
            | b"confirmed"
                if ends_with_any(before, &["which ", ", ", " can be "]) =>
            {
                return self.cue(Cue::Because, token);
            }
            // "so t = 135, and plugging it back in gives 38".
            b"plugging" | b"substituting" if self.is_put_back() => {
                self.end_chain();
                self.sentence.because |= self.sentence.best().is_some();
            }
            // "I first got 85, then corrected it to 95."
            b"corrected" | b"revised" if starts_with_any(rest, &[" it to ", " that to "]) => {
                return self.cue(Cue::So, token);
            }
            // "The four payments come to $96."
            b"come" | b"came" if around::is_to_number(rest) => {
                self.end_chain();
                self.begun = true;
                self.lexer.at += " to".len();
                return self.near = Near { is: true, ..Near::default() };
            }
            // "and once 12 popped, 63 were left", but "3 tickets with what is left".
            b"left" | b"remaining" | b"missing"
                if !ends_with_any(before, &["what is ", "that is "]) =>
            {
                // "4 of the 34 oranges are left."
                let part = |span: Span| around::is_of(&before[..span.start]);
                let is = |chain: &&mut Chain| chain.copula && !chain.current.is_some_and(part);
                if let Some(chain) = self.chain.as_mut().filter(is) {
                    chain.said = true;
                }
            }
            // "60 minutes is how long 4 tasks take."
            b"how" if ends_with_any(before, &[" is ", " are "]) => self.subject(false),
            // "so 4h = 36 and h = 9", but "40 × 25 m = 1,000 m".
            [letter]
                if letter.is_ascii_alphabetic()
                    && rest.trim_start_matches(' ').starts_with('=')
                    && !(token.spaced && self.behind_operands()) =>
            {
                return self.unknown();
            }
            // "Plugging it back in gives 38." "Side note: the speed is 15." "16 = 2 × 8 as required."
            b"Plugging" | b"Substituting" => {
                let back = self.is_put_back();
                self.sentence.apart |= back;
                self.sentence.adds |= !back;
            }
            b"note" if before.ends_with("ide ") => self.sentence.apart = true,
            b"required" if before.ends_with(" as ") => self.sentence.apart = true,
            // "With $100 you could afford 7 tickets".
            b"could" if self.sentence.phrase_opens() && around::follows_pronoun(before) => {
                self.end_chain();
                self.sentence.open_main();
            }
            // "so in a week he rides 22 miles": the clause begins.
            b"he" | b"she" | b"they" | b"we" | b"you" if !self.near.led => {
                self.sentence.circumstance = false;
            }
            // "34 and 51 give 85." "80 miles by car and 24 by bike give 104 miles."
            b"give"
                if self.number_is_next()
                    && self.chain.is_some()
                    && (before.trim_end().ends_with(|c: char| c.is_ascii_digit())
                        || !self.sentence.sums.is_empty()) =>
            {
                return self.cue(Cue::Is, token);
            }
            // "54, I mean 56."
            b"mean" if before.ends_with(", I ") && self.number_is_next() => self.correct(),
            // "It is 1 km, in other words 1000 m."
            b"words" if before.ends_with("n other ") => return self.says_again(),
            // "240 minutes, equivalent to 4 hours".
            b"equivalent" if before.ends_with(", ") => return self.says_again(),
            // "Divide by $35 to find that the plumber worked 4 hours."
            b"find" | b"see"
                if ends_with_any(before, &[" to ", " you ", " we ", " and "])
                    && rest.starts_with(" that ") =>
            {
                return self.cue(Cue::So, token);
            }
            // "Find how old she was 3 years ago: 11 - 3 = 8."
            b"find" | b"Find" | b"calculate" | b"Calculate" | b"determine" => {
                self.sentence.task |= self.sentence.said.is_none();
            }
            // "It equals 13: first 18 / 3 = 6, then 6 + 7."
            b"first"
                if before.ends_with(": ") && self.chain.is_some() && around::ends_in_step(rest) =>
            {
                self.cue(Cue::Because, token);
                return self.sentence.reckons = false;
            }
            // "27, seeing that 27 × 27 gives 729".
            b"seeing" if rest.starts_with(" that ") => return self.cue(Cue::Because, token),
            // "16 of the 64 don't, the other 48 do."
            // But "the one is 35°, the other one is 55°".
            b"other"
                if ends_with_any(before, &[", the ", " – the "]) && !rest.starts_with(" one") =>
            {
                self.relative();
            }
            // "gives each of them $28,000".
            b"each" if self.near.is && rest.starts_with(' ') => return self.other_word(),
            // "Nora cut 22 tulips, but we are not asked about tulips", "but we are not counting those".
            b"asked" | b"counting" if before.ends_with(" not ") => self.sentence.apart = true,
            // "Carl sold 18 hats. This has nothing to do with the shirts."
            b"nothing"
                if ends_with_any(before, &["This has ", "That has "])
                    && rest.starts_with(" to do with ") =>
            {
                self.seen.forget_last();
            }
            // "and we're asked how many he has now".
            b"asked"
                if ends_with_any(before, &["re ", " is "])
                    && rest.starts_with(" how")
                    && !self.number_follows() =>
            {
                self.sentence.apart = true;
            }
            // "$36 all told", "31 km in all".
            b"told" | b"all"
                if before.ends_with(if word == "all" { " in " } else { " all " })
                    && !starts_with_any(rest, &[" the ", " of ", " his ", " her "]) =>
            {
                if let Some(chain) = &mut self.chain {
                    chain.said |= !chain.broken && chain.words_since <= UNIT;
                }
            }
            // "If you have a different rate, just put it in for the 0.08."
            b"different" if before.ends_with("f you have a ") => self.sentence.offer = true,
            // "350 seats are missing, based on a demand of 2,150".
            b"based" if before.ends_with(", ") => self.relative(),
            // "**Mia can make 6 bracelets.** Each one will have 3 red beads."
            b"Each" if self.seen.last_bold && self.opening() => self.sentence.apart = true,
            // "Good luck with the other 4 exercises!"
            b"luck" => self.sentence.offer = true,
            // "54 more students are needed to form 12 groups."
            b"needed" | b"required" | b"necessary"
                if self.near.is
                    && self.chain.is_some()
                    && starts_with_any(rest, &[" to ", " for "]) =>
            {
                self.sentence.circumstance = true;
            }
            // "I do not know it. A reasonable estimate is 6."
            b"estimate"
                if ends_with_any(before, &["best ", "reasonable ", "rough ", "good ", "fair "])
                    && starts_with_any(rest, &[" is ", " would be ", " for ", " of "]) =>
            {
                self.sentence.estimate = true;
            }
            // "Note: this is rounded to 2 places."
            b"Note" if rest.trim_start_matches('*').starts_with(':') => {
                self.sentence.offer = true;
            }
            // "If you have 2 more questions, feel free to ask", "let me know".
            b"feel" | b"know" => self.sentence.opening = None,
            // "10 remained once the 75 guests had gone."
            b"once" | b"Once" if begins_clause(rest) => {
                return self.cue(Cue::Circumstance, token);
            }
            b"remain" | b"remained" => self.remains(),
            b"squared" | b"cubed" | b"power" => {
                if let Some(chain) = &mut self.chain
                    && !chain.broken
                    // "9 metres squared" is a unit.
                    && (chain.words_since == 0 || word == "power")
                    && (word != "power" || before.ends_with(" to the "))
                {
                    chain.side += 1;
                    chain.operator |= word == "power";
                }
            }
            // "An easy way is to think of 100 + 100 = 200 and subtract 2." "Keep in mind that many offer
            // discounts for 10 or more."
            _ if is_aside(before, word, rest) => {
                self.sentence.shows |= word == "way";
                self.set_apart();
            }
            _ => {}
        }
        // "gives a width of 8", "makes Ana 64 inches tall".
        // "leaves a length of 16".
        let said = self.near.is || self.near.so;
        if said && (around::is_noun_of(before, rest) || phrasal::is_object(before, word, rest)) {
            return self.other_word();
        }
        // "Covering 240 km in 3 hours means 80 km/h."
        self.sentence.gerund |= self.fresh && self.opening() && word.ends_with("ing");
        if self.chain.is_some() && (self.is_purpose(token) || self.is_spent_on(word, before)) {
            self.sentence.circumstance = true;
        }
        // "and is left with 17".
        let left = word == "left" && rest.starts_with(" with ") && !self.sentence.because;
        self.near = Near { so: left, ..Near::default() };
        self.begun = !leads;
        self.fresh = false;
        self.other_word();
    }

    /// A run of a script without spaces.
    pub(super) fn unspaced(&mut self, token: Token) {
        let run = token.span().of(self.lexer.text);
        self.near = Near::default();
        // "我无法回答48减17".
        if refusal::is_in(run) {
            return self.begun = true;
        }
        // "18ドルです": the verb stands behind what is said.
        let verb = VERBS.iter().any(|verb| run.ends_with(verb));
        if let Some(chain) = self.chain.as_mut().filter(|chain| verb && !chain.broken) {
            (chain.said, chain.concludes) = (true, true);
        }
        if CONCLUDES.iter().any(|word| holds(run, word)) {
            self.cue(Cue::So, token);
        }
        for cue in cue::of_run(run) {
            self.cue(cue, token);
        }
        self.begun = true;
    }

    /// Whether `word` behind `before` tells what the last number is spent on: "spends $70 filling 5 baskets".
    fn is_spent_on(&self, word: &str, before: &str) -> bool {
        let spent = |span: Span| around::is_spent(&self.lexer.text[..span.start]);
        let beside = before.ends_with(" on ") || self.behind_operand();
        word.ends_with("ing")
            && !matches!(word, "remaining" | "spending")
            && beside
            && { self.lexer }.take(2).any(|token| token.kind == Kind::Number)
            && self.chain.and_then(|chain| chain.current).is_some_and(spent)
    }

    /// Whether a number, its unit and "from" are next: "down 19 degrees from 4".
    fn is_change_from(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && tokens.next().is_some_and(|token| token.kind == Kind::Word(None))
            && tokens.rest().starts_with(" from ")
    }

    /// Whether "back" is the next word but one, or the next: "plugging it back in".
    fn is_put_back(&self) -> bool {
        let mut tokens = self.lexer;
        (0..2).any(|_| tokens.next().is_some_and(|token| token.span().of(tokens.text) == "back"))
    }

    /// What is not known stands before what it equals: "so 4h = 36 and h = 9".
    pub(super) fn unknown(&mut self) {
        self.break_chain();
        // "Substituting it back into r = 6c, we get r = 60": no check, but another unknown.
        self.sentence.apart &= !self.near.is;
        self.near = Near { unknown: true, ..Near::default() };
        self.begun = true;
    }

    /// Whether what is not known ends its sentence behind what it equals: "or 6 = x".
    fn is_solved(&mut self) -> bool {
        let end = { self.lexer }.next().map(|token| token.kind);
        let ends = matches!(end, None | Some(Kind::Stop | Kind::Newline));
        let Some(chain) = self.chain.as_mut().filter(|chain| ends && chain.side == 1) else {
            return false;
        };
        chain.equal_since = false;
        (chain.said, chain.concludes) = (true, true);
        self.near = Near::default();
        true
    }

    /// A word stands behind the last number.
    pub(super) fn other_word(&mut self) {
        self.sentence.begun = true;
        if let Some(chain) = &mut self.chain {
            chain.copula = false;
            chain.words_since += 1;
        }
    }

    pub(super) fn letter(&mut self, token: Token, line_start: bool) {
        let letter = token.span().of(self.lexer.text);
        // `A: 95` marks an answer, as `Q:` marks a question.
        if line_start && self.lexer.text[token.end..].starts_with(':') {
            self.sentence.answer |= letter == "A";
            self.near = Near { is: true, ..Near::default() };
            return;
        }
        // "1,000 m, i.e. 1 km".
        if letter == "i" && self.is_said_again(token) {
            return self.says_again();
        }
        // "9 huevos a 2 dólares".
        if letter == "a" && self.behind_unit() && self.number_is_next() {
            self.sentence.circumstance = true;
            return;
        }
        // The article.
        let after = self.lexer.text[token.end..].strip_prefix(' ');
        let noun = |c: char| c.is_alphanumeric() || c == '$';
        if letter == "a" && after.is_some_and(|after| after.starts_with(noun)) {
            return;
        }
        self.sentence.answer &= !self.near.title;
        if after.unwrap_or(self.lexer.rest()).starts_with('=') {
            return self.unknown();
        }
        self.near = Near { me: letter == "I", ..Near::default() };
        self.begun |= letter != "I";
        self.other_word();
    }
}
