//! A set of digests that numbers them in order of insertion.
//!
//! It is a radix tree over hex digits. Making it deep takes digests with a common prefix, each
//! digit of which costs an attacker sixteen times the work; a hash table would need a secret seed,
//! which the core does not have. A map of the standard library is ten times as large in wasm.

use crate::base::hash::Digest;

/// A set of digests, numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Index {
    digests: Vec<Digest>,
    /// The nodes of the tree; the first is the root.
    places: Vec<[Branch; 16]>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Branch {
    #[default]
    Nowhere,
    /// A leaf: the only digest with this prefix, by number.
    Digest(usize),
    /// An inner node, by index.
    Place(usize),
}

impl Index {
    /// Returns the number of `digest`, if the set has it.
    pub(crate) fn find(&self, digest: &Digest) -> Option<usize> {
        let (mut place, mut depth) = (self.places.first()?, 0);
        loop {
            match place[hex_digit_at(digest, depth)] {
                Branch::Nowhere => return None,
                Branch::Digest(number) => {
                    return (self.digests[number] == *digest).then_some(number);
                }
                Branch::Place(next) => place = &self.places[next],
            }
            depth += 1;
        }
    }

    /// Returns the digests in order of their numbers.
    pub(crate) fn digests(&self) -> &[Digest] {
        &self.digests
    }

    /// Inserts `digest` with the next number. Returns `false` if the set already has it.
    pub(crate) fn add(&mut self, digest: &Digest) -> bool {
        if self.places.is_empty() {
            self.places.push([Branch::Nowhere; 16]);
        }
        let (mut place, mut depth) = (0, 0);
        loop {
            let new = Branch::Place(self.places.len());
            let way = &mut self.places[place][hex_digit_at(digest, depth)];
            match *way {
                Branch::Nowhere => {
                    *way = Branch::Digest(self.digests.len());
                    self.digests.push(*digest);
                    return true;
                }
                Branch::Place(next) => {
                    place = next;
                    depth += 1;
                }
                Branch::Digest(number) if self.digests[number] == *digest => return false,
                // Descend until the two digests differ.
                Branch::Digest(number) => {
                    let other = hex_digit_at(&self.digests[number], depth + 1);
                    *way = new;
                    let mut ways = [Branch::Nowhere; 16];
                    ways[other] = Branch::Digest(number);
                    self.places.push(ways);
                }
            }
        }
    }
}

/// Returns hex digit number `at` (0 to 63) of `digest`.
fn hex_digit_at(digest: &Digest, at: usize) -> usize {
    let byte = usize::from(digest.as_bytes()[at / 2]);
    if at & 1 == 0 { byte >> 4 } else { byte & 15 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_those_of_a_map(ends in prop::collection::vec((0..3_u8, 0..32_usize), 0..200)) {
            let (mut index, mut map) = (Index::default(), HashMap::new());
            for (value, at) in ends {
                // Digests that differ in one byte part late.
                let mut bytes = [0; 32];
                bytes[at] = value;
                let digest = Digest::from_bytes(bytes);
                prop_assert_eq!(index.find(&digest), map.get(&digest).copied());
                prop_assert_eq!(index.add(&digest), !map.contains_key(&digest));
                let next = map.len();
                let number = *map.entry(digest).or_insert(next);
                prop_assert_eq!(index.find(&digest), Some(number));
            }
        }
    }
}
