//! What one exchange may use up.

use crate::error::{Code, Error};

/// The longest body that an exchange reads and the longest reply that a record holds, in bytes. A
/// byte takes up to six in a record's line, which has 16 MiB at most.
pub const MAX_REPLY: usize = 2 << 20;

/// The limits of one exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    budget_ms: u64,
    retries: u32,
    max_body: u64,
}

impl Limits {
    /// Checks the limits: a budget of 1 ms to an hour, at most 10 retries, and a body of 1 byte to
    /// 2 MiB ([`MAX_REPLY`]) after any content coding is undone.
    ///
    /// # Errors
    /// `exchange.limits`.
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

    /// The milliseconds that connecting, headers, bodies, polling, waits and retries share.
    pub const fn budget_ms(&self) -> u64 {
        self.budget_ms
    }

    /// How many attempts may follow the first one.
    pub const fn retries(&self) -> u32 {
        self.retries
    }

    /// The most bytes of one body.
    pub const fn max_body(&self) -> u64 {
        self.max_body
    }

    /// Reports whether a body or a reply of `length` bytes is short enough to be read.
    pub const fn admits(&self, length: usize) -> bool {
        length as u64 <= self.max_body
    }
}

impl Default for Limits {
    /// 25 seconds, 2 retries, 256 KiB.
    fn default() -> Self {
        Self { budget_ms: 25_000, retries: 2, max_body: 256 << 10 }
    }
}
