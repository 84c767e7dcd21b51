//! Banks of science questions: the public bank, and private banks supplied at run time.

mod item;
mod manifest;
mod parse;
#[cfg(feature = "bank")]
mod public;
mod reveal;
mod rules;
mod science;
mod seal;
mod statistics;
mod tree;

pub use item::{Item, Salt};
pub use manifest::Manifest;
pub use parse::{LARGEST_FILE, check_size};
pub use reveal::Reveal;
pub use science::Science;
pub use statistics::Survey;

use crate::base::hash::{Digest, Tree};
use crate::base::json::{self, Value};
use crate::base::order;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;

/// The id of the public bank.
pub const PUBLIC_ID: &str = "public";

/// The root of the public bank, in hex.
pub const PUBLIC_ROOT: &str = "923cc447c85a67b2483ed5b2ba33d8f95ef8b1da562ceff96d9e4d823daeda40";

/// Reports whether the bank with this id and hex root is the public one.
pub(crate) fn is_public(id: &str, root: &str) -> bool {
    (id, root) == (PUBLIC_ID, PUBLIC_ROOT)
}

/// A validated set of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    id: String,
    sciences: [Vec<Item>; 4],
    /// Science and index of each item, sorted by id.
    by_id: Vec<(Science, usize)>,
    tree: Tree,
    root: Digest,
}

impl Bank {
    /// Creates a bank of valid items. Checks the rules that span items.
    fn new(id: String, items: Vec<Item>) -> Result<Self, Error> {
        rules::check_salts(&id, &items)?;
        let mut sciences = [const { Vec::new() }; 4];
        for item in items {
            sciences[item.science as usize].push(item);
        }
        let mut by_id = Vec::new();
        for science in Science::ALL {
            let count = sciences[science as usize].len();
            if count == 0 {
                return Err(Error::because(
                    Code::BankStrata,
                    format!("bank {}", shown(&id)),
                    format!("no question of {}", science.name()),
                ));
            }
            by_id.extend((0..count).map(|index| (science, index)));
        }
        let id_at = |&(science, index): &(Science, usize)| &sciences[science as usize][index].id;
        order::sort_by(&mut by_id, &|a, b| id_at(a).as_str().cmp(id_at(b).as_str()));
        if let Some(pair) = by_id.windows(2).find(|pair| id_at(&pair[0]) == id_at(&pair[1])) {
            return Err(duplicate_error(&id, id_at(&pair[0])));
        }
        let tree = Tree::new(Vec::new());
        let mut bank = Self { id, sciences, by_id, root: tree.root(), tree };
        bank.tree = tree::build_tree(&bank.leaves()?);
        bank.root = tree::compute_root(&bank.id, bank.sizes(), &bank.tree.root());
        Ok(bank)
    }

    /// Returns the name of the bank.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the root of the bank, which commits to its name, sizes and items.
    pub const fn root(&self) -> &Digest {
        &self.root
    }

    /// Returns the items of one science, in the order in which the draw numbers them.
    pub fn items(&self, science: Science) -> &[Item] {
        &self.sciences[science as usize]
    }

    /// Returns the number of items of each science, in the order of [`Science::ALL`].
    pub fn sizes(&self) -> [u64; 4] {
        self.sciences.each_ref().map(|items| items.len() as u64)
    }

    /// Returns the item with this id.
    pub fn item(&self, id: &QuestionId) -> Option<&Item> {
        self.find(id.as_str())
    }

    /// Returns the item with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&Item> {
        let at = |&(science, index): &(Science, usize)| &self.items(science)[index];
        let found = self.by_id.binary_search_by(|place| at(place).id.as_str().cmp(id));
        found.ok().map(|index| at(&self.by_id[index]))
    }

    /// Reports whether every item has a salt. Items of an unsealed bank cannot be revealed one by
    /// one.
    pub fn is_sealed(&self) -> bool {
        self.all_items().all(|item| item.salt.is_some())
    }

    /// Serializes the bank to one bank file.
    ///
    /// # Errors
    /// Never fails.
    pub fn to_json(&self) -> Result<String, Error> {
        let items = self.all_items().map(Item::to_value).collect();
        json::to_indented_text(&Value::Object(vec![
            ("id".to_owned(), Value::String(self.id.clone())),
            ("items".to_owned(), Value::Array(items)),
        ]))
    }

    /// Iterates over all items by science: the order of the tree and the manifest.
    fn all_items(&self) -> impl Iterator<Item = &Item> {
        self.sciences.iter().flatten()
    }

    /// Returns the leaves of the tree.
    fn leaves(&self) -> Result<Vec<tree::Leaf>, Error> {
        let mut leaves = Vec::new();
        for item in self.all_items() {
            leaves.push(item.leaf()?);
        }
        Ok(leaves)
    }
}

fn duplicate_error(bank: &str, id: &QuestionId) -> Error {
    let thing = format!("bank {}", shown(bank));
    Error::because(Code::BankDuplicateId, thing, format!("id {id} occurs twice"))
}
