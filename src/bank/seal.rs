//! Sealing a private bank: ids, order and commitments that tell nothing of what is asked.

use crate::error::{Code, Error, shown};
use crate::id::QuestionId;
use crate::order;

use super::{Bank, Item, Salt};

/// Why there is no commitment without a salt.
const WHY: &str = "a random salt of its own for every item, because without one \
                   four options are tried in an instant";

impl Bank {
    /// The bank sealed with `random`: 16 fresh random bytes for each item, in the order of the
    /// file's sciences.
    ///
    /// Each item gets its salt, then the items are put in the order of their salts and numbered:
    /// neither id nor order depends on what is asked. The result is private; what is published is
    /// its [`Manifest`](super::Manifest).
    ///
    /// # Errors
    /// `bank.sealed` if the bank has salts already; `bank.unsalted` if `random` has another length
    /// or repeats itself.
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
        let mut items: Vec<Item> = self.all().cloned().collect();
        if salts.len() != items.len() || !rest.is_empty() {
            return Err(Error::new(
                Code::BankUnsalted,
                format!("bank {}", shown(&self.id)),
                WHY,
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

/// Checks that either no item of a bank has a salt, or every one its own.
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
    Err(Error::new(Code::BankUnsalted, thing, WHY, found))
}

/// The error for a bank without salts where commitments are asked for.
pub(super) fn unsalted(bank: &Bank) -> Error {
    Error::new(Code::BankUnsalted, format!("bank {}", shown(bank.id())), WHY, "no salts")
}
