//! Formatting of figures. Rounding never turns a value into a misleading one, such as 0 or 100 %.

use crate::stats::Interval;
use crate::suite::floor_percent;

/// Decimals tried until a figure differs from 0 and 100.
const MAX_DECIMALS: usize = 30;

/// Formats `passed` / `total` in percent with two decimals, rounded down as in scorecards.
pub(super) fn format_share(passed: u64, total: u64) -> String {
    format!("{} %", floor_percent(passed, total))
}

/// Formats a proportion, or a difference of two, in percent with two decimals, or with more if two
/// would round it to 0 or 100. Values below 10^-12 are formatted as 0.
pub(super) fn format_percent(proportion: f64) -> String {
    let size = proportion.abs() * 100.0;
    if size < 1e-10 {
        return "0.00 %".to_owned();
    }
    let read = |places| format!("{size:.places$}");
    let exact = size == 100.0;
    let is_faithful = |text: &str| exact || !parses_to(text, 0.0) && !parses_to(text, 100.0);
    let text =
        (2..=MAX_DECIMALS).map(read).find(|text| is_faithful(text)).unwrap_or_else(|| read(2));
    format!("{}{text} %", if proportion < 0.0 { "-" } else { "" })
}

/// Formats an interval of proportions or their difference: `23.07 % to 88.24 %`.
pub(super) fn format_range(Interval { low, high }: &Interval) -> String {
    format!("{} to {}", format_percent(*low), format_percent(*high))
}

/// Formats the confidence level 1 − α in percent, without trailing zeros: `95 %`, `99.999 %`.
pub fn format_level(alpha: f64) -> String {
    let rounded = (1.0 - alpha) * 10_000.0;
    let text = format!("{}", rounded.round() / 100.0);
    if !parses_to(&text, 0.0) && !parses_to(&text, 100.0) {
        return format!("{text} %");
    }
    // Subtracts in decimal digits: a double near 100 has few of them left.
    for places in 3..=MAX_DECIMALS {
        let rest = format!("{:.places$}", alpha * 100.0).replace('.', "").parse::<u128>();
        let all = 10_u128.pow(2 + u32::try_from(places).unwrap_or(0));
        let Some(remaining) = rest.ok().and_then(|rest| all.checked_sub(rest)) else { continue };
        if remaining > 0 && remaining < all {
            let (whole, part) = (remaining / (all / 100), remaining % (all / 100));
            return format!("{whole}.{part:0places$} %");
        }
    }
    "more than 99.99 %".to_owned()
}

/// Formats a probability with at most four decimals, or two digits if it is small. A p-value is
/// never 0: if it underflows a double, it is given as an upper bound.
pub(super) fn format_probability(p: f64) -> String {
    if p == 0.0 {
        return "below 1e-300".to_owned();
    }
    if p < 0.001 {
        return format!("{p:.1e}");
    }
    trim_zeros(&format!("{p:.4}"))
}

/// Formats a probability next to the α it is compared with: with all digits if four decimals would
/// move it across α.
pub(super) fn format_probability_near(p: f64, alpha: f64) -> String {
    let text = format_probability(p);
    match text.parse::<f64>() {
        Ok(read) if (read <= alpha) != (p <= alpha) => p.to_string(),
        _ => text,
    }
}

fn trim_zeros(text: &str) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn parses_to(text: &str, value: f64) -> bool {
    text.parse() == Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_match_the_vectors() {
        let text = include_str!("../../tests/vectors/figure/figures.json");
        let file: serde_json::Value = serde_json::from_str(text).unwrap();
        let all = |name: &str| file[name].as_array().unwrap().iter();
        for case in all("shares") {
            let [passed, total] = ["passed", "total"].map(|name| case[name].as_u64().unwrap());
            assert_eq!(format_share(passed, total), case["text"], "{case}");
        }
        for case in all("percents") {
            assert_eq!(format_percent(case["value"].as_f64().unwrap()), case["text"], "{case}");
        }
        for case in all("levels") {
            assert_eq!(format_level(case["alpha"].as_f64().unwrap()), case["text"], "{case}");
        }
        for case in all("probabilities") {
            let [p, alpha] = ["p", "alpha"].map(|name| case[name].as_f64().unwrap());
            assert_eq!(format_probability_near(p, alpha), case["text"], "{case}");
        }
    }
}
