//! Openings of withheld values, by the record that they belong to.

use crate::base::lines::{Line, Lines};
use crate::base::order;
use crate::error::{Code, Error};
use crate::record::file::{self, Control, OpeningLine};

/// Openings that were published apart from the records.
///
/// In the order in which they came; once they are in order, in that of their records.
#[derive(Clone, Debug, Default)]
pub struct Openings(Vec<OpeningLine>);

impl Openings {
    /// Adds the openings of a file that holds nothing else.
    ///
    /// # Errors
    /// `opening.file`, with the line, for anything but openings, one on each line; `file.empty`
    /// where there is none.
    pub fn add(&mut self, text: &[u8]) -> Result<(), Error> {
        let (mut lines, mut number, mut wrong) = (Lines::default(), 0, None);
        let mut each = |line: Line<'_>| {
            number += 1;
            let parsed = match line {
                Line::Whole(line) => file::Line::parse(line).ok(),
                Line::TooLong => None,
            };
            match parsed {
                Some(file::Line::Control(Control::Opening(opening))) => self.0.push(opening),
                _ => wrong = wrong.or(Some(number)),
            }
        };
        lines.push(text, &mut each);
        lines.finish(&mut each);
        match wrong {
            // It is most likely another file than was meant, or one whose writer could not write.
            None if number == 0 => {
                let (expected, found) = ("an opening", "none");
                Err(Error::new(Code::FileEmpty, "file", expected, found))
            }
            None => Ok(()),
            Some(line) => {
                let (expected, found) = ("an opening", "something else");
                let thing = format!("line {line} of the openings");
                Err(Error::new(Code::OpeningFile, thing, expected, found))
            }
        }
    }

    /// Puts those of one record beside one another, each behind those that came before it.
    pub(super) fn put_in_order(&mut self) {
        order::sort_by(&mut self.0, &|a, b| a.record.cmp(&b.record));
    }

    /// The openings of the record with this id; they are in order.
    pub(super) fn of(&self, record: &str) -> &[OpeningLine] {
        let first = self.0.partition_point(|opening| *opening.record < *record);
        let behind = self.0.partition_point(|opening| *opening.record <= *record);
        &self.0[first..behind]
    }

    /// Whether there are none.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
