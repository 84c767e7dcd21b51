//! The way from a leaf to the root, remembered for the next leaf.

use crate::hash::{Digest, node};

/// Computes roots from inclusion paths, and remembers the last way up.
///
/// The answer is always that of [`root_from_path`](crate::hash::root_from_path). Neighbours in a
/// log share most of their ways: where a way meets the last one in the same hash at the same
/// place, and the same siblings are left to go, the rest of it is known. A log read in order then
/// takes about two hashes a record instead of one for each level.
#[derive(Clone, Debug, Default)]
pub struct Climber {
    index: u64,
    size: u64,
    path: Vec<Digest>,
    /// For each level, the hash there, and how many of `path` were used below it.
    way: Vec<(Digest, usize)>,
    root: Option<Digest>,
}

impl Climber {
    /// The root that `path` leads to from the leaf hash at `index` of a tree of `size` leaves, or
    /// `None` if the path does not have the length that this place asks for.
    pub fn root(
        &mut self,
        leaf: &Digest,
        index: u64,
        size: u64,
        path: &[Digest],
    ) -> Option<Digest> {
        if !cfg!(feature = "bulk") {
            return crate::hash::root_from_path(leaf, index, size, path);
        }
        if index >= size {
            return None;
        }
        let known = if size == self.size { self.root } else { None };
        let met = |level: usize, hash: &Digest, used: usize| {
            let (last, last_used) = self.way.get(level)?;
            let same = index >> level == self.index >> level && hash == last;
            (same && path.get(used..) == self.path.get(*last_used..)).then_some(known).flatten()
        };
        let mut way = Vec::with_capacity(path.len() + 1);
        let (mut hash, mut used) = (*leaf, 0);
        let (mut place, mut last) = (index, size - 1);
        loop {
            if let Some(root) = met(way.len(), &hash, used) {
                way.extend(self.way.iter().skip(way.len()).map(|(hash, last_used)| {
                    // Equal rests end at the ends of both paths.
                    (*hash, (last_used + path.len()).saturating_sub(self.path.len()))
                }));
                self.remember(index, size, path, way, root);
                return Some(root);
            }
            way.push((hash, used));
            if last == 0 {
                break;
            }
            // A node that is the last of an odd level has no sibling and moves up as it is.
            if place & 1 == 1 || place != last {
                let sibling = path.get(used)?;
                used += 1;
                hash = if place & 1 == 1 { node(sibling, &hash) } else { node(&hash, sibling) };
            }
            place >>= 1;
            last >>= 1;
        }
        if used != path.len() {
            return None;
        }
        self.remember(index, size, path, way, hash);
        Some(hash)
    }

    fn remember(
        &mut self,
        index: u64,
        size: u64,
        path: &[Digest],
        way: Vec<(Digest, usize)>,
        root: Digest,
    ) {
        (self.index, self.size, self.way, self.root) = (index, size, way, Some(root));
        self.path.clear();
        self.path.extend_from_slice(path);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::hash;

    proptest! {
        #[test]
        fn the_memory_never_shows(
            sizes in prop::collection::vec(1u64..70, 3),
            steps in prop::collection::vec((0usize..3, any::<u64>(), 0u8..8, any::<u64>()), 1..80),
        ) {
            let trees: Vec<Vec<_>> =
                sizes.iter().map(|&n| (0..n as u8).map(|i| hash::leaf(&[i])).collect()).collect();
            let mut climber = Climber::default();
            for (tree, at, fault, where_) in steps {
                let leaves = &trees[tree];
                let mut index = at as usize % leaves.len();
                let mut path = hash::Tree::new(leaves.clone()).path(index).unwrap();
                let mut leaf = leaves[index];
                let mut size = leaves.len() as u64;
                match fault {
                    0 => drop(path.pop()),
                    1 => path.push(leaf),
                    2 if !path.is_empty() => {
                        let place = where_ as usize % path.len();
                        path[place] = leaf;
                    }
                    3 => leaf = hash::leaf(b"other"),
                    4 => index = where_ as usize % (leaves.len() + 2),
                    5 => size = where_ % 80,
                    _ => {}
                }
                let plain = hash::root_from_path(&leaf, index as u64, size, &path);
                prop_assert_eq!(climber.root(&leaf, index as u64, size, &path), plain);
            }
        }
    }

    #[test]
    fn every_leaf_in_order() {
        for size in 1..70u8 {
            let leaves: Vec<_> = (0..size).map(|i| hash::leaf(&[i])).collect();
            let (tree, mut climber) = (hash::Tree::new(leaves.clone()), Climber::default());
            for (index, leaf) in leaves.iter().enumerate() {
                let path = tree.path(index).unwrap();
                let found = climber.root(leaf, index as u64, size.into(), &path);
                assert_eq!(found, Some(tree.root()));
            }
        }
    }
}
