//! The lexicon of the committed reading, parsed once from `lexicon.txt`.

use std::sync::OnceLock;

use crate::text::lower;
use crate::token::is_unspaced;

bits! {
    ANSWER RESULT IS PICK OPTION GOOD BAD NOT NO OR AND BUT SO BACK WHY IF PREP FILL GREET
    OP NEG NAME KEY MEASURE REFUSE SERVICE ASIDE ORD
    /// LaTeX commands around an answer.
    BOX
}
/// Words to skip: fillers, and names of an option.
pub(super) const FILLER: u32 = FILL | OPTION;

/// Sections of names that are not word classes.
pub(super) mod list {
    bits! {
        THINKING TURN END BLOCK INLINE THOUGHTS RESPONSE PLACE ARTICLE
    }

    /// Returns the section called `name`.
    pub(super) fn find(name: &str) -> u32 {
        let same = |(known, _): &&(&str, u32)| known.eq_ignore_ascii_case(name);
        ALL.iter().find(same).map_or(0, |(_, list)| *list)
    }
}

/// A word, mark or phrase of the lexicon.
#[derive(Default)]
pub(super) struct Entry {
    pub text: &'static str,
    /// The classes; 0 if the text only occurs within other entries.
    pub classes: u32,
    /// The classes if a colon follows.
    pub with_colon: u32,
    /// The sections of [`list`] with this text.
    pub lists: u32,
    /// The option that an ordinal names, from 0.
    pub place: Option<u8>,
    /// The phrases that begin with this word, longest first.
    pub phrases: Vec<Phrase>,
}

/// A phrase: its entry, and the entries of its words after the first.
pub(super) struct Phrase {
    pub entry: u16,
    pub rest: Vec<u16>,
}

/// The word table, and the lists of names.
pub(super) struct Lexicon {
    /// The entries; the first is a placeholder.
    entries: Vec<Entry>,
    /// A hash table with open addressing: entry numbers, each with a part of the hash; 0 is free.
    slots: Vec<(u16, u16)>,
    /// The headings around thinking; true if they open it.
    pub headings: Vec<(&'static str, bool)>,
}

/// The number of slots: a power of two, several times the number of entries.
const SLOTS: usize = 1 << 13;

/// The hash of the empty text.
pub(super) const EMPTY_HASH: u32 = 0x811C_9DC5;

/// Extends a hash by one byte.
pub(super) const fn hash_byte(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// Extends a hash by one character in lower case.
#[inline]
pub(super) fn hash_char(hash: u32, c: char) -> u32 {
    if c.is_ascii() {
        return hash_byte(hash, c.to_ascii_lowercase() as u8);
    }
    let bytes = |hash, c: char| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, hash_byte);
    lower(c).map(straighten_apostrophe).fold(hash, bytes)
}

/// Replaces the curly apostrophe with the straight one.
const fn straighten_apostrophe(c: char) -> char {
    if c == '’' { '\'' } else { c }
}

impl Lexicon {
    /// Returns the lexicon.
    pub fn get() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| Self::parse(TEXT))
    }

    fn parse(text: &'static str) -> Self {
        let (entries, slots) = (vec![Entry::default()], vec![(0, 0); SLOTS]);
        let mut lexicon = Self { entries, slots, headings: Vec::new() };
        for line in text.lines() {
            let Some((section, entries)) = line.split_once(':') else { continue };
            let entries = entries.split(',');
            match ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(section)) {
                Some((_, class)) => entries.for_each(|entry| lexicon.add_entry(*class, entry)),
                None => (0..).zip(entries).for_each(|(place, entry)| {
                    lexicon.add_name(list::find(section), entry, place);
                }),
            }
        }
        lexicon
    }

    /// Adds a name of a section without classes; `place` is its position in the line.
    fn add_name(&mut self, section: u32, name: &'static str, place: u8) {
        if section & (list::THOUGHTS | list::RESPONSE) != 0 {
            self.headings.push((name, section == list::THOUGHTS));
        }
        let number = self.intern(name);
        if let Some(entry) = self.entries.get_mut(usize::from(number)) {
            entry.lists |= section;
            entry.place = entry.place.or((section == list::PLACE).then_some(place));
        }
    }

    /// Adds an entry to a class.
    fn add_entry(&mut self, class: u32, text: &'static str) {
        let number = self.intern(text);
        let stem = text.strip_suffix(':').map(|stem| self.intern(stem));
        // In scripts without spaces, entries are found prefix by prefix.
        for (at, _) in text.char_indices().filter(|_| text.starts_with(is_unspaced)).skip(1) {
            self.intern(text.get(..at).unwrap_or_default());
        }
        let mut words = text.split(' ');
        let first = words.next().map_or(0, |word| self.intern(word));
        let rest: Vec<u16> = words.map(|word| self.intern(word)).collect();
        if let Some(entry) = self.entries.get_mut(usize::from(number)) {
            entry.classes |= class;
        }
        if let Some(stem) = stem.and_then(|stem| self.entries.get_mut(usize::from(stem))) {
            stem.with_colon |= class;
        }
        if let Some(first) = self.entries.get_mut(usize::from(first)).filter(|_| !rest.is_empty()) {
            let longer = |phrase: &Phrase| phrase.rest.len() >= rest.len();
            let at = first.phrases.iter().take_while(|phrase| longer(phrase)).count();
            first.phrases.insert(at, Phrase { entry: number, rest });
        }
    }

    /// Returns the entry number of `text`, adding an entry if needed.
    fn intern(&mut self, text: &'static str) -> u16 {
        let hash = hash(text);
        let (slot, known) = self.probe(hash, |entry| entry == text);
        let Some(slot) = self.slots.get_mut(slot).filter(|_| known == 0) else { return known };
        // The lexicon has far fewer than 2^16 entries.
        let number = self.entries.len() as u16;
        *slot = (number, high_bits(hash));
        self.entries.push(Entry { text, ..Entry::default() });
        number
    }

    /// Returns the slot and the number of the entry with this hash that is the `same`; without one,
    /// a free slot and 0.
    fn probe(&self, hash: u32, same: impl Fn(&str) -> bool) -> (usize, u16) {
        let mut slot = (hash ^ (hash >> 15)) as usize % SLOTS;
        // The table is sparse, so there is a free slot.
        while let Some((number @ 1.., part)) = self.slots.get(slot) {
            if *part == high_bits(hash) && same(self.entry(*number).text) {
                return (slot, *number);
            }
            slot = (slot + 1) % SLOTS;
        }
        (slot, 0)
    }

    fn find_by(&self, hash: u32, same: impl Fn(&str) -> bool) -> u16 {
        self.probe(hash, same).1
    }

    /// Returns the number of the entry for `text`, whose hash in lower case is `hash`; 0 if there
    /// is none.
    #[inline]
    pub fn find(&self, hash: u32, text: &str) -> u16 {
        self.find_by(hash, |entry| {
            let lower = || text.chars().flat_map(lower).map(straighten_apostrophe);
            // Entries are in lower case. Most words are, too.
            let same = |(a, b): (u8, u8)| a == b || a == b.to_ascii_lowercase();
            entry.len() == text.len() && entry.bytes().zip(text.bytes()).all(same)
                || !text.is_ascii() && lower().eq(entry.chars())
        })
    }

    /// Returns the number of the entry for exactly `text`; 0 if there is none.
    pub fn find_exact(&self, text: &str) -> u16 {
        self.find_by(hash(text), |entry| entry == text)
    }

    /// Returns the entry with a number.
    pub fn entry(&self, number: u16) -> &Entry {
        const NONE: &Entry = &Entry {
            text: "",
            classes: 0,
            with_colon: 0,
            lists: 0,
            place: None,
            phrases: Vec::new(),
        };
        self.entries.get(usize::from(number)).unwrap_or(NONE)
    }

    /// Returns the sections of [`list`] with `name`, in any case of ASCII letters.
    pub fn lists(&self, name: &str) -> u32 {
        let hash = name.bytes().fold(EMPTY_HASH, |hash, b| hash_byte(hash, b.to_ascii_lowercase()));
        self.entry(self.find_by(hash, |entry| entry.eq_ignore_ascii_case(name))).lists
    }
}

const SOURCE: &[u8] = include_bytes!("lexicon.txt");

/// [`SOURCE`] with one line per section and without comments, as small as it can be in the wasm.
const TEXT: &str = {
    const LENGTH: usize = pack_source(&mut [0; SOURCE.len()]);
    const PACKED: [u8; LENGTH] = {
        let mut packed = [0; LENGTH];
        pack_source(&mut packed);
        packed
    };
    match str::from_utf8(&PACKED) {
        Ok(text) => text,
        Err(_) => "",
    }
};

/// Packs [`SOURCE`] into `out`. Returns the length.
const fn pack_source(out: &mut [u8]) -> usize {
    let (mut at, mut length, mut last, mut comment) = (0, 0, b'\n', false);
    while at < SOURCE.len() {
        let byte = SOURCE[at];
        comment = byte == b'#' || comment && byte != b'\n';
        let separates = matches!((last, byte), (b',' | b':', b' ') | (b',' | b'\n', b'\n'));
        if !comment && !separates {
            (out[length], last) = (byte, byte);
            length += 1;
        }
        at += 1;
    }
    length
}

fn hash(text: &str) -> u32 {
    text.bytes().fold(EMPTY_HASH, hash_byte)
}

/// Returns the part of a hash that is stored.
const fn high_bits(hash: u32) -> u16 {
    (hash >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_in_any_case() {
        let lexicon = Lexicon::get();
        let find = |text: &str| {
            let hash = text.chars().fold(EMPTY_HASH, hash_char);
            lexicon.entry(lexicon.find(hash, text))
        };
        assert_eq!(find("ANSWER").classes & ANSWER, ANSWER);
        assert_eq!(find("Réponse").classes & ANSWER, ANSWER);
        assert_eq!(find("Isn’t").classes & NOT, NOT);
        assert_eq!(find("a").with_colon & ANSWER, ANSWER);
        assert_eq!(find("answ").classes, 0);
        assert_eq!(lexicon.find_exact("\\Boxed"), 0);
    }

    #[test]
    fn every_section_is_known_and_the_table_is_sparse() {
        for (section, _) in TEXT.lines().filter_map(|line| line.split_once(':')) {
            let is_class = ALL.iter().any(|(name, _)| name.eq_ignore_ascii_case(section));
            assert!(is_class || list::find(section) != 0, "{section}");
        }
        assert!(Lexicon::get().entries.len() * 2 < SLOTS);
    }
}
