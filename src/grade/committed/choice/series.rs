//! Letters with nothing between them: several that are all of a reply, and a long series, as of the bases
//! of a gene, the answers to a whole test, a letter that is said over and over.

/// More letters than a reply lists with nothing but spaces and commas between them.
pub(super) struct Series {
    /// The set of their places.
    pub set: u32,
    /// Where the last of them begins and ends, from behind the first.
    pub last: usize,
    pub end: usize,
}

/// The series that `letter` before `after` begins.
pub(super) fn begun_by(letter: u8, after: &str) -> Option<Series> {
    const MANY: usize = 8;
    let bytes = after.as_bytes();
    let mut series = Series { set: 1 << letter, last: 0, end: 0 };
    let mut count = 1;
    loop {
        let comma = usize::from(bytes.get(series.end) == Some(&b','));
        let [b' ', next @ b'A'..=b'J', behind @ ..] = bytes.get(series.end + comma..)? else {
            break;
        };
        if !matches!(behind.first(), None | Some(b' ' | b',' | b'.' | b'\n')) {
            break;
        }
        series.set |= 1 << (next - b'A');
        series.last = series.end + comma + 1;
        series.end = series.last + 1;
        count += 1;
    }
    (count > MANY).then_some(series)
}

/// Whether `text` is several letters and nothing else, in one line or below one another: "A; C".
pub(super) fn is_all_of(text: &str) -> bool {
    const LONGEST: usize = 24;
    let apart = |byte: &u8| matches!(byte, b'\n' | b' ' | b';' | b'.' | b'(' | b')' | b'*');
    let mut set = 0_u32;
    let each = |word: &[u8]| match word {
        [] => true,
        [letter @ b'A'..=b'D'] => {
            set |= 1 << (letter - b'A');
            true
        }
        _ => false,
    };
    text.len() <= LONGEST && text.as_bytes().split(apart).all(each) && set.count_ones() > 1
}
