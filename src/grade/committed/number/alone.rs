//! A reply that ends in a number alone: what it worked out before that was the way to it.

use super::torn::written_end;
use crate::grade::{Answer, Decimal, Reading, Rule, Span, token};
use crate::text::holds;

/// What may stand around such a number on its line.
const AROUND: [char; 8] = [' ', '*', '$', '€', '£', '`', '%', '\r'];

/// What says that the number behind it, at the end, is what was found.
const TITLES: [&str; 4] = ["Result: ", "Result:** ", "Final result: ", "Final result:** "];

/// Whether `body` may end in a number alone that is another than the one of `reading`.
#[cfg_attr(feature = "evaluate", inline(always))]
pub(super) fn may_end(reply: &str, body: Span, reading: &Reading<'_>) -> bool {
    // Mostly the number that was read ends a reply, or a word and a full stop.
    let is_read = matches!(reading.found, Some((_, span)) if body.end - span.end <= "**".len());
    let said = reply.as_bytes().get(..body.end);
    !is_read && !matches!(said, Some([.., b'a'..=b'z', b'.']))
}

/// Makes the number that a reply ends in alone, if there is one, its `reading`, which is that of all it says,
/// but for one of the same value.
#[inline(never)]
pub(super) fn outweigh<'a>(reading: &mut Reading<'a>, reply: &'a str, body: Span) {
    let Some(alone) = found(reply, body) else { return };
    let answer = Answer::Number(Decimal::of_token(alone.of(reply)));
    if !matches!(reading.found, Some((found, _)) if found == answer) {
        *reading = Reading::found(answer, alone, Rule::NumberAnswer);
    }
}

/// Whether `text` is several numbers and nothing else: "12, 300".
pub(super) fn is_row(text: &str) -> bool {
    let listed = |byte: u8| {
        matches!(byte, b'0'..=b'9' | b',' | b'.' | b';' | b' ' | b'-' | b'(' | b')' | b'[' | b']')
            || matches!(byte, b'$' | b'%' | b'&')
    };
    text.bytes().all(listed) && ROW.iter().any(|mark| holds(text, mark))
}

/// What parts the numbers of a row.
const ROW: [&str; 3] = [", ", "; ", " & "];

/// How long a line with a number alone may be, in bytes.
const LONGEST: usize = 64;

/// The number that is the last paragraph of `body`, or its last line and in bold or called the
/// result; but not where it belongs to another title or goes on with a list of its kind.
fn found(reply: &str, body: Span) -> Option<Span> {
    let line = last_line(reply, body)?;
    let titled = line.of(reply).trim_start_matches('*');
    let said = TITLES.iter().find_map(|title| titled.strip_prefix(title));
    let start = line.end - said.unwrap_or(line.of(reply)).len();
    let number = number_on(reply, Span { start, ..line })?;
    if said.is_some() {
        return Some(number);
    }
    let above = Span { end: line.start - 1, ..body };
    let before = trimmed(reply, above);
    let parted = reply[before.end..above.end].contains('\n');
    let bold = line.of(reply).starts_with("**");
    let is_found = (parted || bold) && !is_title(before.of(reply));
    is_found.then_some(number).filter(|_| match lone_line(reply, before) {
        // "**95**⏎⏎95.00", but "2⏎⏎3⏎⏎5".
        Some(lone) => {
            let further = trimmed(reply, Span { end: lone.start.max(1) - 1, ..body });
            parted && further.start < further.end && lone_line(reply, further).is_none()
        }
        None => true,
    })
}

/// The last line of `part`, which is not the first one, if it is as short as one with a number alone.
fn last_line(reply: &str, part: Span) -> Option<Span> {
    let near = part.end.saturating_sub(LONGEST).max(part.start);
    let newline = memchr::memrchr(b'\n', &reply.as_bytes()[near..part.end])?;
    Some(Span { start: near + newline + 1, end: part.end })
}

/// The same, if it has a number and nothing else.
fn lone_line(reply: &str, part: Span) -> Option<Span> {
    let line = last_line(reply, part).unwrap_or(part);
    number_on(reply, line).map(|_| line)
}

/// The number that `line` consists of.
fn number_on(reply: &str, line: Span) -> Option<Span> {
    let text = line.of(reply);
    let said = text.trim_end_matches(AROUND);
    let said = said.strip_suffix("\\)").or_else(|| said.strip_suffix("\\]")).unwrap_or(said);
    let closed = said.trim_end_matches(AROUND);
    let said = closed.strip_suffix('.').unwrap_or(closed).trim_end_matches(AROUND);
    let behind = said.trim_start_matches(AROUND);
    let behind =
        behind.strip_prefix("\\(").or_else(|| behind.strip_prefix("\\[")).unwrap_or(behind);
    let behind = behind.trim_start_matches(AROUND);
    let number =
        Span { start: line.start + said.len() - behind.len(), end: line.start + said.len() };
    let token = Span { end: token::number_at(reply, number.start)?, ..number };
    // "3." begins what is broken off.
    let numbers =
        closed.ends_with('.') && number.end - number.start <= 2 && !text.starts_with("**");
    (written_end(reply, token) == number.end && !numbers).then_some(number)
}

/// `part` without the white space at its end.
fn trimmed(reply: &str, part: Span) -> Span {
    Span { end: part.start + part.of(reply).trim_end().len(), ..part }
}

/// Whether `text` ends in a line that says what stands below it, or that goes on there.
fn is_title(text: &str) -> bool {
    const FARTHEST: usize = 160;
    let said = text.trim_end_matches(['*', '_', ' ', '$']);
    let near = &text.as_bytes()[text.len().saturating_sub(FARTHEST)..];
    let line = near.rsplit(|byte| *byte == b'\n').next().unwrap_or(near);
    let bold = line.starts_with(b"**") && line.ends_with(b"**");
    // "I am sure of it by⏎⏎95%", "Check: 73 + 27 =⏎⏎100".
    let open = |c: char| c.is_alphabetic() || matches!(c, ':' | '：' | '=' | ',' | '?' | '(' | '+');
    said.ends_with(open) || line.starts_with(b"#") || bold && !line.iter().any(u8::is_ascii_digit)
}
