//! RFC 3339 times, in milliseconds since 1970.

/// Tolerance for clocks that run ahead, in milliseconds. A later time counts as in the future.
pub(crate) const SKEW: i64 = 300_000;

/// Parses a time as [`parse_millis`]; `None` if it is after `now`.
pub fn parse_past(text: &str, now: i64) -> Option<i64> {
    parse_millis(text).filter(|time| *time <= now.saturating_add(SKEW))
}

/// Parses an RFC 3339 date and time to milliseconds since 1970. Digits after the milliseconds are
/// dropped; a leap second becomes the next second.
pub fn parse_millis(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let shape = b"0000-00-00T00:00:00";
    let head = bytes.get(..shape.len())?;
    let fits = head.iter().zip(shape).all(|(&found, &wanted)| match wanted {
        b'0' => found.is_ascii_digit(),
        b'T' => matches!(found, b'T' | b't'),
        _ => found == wanted,
    });
    if !fits {
        return None;
    }
    let (year, month, day) =
        (parse_digits(&head[..4]), parse_digits(&head[5..7]), parse_digits(&head[8..10]));
    let (hour, minute, second) =
        (parse_digits(&head[11..13]), parse_digits(&head[14..16]), parse_digits(&head[17..19]));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=longest).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut rest = &bytes[shape.len()..];
    let mut milli = 0;
    if let [b'.', fraction @ ..] = rest {
        let digits = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        for digit in fraction[..digits].iter().chain(b"00").take(3) {
            milli = milli * 10 + i64::from(digit - b'0');
        }
        rest = &fraction[digits..];
    }
    let offset = match rest {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), zone @ ..] if zone.len() == 5 && zone[2] == b':' => {
            let digits = [zone[0], zone[1], zone[3], zone[4]];
            let (hours, minutes) = (parse_digits(&digits[..2]), parse_digits(&digits[2..]));
            if !digits.iter().all(u8::is_ascii_digit) || hours > 23 || minutes > 59 {
                return None;
            }
            (hours * 60 + minutes) * if *sign == b'-' { -1 } else { 1 }
        }
        _ => return None,
    };
    let minutes = (days_from_date(year, month, day) * 24 + hour) * 60 + minute - offset;
    Some((minutes * 60 + second) * 1000 + milli)
}

/// Formats milliseconds since 1970 in UTC, such as `2026-11-20T17:00:00.000Z`. Years after 9999
/// have more digits, which RFC 3339 does not allow.
pub fn format_millis(ms: u64) -> String {
    let (minutes, ms) = (ms / 60_000, ms % 60_000);
    let (hours, minute) = (minutes / 60, minutes % 60);
    let (days, hour) = (hours / 24, hours % 24);
    let (year, month, day) = date_from_days(days);
    let (second, milli) = (ms / 1000, ms % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// Returns year, month and day of the date `days` days after 1970-01-01.
const fn date_from_days(days: u64) -> (u64, u64, u64) {
    const CENTURIES: u64 = 146_097;
    // Days since 0000-03-01, in periods of 400 years.
    let days = days + 719_468;
    let (span, day) = (days / CENTURIES, days % CENTURIES);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (span * 400 + year, month, of_month)
}

/// Parses ASCII digits.
fn parse_digits(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |n, digit| n * 10 + i64::from(digit.wrapping_sub(b'0')))
}

/// Returns the days from 1970-01-01 to a date of the proleptic Gregorian calendar.
pub(crate) const fn days_from_date(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is the last day.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leaps + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_from_1970() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
            ("2026-11-20T17:00:00.000Z", 1_795_194_000_000),
            ("2026-11-20T18:30:00+01:30", 1_795_194_000_000),
            ("2026-11-20t15:30:00-01:30", 1_795_194_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("2026-11-20T17:00:00.1239999z", 1_795_194_000_123),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ] {
            assert_eq!(parse_millis(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_time() {
        for text in [
            "",
            "2026-11-20",
            "2026-11-20T17:00:00",
            "2026-11-20 17:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T17:60:00Z",
            "2026-11-20T17:00:00.Z",
            "2026-11-20T17:00:00+0130",
            "2026-11-20T17:00:00+24:00",
            "2026-11-20T17:00:00+1a:00",
            "+026-11-20T17:00:00Z",
            "2026-11-20T17:00:00Zé",
            "٢026-11-20T17:00:00Z",
            "1795194000000",
        ] {
            assert_eq!(parse_millis(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        // Every seventh day from 1970 to 9999, each at another time of the day.
        for day in (0..2_932_897).step_by(7) {
            let ms = day * 86_400_000 + day * 7919 % 86_400_000;
            assert_eq!(
                parse_millis(&format_millis(ms)),
                i64::try_from(ms).ok(),
                "{}",
                format_millis(ms)
            );
        }
        assert_eq!(format_millis(1_795_194_000_000), "2026-11-20T17:00:00.000Z");
        assert_eq!(format_millis(253_402_300_799_999), "9999-12-31T23:59:59.999Z");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = days_from_date(1599, 12, 31);
        for year in 1600..2400 {
            for month in 1..=12 {
                let text = |day: i64| format!("{year:04}-{month:02}-{day:02}T00:00:00Z");
                for day in (1..=31).take_while(|&day| parse_millis(&text(day)).is_some()) {
                    assert_eq!(days_from_date(year, month, day), last + 1);
                    last += 1;
                }
            }
        }
        assert_eq!(last, days_from_date(2399, 12, 31));
    }
}
