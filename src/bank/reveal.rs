//! Proof that a sealed bank contains an item.

use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::{self, Value};
use crate::error::{Code, Error, format_numbers, shown};
use crate::id::QuestionId;

use super::tree::Leaf;
use super::{Bank, Item, Manifest, Science, parse, seal, tree};

/// An item of a sealed bank with its salt, its position, and the inclusion path to the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reveal {
    id: String,
    root: Digest,
    item: Item,
    index: u64,
    sizes: [u64; 4],
    path: Vec<Digest>,
}

impl Reveal {
    /// Reveals one item of a sealed bank.
    ///
    /// # Errors
    /// `bank.unsalted` if the bank is not sealed, `bank.unknown-item` if it has no such item.
    pub fn from_bank(bank: &Bank, id: &QuestionId) -> Result<Self, Error> {
        if !bank.is_sealed() {
            return Err(seal::unsealed_error(bank));
        }
        let (index, item) = bank
            .all_items()
            .enumerate()
            .find(|(_, item)| item.id == *id)
            .ok_or_else(|| unknown_item_error(bank.id(), id))?;
        Ok(Self {
            id: bank.id.clone(),
            root: bank.root,
            item: item.clone(),
            index: index as u64,
            sizes: bank.sizes(),
            path: bank.tree.inclusion_path(index).unwrap_or_default(),
        })
    }

    /// Parses a reveal.
    ///
    /// # Errors
    /// `bank.too-large`, `bank.not-json`, `bank.shape`, and the errors of an invalid item.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        const THING: &str = "reveal";
        const NAMES: [&str; 6] = ["bank", "index", "sizes", "item", "salt", "path"];
        let value = parse::parse_json(THING, text)?;
        let [bank, index, sizes, item, salt, path] = parse::members(THING, &value, NAMES)?;
        let [id, root] = parse::members("bank of the reveal", bank, ["id", "root"])?;
        let mut item = parse::parse_item("item of the reveal", item)?;
        if item.salt.is_some() {
            let problem = "has a salt; the salt is a member of the reveal";
            return Err(Error::because(Code::BankShape, "item of the reveal", problem));
        }
        item.salt = Some(parse::parse_salt("the reveal", salt)?);
        let Value::Array(path) = path else {
            return Err(parse::type_error("path of the reveal".to_owned(), "an array", path));
        };
        let mut read = Self {
            id: parse::parse_bank_name("bank of the reveal", id)?,
            root: parse::parse_digest("the reveal", "root", root)?,
            item,
            index: parse_count("index", index)?,
            sizes: parse_counts(sizes)?,
            path: Vec::new(),
        };
        for step in path {
            read.path.push(parse::parse_digest("the reveal", "path", step)?);
        }
        Ok(read)
    }

    /// Returns the reveal as JSON. Its salt and path let anyone with the manifest's root check it.
    pub fn to_value(&self) -> Value {
        let text = |text: &str| Value::String(text.to_owned());
        let mut item = self.item.clone();
        let salt = item.salt.take().map_or(Value::Null, |salt| Value::String(salt.hex()));
        let bank = vec![
            ("id".to_owned(), text(&self.id)),
            ("root".to_owned(), Value::String(self.root.hex())),
        ];
        let path = self.path.iter().map(|step| Value::String(step.hex())).collect();
        Value::Object(vec![
            ("bank".to_owned(), Value::Object(bank)),
            ("index".to_owned(), self.index.into()),
            ("sizes".to_owned(), Value::Array(self.sizes.map(Value::from).to_vec())),
            ("item".to_owned(), item.to_value()),
            ("salt".to_owned(), salt),
            ("path".to_owned(), Value::Array(path)),
        ])
    }

    /// Serializes the reveal.
    ///
    /// # Errors
    /// Never fails.
    pub fn to_json(&self) -> Result<String, Error> {
        json::to_indented_text(&self.to_value())
    }

    /// Returns the item, unverified until [`Reveal::check`] or [`Reveal::check_root`] succeeds.
    pub const fn item(&self) -> &Item {
        &self.item
    }

    /// Returns the name and root of the bank, as the reveal claims.
    pub fn bank(&self) -> (&str, &Digest) {
        (&self.id, &self.root)
    }

    /// Returns the number of items of each science of the bank, in the order of [`Science::ALL`].
    pub const fn sizes(&self) -> [u64; 4] {
        self.sizes
    }

    /// Returns the index of the item within its science, as the draw numbers them; `None` if the
    /// sizes do not allow it. Like the sizes, it is unverified until a check succeeds.
    pub fn index_in_science(&self) -> Option<u64> {
        let before: u64 = self.sizes[..self.item.science as usize].iter().sum();
        let at = self.index.checked_sub(before)?;
        (at < self.sizes[self.item.science as usize]).then_some(at)
    }

    /// Checks the reveal against the manifest of its bank.
    ///
    /// # Errors
    /// In this order: `bank.wrong-manifest` for the manifest of another bank, `bank.unknown-item`
    /// if it has no such item, `bank.reveal-place` if the item is at another position,
    /// `bank.reveal-item` if item and salt do not match the commitment, `bank.reveal-path` if the
    /// path does not lead to the root.
    pub fn check(&self, manifest: &Manifest) -> Result<(), Error> {
        self.check_bank(manifest.id(), manifest.root())?;
        let (index, committed) = manifest
            .find(self.item.id.as_str())
            .ok_or_else(|| unknown_item_error(manifest.id(), &self.item.id))?;
        if (self.index, self.sizes) != (index as u64, manifest.sizes()) {
            return Err(
                self.position_error(format!("{index} of {}", format_sizes(manifest.sizes())))
            );
        }
        let leaf = self.item.leaf()?;
        if leaf != *committed {
            return Err(Error::new(
                Code::BankRevealItem,
                format!("item or salt of {}", self.item.id),
                format!("commitment {}", committed.digest.hex()),
                leaf.digest.hex(),
            ));
        }
        self.check_path(&leaf)
    }

    /// Checks the reveal against the name and root of its bank, as a record names them.
    ///
    /// # Errors
    /// `bank.wrong-manifest` for a reveal of another bank, `bank.reveal-place` if the science has
    /// no such position, `bank.reveal-path` if item, salt, position and path do not lead to the
    /// root.
    pub fn check_root(&self, id: &str, root: &Digest) -> Result<(), Error> {
        self.check_bank(id, root)?;
        if self.index_in_science().is_none() {
            return Err(self.position_error(format!("a place of {}", self.item.science.name())));
        }
        self.check_path(&self.item.leaf()?)
    }

    fn check_bank(&self, id: &str, root: &Digest) -> Result<(), Error> {
        if self.id == id && self.root == *root {
            return Ok(());
        }
        Err(Error::new(
            Code::BankWrongManifest,
            format!("bank of the reveal of {}", self.item.id),
            format!("{} of root {}", shown(id), root.hex()),
            format!("{} of root {}", shown(&self.id), self.root.hex()),
        ))
    }

    fn position_error(&self, expected: String) -> Error {
        let thing = format!("place of {}", self.item.id);
        let found = format!("{} of {}", self.index, format_sizes(self.sizes));
        Error::new(Code::BankRevealPlace, thing, expected, found)
    }

    fn check_path(&self, leaf: &Leaf) -> Result<(), Error> {
        let size = self.sizes.iter().sum();
        let tree = hash::root_from_path(&leaf.hash(), self.index, size, &self.path);
        let found = tree.map(|tree| tree::compute_root(&self.id, self.sizes, &tree));
        if found == Some(self.root) {
            return Ok(());
        }
        Err(Error::new(
            Code::BankRevealPath,
            format!("path of {}", self.item.id),
            format!("a path to root {}", self.root.hex()),
            found.map_or_else(|| "one of the wrong length".to_owned(), |root| root.hex()),
        ))
    }
}

fn format_sizes(sizes: [u64; 4]) -> String {
    format_numbers(&mut sizes.into_iter())
}

fn unknown_item_error(bank: &str, id: &QuestionId) -> Error {
    let thing = format!("bank {}", shown(bank));
    Error::new(Code::BankUnknownItem, thing, "an item of the bank", id.to_string())
}

/// Exclusive limit of the counts in a reveal: more than a bank file can hold.
const COUNT_LIMIT: i64 = 1 << 32;

fn parse_count(name: &str, value: &Value) -> Result<u64, Error> {
    match value {
        Value::Number(count @ 0..COUNT_LIMIT) => Ok(count.unsigned_abs()),
        _ => Err(parse::type_error(format!("{name} of the reveal"), "a count below 2^32", value)),
    }
}

fn parse_counts(value: &Value) -> Result<[u64; 4], Error> {
    match value {
        Value::Array(sizes) if sizes.len() == Science::ALL.len() => {
            let mut counts = [0; 4];
            for (size, value) in counts.iter_mut().zip(sizes) {
                *size = parse_count("sizes", value)?;
            }
            Ok(counts)
        }
        _ => Err(parse::type_error("sizes of the reveal".to_owned(), "an array of four", value)),
    }
}
