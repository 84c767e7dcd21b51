//! SimpleScience: an item of a bank, with its options in the order asked.

use std::fmt;

use crate::bank::Item;
use crate::error::{Code, Error, format_numbers};
use crate::question::Letter;

/// An order of the four options: entry `i` is the bank's index of the option asked as letter `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceOrder([u8; 4]);

impl ChoiceOrder {
    /// Checks that `order` is a permutation of 0 to 3.
    ///
    /// # Errors
    /// `question.bad-order` if it is not.
    pub fn new(order: [u8; 4]) -> Result<Self, Error> {
        if (0..4).all(|index| order.contains(&index)) {
            return Ok(Self(order));
        }
        Err(Error::new(
            Code::QuestionBadOrder,
            "choiceOrder",
            "a permutation of 0 to 3",
            format_numbers(&mut order.iter().map(|index| u64::from(*index))),
        ))
    }

    /// Wraps the result of a shuffle, which is a permutation by construction.
    pub(crate) const fn from_shuffle(order: [u8; 4]) -> Self {
        Self(order)
    }

    /// Returns the bank's option index for each letter.
    pub const fn indices(self) -> [u8; 4] {
        self.0
    }
}

/// An item of a bank as it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedItem<'a> {
    item: &'a Item,
    order: ChoiceOrder,
}

impl<'a> AskedItem<'a> {
    /// Combines `item` with an order of its options.
    pub const fn new(item: &'a Item, order: ChoiceOrder) -> Self {
        Self { item, order }
    }

    /// Returns the item.
    pub const fn item(&self) -> &'a Item {
        self.item
    }

    /// Returns the order of the options.
    pub const fn order(&self) -> ChoiceOrder {
        self.order
    }

    /// Returns the options as asked, from A to D.
    pub fn options(&self) -> [&'a str; 4] {
        self.order.0.map(|index| self.item.options()[usize::from(index)].as_str())
    }

    /// Returns the letter of the right option.
    pub fn expected(&self) -> Letter {
        let right = usize::from(Item::RIGHT);
        let place = self.order.0.iter().position(|&index| usize::from(index) == right);
        // An order is a permutation, so it contains the right option.
        Letter::ALL[place.unwrap_or_default()]
    }
}

/// Writes the stem and the lettered options, one per line.
impl fmt::Display for AskedItem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.item.stem())?;
        for (letter, option) in Letter::ALL.iter().zip(self.options()) {
            write!(f, "\n{letter}) {option}")?;
        }
        Ok(())
    }
}
