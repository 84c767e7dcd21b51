//! Logs stored in tiles.

use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{JsResult, js_error, text};
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::error::Error;
use crate::proof::{self, Checkpoint, SecretKey, Tile};
use crate::record::file::{CheckpointLine, ControlLine};

/// A log in tiles; see `proof::TiledLog`. Tiles cross as a flat list of level, index and width.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TiledLog {
    log: proof::TiledLog,
    head: Option<(Checkpoint, String)>,
}

#[wasm_bindgen]
impl TiledLog {
    /// Opens the log of a checkpoint's note, or an empty log without one.
    #[wasm_bindgen(constructor)]
    pub fn new(note: Option<String>) -> JsResult<TiledLog> {
        let head = note.map(|note| Checkpoint::open(&note).map(|head| (head, note)));
        let head = head.transpose().map_err(js_error)?;
        let size = head.as_ref().map_or(0, |(head, _)| head.size);
        Ok(Self { log: proof::TiledLog::new(size), head })
    }

    /// Returns the number of records.
    pub fn size(&self) -> f64 {
        self.log.size() as f64
    }

    /// Returns the tiles needed for appending.
    pub fn edge_tiles(&self) -> Vec<f64> {
        tile_numbers(self.log.edge_tiles())
    }

    /// Returns the tiles needed for the inclusion proof of record `index`.
    pub fn tiles_for_inclusion(&self, index: f64) -> Vec<f64> {
        tile_numbers(self.log.tiles_for_inclusion(index as u64))
    }

    /// Returns the tiles needed for the consistency proof since a checkpoint.
    pub fn tiles_for_consistency(&self, old: &str) -> JsResult<Vec<f64>> {
        let old = Checkpoint::open(old).map_err(js_error)?;
        Ok(tile_numbers(self.log.tiles_for_consistency(old.size)))
    }

    /// Adds the bytes of a tile.
    pub fn load_tile(&mut self, level: u32, index: f64, bytes: &[u8]) -> JsResult<()> {
        self.log.load_tile(level, index as u64, bytes).map_err(js_error)
    }

    /// Verifies the tiles against the checkpoint, appends records by their hex ids, and signs the
    /// new checkpoint. Returns it as a note, and as a line of a record file.
    pub fn append(&mut self, ids: Vec<String>, file: &str, name: &str) -> JsResult<Vec<String>> {
        let mut append = || {
            if let Some((head, _)) = &self.head {
                self.log.check_head(head)?;
            }
            for id in &ids {
                self.log.append(&Digest::from_hex("id", id)?)?;
            }
            let note = self.log.checkpoint(&SecretKey::from_file(file.as_bytes())?, name)?;
            let line =
                ControlLine::Checkpoint(CheckpointLine::from_note(note.clone())).to_line()?;
            Ok(vec![note, text(line)])
        };
        append().map_err(js_error)
    }

    /// Returns the tiles changed by appending.
    pub fn changed_tiles(&self) -> Vec<f64> {
        tile_numbers(self.log.changed_tiles().map(|(tile, _)| tile))
    }

    /// Returns the bytes of a tile changed by appending.
    pub fn tile(&self, level: u32, index: f64) -> Vec<u8> {
        let is = |tile: &Tile| (tile.level, tile.index) == (level, index as u64);
        let found = self.log.changed_tiles().find(|(tile, _)| is(tile));
        found.map(|(_, bytes)| bytes).unwrap_or_default()
    }

    /// Returns a record with its inclusion proof at `index`.
    pub fn prove_inclusion(&self, record: &[u8], index: f64) -> JsResult<String> {
        let include = || {
            let mut record = Value::parse(record)?;
            let note = self.head.as_ref().map_or("", |(_, note)| note);
            let inclusion = self.log.prove_inclusion(&record, index as u64, note)?;
            proof::attach(&mut record, inclusion.to_value())?;
            Ok::<_, Error>(text(record.canonical()))
        };
        include().map_err(js_error)
    }

    /// Returns the hex hashes of the consistency proof from an older checkpoint to this one.
    pub fn prove_consistency(&self, old: &str) -> JsResult<Vec<String>> {
        let prove = || {
            let old = Checkpoint::open(old)?;
            let proof = self.log.prove_consistency(old.size)?;
            if let Some((head, _)) = &self.head {
                proof::check_consistency(&old, head, &proof)?;
            }
            Ok::<_, Error>(proof.iter().map(Digest::hex).collect())
        };
        prove().map_err(js_error)
    }
}

fn tile_numbers(tiles: impl IntoIterator<Item = Tile>) -> Vec<f64> {
    let numbers = |tile: Tile| [f64::from(tile.level), tile.index as f64, tile.width as f64];
    tiles.into_iter().flat_map(numbers).collect()
}
