//! Consistency proofs over all records of a log.

use super::checkpoint::Checkpoint;
use crate::base::hash::{Digest, Tree, node_hash};
use crate::error::{Code, Error};
use crate::proof::body::record_leaf_hash;

impl Tree {
    /// Builds the tree over the records with these ids.
    pub fn from_records(ids: &[Digest]) -> Self {
        Self::new(ids.iter().map(record_leaf_hash).collect())
    }

    /// Returns the consistency proof from the first `old` records (RFC 9162, section 2.1.4.1);
    /// `None` if `old` is 0 or exceeds the size.
    pub fn consistency_proof(&self, old: usize) -> Option<Vec<Digest>> {
        if old == 0 || old > self.size() {
            return None;
        }
        let mut proof = Vec::new();
        if old == self.size() {
            return Some(proof);
        }
        // From the old tree's last node up: first its highest node that the new tree shares, unless
        // that is the whole old tree, then every sibling.
        let (mut height, mut place) = (0, old - 1);
        while place & 1 == 1 {
            height += 1;
            place >>= 1;
        }
        if place > 0 {
            proof.push(self.levels[height][place]);
        }
        for level in &self.levels[height..] {
            proof.extend(level.get(place ^ 1));
            place >>= 1;
        }
        Some(proof)
    }
}

/// Verifies that the log of `old` has grown to that of `new` (RFC 9162, section 2.1.4.2).
///
/// # Errors
/// `log.consistency` if the origins differ, `new` is smaller, or the proof is invalid. Equal sizes
/// with different roots mean that the log was forked.
pub fn check_consistency(
    old: &Checkpoint,
    new: &Checkpoint,
    proof: &[Digest],
) -> Result<(), Error> {
    let refuse = |problem| Err(Error::because(Code::LogConsistency, "checkpoints", problem));
    if old.origin != new.origin {
        return refuse("of different logs");
    }
    if old.size > new.size {
        return refuse("the older one has more records");
    }
    if old.size == new.size && old.root != new.root {
        return refuse("same size but different roots: the log was forked");
    }
    // An empty log, and a log of the same size, need no proof.
    let trivial = old.size == 0 || old.size == new.size;
    let empty_root = old.size > 0 || old.root == Digest::sha256(&[]);
    let holds = if trivial {
        proof.is_empty() && empty_root
    } else {
        roots_from_proof(old, new.size, proof) == Some((old.root, new.root))
    };
    if holds { Ok(()) } else { refuse("the proof does not show that the log only grew") }
}

/// Computes the roots of the old and new tree from `proof`.
fn roots_from_proof(old: &Checkpoint, new_size: u64, proof: &[Digest]) -> Option<(Digest, Digest)> {
    let (mut place, mut last) = (old.size - 1, new_size - 1);
    while place & 1 == 1 {
        place >>= 1;
        last >>= 1;
    }
    let (first, rest) = match place {
        0 => (old.root, proof),
        _ => proof.split_first().map(|(first, rest)| (*first, rest))?,
    };
    let (mut older, mut newer) = (first, first);
    for sibling in rest {
        if last == 0 {
            return None;
        }
        if place & 1 == 1 || place == last {
            older = node_hash(sibling, &older);
            newer = node_hash(sibling, &newer);
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            newer = node_hash(&newer, sibling);
        }
        place >>= 1;
        last >>= 1;
    }
    (last == 0).then_some((older, newer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::hash;
    use crate::proof::log::head::Log;

    fn ids(count: u8) -> Vec<Digest> {
        (0..count).map(|i| Digest::sha256(&[&[i]])).collect()
    }

    fn head(log: &Log) -> Checkpoint {
        let text = String::new;
        Checkpoint {
            origin: text(),
            signer: text(),
            size: log.size(),
            root: log.root(),
            signatures: 1,
        }
    }

    #[test]
    fn tree_and_log_are_the_tree_of_the_rfc() {
        let ids = ids(70);
        let leaves: Vec<_> = ids.iter().map(record_leaf_hash).collect();
        let mut log = Log::default();
        for size in 0..=ids.len() {
            let tree = Tree::from_records(&ids[..size]);
            assert_eq!(tree.root(), hash::merkle_root(&leaves[..size]));
            assert_eq!((log.root(), log.size()), (tree.root(), size as u64));
            if let Some(id) = ids.get(size) {
                log.append(id);
            }
        }
    }

    #[test]
    fn every_pair_of_sizes_is_consistent_by_its_proof_and_by_no_other() {
        let ids = ids(40);
        let mut heads = vec![head(&Log::default())];
        let mut log = Log::default();
        for id in &ids {
            log.append(id);
            heads.push(head(&log));
        }
        for new in 1..=ids.len() {
            let tree = Tree::from_records(&ids[..new]);
            for old in 1..=new {
                let proof = tree.consistency_proof(old).unwrap();
                let good = proof.as_slice();
                assert_eq!(
                    check_consistency(&heads[old], &heads[new], good),
                    Ok(()),
                    "{old} {new}"
                );
                for (other, head) in heads.iter().enumerate().filter(|(other, _)| *other != old) {
                    // With an empty proof, the empty log and the log itself are consistent.
                    let trivial = old == new && other == 0;
                    assert_eq!(check_consistency(head, &heads[new], good).is_ok(), trivial);
                }
                for at in 0..good.len() {
                    let mut short = good.to_vec();
                    short.remove(at);
                    assert!(check_consistency(&heads[old], &heads[new], &short).is_err());
                    let mut changed = good.to_vec();
                    changed[at] = ids[0];
                    assert!(check_consistency(&heads[old], &heads[new], &changed).is_err());
                }
                let longer = [good, &ids[..1]].concat();
                assert!(check_consistency(&heads[old], &heads[new], &longer).is_err());
            }
            assert_eq!(check_consistency(&heads[0], &heads[new], &[]), Ok(()));
            assert!(check_consistency(&heads[new], &heads[new - 1], &[]).is_err());
            assert_eq!((tree.consistency_proof(0), tree.consistency_proof(new + 1)), (None, None));
        }
    }
}
