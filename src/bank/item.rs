//! One question of a bank.

use crate::error::Error;
use crate::hash::{self, Digest};
use crate::id::QuestionId;
use crate::json::Value;

use super::Science;
use super::tree::Leaf;

/// The 128 random bits that keep an item's commitment from being guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Salt([u8; 16]);

impl Salt {
    /// A salt out of 128 random bits.
    pub const fn new(random: [u8; 16]) -> Self {
        Self(random)
    }

    /// The salt that 32 lower-case hex digits stand for.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        hash::from_hex(text, &mut bytes).then_some(Self(bytes))
    }

    /// The salt as 32 lower-case hex digits.
    pub fn hex(&self) -> String {
        hash::hex(&self.0)
    }
}

/// One question of a bank: a stem and four options, of which the first is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub(super) id: QuestionId,
    pub(super) science: Science,
    pub(super) stem: String,
    pub(super) options: [String; 4],
    pub(super) why: String,
    pub(super) difficulty: u8,
    pub(super) salt: Option<Salt>,
}

impl Item {
    /// The index of the right option in the bank's own order. The draw permutes what is asked, so
    /// a fixed place gives nothing away, and no index in the data can be wrong.
    pub const RIGHT: u8 = 0;

    /// The id.
    pub const fn id(&self) -> &QuestionId {
        &self.id
    }

    /// The science it belongs to.
    pub const fn science(&self) -> Science {
        self.science
    }

    /// The text of the question.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// The options in the bank's own order, the right one first.
    pub const fn options(&self) -> &[String; 4] {
        &self.options
    }

    /// Why the right option is right, in a line.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// How hard it is, from 1 to 3.
    pub const fn difficulty(&self) -> u8 {
        self.difficulty
    }

    /// The salt, if the bank is sealed.
    pub const fn salt(&self) -> Option<&Salt> {
        self.salt.as_ref()
    }

    /// The item as a bank file has it: its members in their order.
    pub fn to_value(&self) -> Value {
        let text = |text: &str| Value::String(text.to_owned());
        let [right, wrong @ ..] = &self.options;
        let mut members = vec![
            ("id".to_owned(), text(self.id.as_str())),
            ("science".to_owned(), text(self.science.name())),
            ("stem".to_owned(), text(&self.stem)),
            ("right".to_owned(), text(right)),
            ("wrong".to_owned(), Value::Array(wrong.iter().map(|wrong| text(wrong)).collect())),
            ("why".to_owned(), text(&self.why)),
            ("difficulty".to_owned(), Value::Number(i64::from(self.difficulty))),
        ];
        if let Some(salt) = &self.salt {
            members.push(("salt".to_owned(), Value::String(salt.hex())));
        }
        Value::Object(members)
    }

    /// SHA-256 of the canonical JSON of the item. It is a commitment if the item has a salt;
    /// without one, whoever guesses the words has proof of the answer.
    pub(super) fn digest(&self) -> Result<Digest, Error> {
        Ok(Digest::of(&[&self.to_value().canonical()]))
    }

    /// The leaf that stands for the item in its bank's tree.
    pub(super) fn leaf(&self) -> Result<Leaf, Error> {
        Ok(Leaf {
            salted: self.salt.is_some(),
            digest: self.digest()?,
            id: self.id.clone(),
            science: self.science,
        })
    }
}
