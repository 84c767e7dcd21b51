//! Opening withheld values.

use super::body::id;
use super::pointer::find;
use super::withhold::commit;
use crate::error::{Code, Error, shown};
use crate::hash::from_hex;
use crate::json::Value;
use crate::record::Withheld;
use crate::record::file::OpeningLine;

/// Gives `record` the values of `openings` back. The answer is for reading: id and proofs are
/// those of `record` as it stands, with its values withheld.
///
/// # Errors
/// `opening.record` for an opening of another record, `opening.pointer` where nothing is withheld
/// (or is opened already), `opening.salt` for a salt that is not 32 hex digits, `opening.digest`
/// for a value that is not the withheld one.
pub fn open(record: &Value, openings: &[OpeningLine]) -> Result<Value, Error> {
    let id = id(record)?.hex();
    let mut opened = record.clone();
    for opening in openings {
        if opening.record != id {
            let found = shown(&opening.record);
            return Err(Error::new(Code::OpeningRecord, "opening.record", id, found));
        }
        let place = find(&mut opened, &opening.pointer);
        let Some((withheld, place)) = place.and_then(|value| Some((Withheld::of(value)?, value)))
        else {
            let (expected, found) = ("a withheld value there", shown(&opening.pointer));
            return Err(Error::new(Code::OpeningPointer, "opening.pointer", expected, found));
        };
        if !from_hex(&opening.salt, &mut [0; 16]) {
            let found = shown(&opening.salt);
            return Err(Error::new(Code::OpeningSalt, "opening.salt", "32 hex digits", found));
        }
        let digest = commit(&opening.salt, &opening.pointer, &opening.value)?.digest;
        if digest != withheld.digest {
            let (expected, found) = (withheld.digest.hex(), digest.hex());
            return Err(Error::new(Code::OpeningDigest, "digest of the opening", expected, found));
        }
        *place = opening.value.clone();
    }
    Ok(opened)
}
