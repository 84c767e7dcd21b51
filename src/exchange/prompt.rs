//! The prompt of one exchange.

use super::id_source::IdSource;

/// The prompt of one exchange and the source of its ids.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) text: String,
    pub(super) ticket: IdSource,
}
