//! The sentence that most worked solutions close with: words, one equation, and what its value counts.
//! What it comes to is seen at once, and nothing of the little that it is made of could change that;
//! every other sentence takes a reader.

use super::watched::is_watched;
use super::{Pick, breaks_off};
use crate::grade::committed::cue::{self, Cue};
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::{Rule, Span};

/// Where in such a sentence a token stands.
#[derive(Clone, Copy)]
enum Part {
    /// Before the equation.
    Words,
    /// Behind a number that is only told of, in its clause.
    Told,
    /// Behind a number of its first side, and perhaps what that counts.
    Number,
    /// Behind an operator.
    Operator,
    /// Behind the equals sign.
    Equals,
    /// Behind the value.
    Value(Span),
}

/// The value of the equation that `sentence`, a part of `reply`, consists of.
pub(super) fn value(reply: &str, sentence: Span) -> Option<Pick> {
    let mut lexer = Lexer::new(reply, sentence);
    let mut part = Part::Words;
    let mut numbers = 0;
    // What leads in has a number; a clause of its own; two numbers, which takes a conclusion behind them.
    let (mut told, mut led, mut twice, mut concluded) = (false, false, false, false);
    // It concludes before that.
    let mut so = false;
    // It began with a condition, which no comma has ended.
    let mut open = false;
    let mut begun = false;
    while let Some(token) = lexer.token() {
        let rest = lexer.rest();
        part = match (part, token.kind) {
            (Part::Words, Kind::Word(cue))
                if leads(cue) && !is_watched(&lexer, token) && !(told && refers(rest)) =>
            {
                concluded |= cue == Some(Cue::So);
                so |= concluded;
                part
            }
            // "Since there are 4 harvests, he gets 4 * 1000 = 4000".
            (Part::Words, Kind::Word(Some(Cue::Because | Cue::Not)))
                if !begun && conditions(&lexer, token) =>
            {
                open = true;
                part
            }
            // "60 bugs + 30 bugs", "4 x 3".
            (Part::Number, Kind::Word(None)) if !is_watched(&lexer, token) => part,
            (Part::Number, Kind::Word(None)) if is_times(&lexer, token) => Part::Operator,
            // "There were 15 cars in line, so 15 + 35 = 50 drove by": what leads in has numbers too.
            (Part::Number | Part::Told, Kind::Word(Some(Cue::And | Cue::So)) | Kind::Mark(','))
                if numbers == 1
                    && !refers(rest)
                    && (!so || token.kind == Kind::Mark(','))
                    && !is_watched(&lexer, token) =>
            {
                concluded = token.kind == Kind::Word(Some(Cue::So));
                so |= concluded;
                (told, twice, led, numbers) = (true, led, true, 0);
                Part::Words
            }
            (Part::Number | Part::Told, Kind::Word(cue))
                if numbers == 1 && !so && tells(cue) && !says_more(&lexer, token) =>
            {
                told = true;
                Part::Told
            }
            // "60 issues / 12 issues per magazine".
            (Part::Number, Kind::Word(Some(Cue::Circumstance)))
                if token.span().of(lexer.text) == "per" =>
            {
                part
            }
            // "8 more bars than".
            (Part::Value(_), Kind::Word(Some(Cue::Not)))
                if token.span().of(lexer.text) == "than" && begins_any_word(rest) =>
            {
                part
            }
            // "21 cookies are left".
            (Part::Value(_), Kind::Word(Some(Cue::Is))) if matches!(rest, " left" | " left.") => {
                part
            }
            // "10 times.", "8 screws left over".
            (Part::Value(_), Kind::Word(Some(Cue::Operator)))
                if matches!(token.span().of(lexer.text), "times" | "over")
                    && matches!(rest, "" | ".") =>
            {
                part
            }
            // "great-uncle".
            (Part::Words | Part::Value(_), Kind::Mark('-')) if is_hyphen(&lexer, token) => part,
            (Part::Value(_), Kind::Word(cue)) if counts(cue) && !is_watched(&lexer, token) => part,
            // The article: "$12 a pair".
            (Part::Words | Part::Number | Part::Told | Part::Value(_), Kind::Letter(0, _))
                if begins_word(rest) =>
            {
                part
            }
            (Part::Words, Kind::Mark(',')) if rest.starts_with(' ') => part,
            (Part::Words, Kind::Mark(':')) if rest.starts_with(' ') && !told => part,
            (Part::Words | Part::Told | Part::Operator | Part::Equals, Kind::Mark('$'))
                if rest.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                part
            }
            (Part::Words | Part::Operator, Kind::Number) if is_plain(&lexer, token) => {
                numbers += 1;
                Part::Number
            }
            (Part::Told, Kind::Number) if is_plain(&lexer, token) => {
                twice |= led;
                Part::Number
            }
            // "$15/pizza", "8 apples/day".
            (Part::Number | Part::Value(_), Kind::Mark('/'))
                if !token.spaced && rest.starts_with(|c: char| c.is_ascii_lowercase()) =>
            {
                part
            }
            (Part::Number, Kind::Mark('+' | '-' | '−' | '–' | '*' | '×' | '/' | '÷'))
                if operates(&lexer, token) =>
            {
                Part::Operator
            }
            (Part::Number, Kind::Mark('=')) if numbers > 1 && !open && (concluded || !twice) => {
                Part::Equals
            }
            (Part::Equals, Kind::Number) if is_plain(&lexer, token) => Part::Value(token.span()),
            (Part::Value(_), Kind::Stop) if rest.is_empty() && !lexer.text.ends_with('?') => part,
            _ => return None,
        };
        begun = true;
        open &= token.kind != Kind::Mark(',');
    }
    match part {
        Part::Value(span) if !breaks_off(lexer.text) => {
            Some(Pick { span, rule: Rule::NumberResult })
        }
        _ => None,
    }
}

/// Whether a word says nothing of the equation that it leads in: what it would say of a number that is
/// told, the equation says of its value.
fn leads(cue: Option<Cue>) -> bool {
    matches!(
        cue,
        None | Some(
            Cue::Filler
                | Cue::Is
                | Cue::So
                | Cue::Result
                | Cue::It
                | Cue::Count
                | Cue::Circumstance
                | Cue::Compared
                | Cue::NamedLetter
                | Cue::Pair
                | Cue::And
                | Cue::Scaled
                | Cue::Me
                | Cue::Operator
                | Cue::ItIs
        )
    )
}

/// Whether the word at `token`, the first, leads in a condition or a reason: "If there are", but no "If you'd
/// like".
fn conditions(lexer: &Lexer<'_>, token: Token) -> bool {
    matches!(token.span().of(lexer.text), "If" | "Since" | "When")
        && !cue::offers(lexer.text, token.span())
        && !is_watched(lexer, token)
}

/// Whether a word says nothing of a number that is only told of before the equation.
fn tells(cue: Option<Cue>) -> bool {
    let settles = [Cue::Is, Cue::Pair, Cue::Scaled, Cue::Compared, Cue::And, Cue::So];
    leads(cue) && !cue.is_some_and(|cue| settles.contains(&cue))
}

/// Whether the word at `token` may say more of the number before it than that it is: "it is 12, as 3 + 4 = 7",
/// "so that".
fn says_more(lexer: &Lexer<'_>, token: Token) -> bool {
    const WORDS: [&str; 8] =
        ["after", "as", "d'ici", "like", "measuring", "order", "weighing", "with"];
    let word = token.span().of(lexer.text);
    is_watched(lexer, token) || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether "that" follows in `rest`, which refers to a number before it: "12 boxes, so that".
fn refers(rest: &str) -> bool {
    rest.starts_with(" that ")
}

/// Whether a word says nothing of the value that it stands behind.
fn counts(cue: Option<Cue>) -> bool {
    let says = [Cue::Filler, Cue::Count, Cue::Circumstance, Cue::Compared, Cue::Result, Cue::And];
    cue.is_none_or(|cue| says.contains(&cue))
}

/// Whether a word follows in `rest`.
fn begins_word(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', b'a'..=b'z', ..])
}

/// The same, or a name.
fn begins_any_word(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', b'A'..=b'Z' | b'a'..=b'z', ..])
}

/// Whether the mark at `token` joins two words.
fn is_hyphen(lexer: &Lexer<'_>, token: Token) -> bool {
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
    letter(lexer.text.as_bytes()[..token.start].last()) && letter(lexer.rest().as_bytes().first())
}

/// Whether the word at `token` is the "x" of "4 x 3".
fn is_times(lexer: &Lexer<'_>, token: Token) -> bool {
    token.span().of(lexer.text) == "x" && operates(lexer, token)
}

/// Whether the number at `token` stands by itself and is no part of one that is written otherwise.
fn is_plain(lexer: &Lexer<'_>, token: Token) -> bool {
    let before = lexer.text.as_bytes()[..token.start].last();
    lexer.text.as_bytes()[token.start].is_ascii_digit()
        && matches!(before, Some(b' ' | b'\n' | b'$' | b'+' | b'-' | b'*' | b'/' | b'='))
        && match lexer.rest().as_bytes() {
            [] | [b'.'] | [b'+' | b'-' | b'*' | b'/' | b'=', ..] | [b',', b' ', ..] => true,
            [b' ', behind, ..] => !behind.is_ascii_digit(),
            _ => false,
        }
}

/// Whether the mark at `token` is an operator, by what stands around it: both numbers, or both spaces.
fn operates(lexer: &Lexer<'_>, token: Token) -> bool {
    match lexer.rest().as_bytes() {
        [b' ', b'0'..=b'9' | b'$', ..] => token.spaced,
        [b'0'..=b'9' | b'$', ..] => !token.spaced,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::committed::number;
    use proptest::prelude::*;

    /// Every word that a rule of numbers names, beside those that have a cue: what stands in quotes
    /// where the rules are written.
    fn words() -> Vec<String> {
        const RULES: [&str; 17] = [
            include_str!("alone.rs"),
            include_str!("around.rs"),
            include_str!("asides.rs"),
            include_str!("beyond.rs"),
            include_str!("clause.rs"),
            include_str!("compound.rs"),
            include_str!("cues.rs"),
            include_str!("figure.rs"),
            include_str!("links.rs"),
            include_str!("marks.rs"),
            include_str!("numeral.rs"),
            include_str!("phrasal.rs"),
            include_str!("recap.rs"),
            include_str!("rough.rs"),
            include_str!("verbs.rs"),
            include_str!("worded.rs"),
            include_str!("words.rs"),
        ];
        let quoted = RULES.iter().flat_map(|rules| rules.split('"').skip(1).step_by(2));
        let named = quoted.flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()));
        let cues = cue::WORDS.iter().flat_map(|(_, words)| *words).copied();
        let mut words: Vec<_> =
            named.chain(cues).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Words that stand beside those of the rules.
    const OFTEN: [&str; 26] = [
        "the", "of", "a", "total", "is", "has", "he", "so", "in", "to", "will", "then", "there",
        "that", "each", "number", "boxes", "left", "You can", "This has", "A", "I", "and", "his",
        "This is", "could",
    ];

    /// A word, or several that are named together.
    fn any_word() -> impl Strategy<Value = String> {
        prop_oneof![
            2 => prop::sample::select(words()),
            1 => prop::sample::select(words()).prop_map(|word| capital(&word)),
            6 => prop::sample::select(&OFTEN[..]).prop_map(str::to_owned),
        ]
    }

    /// A number that is only told of, with what stands around it: "3 boxes in the, ".
    fn told() -> impl Strategy<Value = String> {
        let number = prop::sample::select(vec!["3", "$4", "1,000", "2.5", "0", "95", "7%", "8 x"]);
        let words = prop::collection::vec(any_word(), 0..5);
        let mark = prop::sample::select(vec![" ", " ", ", ", ": ", " and ", ", so ", " so "]);
        (number, words, mark).prop_map(|(number, words, mark)| {
            let words: String = words.into_iter().map(|word| format!(" {word}")).collect();
            format!("{number}{words}{mark}")
        })
    }

    fn capital(word: &str) -> String {
        let mut chars = word.chars();
        chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
    }

    /// What a reader of the whole reply finds, and what is found at a glance.
    fn both(reply: &str) -> [crate::grade::Reading<'_>; 2] {
        let body = Span { start: 0, end: reply.len() };
        [number::read_whole(reply, body), number::said(reply, body)]
    }

    #[test]
    fn no_word_of_the_rules_is_passed_over() {
        for word in words() {
            for often in OFTEN {
                for reply in [
                    format!("He has 12 dogs.\n{word} {often} 3 + 4 = 7 boxes"),
                    format!("She ate 4 + 5 = 9. {often} {word}: 3 + 4 = 7"),
                    format!("He has 12 dogs.\n{often}, {word} 3 + 4 = 7."),
                    format!("He has 12 dogs.\n{often} 3 {word} + 4 {word} = 7"),
                    format!("He has 12 dogs.\n{often} 3 + 4 = 7 {word}"),
                    format!("He has 12 dogs.\n3 + 4 = 7 {often} {word}."),
                    format!("Boxes\nThe 3 * 4 = 12 {word} {often}"),
                    format!("Of 3 + 4 = 7 {often} {word}"),
                    format!("{often} total 3 {word} + 4 = 7"),
                    format!("{word} 5 dogs, the 12 {often} 3 + 4 = 7"),
                    format!("He has 5 dogs and {word} 12 {often} so {often} 3 + 4 = 7"),
                    format!("{word} 5 dogs and 12 {often}, so the 3 + 4 = 7"),
                    format!("The 5 and 12 {often} {word} {often}, so 3 + 4 = 7"),
                    format!("So {often} 5 dogs, {word} 12, the 3 + 4 = 7"),
                    format!("So {often} 5 {word}, {often} 3 + 4 = 7"),
                ] {
                    let [whole, found] = both(&reply);
                    assert_eq!(found, whole, "{reply:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_reader_finds_the_same(
            before in prop::sample::select(vec!["", "", "He has 12 dogs.\n", "She ate 4 + 5 = 9. ", "Boxes\n"]),
            leads in prop::collection::vec((any_word(), prop::sample::select(vec![" ", " ", " ", " ", ", ", ": ", "-"])), 0..8),
            told in prop::collection::vec(told(), 0..4),
            numbers in prop::collection::vec((
                prop::sample::select(vec!["3", "$4", "1,000", "2.5", "0", "17", "95", "$15/box", "8 boxes/day"]),
                prop::option::weighted(0.2, any_word()),
            ), 2..5),
            sign in prop::sample::select(vec![" + ", "-", "+", " - ", " * ", "*", " / ", "/", " x ", "x"]),
            equals in prop::sample::select(vec![" = ", "="]),
            value in prop::sample::select(vec!["7", "$12", "1,200", "2.25", "09", "$5/hour"]),
            units in prop::collection::vec(any_word(), 0..5),
            stop in prop::sample::select(vec!["", ".", "!", "?", " ?", ";", ".)"]),
        ) {
            let leads: String = leads.into_iter().map(|(word, mark)| word + mark).collect();
            let told = told.concat();
            let numbers: Vec<_> = numbers.into_iter()
                .map(|(number, unit)| number.to_owned() + &unit.map(|unit| format!(" {unit}")).unwrap_or_default())
                .collect();
            let units: String = units.into_iter().map(|word| format!(" {word}")).collect();
            let reply = format!("{before}{leads}{told}{}{equals}{value}{units}{stop}", numbers.join(sign));
            let [whole, found] = both(&reply);
            prop_assert_eq!(found, whole, "{:?}", reply);
        }
    }
}
