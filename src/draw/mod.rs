//! The draw: which question, in which order and wording, is asked at which place of a run.
//!
//! A draw is a pure function of seed, entropy, subject, family and index (and, for science, the
//! bank). The subject cannot foresee it without the seed. `docs/draw.md` specifies it completely.

mod key;
mod line;
mod permutation;

pub use key::Key;
pub use line::DrawnLine;

use crate::bank::{Bank, Science};
use crate::error::{Code, Error};
use crate::hash::Digest;
use crate::id::Family;
use crate::question::math::{Expression, Operation};
use crate::question::science::{Asked, ChoiceOrder};
use crate::question::{Question, variants};

/// What a run is drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The seed: any text; a fresh one is 32 lower-case hex digits.
    pub seed: String,
    /// Empty, or a public value that its source gives after the plan was published.
    pub entropy: String,
    /// The subject's id.
    pub subject: String,
}

impl Source {
    /// The commitment to the seed.
    pub fn commitment(&self) -> Digest {
        commitment(&self.seed)
    }

    /// The key of one family's draws.
    pub fn key(&self, family: Family) -> Key {
        Key::new(&[&self.seed, &self.entropy, &self.subject, family.name()])
    }
}

/// The commitment to `seed`: SHA-256 of its text.
pub fn commitment(seed: &str) -> Digest {
    Digest::of(&[seed.as_bytes()])
}

/// A seed out of 128 random bits: 32 lower-case hex digits.
pub fn seed(random: [u8; 16]) -> String {
    crate::hash::hex(&random)
}

/// A drawn question: what is asked, and in which wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn<'a> {
    /// The question.
    pub question: Question<'a>,
    /// The wording.
    pub variant: u32,
}

/// What the draw says of a science question, before any bank is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The science whose turn it is.
    pub science: Science,
    /// The place of the item among the bank's items of that science.
    pub at: u64,
    /// The order of its options.
    pub order: ChoiceOrder,
    /// The wording.
    pub variant: u32,
}

/// The `index`-th question of `math` under `key`.
pub fn math(key: &Key, index: u64) -> Drawn<'static> {
    let (stratum, place) = stratum::<3>(key, index);
    let operation = Operation::ALL[stratum];
    let at = in_stratum(key, operation.name(), operation.size(), place);
    Drawn {
        question: Question::Math(Expression::at(operation, at)),
        variant: variant(key, Family::Math, index),
    }
}

/// Where the `index`-th question of `science` stands, in a bank of `sizes` items per science.
///
/// # Errors
/// `draw.impossible` if there is no question of the science whose turn it is.
pub fn place(key: &Key, index: u64, sizes: [u64; 4]) -> Result<Place, Error> {
    let (stratum, before) = stratum::<4>(key, index);
    let (science, size) = (Science::ALL[stratum], sizes[stratum]);
    if size == 0 {
        let expected = format!("a question of {}", science.name());
        return Err(Error::new(Code::DrawImpossible, "bank", expected, "none"));
    }
    Ok(Place {
        science,
        at: in_stratum(key, science.name(), size, before),
        order: ChoiceOrder::shuffled(key.shuffle("options", index)),
        variant: variant(key, Family::Science, index),
    })
}

/// The `index`-th question of `science` under `key`, out of `bank`.
///
/// # Errors
/// `draw.impossible` if the bank has no question of the science whose turn it is.
pub fn science<'a>(key: &Key, index: u64, bank: &'a Bank) -> Result<Drawn<'a>, Error> {
    let Place { science, at, order, variant } = place(key, index, bank.sizes())?;
    // Below the number of items, so it fits a `usize`.
    let item = &bank.items(science)[at as usize];
    Ok(Drawn { question: Question::Science(Asked::new(item, order)), variant })
}

/// The stratum whose turn it is at `index`, and how many questions of it came before: each round
/// asks one question of every stratum, in an order of its own.
fn stratum<const STRATA: usize>(key: &Key, index: u64) -> (usize, u64) {
    let (round, slot) = (index / STRATA as u64, (index % STRATA as u64) as usize);
    (usize::from(key.shuffle::<STRATA>("strata", round)[slot]), round)
}

/// The question at `place` of a stratum of `size`: a keyed permutation of the whole stratum, and
/// another one each time it has been asked through.
fn in_stratum(key: &Key, name: &str, size: u64, place: u64) -> u64 {
    permutation::permute(key, name, place / size, size, place % size)
}

fn variant(key: &Key, family: Family, index: u64) -> u32 {
    // Below the number of variants, which is a `u32`.
    key.below("variant", index, u64::from(variants(family))) as u32
}
