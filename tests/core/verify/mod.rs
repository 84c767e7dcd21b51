//! Record files under checkpoints: what a file says as a whole, on one core and on several, and
//! that no change of it is accepted.

mod awaited;
mod files;
mod garbage;
mod index;
mod logs;
mod manifests;
mod openings;
mod parts;
mod policy;
mod reveals;
mod tampering;
mod vectors;
mod verdict;
mod withheld;
