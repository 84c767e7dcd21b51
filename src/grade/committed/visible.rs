//! The part of a reply that is addressed to the reader: without thinking blocks, and without what
//! a model that goes on after its answer invents as the next question.

use super::cue::{self, Cue};
use super::lex;
use crate::grade::scan::{self, Bytes, Wanted};
use crate::grade::{Span, text};

/// Names of elements that hold thinking.
const THINKING: [&str; 6] =
    ["think", "thinking", "thought", "reasoning", "reflection", "scratchpad"];

/// What begins the next question, at the start of a line.
const NEXT_TURN: [&str; 8] =
    ["next question", "human:", "user:", "pregunta:", "frage:", "问题：", "问题:", "問題："];

/// The same, where it is a title: "### Instruction".
const TITLES: [&str; 2] = ["instruction", "your task"];

/// The names of a question, which may have a number: "Question 2:", "Q2.".
const TASKS: [&str; 4] = ["question", "q", "problem", "exercise"];

/// What ends a turn, or begins one of somebody else, in the formats of chats.
const END_OF_TURN: [&str; 11] = [
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eot_id|>",
    "<|im_end|>",
    "<|im_start|>user",
    "<|user|>",
    "<end_of_turn>",
    "<eos>",
    "</s>",
    "[INST]",
    "[/INST]",
];

/// The last part of `reply` outside thinking blocks that has a letter or a digit in it; what stands
/// before a closing tag without an opening one is thinking too. What ends a turn ends it.
pub(super) fn outside_thinking(reply: &str) -> Span {
    let mut last = Span { start: 0, end: 0 };
    let mut open = false;
    let mut start = 0;
    let mut at = 0;
    let bytes = reply.as_bytes();
    while let Some(found) = memchr::memchr3(b'<', b'[', 0xE2, &bytes[at..]) {
        let tag_start = at + found;
        at = tag_start + 1;
        if !bytes.get(at).is_some_and(|next| BEHIND_BRACKET[usize::from(*next)]) {
            continue;
        }
        if !open && ends_turn(reply, tag_start) && has_word(&reply[start..tag_start]) {
            return Span { start, end: tag_start };
        }
        let Some((closing, end)) = thinking_tag(reply, tag_start) else { continue };
        if !closing && !open && has_word(&reply[start..tag_start]) {
            last = Span { start, end: tag_start };
        }
        open = !closing;
        start = end;
        at = end;
    }
    if !open && (has_word(&reply[start..]) || start == 0) {
        last = Span { start, end: reply.len() };
    }
    last
}

/// Whether the tag at `at` ends a turn: `</s>` does not where it closes what is struck out, `<s>94</s>`.
fn ends_turn(reply: &str, at: usize) -> bool {
    const FARTHEST: usize = 200;
    let (before, tag) = (&reply.as_bytes()[..at], &reply[at..]);
    let near = &before[before.len().saturating_sub(FARTHEST)..];
    let struck = || tag.starts_with("</s>") && near.windows(3).any(|bytes| bytes == b"<s>");
    END_OF_TURN.iter().any(|end| tag.starts_with(end)) && !struck() || is_last_token(tag)
}

/// Whether `text`, all that is left, is a token of a chat's format, be it an unknown one: "<|vision_7|>".
fn is_last_token(text: &str) -> bool {
    const LONGEST: usize = 64;
    let Some(name) = text.strip_prefix("<|") else { return false };
    let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = name.as_bytes().iter().take(LONGEST).take_while(part).count();
    name[length..].strip_prefix("|>").is_some_and(|rest| rest.trim_start().is_empty())
}

/// What stands behind an opening tag that is only told of.
const MENTIONS: [&str; 5] = [" block", " section", " tag", "`", ","];

/// What a tag begins and ends with.
const BRACKETS: [(&str, &str); 3] = [("<", ">"), ("[", "]"), ("◁", "▷")];

/// For each byte, whether it may stand behind the first of a thinking tag, or of what ends a turn.
const BEHIND_BRACKET: [bool; 256] = {
    let mut may = scan::either(scan::bytes_at(0, &THINKING), scan::bytes_at(1, &END_OF_TURN));
    may[b'/' as usize] = true;
    may["◁".as_bytes()[1] as usize] = true;
    may
};

/// Whether the tag that begins at `at` closes a thinking block, and where it ends.
fn thinking_tag(reply: &str, at: usize) -> Option<(bool, usize)> {
    let found = |(open, close)| Some((reply[at..].strip_prefix(open)?, close));
    let (rest, close) = BRACKETS.into_iter().find_map(found)?;
    let (closing, name) = match rest.strip_prefix('/') {
        Some(name) => (true, name),
        None => (false, rest),
    };
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).take(12).count();
    let is_name = THINKING.iter().any(|thinking| thinking.eq_ignore_ascii_case(&name[..length]));
    let behind = name[length..].strip_prefix(close).filter(|_| is_name)?;
    // "as in the <think> block", "`<think>`".
    let told = !closing && MENTIONS.iter().any(|mention| behind.starts_with(mention));
    (!told).then(|| (closing, reply.len() - behind.len()))
}

/// Whether anything in `reply` may be thinking, end a turn or begin the next question, by two bytes of it.
pub(super) fn may_be_cut(reply: &str) -> bool {
    let bytes = reply.as_bytes();
    scan::any::<MayCut>(bytes, |at| match bytes[at] {
        b'\n' => marks_before_turn(bytes, at + 1).is_some(),
        _ => bytes.get(at + 1).is_some_and(|next| BEHIND_BRACKET[usize::from(*next)]),
    })
}

/// A line break, or what a tag begins with.
struct MayCut;

impl Wanted<1> for MayCut {
    #[inline(always)]
    fn is<B: Bytes>([byte]: [B; 1]) -> B {
        byte.is(b'\n') | byte.is(b'<') | byte.is(b'[') | byte.is(0xE2)
    }
}

/// How many marks the line at `at` begins with, if the next question may begin behind them.
#[inline(always)]
fn marks_before_turn(bytes: &[u8], at: usize) -> Option<usize> {
    // Mostly there are none.
    if bytes.get(at).is_some_and(is_mark_before_turn) {
        return some_before_turn(bytes, at);
    }
    begins_as(&TURNS, bytes, at).then_some(0)
}

/// The same where there are some.
#[cold]
#[inline(never)]
fn some_before_turn(bytes: &[u8], at: usize) -> Option<usize> {
    let marks = bytes[at..].iter().take_while(|byte| is_mark_before_turn(byte)).count();
    let behind = at + marks;
    (begins_as(&TURNS, bytes, behind) || begins_as(&TITLED, bytes, behind)).then_some(marks)
}

const fn is_mark_before_turn(byte: &u8) -> bool {
    matches!(byte, b' ' | b'*' | b'\t' | b'#')
}

/// Whether what begins at `at` may be one of the texts that `pairs` is made of.
#[inline(always)]
fn begins_as(pairs: &Pairs, bytes: &[u8], at: usize) -> bool {
    match bytes.get(at..) {
        // No mark and no digit begins one.
        Some([first @ 0x40..=0xFF, second, ..]) => {
            pairs[usize::from(first & 0x1F)] >> (second & 0x1F) & 1 == 1
        }
        _ => false,
    }
}

/// Which two bytes a text may begin with, in any case: by the last five bits of each, a bit of the second
/// for each first. Others have the same, so this is no more than a sieve.
type Pairs = [u32; 32];

const fn pairs(mut pairs: Pairs, texts: &[&str]) -> Pairs {
    let mut at = 0;
    while at < texts.len() {
        if let [first, second, ..] = texts[at].as_bytes() {
            pairs[(*first & 0x1F) as usize] |= 1 << (*second & 0x1F);
        }
        at += 1;
    }
    pairs
}

/// What may begin the next question.
const TURNS: Pairs = {
    const SHORT: [&str; 12] =
        ["q:", "q ", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"];
    pairs(pairs(pairs([0; 32], &NEXT_TURN), &TASKS), &SHORT)
};

/// The same behind marks, where it may be a title.
const TITLED: Pairs = pairs([0; 32], &TITLES);

/// Where the text `body` stops to be a reply and begins to ask the next question; its end if it
/// never does.
pub(super) fn before_next_turn(body: &str) -> usize {
    let bytes = body.as_bytes();
    let mut at = 0;
    // Whether it goes through one question in parts: "Question 1: … Question 2: …".
    let mut parts = None;
    let begins_with_task = || task(body.trim_start_matches([' ', '\n', '*', '#'])).is_some();
    while let Some(newline) = memchr::memchr(b'\n', &bytes[at..]) {
        at += newline + 1;
        let Some(marks) = marks_before_turn(bytes, at) else { continue };
        let line = &body[at + marks..];
        let begins = |start: &&str| {
            start.as_bytes()[0].eq_ignore_ascii_case(&line.as_bytes()[0])
                && text::prefix_any_case(line, start).is_some()
        };
        let title = body[at..at + marks].contains('#');
        let named = match task(line) {
            Some(Task::Named) => true,
            Some(Task::Numbered) => !*parts.get_or_insert_with(begins_with_task),
            Some(Task::Titled) => title,
            Some(Task::First) => {
                parts = Some(true);
                false
            }
            None => false,
        };
        let asks = named || NEXT_TURN.iter().any(begins) || title && TITLES.iter().any(begins);
        if asks && has_word(&body[..at]) {
            return at;
        }
    }
    body.len()
}

/// How a line names a question.
enum Task {
    /// "Question:".
    Named,
    /// "Question 1:", which is mostly a part of what was asked.
    First,
    /// "Q2.", "Exercise 3".
    Numbered,
    /// "Question", and nothing else.
    Titled,
}

/// How `line` names a question, if it begins with that.
fn task(line: &str) -> Option<Task> {
    let length = line.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = line.split_at(length);
    TASKS.iter().find(|task| task.eq_ignore_ascii_case(name))?;
    let number = rest.trim_start_matches([' ', '#']);
    let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = behind.len() < number.len();
    match if numbered { behind } else { rest }.bytes().next() {
        Some(b':' | b'.' | b')' | b'*') | None | Some(b'\r' | b'\n') if numbered => {
            let first = number.strip_suffix(behind) == Some("1");
            Some(if first { Task::First } else { Task::Numbered })
        }
        Some(b':') => Some(Task::Named),
        None | Some(b'\r' | b'\n') => Some(Task::Titled),
        _ => None,
    }
}

/// Where the last sentence of `body` begins: a boundary behind which nothing depends on what stands
/// before it. `None` where it is too long, or the body too short, to gain by it.
pub(super) fn last_sentence(text: &str, body: Span) -> Option<usize> {
    // What is no longer than the longest tail is read at once, and so is a longer last sentence.
    const LONGEST: usize = 200;
    const SHORTEST: usize = 4;
    let bytes = &text.as_bytes()[body.start..body.end];
    let first = bytes.len().saturating_sub(LONGEST);
    let end = bytes.get(first..bytes.len().saturating_sub(SHORTEST))?;
    let mut stops = memchr::memrchr2_iter(b'\n', b'.', end).map(|at| first + at);
    let stop = stops.find(|&at| is_boundary(text, body, at))?;
    let start = body.start + stop + usize::from(bytes[stop] != b'\n');
    // Marks alone are no sentence.
    has_word(&text[body.start..start]).then_some(start)
}

/// The sentences of `body` around `at`, a place in it, from a boundary to a boundary; a line break
/// belongs to both sides of one.
pub(super) fn sentences_around(text: &str, body: Span, at: usize) -> Span {
    let bytes = &text.as_bytes()[body.start..body.end];
    let place = at - body.start;
    // What is said to be "2. Helium" goes on behind the number.
    let numbered = |stop: usize| {
        bytes[stop] == b'.' && stop.checked_sub(1).is_some_and(|it| bytes[it].is_ascii_digit())
    };
    let before = memchr::memrchr2_iter(b'\n', b'.', &bytes[..place])
        .find(|&stop| !numbered(stop) && is_boundary(text, body, stop))
        .map(|stop| body.start + stop + usize::from(bytes[stop] != b'\n'));
    let behind = memchr::memchr2_iter(b'\n', b'.', &bytes[place..])
        .map(|behind| place + behind)
        .find(|&stop| is_boundary(text, body, stop));
    Span {
        // Marks alone are no sentence.
        start: before.filter(|&it| has_word(&text[body.start..it])).unwrap_or(body.start),
        end: behind.map_or(body.end, |stop| body.start + stop + 1),
    }
}

/// Whether nothing behind the full stop or line break at `at` of `body` depends on what stands before
/// it, but for a greeting that the reply begins with.
fn is_boundary(text: &str, body: Span, at: usize) -> bool {
    let bytes = &text.as_bytes()[body.start..body.end];
    match bytes[at] {
        b'.' => matches!(bytes.get(at + 1), Some(b' ' | b'\n')) && ends_sentence(&bytes[..at]),
        _ => ends_plainly(&text[body.start..body.start + at]),
    }
}

/// Whether `text` ends in a word that no sentence ends in.
pub(super) fn ends_open(text: &str) -> bool {
    const OPEN: [&[u8]; 28] = [
        b"is", b"are", b"was", b"were", b"be", b"has", b"the", b"a", b"an", b"of", b"to", b"and",
        b"or", b"but", b"because", b"with", b"than", b"for", b"from", b"which", b"that", b"by",
        b"into", b"then", b"Then", b"he", b"she", b"they",
    ];
    // No further than the longest of them, be there no space before: a reply has many ends.
    const FARTHEST: usize = 8;
    let near = &text.as_bytes()[text.len().saturating_sub(FARTHEST)..];
    let last = near.rsplit(|byte| *byte == b' ').next();
    last.is_some_and(|last| OPEN.contains(&last))
}

/// Whether a full stop behind `before` ends a sentence of which nothing reaches into the next. The
/// number of a list's line belongs to what follows, and so does what takes back: "Wait, no."
fn ends_sentence(before: &[u8]) -> bool {
    let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match before.last() {
        None | Some(b' ' | b'.' | b'\n' | b'{' | b'(' | b'[') => false,
        Some(b'0'..=b'9') => !numbers_line(before),
        _ if letters == 0 => true,
        _ if lex::abbreviates(before) => false,
        _ => {
            let cue = cue::of_ascii(&before[before.len() - letters..]);
            !matches!(cue, Some(Cue::Correction | Cue::Actually | Cue::Not))
        }
    }
}

/// Whether what stands before a full stop is the number of a list's line, or may be one, which
/// belongs to what follows: a line so far without a letter or an equals sign, and with a digit at its
/// end.
pub(super) fn numbers_line(before: &[u8]) -> bool {
    const FARTHEST: usize = 32;
    let near = &before[before.len().saturating_sub(FARTHEST)..];
    let line = memchr::memrchr(b'\n', near).map_or(near, |end| &near[end + 1..]);
    let other = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'=';
    line.last().is_some_and(u8::is_ascii_digit) && !line.iter().any(other)
}

/// Whether a number or money stands behind a line break, but for a blank line.
pub(super) fn begins_in_value(below: &str) -> bool {
    const NEAR: usize = 4;
    let first = below.bytes().take(NEAR).find(|byte| !byte.is_ascii_whitespace());
    first.is_some_and(|byte| byte.is_ascii_digit() || byte == b'$')
}

/// Whether a line ends in a number or a plain word, so that nothing of it reaches over the break.
fn ends_plainly(line: &str) -> bool {
    if line.ends_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let plain = line.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
    let (before, word) = line.split_at(line.len() - plain);
    // A single letter may be a label.
    plain > 1
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && before.ends_with(' ')
        && cue::of_word(word).is_none()
}

#[inline]
fn has_word(text: &str) -> bool {
    // Mostly a text begins with one, be it behind a space.
    let [first, second] = [0, 1].map(|at| text.as_bytes().get(at));
    first.is_some_and(u8::is_ascii_alphanumeric)
        || second.is_some_and(u8::is_ascii_alphanumeric)
        || has_word_behind(text)
}

/// The same, wherever it is.
#[inline(never)]
fn has_word_behind(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}
