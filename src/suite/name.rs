//! Names in suites, answers and scorecards: what they may be, and that each stands once.

use crate::error::{Code, Error, shown};
use crate::order;

/// `text` as a name of the suite format: 1 to 200 characters, none of them a control character.
pub(super) fn check_name(thing: &'static str, text: &str) -> Result<(), Error> {
    // Most names are short and of plain ASCII, which takes one look at the bytes, eight at a time.
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

/// Not zero if one of the eight bytes is not plain: printable ASCII.
const fn not_plain(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A byte's top bit is set by one below 0x20 in the first, by 0x7f in the second. What carries
    // over comes from a byte that is not plain itself.
    (eight | eight.wrapping_sub(ONES * 0x20) | eight.wrapping_add(ONES)) & (ONES * 0x80)
}

/// Refuses an id that stands twice.
pub(super) fn check_unique<'a>(
    thing: &'static str,
    ids: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), Error> {
    // Ids that ascend, by length and then by bytes or by bytes alone, are unique; most files' do.
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
        Some((id, _)) => {
            Err(Error::new(Code::SuiteDuplicateTask, thing, "each id once", shown(id)))
        }
    }
}
