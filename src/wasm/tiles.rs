//! Logs that are kept in tiles.

use wasm_bindgen::prelude::wasm_bindgen;

use super::Thrown;
use super::convert::{text, thrown};
use crate::error::Error;
use crate::hash::Digest;
use crate::json::Value;
use crate::proof::{self, Checkpoint, SecretKey, Tile};
use crate::record::file::{CheckpointLine, Control};

/// See `proof::TiledLog`. Tiles cross as level, index and width, one number behind the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TiledLog {
    log: proof::TiledLog,
    head: Option<(Checkpoint, String)>,
}

#[wasm_bindgen]
impl TiledLog {
    /// The log of which this note is a checkpoint; none is the empty log.
    #[wasm_bindgen(constructor)]
    pub fn new(note: Option<String>) -> Thrown<TiledLog> {
        let head = note.map(|note| Checkpoint::open(&note).map(|head| (head, note)));
        let head = head.transpose().map_err(thrown)?;
        let size = head.as_ref().map_or(0, |(head, _)| head.size);
        Ok(Self { log: proof::TiledLog::new(size), head })
    }

    /// The number of records.
    pub fn size(&self) -> f64 {
        self.log.size() as f64
    }

    /// The tiles that appending takes.
    pub fn edge(&self) -> Vec<f64> {
        numbers(self.log.edge())
    }

    /// The tiles that the proof of record `index` takes.
    pub fn for_inclusion(&self, index: f64) -> Vec<f64> {
        numbers(self.log.for_inclusion(index as u64))
    }

    /// The tiles that the proof of growth since a checkpoint takes.
    pub fn for_consistency(&self, old: &str) -> Thrown<Vec<f64>> {
        let old = Checkpoint::open(old).map_err(thrown)?;
        Ok(numbers(self.log.for_consistency(old.size)))
    }

    /// Takes a tile.
    pub fn hold(&mut self, level: u32, index: f64, bytes: &[u8]) -> Thrown<()> {
        self.log.hold(level, index as u64, bytes).map_err(thrown)
    }

    /// Appends records by their ids in hex, after the tiles were held to the checkpoint, and states
    /// the new head: as a note, and as a line of a record file.
    pub fn append(&mut self, ids: Vec<String>, file: &str, name: &str) -> Thrown<Vec<String>> {
        let mut append = || {
            if let Some((head, _)) = &self.head {
                self.log.expect(head)?;
            }
            for id in &ids {
                self.log.append(&Digest::from_hex("id", id)?)?;
            }
            let note = self.log.checkpoint(&SecretKey::from_file(file.as_bytes())?, name)?;
            let line = Control::Checkpoint(CheckpointLine::of(note.clone())).to_line()?;
            Ok(vec![note, text(line)])
        };
        append().map_err(thrown)
    }

    /// The tiles that appending has changed.
    pub fn touched(&self) -> Vec<f64> {
        numbers(self.log.touched().map(|(tile, _)| tile))
    }

    /// The bytes of a tile that appending has changed.
    pub fn tile(&self, level: u32, index: f64) -> Vec<u8> {
        let is = |tile: &Tile| (tile.level, tile.index) == (level, index as u64);
        let found = self.log.touched().find(|(tile, _)| is(tile));
        found.map(|(_, bytes)| bytes).unwrap_or_default()
    }

    /// A record with its proof of inclusion at `index`.
    pub fn include(&self, record: &[u8], index: f64) -> Thrown<String> {
        let include = || {
            let mut record = Value::parse(record)?;
            let note = self.head.as_ref().map_or("", |(_, note)| note);
            let inclusion = self.log.include(&record, index as u64, note)?;
            proof::attach(&mut record, inclusion.to_value())?;
            Ok::<_, Error>(text(record.canonical()))
        };
        include().map_err(thrown)
    }

    /// The hashes in hex that lead from an older checkpoint to this one.
    pub fn consistency(&self, old: &str) -> Thrown<Vec<String>> {
        let prove = || {
            let old = Checkpoint::open(old)?;
            let proof = self.log.consistency(old.size)?;
            if let Some((head, _)) = &self.head {
                proof::check_consistency(&old, head, &proof)?;
            }
            Ok::<_, Error>(proof.iter().map(Digest::hex).collect())
        };
        prove().map_err(thrown)
    }
}

fn numbers(tiles: impl IntoIterator<Item = Tile>) -> Vec<f64> {
    let numbers = |tile: Tile| [f64::from(tile.level), tile.index as f64, tile.width as f64];
    tiles.into_iter().flat_map(numbers).collect()
}
