//! The log as stored: tiles of 256 hashes (<https://c2sp.org/tlog-tiles>), which suffice to append
//! and to prove.

use super::checkpoint::Checkpoint;
use super::inclusion::{CheckpointCache, Inclusion};
use crate::base::hash::{Digest, left_subtree_size, merkle_root, node_hash};
use crate::base::json::Value;
use crate::base::order::SortedMap;
use crate::error::{Code, Error};
use crate::proof::body::{Body, record_leaf_hash};
use crate::proof::key::SecretKey;

/// Number of tree levels per tile.
const HEIGHT: u32 = 8;
/// Maximum number of hashes in a tile.
const WIDTH: u64 = 1 << HEIGHT;

/// The address of a tile. Hash `i` of tile `index` at `level` is the root of the full subtree over
/// the 256^level records from (index × 256 + i) × 256^level on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    /// The level, from 0 for leaf hashes. 256 hashes of a level make one of the next.
    pub level: u32,
    /// The index among the tiles of its level, from 0.
    pub index: u64,
    /// The number of hashes, 1 to 256.
    pub width: u64,
}

/// A log of which some tiles are loaded.
///
/// The caller asks which tiles an operation needs ([`edge_tiles`](Self::edge_tiles),
/// [`tiles_for_inclusion`](Self::tiles_for_inclusion),
/// [`tiles_for_consistency`](Self::tiles_for_consistency)), loads them with
/// [`load_tile`](Self::load_tile), and then calls the operation.
#[derive(Clone, Debug, Default)]
pub struct TiledLog {
    size: u64,
    held: SortedMap<(u32, u64), Vec<Digest>>,
    changed_tiles: SortedMap<(u32, u64), ()>,
}

impl TiledLog {
    /// Creates a log of `size` records, without tiles.
    pub fn new(size: u64) -> Self {
        Self { size, ..Self::default() }
    }

    /// Returns the number of records.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Lists the tiles that appending and the root need: the last tile of each level, unless full.
    pub fn edge_tiles(&self) -> Vec<Tile> {
        self.needed_tiles(|reader| {
            reader.range_root(0, reader.size);
        })
    }

    /// Lists the tiles that the inclusion proof of record `index` needs.
    pub fn tiles_for_inclusion(&self, index: u64) -> Vec<Tile> {
        self.needed_tiles(|reader| {
            reader.inclusion_path(index);
        })
    }

    /// Lists the tiles that the consistency proof from the first `old` records needs.
    pub fn tiles_for_consistency(&self, old: u64) -> Vec<Tile> {
        self.needed_tiles(|reader| {
            reader.consistency_proof(old);
        })
    }

    /// Loads a tile from its concatenated hashes. Hashes beyond the size of the log are ignored.
    ///
    /// # Errors
    /// `log.tile` for bytes that are not 1 to 256 hashes.
    pub fn load_tile(&mut self, level: u32, index: u64, bytes: &[u8]) -> Result<(), Error> {
        let (hashes, rest) = bytes.as_chunks();
        if hashes.is_empty() || !rest.is_empty() || hashes.len() as u64 > WIDTH {
            let expected = "1 to 256 hashes of 32 bytes";
            let found = format!("{} bytes", bytes.len());
            return Err(Error::new(Code::LogTile, tile_name(level, index), expected, found));
        }
        let hashes = hashes.iter().map(|bytes| Digest::from_bytes(*bytes)).collect();
        self.held.insert((level, index), hashes);
        Ok(())
    }

    /// Checks that the tiles have the root of a checkpoint of this size.
    ///
    /// # Errors
    /// `log.tile` if the root differs or a tile is missing.
    pub fn check_head(&self, head: &Checkpoint) -> Result<(), Error> {
        if head.size == self.size && self.root()? == head.root {
            return Ok(());
        }
        let problem = format!("tiles do not match its checkpoint of {} records", head.size);
        Err(Error::because(Code::LogTile, "log", problem))
    }

    /// Appends the record with this id. Needs the tiles of [`edge_tiles`](Self::edge_tiles).
    ///
    /// # Errors
    /// `log.tile` if a tile is missing.
    pub fn append(&mut self, id: &Digest) -> Result<(), Error> {
        let (mut level, mut place, mut hash) = (0, self.size, record_leaf_hash(id));
        loop {
            let (index, offset) = (place / WIDTH, place % WIDTH);
            let tile = self.held.entry((level, index));
            tile.truncate(offset as usize);
            if tile.len() as u64 != offset {
                return Err(missing_tile_error(level, index));
            }
            tile.push(hash);
            self.changed_tiles.insert((level, index), ());
            if offset + 1 < WIDTH {
                break;
            }
            (level, place, hash) = (level + 1, index, merkle_root(tile));
        }
        self.size += 1;
        Ok(())
    }

    /// Lists the tiles that appending has changed, with their bytes.
    pub fn changed_tiles(&self) -> impl Iterator<Item = (Tile, Vec<u8>)> {
        self.changed_tiles.iter().filter_map(|&((level, index), ())| {
            let hashes = self.held.get(&(level, index))?;
            let bytes = hashes.iter().flat_map(|hash| *hash.as_bytes()).collect();
            Some((Tile { level, index, width: hashes.len() as u64 }, bytes))
        })
    }

    /// Computes the root.
    ///
    /// # Errors
    /// `log.tile` if a tile of [`edge_tiles`](Self::edge_tiles) is missing.
    pub fn root(&self) -> Result<Digest, Error> {
        self.with_reader(|reader| reader.range_root(0, reader.size))
    }

    /// Signs a checkpoint of the log, named `name`, with `key`.
    ///
    /// # Errors
    /// The codes of [`root`](Self::root) and [`Checkpoint::sign`].
    pub fn checkpoint(&self, key: &SecretKey, name: &str) -> Result<String, Error> {
        Checkpoint::sign(key, name, self.size, &self.root()?)
    }

    /// Creates the inclusion proof of `record` at `index` under the signed note `checkpoint`, and
    /// verifies it.
    ///
    /// # Errors
    /// `log.tile` if a tile is missing; the codes of [`Inclusion::verify`].
    pub fn prove_inclusion(
        &self,
        record: &Value,
        index: u64,
        checkpoint: &str,
    ) -> Result<Inclusion, Error> {
        let path = self.with_reader(|reader| reader.inclusion_path(index))?;
        let checkpoint = checkpoint.to_owned();
        let inclusion = Inclusion { index, tree_size: self.size, path, checkpoint };
        inclusion.verify(&Body::from_record(record)?, &mut CheckpointCache::default())?;
        Ok(inclusion)
    }

    /// Creates the consistency proof from the first `old` records; empty if there is nothing to
    /// prove.
    ///
    /// # Errors
    /// `log.tile` if a tile of [`tiles_for_consistency`](Self::tiles_for_consistency) is missing.
    pub fn prove_consistency(&self, old: u64) -> Result<Vec<Digest>, Error> {
        self.with_reader(|reader| reader.consistency_proof(old))
    }

    fn needed_tiles(&self, work: impl FnOnce(&mut Reader<'_>)) -> Vec<Tile> {
        let none = SortedMap::default();
        let mut reader = Reader { size: self.size, held: &none, missing: SortedMap::default() };
        work(&mut reader);
        reader.missing.into_iter().map(|(tile, ())| tile).collect()
    }

    fn with_reader<T>(&self, work: impl FnOnce(&mut Reader<'_>) -> T) -> Result<T, Error> {
        let mut reader =
            Reader { size: self.size, held: &self.held, missing: SortedMap::default() };
        let found = work(&mut reader);
        match reader.missing.iter().next() {
            None => Ok(found),
            Some((tile, ())) => Err(missing_tile_error(tile.level, tile.index)),
        }
    }
}

/// Reads nodes of the tree from tiles, and collects missing tiles.
struct Reader<'a> {
    size: u64,
    held: &'a SortedMap<(u32, u64), Vec<Digest>>,
    missing: SortedMap<Tile, ()>,
}

impl Reader<'_> {
    /// Returns the root of full subtree number `place` of 2^`height` records.
    fn full_subtree_root(&mut self, height: u32, place: u64) -> Digest {
        let (level, within) = (height / HEIGHT, height % HEIGHT);
        let first = place << within;
        let (index, from) = (first / WIDTH, (first % WIDTH) as usize);
        let to = from + (1 << within);
        match self.held.get(&(level, index)).and_then(|hashes| hashes.get(from..to)) {
            Some(hashes) => merkle_root(hashes),
            None => {
                let width = ((self.size >> (level * HEIGHT)) - index * WIDTH).min(WIDTH);
                self.missing.insert(Tile { level, index, width }, ());
                Digest::from_bytes([0; 32])
            }
        }
    }

    /// Returns the root over the records from `low` to `high` (exclusive), a subtree of RFC 9162.
    fn range_root(&mut self, low: u64, high: u64) -> Digest {
        match high - low {
            0 => Digest::sha256(&[]),
            size if size.is_power_of_two() => {
                let height = size.trailing_zeros();
                self.full_subtree_root(height, low >> height)
            }
            size => {
                let middle = low + left_subtree_size(size);
                let (left, right) = (self.range_root(low, middle), self.range_root(middle, high));
                node_hash(&left, &right)
            }
        }
    }

    /// Returns the inclusion path of record `index` (RFC 9162, section 2.1.3.1).
    fn inclusion_path(&mut self, index: u64) -> Vec<Digest> {
        let (mut low, mut high, mut path) = (0, self.size, Vec::new());
        while index < self.size && high - low > 1 {
            let middle = low + left_subtree_size(high - low);
            if index < middle {
                path.push(self.range_root(middle, high));
                high = middle;
            } else {
                path.push(self.range_root(low, middle));
                low = middle;
            }
        }
        path.reverse();
        path
    }

    /// Returns the consistency proof (RFC 9162, section 2.1.4.1).
    fn consistency_proof(&mut self, old: u64) -> Vec<Digest> {
        let mut proof = Vec::new();
        if old == 0 || old >= self.size {
            return proof;
        }
        let (mut low, mut high, mut whole) = (0, self.size, true);
        while high != old {
            let middle = low + left_subtree_size(high - low);
            if old <= middle {
                proof.push(self.range_root(middle, high));
                high = middle;
            } else {
                proof.push(self.range_root(low, middle));
                (low, whole) = (middle, false);
            }
        }
        if !whole {
            proof.push(self.range_root(low, high));
        }
        proof.reverse();
        proof
    }
}

fn tile_name(level: u32, index: u64) -> String {
    format!("tile {index} of level {level}")
}

fn missing_tile_error(level: u32, index: u64) -> Error {
    Error::because(Code::LogTile, tile_name(level, index), "incomplete or missing")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::hash::Tree;

    fn id(number: u64) -> Digest {
        Digest::sha256(&[&number.to_be_bytes()])
    }

    /// Tiles of a log in memory.
    #[derive(Default)]
    struct Store(BTreeMap<(u32, u64), Vec<u8>>);

    impl Store {
        fn give(&self, log: &mut TiledLog, wanted: fn(&TiledLog, u64) -> Vec<Tile>, of: u64) {
            for Tile { level, index, width } in wanted(log, of) {
                let bytes = &self.0[&(level, index)];
                assert!(bytes.len() as u64 >= width * 32);
                log.load_tile(level, index, bytes).unwrap();
            }
        }

        fn grow(&mut self, from: u64, to: u64) -> TiledLog {
            let mut log = TiledLog::new(from);
            self.give(&mut log, |log, _| log.edge_tiles(), 0);
            (from..to).for_each(|number| log.append(&id(number)).unwrap());
            self.0
                .extend(log.changed_tiles().map(|(tile, bytes)| ((tile.level, tile.index), bytes)));
            log
        }
    }

    #[test]
    fn a_log_in_tiles_is_the_log() {
        // Steps of many sizes, past the first tile of the second level.
        let sizes = [0, 1, 2, 3, 7, 255, 256, 257, 300, 511, 512, 1000, 65_535, 65_536, 66_000];
        let mut store = Store::default();
        let ids: Vec<_> = (0..66_000).map(id).collect();
        for pair in sizes.windows(2) {
            let (old, new) = (pair[0], pair[1]);
            let tree = Tree::from_records(&ids[..new as usize]);
            assert_eq!(store.grow(old, new).root().unwrap(), tree.root(), "{new}");
            for index in [0, old, (old + new) / 2, new - 1] {
                let mut log = TiledLog::new(new);
                store.give(&mut log, TiledLog::tiles_for_inclusion, index);
                let path = log.with_reader(|reader| reader.inclusion_path(index)).unwrap();
                assert_eq!(Some(path), tree.inclusion_path(index as usize), "{index} of {new}");
            }
            for older in sizes.iter().copied().filter(|&size| size > 0 && size <= new) {
                let mut log = TiledLog::new(new);
                store.give(&mut log, TiledLog::tiles_for_consistency, older);
                let proof = log.prove_consistency(older).unwrap();
                assert_eq!(Some(proof), tree.consistency_proof(older as usize), "{older} of {new}");
            }
        }
    }

    #[test]
    fn little_is_read() {
        let log = TiledLog::new(1_000_000);
        assert_eq!(
            log.edge_tiles(),
            [
                Tile { level: 0, index: 3906, width: 64 },
                Tile { level: 1, index: 15, width: 66 },
                Tile { level: 2, index: 0, width: 15 }
            ]
        );
        assert!(log.tiles_for_inclusion(12_345).len() <= 5);
        assert!(log.tiles_for_consistency(12_345).len() <= 6);
        assert!(TiledLog::new(0).edge_tiles().is_empty());
    }

    #[test]
    fn tiles_that_are_missing_or_others_are_refused() {
        let mut store = Store::default();
        store.grow(0, 300);
        let mut log = TiledLog::new(300);
        assert_eq!(log.root().unwrap_err().code(), "log.tile");
        assert_eq!(log.append(&id(300)).unwrap_err().code(), "log.tile");
        for bytes in [vec![], vec![0; 31], vec![0; 257 * 32]] {
            assert_eq!(log.load_tile(0, 0, &bytes).unwrap_err().code(), "log.tile");
        }
        let whole = Tree::from_records(&(0..300).map(id).collect::<Vec<_>>()).root();
        let head = |root| Checkpoint {
            origin: String::new(),
            signer: String::new(),
            size: 300,
            root,
            signatures: 1,
        };
        store.give(&mut log, |log, _| log.edge_tiles(), 0);
        assert_eq!(log.check_head(&head(whole)), Ok(()));
        assert_eq!(log.check_head(&head(id(0))).unwrap_err().code(), "log.tile");
    }
}
