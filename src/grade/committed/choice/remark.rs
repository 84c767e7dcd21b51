//! What is said beside an answer: that it is taken back, or what would be one if something else were so.

use super::Reader;
use super::state::Event;
use crate::grade::Span;
use crate::grade::committed::correction;
use crate::grade::committed::cue::Cue;
use crate::grade::committed::lex::Token;
use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether the word of `text` at `word` ends what takes back: "A, I mean B", "on second thought", "on closer
/// inspection".
pub(super) fn takes_back(text: &str, word: Span) -> bool {
    let before = &text[..word.start];
    match word.of(text) {
        "mean" | "meant" => before.ends_with("I ") && label_follows(&text[word.end..]),
        "thought" | "thoughts" => before.ends_with("n second "),
        "reflection" => ends_with_any(before, &["On ", "on "]),
        "inspection" => before.ends_with("n closer "),
        _ => false,
    }
}

/// Whether the sentence goes on in `rest` without another clause.
fn ends_at_once(rest: &str) -> bool {
    const FARTHEST: usize = 80;
    let mark = |c: &char| matches!(c, '.' | '!' | '\n' | ',' | ':' | ';' | '—' | '–');
    let end = rest.chars().take(FARTHEST).find(mark);
    matches!(end, None | Some('.' | '!' | '\n'))
}

/// Whether the word of `text` at `word`, one of [`Cue::Correction`], is only what somebody or something
/// does: "the scratch test", "to wait for the bus", "a presidential pardon", "it is a mistake to think so",
/// "sorry for the confusion". A clause may begin with it.
pub(super) fn takes_nothing_back(text: &str, word: Span, begins: bool) -> bool {
    let (before, behind) = (&text[..word.start], &text[word.end..]);
    let follows = |words: &[&str]| starts_with_any(behind, words);
    match &word.of(text).to_ascii_lowercase()[..] {
        "scratch" => !follows(&[" that", " this", ",", "."]),
        "wait" => ends_with_any(before, &["to ", "the ", "must ", "may ", "will ", "should "]),
        "pardon" | "correction" => !begins,
        "mistake" => ends_with_any(before, &[" common "]) || follows(&[" to ", " is to "]),
        // But "Sorry for the mix-up, B."
        "sorry" | "apologize" | "apologies" => follows(&[" for "]) && ends_at_once(behind),
        _ => false,
    }
}

/// Whether a label follows behind "out" in `rest`: "rule out B".
pub(super) fn rules_out(rest: &str) -> bool {
    let named = rest.strip_prefix(" out").unwrap_or_default();
    let label =
        [" option", " options", " choice", " both"].iter().find_map(|it| named.strip_prefix(it));
    label_follows(label.unwrap_or(named)) && !named.is_empty()
}

/// Whether `rest` begins with a label: " (B)".
pub(super) fn label_follows(rest: &str) -> bool {
    let label = rest.trim_start_matches([' ', '(', '*']).as_bytes();
    matches!(label, [b'A'..=b'J', behind @ ..]
        if !behind.first().is_some_and(u8::is_ascii_alphanumeric))
}

/// Whether a label follows in `rest`, and its clause ends with it: " B.".
pub(super) fn label_ends(rest: &str) -> bool {
    let label = rest.trim_start_matches([' ', '(', '*']).as_bytes();
    matches!(label, [b'A'..=b'J', behind @ ..]
        if matches!(behind, [] | [b'.' | b',' | b'!' | b')' | b'*' | b'\n', ..]))
}

/// Whether a verb of the letter before `rest` follows: " is", ") describes".
pub(super) fn verb_follows(rest: &str) -> bool {
    const VERBS: [&str; 12] = [
        "is", "was", "has", "had", "does", "did", "can", "cannot", "could", "may", "might", "would",
    ];
    /// As "gives"; what is shorter is no verb: "as".
    const SHORTEST: usize = 5;
    let Some(rest) = rest.trim_start_matches([')', '*']).strip_prefix(' ') else { return false };
    let end = rest.bytes().position(|byte| !byte.is_ascii_lowercase()).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    let denies = starts_with_any(behind, &["'t ", "’t "]);
    denies
        || behind.starts_with(' ')
            && (VERBS.contains(&word) || word.len() >= SHORTEST && word.ends_with('s'))
}

/// `before` without what a letter behind it is called: "option ".
pub(super) fn before_name(before: &str) -> &str {
    let before = before.trim_end_matches(['(', '*']);
    let names = ["option ", "choice ", "answer ", "statement ", "Option ", "Choice "];
    names.iter().find_map(|name| before.strip_suffix(name)).unwrap_or(before)
}

/// Whether `before` excepts a letter behind it from what is said of all: "all but", "all of these are true
/// except".
pub(super) fn is_exception(before: &str) -> bool {
    const FARTHEST: usize = 64;
    const ALL: [&[u8]; 5] = [b"All ", b"all ", b"Every", b"every", b"None "];
    let named = before_name(before);
    let named = named.strip_suffix("for ").unwrap_or(named);
    if ends_with_any(named, &["ll but ", "verything but "]) {
        return true;
    }
    let Some(said) = named.strip_suffix("except ") else { return false };
    let near = &said.as_bytes()[said.len().saturating_sub(FARTHEST)..];
    let sentence = near.rsplit(|byte| matches!(byte, b'.' | b'\n')).next().unwrap_or(near);
    ALL.iter().any(|all| sentence.windows(all.len()).any(|words| words == *all))
}

/// Whether `before` says of what a letter behind it is that others may say so: "some may argue that".
pub(super) fn is_of_others(before: &str) -> bool {
    const SAY: [&str; 8] =
        ["argue ", "say ", "think ", "believe ", "claim ", "assume ", "suggest ", "argued "];
    const MAY: [&str; 6] = ["may ", "might ", "could ", "would ", "can ", "be "];
    const OTHERS: [&str; 8] =
        ["ome ", "eople ", "any ", "tudents ", "ne ", "You ", "you ", "thers "];
    let before = before_name(before);
    let before = before.strip_suffix("that ").unwrap_or(before);
    let Some(said) = SAY.iter().find_map(|say| before.strip_suffix(say)) else { return false };
    let who = MAY.iter().find_map(|may| said.strip_suffix(may)).unwrap_or(said);
    ends_with_any(who, &OTHERS) || ends_with_any(said, &["might be ", "could be "])
}

/// Whether `clause` begins with that others say or choose something: "Many students think it's".
pub(super) fn others_say(clause: &str) -> bool {
    const WHO: [&str; 6] = ["Many ", "Most ", "Some ", "People ", "One ", "You "];
    const SAY: [&str; 10] = [
        "think", "say", "argue", "believe", "assume", "answer", "choose", "pick", "guess", "chose",
    ];
    // "A common mistake is 1/2."
    starts_with_any(clause, &["A common mis", "A common error", "A common wrong"])
        || starts_with_any(clause, &WHO)
            && clause.split(' ').skip(1).take(4).any(|word| SAY.contains(&word))
}

/// Whether `before` says of the answer that it is sought: "to determine the correct".
pub(super) fn is_sought(before: &str) -> bool {
    const SEEK: [&str; 9] = [
        "to find ",
        "o determine ",
        "o identify ",
        "o select ",
        "o choose ",
        "o deduce ",
        "o see ",
        "To find ",
        "gure out ",
    ];
    let before = ["correct ", "right ", "best "]
        .iter()
        .find_map(|word| before.strip_suffix(word))
        .unwrap_or(before);
    before.strip_suffix("the ").is_some_and(|before| ends_with_any(before, &SEEK))
}

/// Whether `before` says of the letters behind it that one of them is still to be chosen: "That leaves".
pub(super) fn leaves_open(before: &str) -> bool {
    const ENDS: [&str; 7] =
        [" leaves", " leaves us with", " leaving", " left with", " down to", " only", " options"];
    ends_with_any(before.trim_end_matches(['(', '*', ' ']), &ENDS)
}

/// Whether `clause` answers for something else than what is asked: "A would be the answer for animals", "For
/// animals the answer would be oxygen".
fn is_of_other(clause: &[u8]) -> bool {
    const OWN: [&[u8]; 4] = [b"this", b"the ques", b"your", b"me"];
    let asked = |of: &[u8]| OWN.iter().any(|own| of.starts_with(own));
    if let Some(of) = clause.strip_prefix(b"For ") {
        return !asked(of);
    }
    const FOR: &[u8] = b"answer for ";
    let of = clause.windows(FOR.len()).position(|words| words == FOR);
    of.is_some_and(|at| !asked(&clause[at + FOR.len()..]))
}

/// What the sentence around what is declared makes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Said,
    /// It says what would be, if something else were so.
    Supposed,
    /// It answers for something else: "A would be the answer for animals."
    OfOther,
    /// It is what one thinks at first: "At first glance A looks right, but it is C."
    AtFirst,
}

impl Reader<'_, '_> {
    /// "I misread the question."
    pub(super) fn takes_back(&self, token: Token, cue: Option<Cue>) -> bool {
        matches!(cue, None | Some(Cue::Right)) && correction::is_told(self.lexer.text, token.span())
    }

    /// What the sentence around `event` makes of it.
    pub(super) fn mood(&self, event: &Event) -> Mood {
        const FARTHEST: usize = 160;
        const FIRST: [&[u8]; 4] = [b"At first", b"Initially", b"On first", b"My first thought"];
        let Event::One(pick) = event else { return Mood::Said };
        let bytes = self.lexer.text.as_bytes();
        let stop = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b'\n');
        let before = bytes[..pick.span.start].iter().rev().take(FARTHEST).position(stop);
        let behind = bytes[pick.span.end..].iter().take(FARTHEST).position(stop);
        let start = pick.span.start - before.unwrap_or(FARTHEST.min(pick.span.start));
        let end = pick.span.end + behind.unwrap_or(FARTHEST.min(bytes.len() - pick.span.end));
        let sentence = bytes.get(start..end).unwrap_or_default().trim_ascii_start();
        // "Explanation: If it were night, …".
        let title = memchr::memchr(b':', sentence).map_or(0, |colon| colon + 1);
        let clause = sentence[title..].trim_ascii_start();
        let begins = |words: &[&[u8]]| words.iter().any(|it| clause.starts_with(it));
        let has = |text: &[u8], part: &[u8]| text.windows(part.len()).any(|words| words == part);
        if begins(&FIRST) && !has(&bytes[start..pick.span.start], b"but ") {
            Mood::AtFirst
        } else if has(sentence, b"would ")
            && (has(sentence, b" if ") || begins(&[b"If ", b"Had ", b"(It "]))
        {
            Mood::Supposed
        } else if has(sentence, b"would ") && is_of_other(clause) {
            Mood::OfOther
        } else {
            Mood::Said
        }
    }
}
