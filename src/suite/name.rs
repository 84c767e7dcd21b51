//! Validation of names in suites, answers and scorecards.

use crate::base::order;
use crate::error::{Code, Error, shown};

/// Checks a name of the suite format: 1 to 200 characters, no control characters.
pub(super) fn check_name(thing: &'static str, text: &str) -> Result<(), Error> {
    // Fast path for short, printable ASCII, checked eight bytes at a time.
    let is_plain = |text: &str| {
        let (eights, rest) = text.as_bytes().as_chunks::<8>();
        let odd = eights.iter().fold(0, |odd, eight| odd | not_plain(u64::from_le_bytes(*eight)));
        text.len() <= 200 && odd == 0 && rest.iter().all(|b| matches!(b, b' '..=b'~'))
    };
    let fits = |text: &str| text.len() <= 200 || text.chars().nth(200).is_none();
    let is_name = |text: &str| fits(text) && !text.chars().any(char::is_control);
    if !text.is_empty() && (is_plain(text) || is_name(text)) {
        return Ok(());
    }
    let expected = "1 to 200 characters, none of them a control character";
    Err(Error::new(Code::SuiteBadName, thing, expected, shown(text)))
}

/// Returns nonzero unless all eight bytes are printable ASCII.
const fn not_plain(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The subtraction sets the top bit of bytes below 0x20, the addition that of 0x7f. Carries only
    // come from bytes that are not printable themselves.
    (eight | eight.wrapping_sub(ONES * 0x20) | eight.wrapping_add(ONES)) & (ONES * 0x80)
}

/// Checks that no id is repeated.
pub(super) fn check_unique<'a>(
    thing: &'static str,
    ids: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), Error> {
    // Fast path: ids in ascending order, by bytes or by length and then bytes, are unique.
    let ascends = |key: fn(&'a str) -> (usize, &'a str)| {
        let mut keys = ids.clone().map(key);
        keys.next()
            .is_none_or(|mut last| keys.all(|next| std::mem::replace(&mut last, next) < next))
    };
    if ascends(|id| (0, id)) || ascends(|id| (id.len(), id)) {
        return Ok(());
    }
    let mut places: Vec<(&str, usize)> = ids.zip(0..).collect();
    order::sort_by(&mut places, &|a, b| a.cmp(b));
    let again = places.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]);
    match again.min_by_key(|(_, place)| *place) {
        None => Ok(()),
        Some((id, _)) => Err(Error::because(
            Code::SuiteDuplicateTask,
            thing,
            format!("{} occurs twice", shown(id)),
        )),
    }
}
