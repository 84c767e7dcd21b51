//! Opening of withheld values.

use super::body::id;
use super::withhold::commit_to_value;
use crate::base::hash::from_hex;
use crate::base::json::Value;
use crate::base::pointer::Pointer;
use crate::error::{Code, Error, shown};
use crate::record::Withheld;
use crate::record::file::OpeningLine;

/// A record with some withheld values opened. It is meant for reading: id and proofs refer to the
/// record with its values withheld.
#[derive(Clone, Debug)]
pub struct OpenedRecord {
    id: String,
    value: Value,
    /// The pointers of opened values, with their placeholders.
    opened: Vec<(String, Withheld)>,
}

impl OpenedRecord {
    /// Wraps a record of which nothing is opened yet.
    ///
    /// # Errors
    /// `json.invalid` if `record` is not an object.
    pub fn new(record: Value) -> Result<Self, Error> {
        Ok(Self { id: id(&record)?.hex(), value: record, opened: Vec::new() })
    }

    /// Returns the record's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the record with the opened values.
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Opens one value.
    ///
    /// # Errors
    /// `opening.record` for an opening of another record, `opening.pointer` if the member is not
    /// withheld or already opened, `opening.salt` for a salt that is not 32 hex digits,
    /// `opening.digest` if the value does not match. An error changes nothing.
    pub fn open(&mut self, opening: &OpeningLine) -> Result<(), Error> {
        self.check_record_id(opening)?;
        let pointer = &opening.pointer;
        let place = Pointer::parse(pointer).filter(|_| self.opened_placeholder(pointer).is_none());
        let place = place.and_then(|place| self.value.get_path_mut(&place));
        let Some((withheld, place)) =
            place.and_then(|value| Some((Withheld::from_value(value)?, value)))
        else {
            let (thing, expected) = ("opening.pointer", "a withheld value there");
            return Err(Error::new(Code::OpeningPointer, thing, expected, shown(pointer)));
        };
        check_value(opening, withheld)?;
        *place = opening.value.clone();
        self.opened.push((pointer.clone(), withheld));
        Ok(())
    }

    /// Opens one value, or verifies the opening if the value is already opened.
    ///
    /// # Errors
    /// The codes of [`open`](Self::open), except for a value that is already opened.
    pub fn open_or_verify(&mut self, opening: &OpeningLine) -> Result<(), Error> {
        match self.opened_placeholder(&opening.pointer) {
            None => self.open(opening),
            Some(withheld) => {
                self.check_record_id(opening)?;
                check_value(opening, withheld)
            }
        }
    }

    /// Returns the placeholder of an opened value.
    fn opened_placeholder(&self, pointer: &str) -> Option<Withheld> {
        let mut opened = self.opened.iter();
        opened.find(|(open, _)| open == pointer).map(|(_, withheld)| *withheld)
    }

    fn check_record_id(&self, opening: &OpeningLine) -> Result<(), Error> {
        if opening.record == self.id {
            return Ok(());
        }
        let (expected, found) = (self.id.clone(), shown(&opening.record));
        Err(Error::new(Code::OpeningRecord, "opening.record", expected, found))
    }
}

/// Checks that an opening matches a placeholder.
fn check_value(opening: &OpeningLine, withheld: Withheld) -> Result<(), Error> {
    let OpeningLine { pointer, salt, value, record: _, kind: _ } = opening;
    if !from_hex(salt, &mut [0; 16]) {
        let (thing, expected) = ("opening.salt", "32 hex digits");
        return Err(Error::new(Code::OpeningSalt, thing, expected, shown(salt)));
    }
    let digest = commit_to_value(salt, pointer, value);
    if digest == withheld.digest {
        return Ok(());
    }
    let (thing, expected) = ("digest of the opening", withheld.digest.hex());
    Err(Error::new(Code::OpeningDigest, thing, expected, digest.hex()))
}
