//! The letter of an option.

use std::fmt;

/// The letter of an option, from `A` to `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u8);

/// Every letter, in order.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Letter {
    /// The largest number of options that can be lettered.
    pub const MOST: usize = LETTERS.len();

    /// The 26 letters, in order.
    pub const ALL: [Self; Self::MOST] = {
        let mut all = [Self(0); Self::MOST];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self(at as u8);
            at += 1;
        }
        all
    };

    /// Returns the letter as text, such as `A`.
    pub fn as_str(self) -> &'static str {
        &LETTERS[self.index()..=self.index()]
    }

    /// Returns the index of the option, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of option `index`; `None` from [`MOST`](Self::MOST) on.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Parses exactly one ASCII capital.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|letter| letter.as_str() == text).copied()
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
