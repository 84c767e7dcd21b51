//! Opening withheld values.

use super::body::id;
use super::withhold::commit;
use crate::base::hash::from_hex;
use crate::base::json::Value;
use crate::base::pointer::Pointer;
use crate::error::{Code, Error, shown};
use crate::record::Withheld;
use crate::record::file::OpeningLine;

/// A record whose withheld values are given back one by one. The answer is for reading: id and
/// proofs are those of the record as it stands, with its values withheld.
#[derive(Clone, Debug)]
pub struct Opened {
    id: String,
    value: Value,
    /// Where values were given back, and what had stood there.
    opened: Vec<(String, Withheld)>,
}

impl Opened {
    /// `record`, of which nothing is open yet.
    ///
    /// # Errors
    /// `json.invalid` if `record` is no object.
    pub fn new(record: Value) -> Result<Self, Error> {
        Ok(Self { id: id(&record)?.hex(), value: record, opened: Vec::new() })
    }

    /// The id of the record.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The record with the values that were given back.
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Gives one value back.
    ///
    /// # Errors
    /// `opening.record` for an opening of another record, `opening.pointer` where nothing is
    /// withheld (or is opened already), `opening.salt` for a salt that is not 32 hex digits,
    /// `opening.digest` for a value that is not the withheld one. The record is then as before.
    pub fn open(&mut self, opening: &OpeningLine) -> Result<(), Error> {
        self.expect_record(opening)?;
        let pointer = &opening.pointer;
        let place = Pointer::parse(pointer).filter(|_| self.opened_at(pointer).is_none());
        let place = place.and_then(|place| self.value.at_mut(&place));
        let Some((withheld, place)) = place.and_then(|value| Some((Withheld::of(value)?, value)))
        else {
            let (thing, expected) = ("opening.pointer", "a withheld value there");
            return Err(Error::new(Code::OpeningPointer, thing, expected, shown(pointer)));
        };
        expect_value(opening, withheld)?;
        *place = opening.value.clone();
        self.opened.push((pointer.clone(), withheld));
        Ok(())
    }

    /// Gives one value back, which may have been given back before: then it is only held to be
    /// that value.
    ///
    /// # Errors
    /// As [`open`](Self::open), but for a value that is opened already.
    pub fn open_again(&mut self, opening: &OpeningLine) -> Result<(), Error> {
        match self.opened_at(&opening.pointer) {
            None => self.open(opening),
            Some(withheld) => {
                self.expect_record(opening)?;
                expect_value(opening, withheld)
            }
        }
    }

    /// What stood at `pointer`, if the value was given back.
    fn opened_at(&self, pointer: &str) -> Option<Withheld> {
        let mut opened = self.opened.iter();
        opened.find(|(open, _)| open == pointer).map(|(_, withheld)| *withheld)
    }

    fn expect_record(&self, opening: &OpeningLine) -> Result<(), Error> {
        if opening.record == self.id {
            return Ok(());
        }
        let (expected, found) = (self.id.clone(), shown(&opening.record));
        Err(Error::new(Code::OpeningRecord, "opening.record", expected, found))
    }
}

/// Holds the value of `opening` to be the one that `withheld` stands for.
fn expect_value(opening: &OpeningLine, withheld: Withheld) -> Result<(), Error> {
    let OpeningLine { pointer, salt, value, record: _, kind: _ } = opening;
    if !from_hex(salt, &mut [0; 16]) {
        let (thing, expected) = ("opening.salt", "32 hex digits");
        return Err(Error::new(Code::OpeningSalt, thing, expected, shown(salt)));
    }
    let digest = commit(salt, pointer, value);
    if digest == withheld.digest {
        return Ok(());
    }
    let (thing, expected) = ("digest of the opening", withheld.digest.hex());
    Err(Error::new(Code::OpeningDigest, thing, expected, digest.hex()))
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
