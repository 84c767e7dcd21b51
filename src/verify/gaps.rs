//! The places of a run that were passed over, and may come yet.

/// Indices that have not come though later ones have, in order. They are found by search, since a
/// file may be written to have as many of them as records; and they stand in chunks, so that one
/// which becomes two moves no more than its chunk. A `BTreeMap` does the same, in a wasm that is
/// larger by two hundredths.
#[derive(Debug)]
pub(super) struct Gaps<Index = u64>(Vec<Vec<Gap<Index>>>);

/// Indices from `start` up to, and without, `end` that had not come when `line` did; none of them
/// once all have.
#[derive(Clone, Copy, Debug)]
struct Gap<Index> {
    start: Index,
    end: Index,
    line: u64,
}

/// The most gaps in a chunk.
const MOST: usize = 256;

impl<Index> Default for Gaps<Index> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Index: Copy + Ord + From<u64> + Into<u64>> Gaps<Index> {
    /// On `line`, the indices from `start` up to `end` were passed over, which are behind all that
    /// were before; none if there are none.
    pub(super) fn pass_over(&mut self, start: Index, end: Index, line: u64) {
        if start < end {
            let gap = Gap { start, end, line };
            match self.0.last_mut() {
                Some(chunk) if chunk.len() < MOST => chunk.push(gap),
                _ => self.0.push(vec![gap]),
            }
        }
    }

    /// `index` has come; says whether it was passed over before.
    pub(super) fn fill(&mut self, index: Index) -> bool {
        let behind = self.0.partition_point(|chunk| chunk[0].start <= index);
        let Some(chunk) = self.0[..behind].last_mut() else { return false };
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
            self.0.insert(behind, half);
        }
        true
    }

    /// The gaps that are left, in order: the first index, the last one, and the line.
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
    fn what_is_left_stands_in_order() {
        let mut gaps = Gaps::<u64>::default();
        gaps.pass_over(0, 10, 5);
        gaps.pass_over(11, 13, 6);
        for (index, passed_over) in
            [(5, true), (2, true), (2, false), (10, false), (12, true), (13, false), (0, true)]
        {
            assert_eq!(gaps.fill(index), passed_over, "{index}");
        }
        let left: Vec<_> = gaps.into_iter().collect();
        assert_eq!(left, [(1, 1, 5), (3, 4, 5), (6, 9, 5), (11, 11, 6)]);
    }

    #[test]
    fn many_gaps_are_searched_not_gone_through() {
        const GAPS: u64 = 50_000;
        let mut gaps = Gaps::default();
        for index in 0..GAPS {
            gaps.pass_over(Counted(4 * index), Counted(4 * index + 3), index);
        }
        // First the middle of each, which makes two of one, then what is left.
        for index in (0..GAPS).flat_map(|gap| [4 * gap + 1, 4 * gap, 4 * gap + 2]) {
            assert!(gaps.fill(Counted(index)), "{index}");
        }
        assert_eq!(gaps.into_iter().next(), None);
        // Two searches, of 2^17 and of 2^8 at the most, and a few looks, for each of 4 calls a gap.
        // To go through the gaps would be 10^9 and more.
        let most = GAPS * 4 * (17 + 8 + 7);
        assert!(COMPARED.get() < most, "{}", COMPARED.get());
    }
}
