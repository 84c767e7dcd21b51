//! The retry policy: retryable failures, back-off and polling delays.
//!
//! Only failures before any response, and statuses that ask to try again later, are retried. A
//! response that has begun is final, so a subject cannot replace its reply with a better one.

use super::id_source::IdSource;
use crate::base::instant::days_from_date;

/// Upper bound of the first back-off in milliseconds. It doubles with each retry.
const BASE_BACKOFF_MS: u64 = 500;
/// Upper bound of every back-off in milliseconds.
const MAX_BACKOFF_MS: u64 = 8_000;

/// Delay of the first poll in milliseconds. It doubles with each poll.
const FIRST_POLL_MS: u64 = 250;
/// Upper bound of every poll's delay in milliseconds.
const MAX_POLL_MS: u64 = 2_000;

/// Reports whether a response with this status may be retried.
///
/// Anthropic sends 529 when overloaded.
pub(super) const fn is_transient(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504 | 529)
}

/// Returns the delay in milliseconds before retry number `retry` (from 0): uniform between 0 and a
/// bound that doubles ("full jitter"), at least what the endpoint asked for.
pub(super) fn backoff_ms(ticket: &IdSource, retry: u32, asked_ms: Option<u64>) -> u64 {
    let most = BASE_BACKOFF_MS.saturating_mul(1 << retry.min(16)).min(MAX_BACKOFF_MS);
    ticket.jitter(retry, most).max(asked_ms.unwrap_or_default())
}

/// Returns the delay in milliseconds before poll number `poll` (from 0).
pub(super) fn poll_delay_ms(poll: u32) -> u64 {
    (FIRST_POLL_MS << poll.min(8)).min(MAX_POLL_MS)
}

/// Parses a `Retry-After` header (RFC 9110, 10.2.3) to milliseconds. `reference_ms`, in
/// milliseconds since 1970, is the current time for a header that holds a date. Returns `None` for
/// an invalid header.
pub(super) fn retry_after_ms(value: &str, reference_ms: u64) -> Option<u64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // A number too large for 64 bits is later than any budget.
        return Some(value.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(1000));
    }
    Some(http_date_ms(value)?.saturating_sub(reference_ms))
}

/// Parses an HTTP date (RFC 9110, 5.6.7: the preferred form and both obsolete ones) to milliseconds
/// since 1970. Earlier dates are 0.
pub(super) fn http_date_ms(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let (day, month, year, time) = match *words.as_slice() {
        // Sun, 06 Nov 1994 08:49:37 GMT
        [_, day, month, year, time, "GMT"] if year.len() == 4 => {
            (day, month, parse_decimal(year)?, time)
        }
        // Sun Nov  6 08:49:37 1994
        [_, month, day, time, year] if year.len() == 4 => (day, month, parse_decimal(year)?, time),
        // Sunday, 06-Nov-94 08:49:37 GMT; two-digit years as in RFC 6265.
        [_, date, time, "GMT"] => {
            let mut parts = date.split('-');
            let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
            let year = parse_decimal(year).filter(|_| year.len() == 2 && parts.next().is_none())?;
            (day, month, if year < 70 { 2000 + year } else { 1900 + year }, time)
        }
        _ => return None,
    };
    let month = MONTHS.iter().position(|name| *name == month)? as i64 + 1;
    let day = parse_decimal(day).filter(|day| (1..=31).contains(day))?;
    let mut parts = time.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
    let (hour, minute, second) =
        (parse_decimal(hour)?, parse_decimal(minute)?, parse_decimal(second)?);
    if hour > 23 || minute > 59 || second > 60 || parts.next().is_some() {
        return None;
    }
    let seconds = (days_from_date(year, month, day) * 24 + hour) * 3600 + minute * 60 + second;
    Some(u64::try_from(seconds * 1000).unwrap_or_default())
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Parses a decimal number of one to four digits.
fn parse_decimal(text: &str) -> Option<i64> {
    let fits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Key;

    #[test]
    fn http_dates_parse_in_all_three_forms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(http_date_ms(text), Some(784_111_777_000), "{text}");
        }
        assert_eq!(http_date_ms("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800_000));
        assert_eq!(http_date_ms("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date_ms("Thu, 01 Jan 1920 00:00:00 GMT"), Some(0));
    }

    #[test]
    fn retry_after_accepts_seconds_and_dates() {
        let reference = 784_111_777_000;
        for (value, expect) in [
            ("0", Some(0)),
            (" 7 ", Some(7_000)),
            ("86400", Some(86_400_000)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("Sun, 06 Nov 1994 08:49:40 GMT", Some(3_000)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("Sun, 06 Foo 1994 08:49:40 GMT", None),
            ("Sun, 06 Nov 1994 24:49:40 GMT", None),
        ] {
            assert_eq!(retry_after_ms(value, reference), expect, "{value:?}");
        }
    }

    #[test]
    fn backoff_is_bounded_and_deterministic() {
        for number in 0..200 {
            let ticket = IdSource::new(Key::new(&["seed"]), number);
            for (retry, most) in [(0, 500), (1, 1000), (2, 2000), (9, 8000), (40, 8000)] {
                let wait = backoff_ms(&ticket, retry, None);
                assert!(wait <= most);
                assert_eq!(wait, backoff_ms(&ticket, retry, None));
                assert_eq!(backoff_ms(&ticket, retry, Some(9000)), 9000);
            }
        }
    }
}
