//! Statistics of a bank, including the bias towards longest options.

use super::{Bank, Science};

/// Highest acceptable percentage of questions whose right option is the longest.
const MAX_LONGEST_PERCENT: usize = 27;

/// Counts of a bank's items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Items of each science, in the order of [`Science::ALL`].
    pub sciences: [usize; 4],
    /// Items of difficulty 1, 2 and 3.
    pub difficulties: [usize; 3],
    /// Items whose right option is longer than every other, in characters.
    pub longest: usize,
    /// Items whose right option is shorter than every other, in characters.
    pub shortest: usize,
}

impl Survey {
    /// Returns the number of items.
    pub fn items(&self) -> usize {
        self.sciences.iter().sum()
    }

    /// Reports whether choosing the longest option beats guessing: the right option is strictly the
    /// longest in more than 27 % of the questions.
    pub fn longest_beats_guessing(&self) -> bool {
        self.longest * 100 > self.items() * MAX_LONGEST_PERCENT
    }
}

impl Bank {
    /// Counts the items of a bank.
    pub fn survey(&self) -> Survey {
        let mut survey =
            Survey { sciences: Science::ALL.map(|s| self.items(s).len()), ..Survey::default() };
        for item in self.all_items() {
            let [right, wrong @ ..] = item.options.each_ref().map(|text| text.chars().count());
            survey.longest += usize::from(wrong.iter().all(|&wrong| wrong < right));
            survey.shortest += usize::from(wrong.iter().all(|&wrong| wrong > right));
            survey.difficulties[usize::from(item.difficulty - 1)] += 1;
        }
        survey
    }
}
