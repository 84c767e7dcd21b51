//! Elapsed time within one exchange.

/// Milliseconds since the first event, measured with a host clock that may jump.
///
/// Only forward steps of the host clock count, so elapsed time never decreases.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    last: Option<u64>,
    elapsed: u64,
}

impl Clock {
    /// Creates a clock that has not ticked yet.
    pub(super) const fn new() -> Self {
        Self { last: None, elapsed: 0 }
    }

    /// Records that the host's clock shows `now`.
    pub(super) fn tick(&mut self, now: u64) {
        let passed = self.last.map_or(0, |last| now.saturating_sub(last));
        self.elapsed = self.elapsed.saturating_add(passed);
        self.last = Some(now);
    }

    /// Returns the milliseconds since the first tick.
    pub(super) const fn elapsed(&self) -> u64 {
        self.elapsed
    }

    /// Converts an elapsed time to a time of the host's clock.
    pub(super) fn host_time(&self, at: u64) -> u64 {
        self.last.unwrap_or_default().saturating_add(at.saturating_sub(self.elapsed))
    }

    /// Returns the host's time at the last tick.
    pub(super) fn now(&self) -> u64 {
        self.last.unwrap_or_default()
    }
}
