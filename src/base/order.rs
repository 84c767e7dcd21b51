//! A type-erased stable sort and a small sorted map. Those of the standard library are compiled for
//! each type, which makes the wasm larger.

use std::cmp::Ordering;

/// Sorts `items` by `compare`. The sort is stable.
pub fn sort_by<T>(items: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    for (one, other) in
        swaps_to_order(sorted_indexes(items.len(), &|a, b| compare(&items[a], &items[b])))
    {
        items.swap(one, other);
    }
}

/// Returns the swaps that move each item to its position in `order`.
fn swaps_to_order(mut order: Vec<usize>) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    for start in 0..order.len() {
        // Follow each cycle of the permutation until it returns to its start.
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            swaps.push((at, from));
            at = from;
        }
    }
    swaps
}

/// Returns the indexes below `length`, sorted by `compare`.
fn sorted_indexes(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut merged = Vec::with_capacity(length);
    let mut run = 1;
    while run < length {
        // Merge each pair of sorted runs.
        for both in order.chunks(2 * run) {
            let (mut left, mut right) = both.split_at(run.min(both.len()));
            while let ([a, a_rest @ ..], [b, b_rest @ ..]) = (left, right) {
                if compare(*a, *b).is_le() {
                    merged.push(*a);
                    left = a_rest;
                } else {
                    merged.push(*b);
                    right = b_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        run *= 2;
    }
    order
}

/// A sorted map for few entries. Each instance of `BTreeMap` adds about 5 KB of wasm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn position_of(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// Returns the value of `key`.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.position_of(key).ok().map(|place| &self.0[place].1)
    }

    /// Returns the value of `key`, inserting the default if it is missing.
    pub fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = self.position_of(&key).unwrap_or_else(|place| {
            self.0.insert(place, (key, V::default()));
            place
        });
        &mut self.0[place].1
    }

    /// Sets the value of `key`.
    pub fn insert(&mut self, key: K, value: V)
    where
        V: Default,
    {
        *self.entry(key) = value;
    }

    /// Returns the entries.
    pub fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.iter()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_stay_in_their_order() {
        for length in [0, 1, 2, 21, 1000] {
            let items: Vec<(usize, usize)> = (0..length).map(|i| (i * 7919 % 10, i)).collect();
            let (mut ours, mut standard) = (items.clone(), items);
            sort_by(&mut ours, &|a, b| a.0.cmp(&b.0));
            standard.sort_by_key(|item| item.0);
            assert_eq!(ours, standard);
        }
    }
}
