//! Opening withheld values.

use super::body::id;
use super::withhold::commit;
use crate::error::{Code, Error, shown};
use crate::hash::from_hex;
use crate::json::Value;
use crate::pointer::Pointer;
use crate::record::Withheld;
use crate::record::file::OpeningLine;

/// A record whose withheld values are given back one by one. The answer is for reading: id and
/// proofs are those of the record as it stands, with its values withheld.
#[derive(Clone, Debug)]
pub struct Opened {
    id: String,
    value: Value,
    pointers: Vec<String>,
}

impl Opened {
    /// `record`, of which nothing is open yet.
    ///
    /// # Errors
    /// `json.invalid` if `record` is no object.
    pub fn new(record: Value) -> Result<Self, Error> {
        Ok(Self { id: id(&record)?.hex(), value: record, pointers: Vec::new() })
    }

    /// The id of the record.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The record with the values that were given back.
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Whether the value at `pointer` was given back.
    pub fn is_open(&self, pointer: &str) -> bool {
        self.pointers.iter().any(|open| open == pointer)
    }

    /// Gives one value back.
    ///
    /// # Errors
    /// `opening.record` for an opening of another record, `opening.pointer` where nothing is
    /// withheld (or is opened already), `opening.salt` for a salt that is not 32 hex digits,
    /// `opening.digest` for a value that is not the withheld one. The record is then as before.
    pub fn open(&mut self, opening: &OpeningLine) -> Result<(), Error> {
        let OpeningLine { pointer, record, salt, value, kind: _ } = opening;
        let refuse =
            |code, thing, expected: String, found| Err(Error::new(code, thing, expected, found));
        if *record != self.id {
            let (thing, expected) = ("opening.record", self.id.clone());
            return refuse(Code::OpeningRecord, thing, expected, shown(record));
        }
        let place = Pointer::parse(pointer).filter(|_| !self.pointers.contains(pointer));
        let place = place.and_then(|place| self.value.at_mut(&place));
        let Some((withheld, place)) = place.and_then(|value| Some((Withheld::of(value)?, value)))
        else {
            let expected = "a withheld value there".to_owned();
            return refuse(Code::OpeningPointer, "opening.pointer", expected, shown(pointer));
        };
        if !from_hex(salt, &mut [0; 16]) {
            let expected = "32 hex digits".to_owned();
            return refuse(Code::OpeningSalt, "opening.salt", expected, shown(salt));
        }
        let digest = commit(salt, pointer, value);
        if digest != withheld.digest {
            let (thing, expected) = ("digest of the opening", withheld.digest.hex());
            return refuse(Code::OpeningDigest, thing, expected, digest.hex());
        }
        *place = value.clone();
        self.pointers.push(pointer.clone());
        Ok(())
    }
}

/// Gives `record` the values of all `openings` back.
///
/// # Errors
/// As [`Opened::open`], for the first that opens nothing.
pub fn open(record: &Value, openings: &[OpeningLine]) -> Result<Value, Error> {
    let mut opened = Opened::new(record.clone())?;
    openings.iter().try_for_each(|opening| opened.open(opening))?;
    Ok(opened.value)
}
