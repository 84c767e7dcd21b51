//! A long series of letters: the bases of a gene, the answers to a whole test, a letter that is said
//! over and over.

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
