//! Sealing of a private bank: makes its ids, order and commitments independent of the content.

use crate::base::order;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;

use super::{Bank, Item, Salt};

/// Explains the need for a salt, in error messages.
const SALT_RULE: &str = "a random salt of its own for every item, because without one \
                   four options are tried in an instant";

impl Bank {
    /// Seals the bank with `random`: 16 fresh random bytes for each item, in the order of the
    /// file's sciences.
    ///
    /// Each item gets its salt. Then the items are sorted by salt and numbered, so neither id nor
    /// order depends on the content. The result is private; its [`Manifest`](super::Manifest) is
    /// what to publish.
    ///
    /// # Errors
    /// `bank.sealed` if the bank already has salts; `bank.unsalted` if `random` has the wrong
    /// length or repeats a salt.
    pub fn seal(&self, random: &[u8]) -> Result<Self, Error> {
        if self.is_sealed() {
            return Err(Error::new(
                Code::BankSealed,
                format!("bank {}", shown(&self.id)),
                "a bank without salts, because new ones would void the manifest that is published",
                "a sealed one",
            ));
        }
        let (salts, rest) = random.as_chunks::<16>();
        let mut items: Vec<Item> = self.all_items().cloned().collect();
        if salts.len() != items.len() || !rest.is_empty() {
            return Err(Error::new(
                Code::BankUnsalted,
                format!("bank {}", shown(&self.id)),
                SALT_RULE,
                format!("{} random bytes for {} items", random.len(), items.len()),
            ));
        }
        for (item, salt) in items.iter_mut().zip(salts) {
            item.salt = Some(Salt::new(*salt));
        }
        order::sort_by(&mut items, &|a, b| a.salt.cmp(&b.salt));
        let digits = items.len().to_string().len().max(4);
        for (index, item) in items.iter_mut().enumerate() {
            item.id = QuestionId::new(format!("science:item-{:0digits$}", index + 1))?;
        }
        Self::new(self.id.clone(), items)
    }
}

/// Checks that either no item has a salt, or every item has a distinct one.
///
/// # Errors
/// `bank.unsalted` otherwise.
pub(super) fn check_salts(bank: &str, items: &[Item]) -> Result<(), Error> {
    if items.iter().all(|item| item.salt.is_none()) {
        return Ok(());
    }
    let mut by_salt: Vec<usize> = (0..items.len()).collect();
    order::sort_by(&mut by_salt, &|a, b| items[*a].salt.cmp(&items[*b].salt));
    let missing = items.iter().position(|item| item.salt.is_none());
    let mut repeated = None;
    for pair in by_salt.windows(2) {
        let (one, other) = (items[pair[0]].salt, items[pair[1]].salt);
        if one.is_some() && one == other && repeated.is_none_or(|first| pair[1] < first) {
            repeated = Some(pair[1]);
        }
    }
    let (at, found) = match (missing, repeated) {
        (Some(at), other) if other.is_none_or(|other| at < other) => (at, "none"),
        (_, Some(at)) => (at, "that of another item"),
        (_, None) => return Ok(()),
    };
    let thing = format!("salt of {} of bank {}", items[at].id, shown(bank));
    Err(Error::new(Code::BankUnsalted, thing, SALT_RULE, found))
}

/// Returns the error for an unsealed bank whose commitments are requested.
pub(super) fn unsalted(bank: &Bank) -> Error {
    Error::new(Code::BankUnsalted, format!("bank {}", shown(bank.id())), SALT_RULE, "no salts")
}
