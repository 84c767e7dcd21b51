//! The words of the committed reading: `lexicon.txt`, parsed once.

use std::sync::OnceLock;

use crate::grade::token::is_unspaced;
use crate::text::lower;

/// Declares the classes of words: bits in the order of their names.
macro_rules! classes {
    ($($name:ident = $text:literal,)*) => {
        /// The number of each class.
        #[derive(Clone, Copy)]
        enum Index { $($name,)* }

        $(pub(super) const $name: u32 = 1 << Index::$name as u32;)*

        /// The sections of the lexicon that are classes of words.
        const CLASSES: &[(&str, u32)] = &[$(($text, $name),)*];
    };
}

classes! {
    ANSWER = "answer",
    RESULT = "result",
    IS = "is",
    PICK = "pick",
    OPTION = "option",
    GOOD = "good",
    BAD = "bad",
    NOT = "not",
    OR = "or",
    AND = "and",
    BUT = "but",
    SO = "so",
    BACK = "back",
    WHY = "why",
    REL = "rel",
    IF = "if",
    PREP = "prep",
    FILL = "fill",
    GREET = "greet",
    OP = "op",
    NEG = "neg",
    NAME = "name",
    KEY = "key",
    REFUSE = "refuse",
    SERVICE = "service",
    ASIDE = "aside",
    ORD = "ord",
    NO = "no",
    EQUALS = "equals",
}

/// A word, mark or phrase.
pub(super) struct Entry {
    pub text: &'static str,
    /// The classes; 0 if the text is only a part of other entries.
    pub classes: u32,
    /// The classes with a colon behind.
    pub with_colon: u32,
    /// A LaTeX command that frames an answer.
    pub is_box: bool,
    /// The phrases that begin with the word, the longest first.
    phrases: Vec<Phrase>,
}

/// A phrase: its entry, and the entries of the words after the first.
pub(super) struct Phrase {
    pub entry: u16,
    pub rest: Vec<u16>,
}

/// The table of words, and the lists that are read as wholes.
pub(super) struct Lexicon {
    entries: Vec<Entry>,
    /// Numbers of entries by hash, open addressing; 0 is free.
    slots: Vec<u16>,
    pub thinking: Vec<&'static str>,
    pub thoughts: Vec<&'static str>,
    pub response: Vec<&'static str>,
    pub turn: Vec<&'static str>,
    pub end: Vec<&'static str>,
    pub block: Vec<&'static str>,
    pub inline: Vec<&'static str>,
}

/// The number of slots: a power of two, several times as many as there are entries.
const SLOTS: usize = 1 << 13;

/// The hash of no text.
pub(super) const EMPTY_HASH: u32 = 0x811C_9DC5;

/// The hash of a text and one more byte.
#[inline]
pub(super) const fn hash_byte(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// The hash of a text and one more character in lower case.
#[inline]
pub(super) fn hash_char(hash: u32, c: char) -> u32 {
    if c.is_ascii() {
        return hash_byte(hash, c.to_ascii_lowercase() as u8);
    }
    let fold = |hash, c: char| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, hash_byte);
    // As words are compared, so are they hashed: with one apostrophe for both.
    lower(c).map(straight).fold(hash, fold)
}

/// `c`, or the straight apostrophe for the curly one.
const fn straight(c: char) -> char {
    if c == '’' { '\'' } else { c }
}

fn hash(text: &str) -> u32 {
    text.bytes().fold(EMPTY_HASH, hash_byte)
}

impl Lexicon {
    /// The lexicon.
    pub fn get() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(|| Self::parse(include_str!("lexicon.txt")))
    }

    fn parse(text: &'static str) -> Self {
        let mut lexicon = Self {
            entries: Vec::new(),
            slots: vec![0; SLOTS],
            thinking: Vec::new(),
            thoughts: Vec::new(),
            response: Vec::new(),
            turn: Vec::new(),
            end: Vec::new(),
            block: Vec::new(),
            inline: Vec::new(),
        };
        // Entry 0 is none.
        lexicon.push("");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((section, entries)) = line.split_once(':') else { continue };
            for entry in entries.split(',').map(str::trim) {
                lexicon.add(section, entry);
            }
        }
        for entry in &mut lexicon.entries {
            // Stable: a phrase is longer than another of the same words only by more of them.
            entry.phrases.sort_by(|a, b| b.rest.len().cmp(&a.rest.len()));
        }
        lexicon
    }

    /// Adds an entry of a section.
    fn add(&mut self, section: &str, text: &'static str) {
        match section {
            "thinking" => return self.thinking.push(text),
            "thoughts" => return self.thoughts.push(text),
            "response" => return self.response.push(text),
            "turn" => return self.turn.push(text),
            "end" => return self.end.push(text),
            "block" => return self.block.push(text),
            "inline" => return self.inline.push(text),
            _ => {}
        }
        let class = CLASSES.iter().find(|(name, _)| *name == section).map_or(0, |(_, bit)| *bit);
        let number = self.intern(text);
        if let Some(entry) = self.entry_mut(number) {
            entry.classes |= class;
            entry.is_box |= section == "box";
        }
        if let Some(word) = text.strip_suffix(':') {
            let stem = self.intern(word);
            if let Some(entry) = self.entry_mut(stem) {
                entry.with_colon |= class;
            }
        }
        self.intern_prefixes(text);
        self.add_phrase(number, text);
    }

    /// Adds the words of a phrase, and the phrase to the first of them.
    fn add_phrase(&mut self, entry: u16, text: &'static str) {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        let rest: Vec<u16> = words.map(|word| self.intern(word)).collect();
        let first = self.intern(first);
        if let Some(first) = self.entry_mut(first).filter(|_| !rest.is_empty()) {
            if first.phrases.iter().all(|phrase| phrase.entry != entry) {
                first.phrases.push(Phrase { entry, rest });
            }
        }
    }

    /// Adds the beginnings of a text, by which an entry of a script without spaces is found.
    fn intern_prefixes(&mut self, text: &'static str) {
        if !text.starts_with(is_unspaced) {
            return;
        }
        for (at, _) in text.char_indices().skip(1) {
            self.intern(text.get(..at).unwrap_or_default());
        }
    }

    fn entry_mut(&mut self, number: u16) -> Option<&mut Entry> {
        self.entries.get_mut(usize::from(number))
    }

    fn push(&mut self, text: &'static str) -> u16 {
        // The lexicon has far fewer entries than 2^16.
        let number = self.entries.len() as u16;
        let (classes, with_colon) = (0, 0);
        self.entries.push(Entry { text, classes, with_colon, is_box: false, phrases: Vec::new() });
        number
    }

    /// The number of the entry of `text`, which is added if there is none.
    fn intern(&mut self, text: &'static str) -> u16 {
        let hash = hash(text);
        if let Some(number) = self.find_by(hash, |entry| entry == text) {
            return number;
        }
        let number = self.push(text);
        let free = probes(hash).find(|slot| self.slots.get(*slot) == Some(&0));
        if let Some(slot) = free.and_then(|slot| self.slots.get_mut(slot)) {
            *slot = number;
        }
        number
    }

    fn find_by(&self, hash: u32, same: impl Fn(&str) -> bool) -> Option<u16> {
        probes(hash)
            .map_while(|slot| self.slots.get(slot).copied().filter(|number| *number != 0))
            .find(|number| same(self.entry(*number).text))
    }

    /// The number of the entry that `text` with the hash `hash` is in lower case, or 0.
    #[inline]
    pub fn find(&self, hash: u32, text: &str) -> u16 {
        self.find_by(hash, |entry| is_lower_case_of(entry, text)).unwrap_or_default()
    }

    /// The number of the entry that `text` is exactly, or 0.
    pub fn find_exact(&self, text: &str) -> u16 {
        self.find_by(hash(text), |entry| entry == text).unwrap_or_default()
    }

    /// The number of the entry that a mark is, or 0.
    #[inline]
    pub fn find_char(&self, c: char) -> u16 {
        self.find(hash_char(EMPTY_HASH, c), c.encode_utf8(&mut [0; 4]))
    }

    /// The entry with a number.
    #[inline]
    pub fn entry(&self, number: u16) -> &Entry {
        const NONE: Entry =
            Entry { text: "", classes: 0, with_colon: 0, is_box: false, phrases: Vec::new() };
        static NO_ENTRY: Entry = NONE;
        self.entries.get(usize::from(number)).unwrap_or(&NO_ENTRY)
    }

    /// Reports whether `word` is an English article.
    pub fn is_article(&self, word: &str) -> bool {
        ["a", "an", "the"].iter().any(|article| word.eq_ignore_ascii_case(article))
    }

    /// The phrases that begin with the entry with a number.
    #[inline]
    pub fn phrases(&self, number: u16) -> &[Phrase] {
        &self.entry(number).phrases
    }
}

/// The slots to look in, one after another.
fn probes(hash: u32) -> impl Iterator<Item = usize> {
    let start = (hash ^ (hash >> 15)) as usize;
    (0..SLOTS).map(move |step| (start.wrapping_add(step)) & (SLOTS - 1))
}

/// Reports whether `entry` is `text` in lower case, with straight apostrophes.
#[inline]
fn is_lower_case_of(entry: &str, text: &str) -> bool {
    if text.is_ascii() {
        return entry.eq_ignore_ascii_case(text);
    }
    text.chars().flat_map(lower).map(straight).eq(entry.chars())
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
        let is_box = |text| lexicon.entry(lexicon.find_exact(text)).is_box;
        assert!(is_box("\\boxed") && !is_box("\\Boxed"));
    }

    #[test]
    fn every_section_is_known_and_the_table_is_sparse() {
        let lists = ["thinking", "thoughts", "response", "turn", "end", "block", "inline", "box"];
        for line in include_str!("lexicon.txt").lines().filter(|line| !line.starts_with('#')) {
            let Some((section, _)) = line.split_once(':') else { continue };
            let class = CLASSES.iter().any(|(name, _)| *name == section);
            assert!(class || lists.contains(&section), "{section}");
        }
        assert!(Lexicon::get().entries.len() * 2 < SLOTS);
    }
}
