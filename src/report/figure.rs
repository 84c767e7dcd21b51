//! Figures as people read them: what is rounded never reads as what it is not.

use crate::stats::Interval;
use crate::suite::percent_down;

/// So many decimals tell a figure from 0, or from all, that two do not.
const MOST_DECIMALS: usize = 30;

/// `passed` out of `total` in per cent with two decimals, rounded down, as scorecards do.
pub(super) fn share(passed: u64, total: u64) -> String {
    format!("{} %", percent_down(passed, total))
}

/// A proportion, or the difference of two, in per cent with two decimals; with more where two would
/// read as 0 or as 100 what is neither. What is nearer to 0 than 10^-12 is called 0.
pub(super) fn percent(proportion: f64) -> String {
    let size = proportion.abs() * 100.0;
    if size < 1e-10 {
        return "0.00 %".to_owned();
    }
    let read = |places| format!("{size:.places$}");
    let exact = size == 100.0;
    let said = |text: &str| exact || !is(text, 0.0) && !is(text, 100.0);
    let text = (2..=MOST_DECIMALS).map(read).find(|text| said(text)).unwrap_or_else(|| read(2));
    format!("{}{text} %", if proportion < 0.0 { "-" } else { "" })
}

/// An interval of proportions, or of their difference: `23.07 % to 88.24 %`.
pub(super) fn range(Interval { low, high }: &Interval) -> String {
    format!("{} to {}", percent(*low), percent(*high))
}

/// The confidence level 1 − α in per cent, without needless decimals: `95 %`, `99.999 %`.
pub fn level(alpha: f64) -> String {
    let rounded = (1.0 - alpha) * 10_000.0;
    let text = format!("{}", rounded.round() / 100.0);
    if !is(&text, 0.0) && !is(&text, 100.0) {
        return format!("{text} %");
    }
    // What is left of 100 is taken off in decimal digits: a double next to 100 has few of them.
    for places in 3..=MOST_DECIMALS {
        let rest = format!("{:.places$}", alpha * 100.0).replace('.', "").parse::<u128>();
        let all = 10_u128.pow(2 + u32::try_from(places).unwrap_or(0));
        let Some(left) = rest.ok().and_then(|rest| all.checked_sub(rest)) else { continue };
        if left > 0 && left < all {
            let (whole, part) = (left / (all / 100), left % (all / 100));
            return format!("{whole}.{part:0places$} %");
        }
    }
    "more than 99.99 %".to_owned()
}

/// A probability with four decimals at most, or two digits where it is small. A p of a test is never
/// 0: what is too small for a double is said to be below.
pub(super) fn probability(p: f64) -> String {
    if p == 0.0 {
        return "below 1e-300".to_owned();
    }
    if p < 0.001 {
        return format!("{p:.1e}");
    }
    trimmed(&format!("{p:.4}"))
}

/// The same beside the α that it is held against: with all its digits where four would read as if
/// it were on the other side.
pub(super) fn probability_beside(p: f64, alpha: f64) -> String {
    let text = probability(p);
    match text.parse::<f64>() {
        Ok(read) if (read <= alpha) != (p <= alpha) => p.to_string(),
        _ => text,
    }
}

fn trimmed(text: &str) -> String {
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn is(text: &str, value: f64) -> bool {
    text.parse() == Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_the_vectors_say() {
        let text = include_str!("../../tests/vectors/figure/figures.json");
        let file: serde_json::Value = serde_json::from_str(text).unwrap();
        let all = |name: &str| file[name].as_array().unwrap().iter();
        for case in all("shares") {
            let [passed, total] = ["passed", "total"].map(|name| case[name].as_u64().unwrap());
            assert_eq!(share(passed, total), case["text"], "{case}");
        }
        for case in all("percents") {
            assert_eq!(percent(case["value"].as_f64().unwrap()), case["text"], "{case}");
        }
        for case in all("levels") {
            assert_eq!(level(case["alpha"].as_f64().unwrap()), case["text"], "{case}");
        }
        for case in all("probabilities") {
            let [p, alpha] = ["p", "alpha"].map(|name| case[name].as_f64().unwrap());
            assert_eq!(probability_beside(p, alpha), case["text"], "{case}");
        }
    }
}
