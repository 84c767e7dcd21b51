//! Resource limits of one exchange.

use crate::error::{Code, Error};

/// Size limit in bytes of a response body that an exchange reads, and of a reply in a record. A
/// byte takes up to six bytes of a record's line, which is limited to 16 MiB.
pub const MAX_REPLY: usize = 2 << 20;

/// The limits of one exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    budget_ms: u64,
    retries: u32,
    max_body: u64,
}

impl Limits {
    /// Validates the limits: a time budget of 1 ms to one hour, at most 10 retries, and a body of 1
    /// byte to 2 MiB ([`MAX_REPLY`]) after content decoding.
    ///
    /// # Errors
    /// `exchange.limits` for a value out of range.
    pub fn new(budget_ms: u64, retries: u32, max_body: u64) -> Result<Self, Error> {
        let check = |thing, fits: bool, expected, found: String| {
            if fits {
                Ok(())
            } else {
                Err(Error::new(Code::ExchangeLimits, thing, expected, found))
            }
        };
        let budget_fits = (1..=3_600_000).contains(&budget_ms);
        check("time budget", budget_fits, "1 ms to one hour", format!("{budget_ms} ms"))?;
        check("retries", retries <= 10, "0 to 10", retries.to_string())?;
        let body_fits = (1..=MAX_REPLY as u64).contains(&max_body);
        check("body limit", body_fits, "1 byte to 2 MiB", format!("{max_body} bytes"))?;
        Ok(Self { budget_ms, retries, max_body })
    }

    /// Returns the time budget in milliseconds, shared by connecting, reading, polling, waiting and
    /// retrying.
    pub const fn budget_ms(&self) -> u64 {
        self.budget_ms
    }

    /// Returns the number of retries allowed after the first attempt.
    pub const fn retries(&self) -> u32 {
        self.retries
    }

    /// Returns the size limit of one body in bytes.
    pub const fn max_body(&self) -> u64 {
        self.max_body
    }

    /// Reports whether a body or reply of `length` bytes is within the limit.
    pub const fn admits(&self, length: usize) -> bool {
        length as u64 <= self.max_body
    }
}

impl Default for Limits {
    /// Returns 25 seconds, 2 retries and 256 KiB.
    fn default() -> Self {
        Self { budget_ms: 25_000, retries: 2, max_body: 256 << 10 }
    }
}
