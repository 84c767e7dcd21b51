//! Reports on scorecards and records, for people and for other tools.
//!
//! A [`Source`] is parsed from a file and converted to a [`Report`], which is written in a
//! [`Format`], to a summary, or, together with another one, to a comparison. Any text in it may be
//! hostile; each writer escapes it for its format. [`file_status`] verifies a file and describes
//! the result in one sentence.

mod comparison;
mod csv;
mod escape;
mod figure;
mod format;
mod html;
mod identity;
mod junit;
mod markdown;
mod model;
mod record_entry;
mod record_listing;
mod records;
mod row;
mod source;
mod status;
mod torn_line;

pub use comparison::{Figures, comparison_sentence, comparison_table, format_figures, torn_notes};
pub use csv::write_csv;
pub use figure::format_level;
pub use format::Format;
pub use html::{Embedded, write_html};
pub use junit::write_junit;
pub use markdown::write_markdown;
pub use model::{Group, Kind, Readings, Report};
pub use record_entry::Entry;
pub use record_listing::{ListedRecord, Listing};
pub use records::Records;
pub use row::{Outcome, Row};
pub use source::{Reader, Source, compare};
pub use status::{Status, file_status};
#[cfg(feature = "suite")]
pub use status::{scorecard_status, status_in_suite};
pub use torn_line::TornLine;
