//! The places of a run that were passed over, and may come yet.

use std::collections::BTreeMap;

/// Indices that have not come though later ones have, as ranges by where they begin. They are
/// found by search, since a file may be written to have as many of them as records.
#[derive(Debug)]
pub(super) struct Gaps<Index = u64>(BTreeMap<Index, Gap<Index>>);

/// Indices up to, and without, `end` that had not come when `line` did.
#[derive(Clone, Copy, Debug)]
struct Gap<Index> {
    end: Index,
    line: u64,
}

impl<Index> Default for Gaps<Index> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<Index: Copy + Ord + From<u64> + Into<u64>> Gaps<Index> {
    /// On `line`, the indices from `start` up to `end` were passed over; none if there are none.
    pub(super) fn pass_over(&mut self, start: Index, end: Index, line: u64) {
        if start < end {
            self.0.insert(start, Gap { end, line });
        }
    }

    /// `index` has come; says whether it was passed over before.
    pub(super) fn fill(&mut self, index: Index) -> bool {
        let Some((&start, gap)) = self.0.range_mut(..=index).next_back() else { return false };
        let Gap { end, line } = *gap;
        if index >= end {
            return false;
        }
        gap.end = index;
        if start == index {
            self.0.remove(&start);
        }
        self.pass_over(Index::from(index.into() + 1), end, line);
        true
    }

    /// The gaps that are left, in order: the first index, the last one, and the line.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.0.into_iter().map(|(start, Gap { end, line })| (start.into(), end.into() - 1, line))
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
        // A tree of 11 to a node is at most 7 nodes deep here, and is gone down twice or three
        // times for each of 4 calls a gap. To go through the gaps would be 10^9 and more.
        let most = GAPS * 4 * 3 * 7 * 11;
        assert!(COMPARED.get() < most, "{}", COMPARED.get());
    }
}
