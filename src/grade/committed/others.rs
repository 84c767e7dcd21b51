//! What others answer, and what the reply would answer if it erred.

use crate::grade::text::ends_with_any;

/// What stands before a choice that is not that of the reply.
const TEMPTING: [&str; 41] = [
    "tempted to ",
    "tempting to ",
    "tend to ",
    "might ",
    "may ",
    "could ",
    "people ",
    "Many ",
    "many ",
    "Most ",
    "Some ",
    "some ",
    "used to ",
    "students ",
    "learners ",
    "takers ",
    "others ",
    "sources ",
    "people would ",
    "any would ",
    "ost would ",
    "ome would ",
    "students would ",
    "thers would ",
    "or would I ",
    "normally ",
    "usually ",
    "can only ",
    "was going to ",
    "was about to ",
    "wanted to ",
    "inclined to ",
    "almost ",
    "nearly ",
    "often ",
    "frequently ",
    "You ",
    "mistake is to ",
    "error is to ",
    "mistake is ",
    "error is ",
];

/// Whether `before` ends as one of [`TEMPTING`] may: mostly another word stands there.
fn may_tempt(before: &str) -> bool {
    let [.., a, b, b' '] = before.as_bytes() else { return false };
    matches!(
        [a, b],
        [b't', b'o' | b's']
            | [b'h' | b's', b't']
            | [b'a' | b'n' | b'l', b'y']
            | [b'l', b'd' | b'e']
            | [b'm' | b'e' | b'r', b'e' | b's' | b'n']
            | [b'o', b'u']
            | [b'i', b's']
            | [b' ', b'I']
    )
}

/// Whether `before` says of a choice that it is not that of the reply.
pub(super) fn is_tempting(before: &str) -> bool {
    may_tempt(before) && ends_with_any(before, &TEMPTING)
}

/// Whether what stands before `at` says that others answer so: "many would answer".
pub(super) fn is_of_others(text: &str, at: usize) -> bool {
    let before = &text[..at];
    is_tempting(before)
        || errs(before)
        || before.strip_suffix("would ").is_some_and(|before| !before.ends_with("I "))
}

/// Whether the sentence that `before` ends in tells what would be a mistake: "A common mistake is to forget
/// the carry and".
fn errs(before: &str) -> bool {
    const FARTHEST: usize = 64;
    let near = &before.as_bytes()[before.len().saturating_sub(FARTHEST)..];
    let sentence = near.rsplit(|byte| matches!(byte, b'.' | b'!' | b'\n')).next().unwrap_or(near);
    [&b"mistake is to "[..], b"error is to "]
        .iter()
        .any(|errs| sentence.windows(errs.len()).any(|words| words == *errs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_tempts_may() {
        for words in TEMPTING {
            assert!(may_tempt(words), "{words}");
        }
    }
}
