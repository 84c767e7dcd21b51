//! Index ranges of a run whose records are missing so far.

/// The missing index ranges, in ascending order.
///
/// A hostile file can have as many gaps as records, so lookups use binary search, and the gaps are
/// stored in chunks, so that splitting a gap moves one chunk at most. A `BTreeMap` would do the
/// same, but make the wasm 2 % larger.
#[derive(Debug)]
pub(super) struct Gaps<Index = u64>(Vec<Vec<Gap<Index>>>);

/// Indexes from `start` to `end` (exclusive) that were skipped on `line`. Empty once all are filled.
#[derive(Clone, Copy, Debug)]
struct Gap<Index> {
    start: Index,
    end: Index,
    line: u64,
}

/// Maximum number of gaps in a chunk.
const MOST: usize = 256;

impl<Index> Default for Gaps<Index> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Index: Copy + Ord + From<u64> + Into<u64>> Gaps<Index> {
    /// Adds the gap from `start` to `end` (exclusive), skipped on `line`. It must be above all
    /// earlier gaps; an empty one is ignored.
    pub(super) fn add(&mut self, start: Index, end: Index, line: u64) {
        if start < end {
            let gap = Gap { start, end, line };
            match self.0.last_mut() {
                Some(chunk) if chunk.len() < MOST => chunk.push(gap),
                _ => self.0.push(vec![gap]),
            }
        }
    }

    /// Removes `index` from its gap. Returns `false` if it is in none.
    pub(super) fn remove_index(&mut self, index: Index) -> bool {
        let after = self.0.partition_point(|chunk| chunk[0].start <= index);
        let Some(chunk) = self.0[..after].last_mut() else { return false };
        let next = chunk.partition_point(|gap| gap.start <= index);
        let Some(gap) = chunk[..next].last_mut() else { return false };
        if index >= gap.end {
            return false;
        }
        let rest = Gap { start: Index::from(index.into() + 1), ..*gap };
        gap.end = index;
        if rest.start == rest.end {
            return true;
        }
        if gap.start == index {
            *gap = rest;
            return true;
        }
        chunk.insert(next, rest);
        if chunk.len() > MOST {
            let half = chunk.split_off(MOST / 2);
            self.0.insert(after, half);
        }
        true
    }

    /// Returns the remaining gaps in order: first index, last index, line number.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (u64, u64, u64)> {
        let left = self.0.into_iter().flatten().filter(|gap| gap.start < gap.end);
        left.map(|Gap { start, end, line }| (start.into(), end.into() - 1, line))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::cmp::Ordering;

    use super::*;

    thread_local!(static COMPARED: Cell<u64> = const { Cell::new(0) });

    /// An index that counts how often indices are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Counted(u64);

    impl From<u64> for Counted {
        fn from(index: u64) -> Self {
            Self(index)
        }
    }

    impl From<Counted> for u64 {
        fn from(index: Counted) -> Self {
            index.0
        }
    }

    impl Ord for Counted {
        fn cmp(&self, other: &Self) -> Ordering {
            COMPARED.set(COMPARED.get() + 1);
            self.0.cmp(&other.0)
        }
    }

    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[test]
    fn remaining_gaps_are_sorted() {
        let mut gaps = Gaps::<u64>::default();
        gaps.add(0, 10, 5);
        gaps.add(11, 13, 6);
        for (index, was_missing) in
            [(5, true), (2, true), (2, false), (10, false), (12, true), (13, false), (0, true)]
        {
            assert_eq!(gaps.remove_index(index), was_missing, "{index}");
        }
        let left: Vec<_> = gaps.into_iter().collect();
        assert_eq!(left, [(1, 1, 5), (3, 4, 5), (6, 9, 5), (11, 11, 6)]);
    }

    #[test]
    fn lookups_use_binary_search() {
        const GAPS: u64 = 50_000;
        let mut gaps = Gaps::default();
        for index in 0..GAPS {
            gaps.add(Counted(4 * index), Counted(4 * index + 3), index);
        }
        // The middle of each gap first, which splits it.
        for index in (0..GAPS).flat_map(|gap| [4 * gap + 1, 4 * gap, 4 * gap + 2]) {
            assert!(gaps.remove_index(Counted(index)), "{index}");
        }
        assert_eq!(gaps.into_iter().next(), None);
        // Each of 4 calls per gap makes two binary searches, in at most 2^17 and 2^8 items, and a few
        // more comparisons. A linear scan would take more than 10^9.
        let most = GAPS * 4 * (17 + 8 + 7);
        assert!(COMPARED.get() < most, "{}", COMPARED.get());
    }
}
