//! The committed reading: the answer that a reply finally commits to, or none.

mod call;
mod choice;
mod correction;
mod cue;
mod despite;
mod ending;
mod formula;
#[cfg(test)]
mod growth;
mod lex;
mod number;
mod options;
mod others;
mod refusal;
mod sieve;
mod spelling;
#[cfg(test)]
mod tests;
mod visible;

use super::{Reading, Rule, Span};

/// The number that `reply` commits to.
pub(super) fn number(reply: &str) -> Reading<'_> {
    first_found(reply, |body| {
        if call::is_all_of(body.of(reply)) {
            return Reading::none(Rule::NoneUncommitted);
        }
        number::read(reply, body)
    })
}

/// The letter that `reply` commits to whatever its options are, of which none is shorter than `shortest`
/// bytes; `None` if it takes their texts to tell.
pub(super) fn letter(reply: &str, shortest: usize) -> Option<Reading<'_>> {
    // Mostly its end tells at once that it takes more.
    if !choice::may_be_letter(reply) {
        return None;
    }
    choice::letter(reply, shortest, parts(reply).asked)
}

/// The letter that `reply` commits to.
pub(super) fn choice<'a>(reply: &'a str, options: &[&str]) -> Reading<'a> {
    // More options than letters are no options of ours.
    let options = options.get(..4).unwrap_or(options);
    first_found(reply, |body| choice::read(reply, options, body))
}

/// Reads what is visible of the reply: up to the next question, if it asks one, and as a whole if
/// there is no answer before that.
fn first_found<'a>(reply: &'a str, read: impl Fn(Span) -> Reading<'a>) -> Reading<'a> {
    let Parts { visible, asked } = parts(reply);
    let reading = read(asked);
    if reading.found.is_some() || asked.end == visible.end {
        return reading.or_empty(reply);
    }
    read(visible).or_empty(reply)
}

/// What is visible of a reply, and the same up to the next question.
struct Parts {
    visible: Span,
    asked: Span,
}

fn parts(reply: &str) -> Parts {
    // Mostly that is all of it.
    if !visible::may_be_cut(reply) {
        let all = up_to_smile(reply, Span { start: 0, end: reply.len() });
        return Parts { visible: all, asked: all };
    }
    let visible = up_to_smile(reply, visible::outside_thinking(reply));
    let end = visible.start + visible::before_next_turn(visible.of(reply));
    Parts { visible, asked: Span { end, ..visible } }
}

/// `part` without the white space and the smile at its end, which say nothing.
fn up_to_smile(reply: &str, part: Span) -> Span {
    let text = part.of(reply).trim_end();
    let smile = || [" :)", " :-)", " ;)"].iter().find_map(|smile| text.strip_suffix(smile));
    let said = if text.ends_with(')') { smile().map(str::trim_end) } else { None };
    Span { end: part.start + said.unwrap_or(text).len(), ..part }
}
