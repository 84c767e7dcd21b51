//! What the words that have a cue say of the numbers around them.

use super::clause::TITLE;
use super::state::{Chain, Near};
use super::{Reader, around, asides, phrasal};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::{Kind, Token};
use crate::grade::text::{ends_with_any, starts_with_any};

/// A word with a cue, and what stands before it.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    pub cue: Cue,
    pub token: Token,
    pub word: &'a str,
    pub before: &'a str,
    /// What stood directly before it.
    pub near: Near,
    /// It begins a clause.
    pub fresh: bool,
}

/// Whether a word that begins a check is a thing, or what is done to dough: "the $50 check", "he writes a
/// check", "the health check is $30", "a church check twice a month", "2 hours to proof the dough", "80
/// proof".
fn is_thing(said: &Said<'_>, rest: &str) -> bool {
    const OFTEN: [&str; 8] =
        [" once ", " twice ", " per ", " a month", " a week", " quarterly", " monthly", " weekly"];
    const PRICED: [&str; 4] = [" is ", " was ", " cost ", " costs "];
    // "A quick check is 14 × 6 = 84."
    const CHECKS: [&str; 7] = ["the ", "this ", "that ", "quick ", "simple ", "sanity ", "final "];
    const PAID: [&str; 9] = [
        "every ",
        "his ",
        "her ",
        "write a ",
        "writes a ",
        "wrote a ",
        "deposited the ",
        "deposits the ",
        "cashed the ",
    ];
    let before = said.before;
    let amount = || {
        let before = before.strip_suffix(' ').unwrap_or_default();
        before.ends_with(|c: char| c.is_ascii_digit())
    };
    match said.word {
        "check" => {
            let noun =
                || before.strip_suffix(' ').is_some_and(|it| it.ends_with(char::is_alphabetic));
            ends_with_any(before, &PAID)
                || amount()
                || starts_with_any(rest, &OFTEN)
                || starts_with_any(rest, &PRICED) && noun() && !ends_with_any(before, &CHECKS)
        }
        "proof" => before.ends_with(" to ") || amount(),
        _ => false,
    }
}

impl Reader<'_> {
    pub(super) fn cue(&mut self, cue: Cue, token: Token) {
        let text = self.lexer.text;
        let said = Said {
            cue,
            token,
            word: token.span().of(text),
            before: &text[..token.start],
            near: std::mem::take(&mut self.near),
            fresh: std::mem::take(&mut self.fresh),
        };
        // "Answer: The sum of 37 and 58 is 95": a sentence of its own.
        if said.near.title && !matches!(cue, Cue::Filler | Cue::ItIs) {
            self.sentence.answer = false;
        }
        self.begun = self.begun || cue != Cue::ItIs && !phrasal::leads_in(said.word);
        match cue {
            Cue::Answer => self.answer(&said),
            Cue::Result => self.result(&said),
            Cue::Is | Cue::ItIs => self.is(&said),
            Cue::Right | Cue::Wrong => self.judged(&said),
            Cue::Commit => self.commit(&said),
            Cue::Me => {
                // "Initially I'd say 20".
                self.near.me = !around::is_first_thought(said.before);
                self.other_word();
            }
            Cue::It => {
                self.near.so = said.near.so;
                self.other_word();
            }
            Cue::Filler | Cue::Choice => self.filler(&said),
            // "You get this by adding 30 + 50 = 80 and 7 + 8 = 15."
            Cue::Circumstance if asides::tells_way(&said, self.lexer.rest()) => {
                self.sentence.apart = true;
            }
            Cue::Circumstance => self.circumstance(&said),
            Cue::Because => self.because(&said),
            Cue::So => self.so(&said),
            Cue::But => self.but(&said),
            Cue::Not => self.not(&said),
            // "103, or rather 113".
            Cue::Or if self.lexer.rest().starts_with(" rather ") => self.correct(),
            Cue::Or => self.or(said.before),
            Cue::And => {
                // But "from the 52 cards and 39 are left": a clause begins.
                self.near.also =
                    self.chain.is_some_and(|chain| chain.led) && !self.clause_follows();
                // "larger than 58 and 39".
                self.near.not =
                    self.chain.is_some_and(|chain| chain.denied && chain.words_since == 0);
                self.break_chain();
                // "37 and 58 are both numbers."
                if self.is_one_of_two() {
                    self.chain = None;
                    self.lexer.next();
                }
            }
            Cue::Operator => self.operator(&said),
            Cue::Pair => self.pair(&said),
            Cue::Scaled => self.scaled(),
            Cue::Count => {
                self.sentence.circumstance = false;
                self.other_word();
            }
            // "That is 12 less 3, or 9."
            Cue::Compared
                if said.word == "less"
                    && self.behind_operand()
                    && around::is_taken_off(self.lexer.rest()) =>
            {
                self.sentence.worded = true;
                self.operates();
            }
            // "260, less 13 is 247".
            Cue::Compared
                if said.word == "less"
                    && said.before.ends_with(", ")
                    && self.number_is_next()
                    && self.chain.is_some_and(|chain| chain.side == 1) =>
            {
                self.break_chain();
                self.sentence.adds = true;
                self.near.operator = true;
            }
            // "34, which is 6 years less than 40".
            Cue::Compared if self.compares() => {
                self.chain = None;
                self.sentence.adds = true;
                self.other_word();
            }
            Cue::NamedLetter | Cue::Compared => {
                // But "60 more roses by 5 pm".
                let counted =
                    matches!(said.word, "more" | "less" | "fewer") && self.behind_operand();
                self.sentence.compares |= cue == Cue::Compared && !counted;
                // "Take away 4 more to get 16."
                self.sentence.adds |= said.word == "away" && said.before.ends_with("ake ");
                self.other_word();
            }
            Cue::Named => self.name(&said),
            Cue::Check => self.check(&said),
            Cue::Actually if !said.fresh => self.near = said.near,
            // "A common mistake is to add first."
            Cue::Correction if said.before.ends_with(" common ") => self.other_word(),
            Cue::Actually | Cue::Correction => self.correct(),
        }
        let between =
            matches!(cue, Cue::Is | Cue::ItIs | Cue::Filler | Cue::Choice | Cue::Actually);
        if let Some(chain) = &mut self.chain {
            chain.copula &= between;
        }
    }

    fn judged(&mut self, said: &Said<'_>) {
        let near = said.near;
        // "10 were ruled innocent", "those that count as invalid".
        let verdict = said.word == "ruled" && !self.lexer.rest().starts_with(" out");
        // "7 beakers, which was the correct number".
        let relative = ends_with_any(said.before, &["which is the ", "which was the "])
            && self.lexer.rest().starts_with(" number ");
        if verdict || relative || said.before.ends_with(" as ") {
            return self.other_word();
        }
        // "The intuitive answer of 10 is wrong: if it were 10, both would be 30."
        self.sentence.answer &= !(near.is && said.cue == Cue::Wrong && !near.not);
        // "85 is not right".
        if near.is && near.not == (said.cue == Cue::Right) {
            self.chain = None;
        } else if said.cue == Cue::Right {
            self.subject(true);
            self.near = near;
        } else {
            self.not(said);
        }
    }

    fn commit(&mut self, said: &Said<'_>) {
        if !cue::commits(self.lexer.text, said.token.span()) {
            return self.other_word();
        }
        // "I'd pick 12", but "we can choose 13 cards", "we choose 2 flavours out of 7".
        let chooses = said.word.starts_with("choos")
            || said.word.starts_with("select")
            || said.word.starts_with("pick");
        const POSSIBLE: [&str; 6] = [" can ", "e must ", "e could ", "e may ", "We ", " we "];
        let possible = || ends_with_any(said.before, &POSSIBLE);
        // "So we can say that 48 = 12 + 3k."
        let tells = said.word == "say" && ends_with_any(said.before, &["can ", "could "]);
        self.near.commit = said.near.me && !(chooses && possible() || tells);
        // "leaving 70", but "12 leaves on 6 branches".
        let counted = self.chain.is_some_and(|chain| chain.side == 1 && !chain.equals);
        let noun = said.word == "leaves"
            && counted
            && self.behind_operand()
            && starts_with_any(self.lexer.rest(), &[" on ", " in ", " of ", ",", "."]);
        // "Kofi had $45 at first, because $45 minus $18 leaves $27."
        let reason =
            self.sentence.because && said.word == "leaves" && !said.before.ends_with("which ");
        self.near.so = matches!(said.word, "leaves" | "leaving") && !(noun || reason);
    }

    /// What denies what follows, or says that it is wrong.
    pub(super) fn not(&mut self, said: &Said<'_>) {
        let text = self.lexer.text;
        // "Let me know if you have 2 more questions", "if you'd like 3 other examples".
        if cue::offers(text, said.token.span()) {
            self.end_chain();
            self.sentence.offer = true;
            return;
        }
        match said.word {
            // "NI = 351.6 - 14.2": a name.
            "NI" | "NO" | "NE" if self.lexer.rest().starts_with(" =") => return self.other_word(),
            // "8 boxes hold 96 if each holds 12".
            "if" => return self.cue(Cue::Because, said.token),
            // "carries 12 people before reaching its limit of 900 kg".
            // "6 hours before he has 60".
            "before"
                if (self.behind_unit()
                    || self.chain.is_some_and(|chain| chain.said)
                    || self.sentence.has_main_value())
                    && (self.gerund_is_next()
                        || starts_with_any(
                            self.lexer.rest(),
                            &[" he ", " she ", " they ", " we "],
                        )) =>
            {
                return self.cue(Cue::Because, said.token);
            }
            // "If she could save $30 instead, she would be there in 10 weeks."
            // But "If he worked instead, he would earn 6 × $9 = $54."
            "instead"
                if self.sentence.given
                    && self.lexer.rest().starts_with(',')
                    && !self.equation_follows() =>
            {
                self.sentence.apart = true;
            }
            // "The heat rejected is 500 J."
            "rejected" if !said.near.is && self.lexer.rest().starts_with(" is ") => {
                return self.other_word();
            }
            // "Working it out by hand instead gives 4,444."
            "instead" if starts_with_any(self.lexer.rest(), &[" gives ", " is ", " makes "]) => {
                return self.other_word();
            }
            // "no more than 25 - 5 = 20 apples".
            "no" | "No" => {
                const THAN: [&str; 3] = [" more than", " less than", " fewer than"];
                let than = THAN.iter().find(|than| self.lexer.rest().starts_with(**than));
                if let Some(than) = than {
                    self.lexer.at += than.len();
                    return self.near = said.near;
                }
            }
            // "3 more than that makes 37."
            "than" if self.lexer.rest().starts_with(" that ") => return self.other_word(),
            // "5 more than Ann's 12".
            "than" => self.lexer.at += around::owner(self.lexer.rest()),
            _ => {}
        }
        self.near.not = true;
        // "440 is not the right answer".
        self.near.is = said.near.is && said.cue == Cue::Not;
        if self.opening() && said.word.eq_ignore_ascii_case("if") {
            (self.sentence.opens, self.sentence.given) = (true, true);
            self.sentence.conditional = true;
        }
        let after = self.lexer.rest().trim_start_matches(' ');
        self.near.no =
            said.word.eq_ignore_ascii_case("no") && after.starts_with([',', '.', ':', '—', '–']);
        self.break_chain();
    }

    fn operator(&mut self, said: &Said<'_>) {
        // "78 left over", "540 meters over 9 days".
        let counted = self.chain.is_some_and(|chain| chain.words_since > 0);
        if said.word == "over" && (counted || !self.divides()) {
            self.sentence.circumstance = true;
            return self.other_word();
        }
        if asides::tells_how(said.before, self.lexer.rest()) {
            self.set_apart();
            return self.other_word();
        }
        // "ce n'est pas 85 mais 95", but "37 mais 58".
        if said.word == "mais" && self.chain.is_some_and(|chain| chain.denied) {
            return self.but(said);
        }
        // "7 canicas, 3 más que Ana".
        if self.lexer.rest().starts_with(" que ") && self.sentence.has_main() {
            self.chain = None;
            return self.other_word();
        }
        // "9 times less than 30", "21 times for each": a noun.
        if said.word == "times" && self.counts_times() {
            return self.other_word();
        }
        // "Dave added 1 app", "I added 37 and 58": a verb.
        let verb = matches!(said.word, "added" | "subtracted") && !self.behind_operand();
        // "then subtract the 5 you added: 95".
        if verb && self.lexer.rest().starts_with([':', ',', '.']) {
            return self.other_word();
        }
        if verb && self.number_is_next() {
            return if self.two_are_next() { self.pair(said) } else { self.other_word() };
        }
        // "She has 32 left: 3 × 12 = 36, minus the 4 that broke": what that comes to was said.
        let goes_on = |chain: &Chain| chain.equals && said.before.ends_with(", ");
        if self.sentence.said.is_some() && self.chain.as_ref().is_some_and(goes_on) {
            self.chain = None;
        }
        self.sentence.worded = true;
        self.operates();
    }

    fn pair(&mut self, said: &Said<'_>) {
        const UP_TO: &str = " up to ";
        let word = said.word;
        // "23 and 28 add up to 51", but "$100, because the bills add up to $300".
        if self.lexer.rest().starts_with(UP_TO) {
            self.lexer.at += UP_TO.len();
            (self.near.is, self.near.so) = (true, !self.sentence.because);
        } else if word == "add"
            && let Some(more) = self.adds_more()
        {
            self.lexer.at += more;
            self.near.is = true;
            self.other_word();
        } else {
            // "11 inches between week 2 and week 6".
            if word == "between"
                && let Some(end) = self.named_pair_end()
            {
                self.lexer.at = end;
                return;
            }
            // "Mia will add 12 carrots", "40 guests suggested adding cream": nothing is to be reckoned.
            let adds_one =
                word == "add" && self.numbers_follow() < 2 && phrasal::is_told_of(said.before);
            if adds_one || word == "adding" && !said.fresh && self.numbers_follow() == 0 {
                return self.other_word();
            }
            // "Adding the 2 hours of the way home, she was away for 16."
            self.sentence.gerund |= self.opening() && word.ends_with("ing");
            // "79 stamps between them".
            self.sentence.adds |= word != "between";
            self.sentence.task |= word != "between" && self.sentence.said.is_none();
            self.sentence.pair_at = self.lexer.at;
            self.near.pair = true;
            self.other_word();
        }
    }

    /// Where two names end that have a number each: "week 2 and week 6".
    fn named_pair_end(&self) -> Option<usize> {
        let mut tokens = self.lexer;
        let mut name = || {
            let word = tokens.next().filter(|token| matches!(token.kind, Kind::Word(_)))?;
            let number = tokens.next().filter(|token| token.kind == Kind::Number)?;
            let and = tokens.next().is_some_and(|token| token.kind == Kind::Word(Some(Cue::And)));
            Some((word.span().of(tokens.text), number.end, and))
        };
        let (first, _, and) = name()?;
        let (second, end, _) = name()?;
        (and && first == second).then_some(end)
    }

    /// How far it is to what must be added: "You need to add another 48 to the 32".
    fn adds_more(&self) -> Option<usize> {
        const MORE: [&str; 3] = [" another", " an additional", " an extra"];
        let before = &self.lexer.text[..self.lexer.at - "add".len()];
        if !(around::must(before) || before.ends_with(" must ")) {
            return None;
        }
        let rest = self.lexer.rest();
        if let Some(more) = MORE.iter().find(|more| rest.starts_with(**more)) {
            return Some(more.len());
        }
        let mut kinds = self.lexer.map(|token| token.kind);
        (kinds.next() == Some(Kind::Number)
            && kinds.next() == Some(Kind::Word(Some(Cue::Compared))))
        .then_some(0)
    }

    /// "half of 44", which is an expression; "for half an hour", which a preposition leads in.
    fn scaled(&mut self) {
        (self.sentence.adds, self.sentence.worded) = (true, true);
        let next = { self.lexer }
            .find(|token| !matches!(token.kind, Kind::Word(Some(Cue::Filler)) | Kind::Mark('$')));
        let number = next.is_some_and(|token| token.kind == Kind::Number);
        self.sentence.circumstance &= number;
        self.near.operator = number;
        self.break_chain();
        self.other_word();
    }

    /// "Step 2", but "a score of 75", "have to score 23", "comes up with probability 0.3".
    fn name(&mut self, said: &Said<'_>) {
        let Said { word, before, .. } = *said;
        // "any other time, for example h(10) = 47".
        if word == "example" && ends_with_any(before, &[", for ", ": for "]) {
            self.end_chain();
            self.sentence.offer = true;
        }
        // "x equals 3 in the equation 2x + 4 = 10."
        if word == "equation" && before.ends_with(" in the ") && self.chain.is_some() {
            return self.relative();
        }
        self.table |= word == "table";
        let verb = word == "score" && ends_with_any(before, &[" to ", " must ", " can ", " will "]);
        let value = before.ends_with(" a ") || word == "probability" && before.ends_with(" with ");
        // "He scores 9 points", "a final score of 15", but "confidence score of 95%".
        let scored = word.starts_with("score")
            && (self.lexer.rest().starts_with(" of ")
                && around::is_noun(&self.lexer.text[..said.token.end])
                && !ends_with_any(before, &["onfidence ", "ertainty ", "ifficulty "])
                || self.points_follow());
        // "the correct figure is 27".
        let figure = word == "figure" && ends_with_any(before, &["correct ", "right ", "exact "]);
        // "the two-digit number 95".
        let digits = word == "digit" && self.lexer.rest().starts_with(" number");
        self.near.named = !(verb || value || scored || figure || digits);
    }

    /// Whether two numbers are next that are taken together: "37 and 58", "5 from 20".
    fn two_are_next(&self) -> bool {
        let mut kinds = self.lexer.map(|token| token.kind).filter(|kind| *kind != Kind::Mark('$'));
        kinds.next() == Some(Kind::Number)
            && matches!(
                kinds.next(),
                Some(Kind::Word(Some(Cue::And | Cue::Filler | Cue::Circumstance)))
            )
            && kinds.next() == Some(Kind::Number)
    }

    /// Whether a number of points is next, be it behind "of".
    fn points_follow(&self) -> bool {
        let mut tokens = self.lexer;
        tokens.at += if tokens.rest().starts_with(" of ") { " of".len() } else { 0 };
        tokens.next().is_some_and(|token| token.kind == Kind::Number)
            && tokens.rest().starts_with(" point")
    }

    fn check(&mut self, said: &Said<'_>) {
        // "Explanation:", but "the explanation is".
        let noun = said.word.eq_ignore_ascii_case(TITLE) && !self.is_title(said.token);
        // "added at check out", "the check-out line", "20 minutes checking on each patient".
        let rest = self.lexer.rest();
        // "Check if each is below 40", "checking each bar", "check the endpoints": a way to find.
        let finds = starts_with_any(
            rest,
            &[" if ", " whether ", " each ", " every ", " the endpoint", " the boundar", " for "],
        );
        // "Other examples:⏎7 × 100 = 700", but "the 3 examples".
        let shows = said.word.eq_ignore_ascii_case("examples")
            && !(ends_with_any(said.before, &["Other ", "More ", "Similar "])
                && rest.trim_start_matches('*').starts_with(':'));
        // "so please check it".
        let asks = ends_with_any(said.before, &["please ", "Please "]);
        if shows
            || asks
            || noun
            || finds
            || is_thing(said, rest)
            || starts_with_any(rest, &[" out", "-out", " in ", "-in", " on ", " account"])
        {
            return self.other_word();
        }
        if self.seen.best().is_some() || self.sentence.best().is_some() || self.chain.is_some() {
            self.end_chain();
            self.commit_sentence();
            self.checking = true;
        }
        self.sentence.check = true;
    }
}
