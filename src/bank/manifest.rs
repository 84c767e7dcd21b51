//! The manifest of a private bank, published before its use.

use crate::base::hash::Digest;
use crate::base::json::{self, Value};
use crate::base::order;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;

use super::tree::{self, Leaf};
use super::{Bank, Science, duplicate_error, parse, seal};

/// The ids, sciences, order and commitments of a sealed bank, and the root over them.
///
/// The root of a `Manifest` always matches its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    id: String,
    root: Digest,
    leaves: Vec<Leaf>,
    /// Indexes of the leaves, sorted by id.
    by_id: Vec<usize>,
}

impl Manifest {
    /// Creates the manifest of a sealed bank.
    ///
    /// # Errors
    /// `bank.unsalted` if the bank is not sealed: a digest without a salt does not hide which of
    /// four options is right.
    pub fn from_bank(bank: &Bank) -> Result<Self, Error> {
        if !bank.is_sealed() {
            return Err(seal::unsealed_error(bank));
        }
        Ok(Self::new(bank.id.clone(), bank.root, bank.leaves()?))
    }

    fn new(id: String, root: Digest, leaves: Vec<Leaf>) -> Self {
        let mut by_id: Vec<usize> = (0..leaves.len()).collect();
        order::sort_by(&mut by_id, &|a, b| leaves[*a].id.as_str().cmp(leaves[*b].id.as_str()));
        Self { id, root, leaves, by_id }
    }

    /// Parses a manifest.
    ///
    /// # Errors
    /// `bank.too-large`, `bank.not-json`, `bank.shape`, `bank.name`, `bank.item-id`,
    /// `bank.unknown-science` and `bank.duplicate-id` as for a bank; `bank.manifest` if the
    /// sciences are out of order or the root does not match the items.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let value = parse::parse_json("manifest", text)?;
        let [id, root, items] = parse::members("manifest", &value, ["id", "root", "items"])?;
        let id = parse::parse_bank_name("manifest", id)?;
        let root = parse::parse_digest("the manifest", "root", root)?;
        let Value::Array(items) = items else {
            return Err(parse::type_error("items of the manifest".to_owned(), "an array", items));
        };
        let mut leaves = Vec::new();
        for item in items {
            leaves.push(parse_leaf(leaves.len(), item)?);
        }
        let read = Self::new(id, root, leaves);
        let Self { id, root, leaves, by_id } = &read;
        let thing = format!("manifest {}", shown(id));
        if let Some(twice) = by_id.windows(2).find(|pair| leaves[pair[0]].id == leaves[pair[1]].id)
        {
            return Err(duplicate_error(id, &leaves[twice[0]].id));
        }
        if !leaves.is_sorted_by_key(|leaf| leaf.science) {
            let problem = "items are not in the order chemistry, biology, physics, earth-science";
            return Err(Error::because(Code::BankManifest, thing, problem));
        }
        let found = tree::compute_root(
            id,
            tree::count_by_science(leaves),
            &tree::build_tree(leaves).root(),
        );
        if found != *root {
            let expected = format!("root {}, computed from its items", found.hex());
            return Err(Error::new(Code::BankManifest, thing, expected, root.hex()));
        }
        Ok(read)
    }

    /// Serializes the manifest.
    ///
    /// # Errors
    /// Never fails.
    pub fn to_json(&self) -> Result<String, Error> {
        json::to_indented_text(&Value::Object(vec![
            ("id".to_owned(), Value::String(self.id.clone())),
            ("root".to_owned(), Value::String(self.root.hex())),
            ("items".to_owned(), Value::Array(self.leaves.iter().map(Leaf::to_value).collect())),
        ]))
    }

    /// Returns the name of the bank.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the bank's root, as records name it.
    pub const fn root(&self) -> &Digest {
        &self.root
    }

    /// Returns the number of items of each science, in the order of [`Science::ALL`].
    pub fn sizes(&self) -> [u64; 4] {
        tree::count_by_science(&self.leaves)
    }

    /// Returns the id of item number `index` of a science, as the draw numbers them.
    pub fn id_at(&self, science: Science, index: usize) -> Option<&QuestionId> {
        self.science_leaves(science).get(index).map(|leaf| &leaf.id)
    }

    /// Returns the leaves of one science; leaves are grouped by science.
    fn science_leaves(&self, science: Science) -> &[Leaf] {
        let before = self.leaves.partition_point(|leaf| leaf.science < science);
        let behind = self.leaves.partition_point(|leaf| leaf.science <= science);
        &self.leaves[before..behind]
    }

    /// Returns the commitment to the item `id`.
    pub fn commitment(&self, id: &str) -> Option<&Digest> {
        self.find(id).map(|(_, leaf)| &leaf.digest)
    }

    /// Finds the leaf of the item `id`, and its index in the tree.
    pub(super) fn find(&self, id: &str) -> Option<(usize, &Leaf)> {
        let found = self.by_id.binary_search_by(|at| self.leaves[*at].id.as_str().cmp(id));
        found.ok().map(|place| self.by_id[place]).map(|index| (index, &self.leaves[index]))
    }
}

fn parse_leaf(index: usize, value: &Value) -> Result<Leaf, Error> {
    let thing = format!("item {} of the manifest", index + 1);
    let [id, science, digest] = parse::members(&thing, value, ["id", "science", "commitment"])?;
    Ok(Leaf {
        salted: true,
        id: parse::parse_item_id(&thing, parse::parse_string(&thing, "id", id)?)?,
        science: parse::parse_science(&thing, parse::parse_string(&thing, "science", science)?)?,
        digest: parse::parse_digest(&thing, "commitment", digest)?,
    })
}
