//! Output formats of a report.

use super::{Embedded, Report, write_csv, write_html, write_junit, write_markdown};
use crate::error::{Code, Error, shown};

/// An output format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The report as JSON.
    Json,
    /// Markdown, for a pull request or a job summary.
    Markdown,
    /// JUnit XML.
    Junit,
    /// CSV, one line per row.
    Csv,
    /// One self-contained HTML page.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Json, Self::Markdown, Self::Junit, Self::Csv, Self::Html];

    /// Returns the name used in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Junit => "junit",
            Self::Csv => "csv",
            Self::Html => "html",
        }
    }

    /// Looks up a format by name.
    ///
    /// # Errors
    /// `report.unknown-format` for an unknown name.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let expected = format!("one of {names}");
            Error::new(Code::ReportUnknownFormat, "report format", expected, shown(name))
        })
    }

    /// Writes `report` in this format; `embedded` is for the HTML page.
    ///
    /// # Errors
    /// As for [`write_html`].
    pub fn write(self, report: &Report, embedded: Embedded<'_>) -> Result<String, Error> {
        match self {
            Self::Json => {
                let text = serde_json::to_string(report);
                text.map_err(|error| crate::base::json::invalid_json_error("report", &error))
            }
            Self::Markdown => Ok(write_markdown(report)),
            Self::Junit => Ok(write_junit(report)),
            Self::Csv => Ok(write_csv(report)),
            Self::Html => write_html(report, embedded),
        }
    }
}
