//! An item of a bank.

use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::id::QuestionId;

use super::Science;
use super::tree::Leaf;

/// 128 random bits that make an item's commitment hiding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Salt([u8; 16]);

impl Salt {
    /// Creates a salt from 128 random bits.
    pub const fn new(random: [u8; 16]) -> Self {
        Self(random)
    }

    /// Parses 32 lower-case hex digits.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        hash::from_hex(text, &mut bytes).then_some(Self(bytes))
    }

    /// Returns the salt as 32 lower-case hex digits.
    pub fn hex(&self) -> String {
        hash::hex(&self.0)
    }
}

/// An item of a bank: a stem and four options, the first of which is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub(super) id: QuestionId,
    pub(super) science: Science,
    pub(super) stem: String,
    pub(super) options: [String; 4],
    pub(super) difficulty: u8,
    pub(super) salt: Option<Salt>,
}

impl Item {
    /// Index of the right option in the bank's own order. The draw permutes the options, so a fixed
    /// index reveals nothing and cannot be wrong in the data.
    pub const RIGHT: u8 = 0;

    /// Returns the id.
    pub const fn id(&self) -> &QuestionId {
        &self.id
    }

    /// Returns the science.
    pub const fn science(&self) -> Science {
        self.science
    }

    /// Returns the text of the question.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// Returns the options in the bank's own order, the right one first.
    pub const fn options(&self) -> &[String; 4] {
        &self.options
    }

    /// Returns the salt; `None` if the bank is not sealed.
    pub const fn salt(&self) -> Option<&Salt> {
        self.salt.as_ref()
    }

    /// Returns the item as a bank file has it, without its `why`, members in order.
    pub fn to_value(&self) -> Value {
        let text = |text: &str| Value::String(text.to_owned());
        let [right, wrong @ ..] = &self.options;
        let mut members = vec![
            ("id".to_owned(), text(self.id.as_str())),
            ("science".to_owned(), text(self.science.name())),
            ("stem".to_owned(), text(&self.stem)),
            ("right".to_owned(), text(right)),
            ("wrong".to_owned(), Value::Array(wrong.iter().map(|wrong| text(wrong)).collect())),
            ("difficulty".to_owned(), Value::Number(i64::from(self.difficulty))),
        ];
        if let Some(salt) = &self.salt {
            members.push(("salt".to_owned(), Value::String(salt.hex())));
        }
        Value::Object(members)
    }

    /// Returns the SHA-256 digest of the item's canonical JSON. It is a commitment only if the item
    /// has a salt: without one, a guess of the text can be confirmed.
    pub(super) fn digest(&self) -> Result<Digest, Error> {
        Ok(Digest::sha256(&[&self.to_value().canonical()]))
    }

    /// Returns the leaf of the item in the bank's tree.
    pub(super) fn leaf(&self) -> Result<Leaf, Error> {
        Ok(Leaf {
            salted: self.salt.is_some(),
            digest: self.digest()?,
            id: self.id.clone(),
            science: self.science,
        })
    }
}
