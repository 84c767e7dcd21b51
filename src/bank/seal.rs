//! Sealing of a private bank: makes its ids, order and commitments independent of the content.

use crate::base::order;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;

use super::rules::SALT_RULE;
use super::{Bank, Item, Salt};

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
            return Err(Error::because(
                Code::BankSealed,
                format!("bank {}", shown(&self.id)),
                "already sealed; new salts would invalidate its published manifest",
            ));
        }
        let (salts, rest) = random.as_chunks::<16>();
        let mut items: Vec<Item> = self.all_items().cloned().collect();
        if salts.len() != items.len() || !rest.is_empty() {
            return Err(Error::new(
                Code::BankUnsalted,
                format!("bank {}", shown(&self.id)),
                format!("16 random bytes for each of {} items", items.len()),
                format!("{} bytes", random.len()),
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

/// Returns the error for an unsealed bank whose commitments are requested.
pub(super) fn unsealed_error(bank: &Bank) -> Error {
    let thing = format!("bank {}", shown(bank.id()));
    Error::because(Code::BankUnsalted, thing, format!("not sealed; {SALT_RULE}"))
}
