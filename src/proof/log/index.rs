//! The numbers of digests, in the order in which they came.
//!
//! A tree that has sixteen ways at each place, one for each of the digits of a digest in hex.
//! Whoever wants it deep has to find digests that begin alike, at sixteen times the cost for each
//! step; a table would need a secret for that, and the core has none of its own. A map of the
//! standard library weighs ten times as much in a wasm.

use crate::base::hash::Digest;

/// Digests, each with its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Index {
    digests: Vec<Digest>,
    /// The ways from each place of the tree; the first place is its root.
    places: Vec<[Way; 16]>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    #[default]
    Nowhere,
    /// To the one digest behind it, by its number.
    Digest(usize),
    /// To another place.
    Place(usize),
}

impl Index {
    /// The number of `digest`, if it has come.
    pub(crate) fn find(&self, digest: &Digest) -> Option<usize> {
        let (mut place, mut depth) = (self.places.first()?, 0);
        loop {
            match place[digit(digest, depth)] {
                Way::Nowhere => return None,
                Way::Digest(number) => return (self.digests[number] == *digest).then_some(number),
                Way::Place(next) => place = &self.places[next],
            }
            depth += 1;
        }
    }

    /// The digests in the order of their numbers.
    pub(crate) fn digests(&self) -> &[Digest] {
        &self.digests
    }

    /// Gives `digest` the next number, from 0. `false` if it has one already.
    pub(crate) fn add(&mut self, digest: &Digest) -> bool {
        if self.places.is_empty() {
            self.places.push([Way::Nowhere; 16]);
        }
        let (mut place, mut depth) = (0, 0);
        loop {
            let new = Way::Place(self.places.len());
            let way = &mut self.places[place][digit(digest, depth)];
            match *way {
                Way::Nowhere => {
                    *way = Way::Digest(self.digests.len());
                    self.digests.push(*digest);
                    return true;
                }
                Way::Place(next) => {
                    place = next;
                    depth += 1;
                }
                Way::Digest(number) if self.digests[number] == *digest => return false,
                // The two part further on.
                Way::Digest(number) => {
                    let other = digit(&self.digests[number], depth + 1);
                    *way = new;
                    let mut ways = [Way::Nowhere; 16];
                    ways[other] = Way::Digest(number);
                    self.places.push(ways);
                }
            }
        }
    }
}

/// The hex digit of `digest` at a place from 0 to 63.
fn digit(digest: &Digest, at: usize) -> usize {
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
