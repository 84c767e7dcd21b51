//! One sort for values of every type. The standard library's is compiled anew for each, at some ten
//! kilobytes of wasm.

use std::cmp::Ordering;

/// Sorts `items`; what compares as equal stays in its order.
pub fn by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let places = places(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut taken: Vec<_> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(places.into_iter().filter_map(|place| taken[place].take()));
}

/// The places of `count` items in order.
#[inline(never)]
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<_> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_and_is_stable() {
        for count in [0, 1, 2, 3, 100, 1000] {
            // 7919 is a prime, so the keys are well mixed, and each stands several times.
            let items: Vec<(usize, usize)> =
                (0..count).map(|place| (place * 7919 % 101, place)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            by(&mut ours, |a, b| a.0.cmp(&b.0));
            theirs.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(ours, theirs);
        }
    }
}
