//! What stands around a number.

use super::clause::UNIT;
use crate::grade::Span;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::{Kind, Lexer, Token};
use crate::grade::text::{ends_with_any, starts_with_any};

/// What may follow, behind a space, a number that a reply begins with.
const AFTER_LEAD: [&str; 8] =
    [" because", " since", " as ", " is the ", " is what", " is left", " remain", " rather"];

/// Whether the mark before `token` is the first of its line.
pub(super) fn line_start_before(text: &str, token: Token) -> bool {
    let before = text[..token.start].trim_end_matches([' ', '\t']);
    let mut chars = before.chars().rev();
    chars.next();
    chars.find(|c| !matches!(c, ' ' | '\t')).is_none_or(|c| c == '\n')
}

/// Where the second of two numbers ends that are joined by "and", "by" or a comma; `lexer` is behind
/// the first.
pub(super) fn pair_end(mut lexer: Lexer<'_>) -> Option<usize> {
    let (mut joined, mut words) = (false, 0);
    while let Some(token) = lexer.next() {
        match token.kind {
            Kind::Word(Some(Cue::And)) | Kind::Mark(',') => joined = true,
            // "divide 240 by 60", "subtract 8 from 23", "multiply the 6 rows by the 7 seats".
            // But not "a total of 240 for 60 chairs".
            Kind::Word(Some(Cue::Circumstance | Cue::Filler))
                if matches!(token.span().of(lexer.text), "by" | "from" | "to" | "with") =>
            {
                // But "a total of 6 shells by her 12th birthday".
                joined |= !starts_with_any(lexer.rest(), &[" her ", " his ", " their "]);
            }
            // "divide the 51 m of cloth by the 3 m".
            Kind::Word(None) if !joined && words < UNIT => words += 1,
            Kind::Mark('*' | '$' | '`') | Kind::Word(Some(Cue::Filler)) => {}
            // "27 (odd) and 86 (even)".
            Kind::Mark('(') => lexer.at += words_in_brackets(lexer.rest())?,
            Kind::Number if joined => return Some(token.end),
            _ => break,
        }
    }
    None
}

/// Whether what stands before a colon is one word, as in `"steps": 2`.
pub(super) fn is_key(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST)..];
    let key = near.rsplit(|byte| matches!(byte, b',' | b'{' | b'\n')).next().unwrap_or(near);
    let key = key.trim_ascii();
    key.len() < LONGEST && !key.contains(&b' ') && !key.last().is_some_and(u8::is_ascii_digit)
}

/// Whether `word` says what something is only with what follows, which `rest` is not: "works out",
/// "rounded up".
pub(super) fn is_half(word: &str, rest: &str) -> bool {
    match word {
        "works" => !rest.starts_with(" out "),
        "rounded" => !rest.starts_with(" up ") && !rest.starts_with(" down "),
        _ => false,
    }
}

/// Whether "an increase", "an average speed" or the like stands at the end of `before`.
pub(super) fn is_noun(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST)..];
    let words = near.trim_ascii_end().rsplit(|byte| *byte == b' ');
    words.skip(1).take(2).any(|word| matches!(word, b"a" | b"an"))
}

/// Whether `before` ends in what a reason for all that was said begins with: "This is", "that's".
pub(super) fn is_reason(before: &str) -> bool {
    ends_with_any(before, &["his is ", "hat is ", "hat's ", "hat’s "])
}

/// Whether the steps that `rest` tells end in one without a value: "divide 18 by 3 to get 6, then add 7."
pub(super) fn ends_in_step(rest: &str) -> bool {
    const FARTHEST: usize = 120;
    let near = &rest.as_bytes()[..rest.len().min(FARTHEST)];
    let stop = near.windows(2).position(|pair| matches!(pair, [b'\n', _] | [b'.', b' ' | b'\n']));
    let steps = near[..stop.unwrap_or(near.len())].trim_ascii_end();
    const THEN: &[u8] = b", then ";
    let then = steps.windows(THEN.len()).rposition(|words| words == THEN);
    let valued =
        |word: &[u8]| matches!(word, b"=" | b"is" | b"get" | b"gives" | b"makes" | b"equals");
    then.is_some_and(|then| !steps[then..].split(|byte| *byte == b' ').any(valued))
}

/// Whether something is taken together near the end of `before`: "and together with the 23 cows that".
pub(super) fn is_together(before: &str) -> bool {
    const FARTHEST: usize = 60;
    const TOGETHER: &[u8] = b"ogether with ";
    let near = &before.as_bytes()[before.len().saturating_sub(FARTHEST)..];
    near.windows(TOGETHER.len()).any(|words| words == TOGETHER)
}

/// Whether `before` ends in a percentage, without its sign, that a number is concluded to be: "which means
/// 45 is 75", but "27 is 60% of 45" says what that is.
pub(super) fn is_share(before: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || c == '.';
    let subject = before.trim_end_matches(number).strip_suffix(" is ").unwrap_or_default();
    subject.trim_end_matches(number).ends_with(" means ") && subject.ends_with(number)
}

/// Whether what is spent stands behind `before`.
pub(super) fn is_spent(before: &str) -> bool {
    ends_with_any(before_currency(before), &[" spend ", " spends ", " spent "])
}

/// Whether `words`, the last of them, say what those before have or did, and not what they come to: "pupils
/// have", "people went to the store".
pub(super) fn tells_of_many(words: &str) -> bool {
    const DID: [&[u8]; 17] = [
        b"have", b"had", b"went", b"made", b"did", b"wrote", b"drew", b"ate", b"read", b"sold",
        b"spun", b"bought", b"caught", b"came", b"saw", b"found", b"took",
    ];
    let near = &words.as_bytes()[words.len().saturating_sub(2 * LONGEST)..];
    let did =
        |word: &[u8]| word.ends_with(b"ed") && !matches!(word, b"need" | b"needed" | b"required");
    near.split(|byte| *byte == b' ').any(|word| DID.contains(&word) || did(word))
}

/// Whether a unit and what is measured by it stand at the start of `after`: "years old".
pub(super) fn is_size(after: &str) -> bool {
    const SIZES: [&str; 6] = [" old", " tall", " high", " long", " wide", " deep"];
    let unit = after.strip_prefix(' ').unwrap_or_default();
    let rest = unit.trim_start_matches(|c: char| c.is_ascii_lowercase());
    rest.len() < unit.len() && starts_with_any(rest, &SIZES)
}

/// Whether `rest` says, behind "so", that there is enough: "she has enough for 30 days".
pub(super) fn is_enough(rest: &str) -> bool {
    const HAS: [&str; 2] = [" has enough for ", " have enough for "];
    let rest = rest.strip_prefix(" that").unwrap_or(rest).trim_start_matches(' ');
    starts_with_any(rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()), &HAS)
}

/// Whether a word in small letters stands behind the space that `rest` begins with.
pub(super) fn begins_with_word(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b' ', a, b, ..] if a.is_ascii_lowercase() && b.is_ascii_lowercase())
}

/// Whether a pronoun that a clause begins with stands at the end of `before`.
pub(super) fn follows_pronoun(before: &str) -> bool {
    ends_with_any(before, &[" he ", " she ", " they ", " we ", " you "])
}

/// Whether the number at `span` is said to be of whole ones: "can make 7", "7 full batches".
pub(super) fn counts_whole(text: &str, span: Span) -> bool {
    const BEFORE: [&[u8]; 4] = [b" can ", b" only ", b" need", b"ound"];
    let before = &text.as_bytes()[span.start.saturating_sub(LONGEST)..span.start];
    if before.ends_with(b"$") {
        return false;
    }
    let holds = |part: &[u8]| before.windows(part.len()).any(|bytes| bytes == part);
    BEFORE.iter().any(|part| holds(part))
        || starts_with_any(&text[span.end..], &[" full ", " whole ", " complete "])
}

/// Whether "than" stands at the end of `before`.
pub(super) fn follows_than(before: &str) -> bool {
    before_currency(before).ends_with(" than ")
}

/// The length of who has the number that follows them, at the start of `rest`: " Ann's", " the morning's".
pub(super) fn owner(rest: &str) -> usize {
    let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
    let number = near.iter().position(|byte| byte.is_ascii_digit() || *byte == b'$');
    let owner = number.and_then(|at| near[..at].strip_suffix(b" ")).unwrap_or_default();
    // But "more than 12⏎It's 94".
    let has = (owner.ends_with(b"'s") || owner.ends_with("’s".as_bytes()))
        && !owner.iter().any(|byte| matches!(byte, b'\n' | b'.' | b','));
    if has { owner.len() } else { 0 }
}

/// Whether `rest` is "of" and a number.
pub(super) fn is_of_number(rest: &str) -> bool {
    rest.strip_prefix(" of ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether `rest` is "to" and a number.
pub(super) fn is_to_number(rest: &str) -> bool {
    rest.strip_prefix(" to ").is_some_and(|rest| {
        rest.trim_start_matches(['*', '$']).starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether `rest` is how many ways there are: " 120 different ways", " 24 orders".
pub(super) fn are_ways(rest: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit() || c == ',';
    let number = rest.trim_start_matches([' ', '*', '$']);
    let ways = number.trim_start_matches(digit).trim_start_matches(['*', '$']);
    let noun = [" different", " distinct", " possible"].iter().find_map(|it| ways.strip_prefix(it));
    ways.len() < number.len() && starts_with_any(noun.unwrap_or(ways), &[" ways", " orders"])
}

/// Whether a calculation in brackets stands at the end of `before`: "(4 × 14)".
pub(super) fn is_sum(before: &str) -> bool {
    let before = before.strip_suffix(' ').unwrap_or(before);
    let before = before.strip_suffix('%').unwrap_or(before);
    let Some(inside) = before.strip_suffix(')') else { return false };
    let length = inside.bytes().rev().take(LONGEST).position(|byte| byte == b'(');
    let inside = length.and_then(|length| inside.get(inside.len() - length..)).unwrap_or_default();
    let numbers = || inside.split(['+', '-', '*', '/', '×', '÷', '−', '·']);
    let number =
        |part: &str| part.trim_start_matches([' ', '$']).starts_with(|c: char| c.is_ascii_digit());
    numbers().count() > 1 && numbers().all(number)
}

/// Whether "of the", "of her" or the like stands at the end of `before`: what others are a part of.
pub(super) fn is_of(before: &str) -> bool {
    const ENDS: [&str; 6] =
        [" of the ", " off the ", " of its ", " of his ", " of her ", " of their "];
    ends_with_any(before_currency(before), &ENDS)
}

pub(super) fn before_currency(before: &str) -> &str {
    before.strip_suffix(['$', '€', '£']).unwrap_or(before)
}

/// Whether a number and a comma stand at the end of `before`: "94, 95, or 96".
pub(super) fn is_listed(before: &str) -> bool {
    before.strip_suffix(", ").is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
}

/// How long what stands in brackets may be, in bytes.
pub(super) const LONGEST: usize = 30;

/// The length of words in brackets, without a number and up to the bracket that closes them.
pub(super) fn words_in_brackets(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let end =
        bytes.iter().take(LONGEST).position(|byte| !matches!(byte, b'a'..=b'z' | b' ' | b'-'))?;
    (end > 0 && bytes[end] == b')').then_some(end + 1)
}

/// Whether a number that a reply begins with is a statement of its own, by what stands behind it.
pub(super) fn leads(after: &str) -> bool {
    let follows =
        after.trim_start_matches(['*', '_', '"', '\'', '`', ')', ']', '}', '$', '\\', '%']);
    let trimmed = follows.trim_start_matches(' ');
    // The first number of a sum that is written in a column, or what is carried above it: the next
    // line is a number alone.
    let second = trimmed.trim_start();
    let below =
        second.trim_start_matches(['+', '-', '−', '–', '×', 'x', '*', '=', ' ', '$', '€', '£']);
    let next = below.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let column = trimmed.starts_with(['\n', '\r'])
        && next.len() < below.len()
        && next.trim_start_matches(' ').starts_with(['\n', '\r']);
    // "37 cm⏎+ 58 cm".
    let measured = trimmed.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let operated = measured
        .strip_prefix('\n')
        .is_some_and(|line| line.trim_start_matches(' ').starts_with(['+', '−', '×', '÷', '=']));
    // "2, 4, 6, 8", "$3, $4 and $5".
    let list = trimmed.strip_prefix(", ").is_some_and(|rest| {
        let rest = rest.trim_start_matches(['$', '€', '£']);
        let next = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        next.len() < rest.len() && (next.starts_with(',') || next.starts_with(" and "))
    });
    let factorial = trimmed.strip_prefix('!').is_some_and(|rest| {
        starts_with_any(rest, &[" =", " is ", " equals ", " / ", " * ", " + ", " - "])
            || rest.starts_with(['}', '\\', '/', ')', '-', '+', '×', '·'])
    });
    // "2(3)^2".
    let product = trimmed.strip_prefix('(').is_some_and(|rest| {
        after.starts_with('(') && rest.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    });
    // "100*.8".
    let factor =
        after.strip_prefix("*.").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // "70 (tens) + 13 (ones)".
    let goes_on = trimmed.strip_prefix('(').and_then(|rest| {
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b')')?;
        Some(&rest[end + 1..])
    });
    let operand =
        goes_on.is_some_and(|rest| rest.trim_start().starts_with(['+', '-', '−', '×', '*', '=']));
    // "99 – 4 = 95".
    let minus = trimmed
        .strip_prefix('–')
        .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    // "135 minutes, which is 2 hours and 15 minutes".
    let unit = trimmed.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let unit = unit.starts_with(", which is ");
    // "**450 ml**.": a statement of its own.
    let bold = after.strip_prefix(' ').is_some_and(|unit| {
        let unit = unit.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        unit.starts_with("**.") || unit.starts_with("**\n")
    });
    // "$3.07 is the same as 307 cents".
    let again = follows
        .strip_prefix(" is the same as ")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    !column
        && !operated
        && !again
        && !list
        && !factorial
        && !product
        && !factor
        && !operand
        && !minus
        && (follows.is_empty()
            || follows.starts_with(['\n', '\r', ',', ';', ':', '!', '.', '。', '，'])
            || trimmed.starts_with(['\n', '(', '—', '–', '（', '✓', '✔', '✅'])
            || trimmed.starts_with(|c| c >= '\u{1F000}')
            || unit
            || bold
            || starts_with_any(follows, &AFTER_LEAD))
}

/// How long the power is that the `^` at `token` raises a unit to, if it does: "144 m^2", "15
/// \text{cm}^{3}", "15 cm$^3$".
pub(super) fn unit_power(text: &str, token: Token) -> Option<usize> {
    let before = text[..token.start].trim_end_matches(['}', '$', ' ', '\\', '(']);
    let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    // A single letter is mostly an unknown.
    if letters < 2 && !before.ends_with(['m', 's']) {
        return None;
    }
    let after = &text[token.end..];
    let length = ["{2}", "{3}", "2", "3"].iter().find(|it| after.starts_with(**it))?.len();
    (!after[length..].starts_with(|c: char| c.is_alphanumeric())).then_some(length)
}

/// Whether `before` says that what follows is how many there are, be they more: "that's 6 more days",
/// "needs 7 more games".
pub(super) fn says_how_many(before: &str) -> bool {
    const TELL: [&str; 7] =
        ["that's ", "that’s ", "that is ", "needs ", "need ", "takes ", "requires "];
    ends_with_any(before, &TELL)
}

/// Whether a verb that has a number stands at the end of `before`: "has 13 more than", "costs $4 more than".
pub(super) fn has_object(before: &str) -> bool {
    const VERBS: [&str; 5] = ["has ", "have ", "had ", "cost ", "costs "];
    let before = before_currency(before);
    let verb = VERBS.iter().find_map(|verb| before.strip_suffix(verb));
    verb.is_some_and(|before| !ends_with_any(before, &["which ", "that ", "who "]))
}

/// Whether "than" stands in the next few words of `after`, in the same sentence.
pub(super) fn is_than(after: &str) -> bool {
    let near = &after.as_bytes()[..after.len().min(LONGEST)];
    let ends = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b';' | b'\n');
    let sentence = near.split(ends).next().unwrap_or_default();
    sentence.split(|byte| *byte == b' ').any(|word| word == b"than")
}

/// Whether what `after` begins with is a time, and all that is left of the sentence: "in 8 days".
pub(super) fn is_duration(after: &str) -> bool {
    behind_time(after).is_some_and(|rest| {
        matches!(rest.trim_start_matches('s').as_bytes(), [] | [b'.' | b'\n', ..])
    })
}

/// What stands in `after` behind a unit of time.
pub(super) fn behind_time(after: &str) -> Option<&str> {
    const UNITS: [&str; 6] = [" day", " hour", " minute", " week", " month", " year"];
    UNITS.iter().find_map(|unit| after.strip_prefix(unit))
}

/// Whether `before` ends in a noun with its article: "a printer".
pub(super) fn names(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST)..];
    let mut words = near.trim_ascii_end().rsplit(|byte| *byte == b' ');
    let noun = words.next().is_some_and(|word| word.iter().all(u8::is_ascii_lowercase));
    noun && words.next().is_some_and(|word| matches!(word, b"a" | b"an" | b"A" | b"An"))
}

/// Whether a word between `before` and `rest` is of a noun that a number follows: "gives a final width
/// of 8".
pub(super) fn is_noun_of(before: &str, rest: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase();
    let article = |before: &str| ends_with_any(before, &[" a ", " an "]);
    let of = |rest: &str| rest.starts_with(" of ");
    (article(before) || article(before.trim_end().trim_end_matches(letter)))
        && (of(rest) || of(rest.trim_start().trim_start_matches(letter)))
}

/// Whether "of the" stands at the end of `before`, in Spanish, Portuguese, French or German: what others
/// are a part of.
pub(super) fn is_whole(before: &str) -> bool {
    ends_with_any(before, &[" de los ", " de las ", " dos ", " des ", " der "])
}

/// Whether "with a", and a noun of what follows, stand at the end of `before`: "with a perimeter of".
pub(super) fn is_attribute_of(before: &str) -> bool {
    before
        .strip_suffix(" of ")
        .is_some_and(|noun| is_attribute(noun.trim_end_matches(|c: char| c.is_ascii_lowercase())))
}

/// Whether "with a", be it with an adjective, stands at the end of `before`: "with a market".
pub(super) fn is_attribute(before: &str) -> bool {
    let with = |before: &str| ends_with_any(before, &["with a ", "with an "]);
    with(before) || with(before.trim_end().trim_end_matches(|c: char| c.is_ascii_lowercase()))
}

/// Whether `rest` says of a remainder what was divided: " of 2 when divided by 3".
pub(super) fn is_when_divided(rest: &str) -> bool {
    rest.strip_prefix(" of ").is_some_and(|number| {
        number.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(" when divided ")
    })
}

/// Whether "each", be it in French, stands in the next few words of `rest`.
pub(super) fn is_each(rest: &str) -> bool {
    let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
    near.split(|byte| matches!(byte, b' ' | b',' | b'.'))
        .any(|word| word == b"each" || word.starts_with(b"chacun"))
}

/// Whether `rest`, behind "less", is the number that is taken off: " 17", " the 17".
pub(super) fn is_taken_off(rest: &str) -> bool {
    let rest = rest.strip_prefix(" the").unwrap_or(rest);
    let number = rest.strip_prefix(" $").or_else(|| rest.strip_prefix(' '));
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether `before` says that something must be done, or can: "has to".
pub(super) fn must(before: &str) -> bool {
    ends_with_any(
        before,
        &[
            "has to ",
            "have to ",
            "had to ",
            "needs to ",
            "need to ",
            "able to ",
            "going to ",
            "enough to ",
        ],
    )
}

/// Whether `before` says that what follows was thought before something else.
pub(super) fn is_first_thought(before: &str) -> bool {
    const FIRST: [&str; 3] = ["nitially", "t first", "riginally"];
    let before = before.trim_end_matches([',', ' ']);
    ends_with_any(before, &FIRST)
}

/// Whether a bracket behind `before`, with `rest` behind it, is a factor of what is calculated: "4(17) =
/// 68", but "12(5 are red)".
pub(super) fn is_factor(before: &str, rest: &str) -> bool {
    let sum = |byte: &u8| byte.is_ascii_digit() || b" .+-*/".contains(byte);
    let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
    let end = near.iter().position(|byte| !sum(byte));
    before.ends_with(|c: char| c.is_ascii_digit())
        && end.is_some_and(|end| {
            let behind = near[end..].strip_prefix(b")").unwrap_or_default().trim_ascii_start();
            end > 0 && behind.first().is_some_and(|byte| b"=+-*/^".contains(byte))
        })
}

/// Whether two numbers in brackets stand at the start of `rest`, behind the first bracket: "261)(23)".
pub(super) fn are_factors(rest: &str) -> bool {
    let number = |rest: &str| {
        let near = &rest.as_bytes()[..rest.len().min(LONGEST)];
        near.iter()
            .position(|byte| !matches!(byte, b'0'..=b'9' | b',' | b'.'))
            .filter(|end| *end > 0)
    };
    let second = number(rest).and_then(|end| rest[end..].strip_prefix(")("));
    second.is_some_and(|rest| number(rest).is_some_and(|end| rest[end..].starts_with(')')))
}

/// The value of a token that is written in digits and commas, if it is not too large to add.
pub(super) fn integer(token: &str) -> Option<u32> {
    token.bytes().filter(|byte| *byte != b',').try_fold(0_u32, |value, byte| {
        let digit = char::from(byte).to_digit(10)?;
        value.checked_mul(10)?.checked_add(digit)
    })
}
