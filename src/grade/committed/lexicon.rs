//! The words of the committed reading: `lexicon.txt`, parsed once.

use std::sync::OnceLock;

use crate::base::text::lower;
use crate::grade::token::is_unspaced;

bits! {
    ANSWER RESULT IS EQUALS PICK OPTION GOOD BAD NOT NO OR AND BUT SO BACK WHY REL IF PREP FILL GREET
    OP NEG NAME KEY REFUSE SERVICE ASIDE ORD
    /// LaTeX commands that frame an answer.
    BOX
}

/// Sections of names that are no words.
pub(super) mod list {
    bits! {
        THINKING TURN END BLOCK INLINE THOUGHTS RESPONSE PLACE ARTICLE
    }

    /// The section with a name.
    pub(super) fn find(name: &str) -> u32 {
        let same = |(known, _): &&(&str, u32)| known.eq_ignore_ascii_case(name);
        ALL.iter().find(same).map_or(0, |(_, list)| *list)
    }
}

/// A word, mark or phrase.
#[derive(Default)]
pub(super) struct Entry {
    pub text: &'static str,
    /// The classes; 0 if the text is only a part of other entries.
    pub classes: u32,
    /// The classes with a colon after it.
    pub with_colon: u32,
    /// The sections of [`list`] that have the text.
    pub lists: u32,
    /// The option that it names by its place.
    pub place: Option<u8>,
    /// The phrases that begin with the word, the longest first.
    pub phrases: Vec<Phrase>,
}

/// A phrase: its entry, and the entries of the words after the first.
pub(super) struct Phrase {
    pub entry: u16,
    pub rest: Vec<u16>,
}

/// The table of words, and the lists that are no classes.
pub(super) struct Lexicon {
    /// The entries; the first is none.
    entries: Vec<Entry>,
    /// Numbers of entries by hash, open addressing; 0 is free.
    slots: Vec<u16>,
    /// Headings around thinking, and whether they open it.
    pub headings: Vec<(&'static str, bool)>,
}

/// `lexicon.txt` without its comments.
const TEXT: &str = {
    const SOURCE: &[u8] = include_bytes!("lexicon.txt");
    const LENGTH: usize = without_comments::<{ SOURCE.len() }>(SOURCE).1;
    static WRITTEN: [u8; LENGTH] = without_comments(SOURCE).0;
    match std::str::from_utf8(&WRITTEN) {
        Ok(text) => text,
        Err(_) => "",
    }
};

/// Returns the lines of `text` that do not begin with `#`, as far as there is room, and their length.
const fn without_comments<const ROOM: usize>(text: &[u8]) -> ([u8; ROOM], usize) {
    let (mut lines, mut length, mut at, mut comment) = ([0; ROOM], 0, 0, false);
    while at < text.len() {
        if at == 0 || text[at - 1] == b'\n' {
            comment = text[at] == b'#';
        }
        if !comment {
            lines[length] = text[at];
            length += 1;
        }
        at += 1;
    }
    (lines, length)
}

/// The number of slots: a power of two, several times as many as there are entries.
const SLOTS: usize = 1 << 13;

/// The hash of no text.
pub(super) const EMPTY_HASH: u32 = 0x811C_9DC5;

/// The hash of a text and one more byte.
const fn hash_byte(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// The hash of a text and one more character in lower case.
#[inline]
pub(super) fn hash_char(hash: u32, c: char) -> u32 {
    if c.is_ascii() {
        return hash_byte(hash, c.to_ascii_lowercase() as u8);
    }
    let bytes = |hash, c: char| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, hash_byte);
    lower(c).map(straight).fold(hash, bytes)
}

/// `c`, or the straight apostrophe for the curly one.
const fn straight(c: char) -> char {
    if c == '’' { '\'' } else { c }
}

impl Lexicon {
    /// The lexicon.
    pub fn get() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| Self::parse(TEXT))
    }

    fn parse(text: &'static str) -> Self {
        let (entries, slots) = (vec![Entry::default()], vec![0; SLOTS]);
        let mut lexicon = Self { entries, slots, headings: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((section, entries)) = line.split_once(':') else { continue };
            let entries = entries.split(',').map(str::trim);
            match ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(section)) {
                Some((_, class)) => entries.for_each(|entry| lexicon.add(*class, entry)),
                None => (0..).zip(entries).for_each(|(place, entry)| {
                    lexicon.add_name(list::find(section), entry, place);
                }),
            }
        }
        lexicon
    }

    /// Adds a name of a section that is no class, by its place in a line.
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

    /// Adds an entry of a class.
    fn add(&mut self, class: u32, text: &'static str) {
        let number = self.intern(text);
        let stem = text.strip_suffix(':').map(|stem| self.intern(stem));
        // The beginnings of a text by which it is found in a script without spaces.
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

    /// The number of the entry of `text`, which is added if there is none.
    fn intern(&mut self, text: &'static str) -> u16 {
        let known = self.find_exact(text);
        let free = probes(hash(text)).find(|slot| self.slots.get(*slot) == Some(&0));
        let Some(slot) = free.filter(|_| known == 0).and_then(|slot| self.slots.get_mut(slot))
        else {
            return known;
        };
        // The lexicon has far fewer entries than 2^16.
        *slot = self.entries.len() as u16;
        self.entries.push(Entry { text, ..Entry::default() });
        *slot
    }

    fn find_by(&self, hash: u32, same: impl Fn(&str) -> bool) -> u16 {
        probes(hash)
            .map_while(|slot| self.slots.get(slot).copied().filter(|number| *number != 0))
            .find(|number| same(self.entry(*number).text))
            .unwrap_or_default()
    }

    /// The number of the entry that `text` with the hash `hash` is in lower case, or 0.
    #[inline]
    pub fn find(&self, hash: u32, text: &str) -> u16 {
        self.find_by(hash, |entry| {
            if text.is_ascii() {
                return entry.eq_ignore_ascii_case(text);
            }
            text.chars().flat_map(lower).map(straight).eq(entry.chars())
        })
    }

    /// The number of the entry that `text` is exactly, or 0.
    pub fn find_exact(&self, text: &str) -> u16 {
        self.find_by(hash(text), |entry| entry == text)
    }

    /// The entry with a number.
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

    /// The sections of [`list`] that have `name` in any case of ASCII letters.
    pub fn lists(&self, name: &str) -> u32 {
        let hash = name.bytes().fold(EMPTY_HASH, |hash, b| hash_byte(hash, b.to_ascii_lowercase()));
        self.entry(self.find_by(hash, |entry| entry.eq_ignore_ascii_case(name))).lists
    }
}

fn hash(text: &str) -> u32 {
    text.bytes().fold(EMPTY_HASH, hash_byte)
}

/// The slots to look in, one after another.
fn probes(hash: u32) -> impl Iterator<Item = usize> {
    let start = (hash ^ (hash >> 15)) as usize;
    (0..SLOTS).map(move |step| start.wrapping_add(step) & (SLOTS - 1))
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
        let sections = include_str!("lexicon.txt").lines().filter_map(|line| line.split_once(": "));
        for (section, _) in sections.filter(|(section, _)| !section.starts_with('#')) {
            let is_class = ALL.iter().any(|(name, _)| name.eq_ignore_ascii_case(section));
            assert!(is_class || list::find(section) != 0, "{section}");
        }
        assert!(Lexicon::get().entries.len() * 2 < SLOTS);
    }
}
