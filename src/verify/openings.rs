//! Openings of withheld values, looked up by record.

use crate::base::lines::{Line, Lines};
use crate::base::order;
use crate::error::{Code, Error};
use crate::record::file::{self, ControlLine, OpeningLine};

/// Openings that are not part of the record file.
#[derive(Clone, Debug, Default)]
pub struct Openings(Vec<OpeningLine>);

impl Openings {
    /// Adds the openings of a file of openings.
    ///
    /// # Errors
    /// `opening.file`, with the line number, for a line that is not an opening; `file.empty` for an
    /// empty file.
    pub fn add(&mut self, text: &[u8]) -> Result<(), Error> {
        let (mut lines, mut number, mut wrong) = (Lines::default(), 0, None);
        let mut each = |line: Line<'_>| {
            number += 1;
            let parsed = match line {
                Line::Whole(line) => file::Line::parse(line).ok(),
                Line::TooLong => None,
            };
            match parsed {
                Some(file::Line::Control(ControlLine::Opening(opening))) => self.0.push(opening),
                _ => wrong = wrong.or(Some(number)),
            }
        };
        lines.push(text, &mut each);
        lines.finish(&mut each);
        match wrong {
            // An empty file is probably the wrong one.
            None if number == 0 => {
                let (expected, found) = ("an opening", "none");
                Err(Error::new(Code::FileEmpty, "file", expected, found))
            }
            None => Ok(()),
            Some(line) => {
                let thing = format!("line {line} of the openings");
                Err(Error::because(Code::OpeningFile, thing, "not an opening"))
            }
        }
    }

    /// Sorts the openings by record, for [`for_record`](Self::for_record). The sort is stable.
    pub(super) fn sort(&mut self) {
        order::sort_by(&mut self.0, &|a, b| a.record.cmp(&b.record));
    }

    /// Returns the openings of the record with this id. The openings must be sorted.
    pub(super) fn for_record(&self, record: &str) -> &[OpeningLine] {
        let first = self.0.partition_point(|opening| *opening.record < *record);
        let end = self.0.partition_point(|opening| *opening.record <= *record);
        &self.0[first..end]
    }

    /// Reports whether there are no openings.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
