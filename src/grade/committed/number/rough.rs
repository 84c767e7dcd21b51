//! How sure a number is: roughly, as an estimate, or only perhaps.

use super::around::before_currency;
use crate::grade::text::{ends_with_any, starts_with_any};

/// Whether `rest` says that what follows is so more or less.
pub(super) fn is_rough(rest: &str) -> bool {
    const ROUGH: [&str; 8] = [
        " about ",
        " roughly ",
        " around ",
        " approximately ",
        " nearly ",
        " almost ",
        " just under ",
        " just over ",
    ];
    starts_with_any(rest, &ROUGH)
}

/// Whether `before` says that what follows may be so: "perhaps", "could be".
pub(super) fn is_perhaps(before: &str) -> bool {
    const PERHAPS: [&str; 8] = [
        "erhaps ",
        "aybe ",
        "ossibly ",
        "could be ",
        "Could be ",
        "ight be ",
        "may be ",
        "May be ",
    ];
    let before = before_currency(before);
    // Mostly the word ends otherwise.
    matches!(before.as_bytes(), [.., b's' | b'e' | b'y', b' ']) && ends_with_any(before, &PERHAPS)
}

/// Whether `before` says that what follows is so more or less.
pub(super) fn follows_rough(before: &str) -> bool {
    const ROUGH: [&str; 8] = [
        " about ",
        " roughly ",
        " around ",
        " approximately ",
        "About ",
        "Roughly ",
        "Around ",
        "Approximately ",
    ];
    let before = before_currency(before);
    // "90 to 100.", "Probably 90 to 100."
    if before.is_empty()
        || ends_with_any(before, &["\n", "robably ", "nything from ", "nywhere from "])
    {
        return true;
    }
    ROUGH.iter().any(|rough| {
        let before = before.strip_suffix(rough);
        before.is_some_and(|before| !ends_with_any(before, &[" from", " by", " to", " is"]))
    })
}

/// Whether what is estimated stands behind `before`: "is around", "would be".
pub(super) fn is_estimated(before: &str) -> bool {
    const ENDS: [&str; 7] =
        [" around ", " about ", " roughly ", " approximately ", " is ", " be ", " between "];
    ends_with_any(before_currency(before), &ENDS)
}

/// Whether `before` says that what follows is only what may be: "it might be".
pub(super) fn is_doubted(before: &str) -> bool {
    const DOUBTS: [&str; 7] = [
        "might be ",
        "could be ",
        "may be ",
        "might equally be ",
        "could equally be ",
        "might also be ",
        "could just as well be ",
    ];
    ends_with_any(before, &DOUBTS)
}
