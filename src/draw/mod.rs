//! The draw: selects the question, option order and wording for each index of a run.
//!
//! A draw is a pure function of seed, entropy, subject, family and index (and, for science, the
//! bank). Without the seed, the subject cannot predict it. `docs/draw.md` is the full
//! specification.

mod drawn_line;
mod key;
mod permutation;

pub use drawn_line::DrawnLine;
pub use key::Key;

use crate::bank::{Bank, Science};
use crate::base::hash::Digest;
use crate::error::{Code, Error};
use crate::id::Family;
use crate::question::math::{Expression, Operation};
use crate::question::science::{AskedItem, ChoiceOrder};
use crate::question::{Question, variants};

/// The inputs of a run's draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The seed: any text; a fresh one is 32 lower-case hex digits.
    pub seed: String,
    /// Empty, or a public random value that becomes known only after the plan was published.
    pub entropy: String,
    /// The subject's id.
    pub subject: String,
}

impl Source {
    /// Returns the commitment to the seed.
    pub fn commitment(&self) -> Digest {
        seed_commitment(&self.seed)
    }

    /// Derives the key of one family's draws.
    pub fn key(&self, family: Family) -> Key {
        derive_key(&self.seed, &self.entropy, &self.subject, family)
    }
}

/// Derives the key of the draws of `family` for a source.
pub(crate) fn derive_key(seed: &str, entropy: &str, subject: &str, family: Family) -> Key {
    Key::new(&[seed, entropy, subject, family.name()])
}

/// Returns the commitment to `seed`: SHA-256 of its text.
pub fn seed_commitment(seed: &str) -> Digest {
    Digest::sha256(&[seed.as_bytes()])
}

/// Formats 128 random bits as a seed: 32 lower-case hex digits.
pub fn format_seed(random: [u8; 16]) -> String {
    crate::base::hash::hex(&random)
}

/// A drawn question: what to ask, and in which wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnQuestion<'a> {
    /// The question.
    pub question: Question<'a>,
    /// The wording.
    pub variant: u32,
}

/// The draw of a science question, independent of the bank's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SciencePlace {
    /// The science.
    pub science: Science,
    /// The index of the item among the bank's items of that science.
    pub at: u64,
    /// The order of its options.
    pub order: ChoiceOrder,
    /// The wording variant.
    pub variant: u32,
}

/// Draws question number `index` of `math`.
pub fn draw_math(key: &Key, index: u64) -> DrawnQuestion<'static> {
    let (stratum, place) = stratum_at::<3>(key, index);
    let operation = Operation::ALL[stratum];
    let at = permute_in_stratum(key, operation.name(), operation.size(), place);
    DrawnQuestion {
        question: Question::Math(Expression::nth(operation, at)),
        variant: draw_variant(key, Family::Math, index),
    }
}

/// Draws the position of question number `index` of `science`, in a bank of `sizes` items per
/// science.
///
/// # Errors
/// `draw.impossible` if the bank has no question of the drawn science.
pub fn draw_science_place(key: &Key, index: u64, sizes: [u64; 4]) -> Result<SciencePlace, Error> {
    let (stratum, before) = stratum_at::<4>(key, index);
    let (science, size) = (Science::ALL[stratum], sizes[stratum]);
    if size == 0 {
        let problem = format!("no question of {}", science.name());
        return Err(Error::because(Code::DrawImpossible, "bank", problem));
    }
    Ok(SciencePlace {
        science,
        at: permute_in_stratum(key, science.name(), size, before),
        order: ChoiceOrder::from_shuffle(key.shuffle("options", index)),
        variant: draw_variant(key, Family::Science, index),
    })
}

/// Draws question number `index` of `science` from `bank`.
///
/// # Errors
/// `draw.impossible` if the bank has no question of the drawn science.
pub fn draw_science<'a>(key: &Key, index: u64, bank: &'a Bank) -> Result<DrawnQuestion<'a>, Error> {
    let SciencePlace { science, at, order, variant } =
        draw_science_place(key, index, bank.sizes())?;
    // Below the number of items, so it fits a `usize`.
    let item = &bank.items(science)[at as usize];
    Ok(DrawnQuestion { question: Question::Science(AskedItem::new(item, order)), variant })
}

/// Returns the stratum at `index`, and the number of its earlier questions. Each round asks one
/// question of every stratum, in a shuffled order.
fn stratum_at<const STRATA: usize>(key: &Key, index: u64) -> (usize, u64) {
    let (round, slot) = (index / STRATA as u64, (index % STRATA as u64) as usize);
    (usize::from(key.shuffle::<STRATA>("strata", round)[slot]), round)
}

/// Draws the question at `place` of a stratum of `size`: a keyed permutation of the whole stratum,
/// with a new permutation each time it is exhausted.
fn permute_in_stratum(key: &Key, name: &str, size: u64, place: u64) -> u64 {
    permutation::permute(key, name, place / size, size, place % size)
}

fn draw_variant(key: &Key, family: Family, index: u64) -> u32 {
    // Below the number of variants, so it fits a `u32`.
    key.derive_below("variant", index, u64::from(variants(family))) as u32
}
