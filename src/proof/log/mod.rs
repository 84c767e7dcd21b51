//! Transparency log: an append-only Merkle tree (RFC 9162), its checkpoints and its proofs.

pub(in crate::proof) mod checkpoint;
pub(in crate::proof) mod concatenated;
pub(in crate::proof) mod head;
pub(in crate::proof) mod inclusion;
pub(in crate::proof) mod index;
pub(in crate::proof) mod note;
pub(in crate::proof) mod prove;
pub(in crate::proof) mod tiles;
pub(in crate::proof) mod tree;
pub(in crate::proof) mod writer;
