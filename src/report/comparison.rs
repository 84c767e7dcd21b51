//! Comparisons as sentences and as Markdown.

use serde::Serialize;

use super::Source;
use super::escape;
use super::figure::{
    format_level, format_percent, format_probability, format_probability_near, format_range,
    format_share,
};
use super::torn_line;
use crate::base::text::group_thousands;
use crate::stats::{Change, Comparison, PairsNeeded, Tally, Verdict};

/// Maximum number of changes listed.
const MAX_CHANGES: usize = 200;

/// The figures of a comparison, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Confidence level of the interval: `95 %`.
    pub level: String,
    /// Second pass rate minus the first: `-20.00 %`.
    pub difference: String,
    /// Interval of that difference: `-52.09 % to 15.63 %`.
    pub range: String,
    /// The p-value of McNemar's exact test, with all digits if rounding would move it across the
    /// error rate.
    pub p: String,
    /// The mid-p value.
    pub mid_p: String,
    /// The pass rates without pairing: `80.00 % of 10, then 70.00 % of 20: -10.00 % (95 % interval
    /// -37.49 % to 23.68 %)`.
    pub rates: String,
}

/// Formats the figures of `comparison`.
pub fn format_figures(comparison: &Comparison) -> Figures {
    let Comparison { difference, interval, mcnemar, alpha, .. } = comparison;
    Figures {
        level: format_level(*alpha),
        difference: format_percent(*difference),
        range: format_range(interval),
        p: format_probability_near(mcnemar.p, *alpha),
        mid_p: format_probability(mcnemar.mid_p),
        rates: format_rates(comparison),
    }
}

fn format_rates(Comparison { rates, alpha, .. }: &Comparison) -> String {
    let of = |tally: &Tally| {
        format!("{} of {}", format_share(tally.passed, tally.total), group_thousands(tally.total))
    };
    format!(
        "{}, then {}: {} ({} interval {})",
        of(&rates.first),
        of(&rates.second),
        format_percent(rates.difference),
        format_level(*alpha),
        format_range(&rates.interval),
    )
}

/// Summarizes `comparison` in one sentence.
pub fn comparison_sentence(comparison: &Comparison) -> String {
    let Comparison { verdict, pairs, mcnemar, alpha, margin, .. } = comparison;
    let p = with_equals_sign(&format_probability_near(mcnemar.p, *alpha));
    let [broken, fixed, total] = [pairs.broken, pairs.fixed, pairs.total()].map(group_thousands);
    let changes = format!("{broken} broken, {fixed} fixed of {total} pairs");
    match verdict {
        _ if pairs.total() == 0 => {
            "Nothing to compare: no question is in both files. Questions follow from the seed; run \
             both with the same --seed."
                .to_owned()
        }
        Verdict::Regression => format!("Regression: {changes} (p {p}, at most {alpha})."),
        Verdict::Improvement => format!("Improvement: {changes} (p {p}, at most {alpha})."),
        Verdict::NoEvidence => format!(
            "No difference: {changes}, and one of {} or more is ruled out.",
            format_percent(*margin)
        ),
        Verdict::TooFew => {
            let needed = match comparison.needed {
                Some(PairsNeeded { difference, power, pairs, .. }) => format!(
                    " To find a difference of {} with a probability of {power}, about {} pairs would \
                     be needed.",
                    format_percent(difference),
                    group_thousands(pairs),
                ),
                None => String::new(),
            };
            format!("Not enough pairs for a verdict: {changes} (p {p}).{needed}")
        }
    }
}

/// Returns a note for each of the two files that has truncated lines.
pub fn torn_notes(first: &Source, second: &Source) -> Vec<String> {
    [(" of the first file", first), (" of the second file", second)]
        .into_iter()
        .filter_map(|(whose, source)| torn_line::torn_note(source.torn_lines(), whose))
        .collect()
}

/// Writes `comparison` as Markdown, with `notes` and the subjects whose models changed (`who`).
pub fn comparison_table(comparison: &Comparison, notes: &[String], who: &[String]) -> String {
    let mut out = format!("# Comparison\n\n{}\n\n", comparison_sentence(comparison));
    for note in notes {
        out.push_str(&format!("{note}\n\n"));
    }
    for who in who {
        out.push_str(&format!("{}\n\n", escape::escape_markdown(who)));
    }
    out.push_str("| | |\n|---|---|\n");
    for (name, text) in table_rows(comparison) {
        out.push_str(&format!("| {name} | {text} |\n"));
    }
    if !comparison.changed.is_empty() {
        out.push_str("\n| change | task |\n|---|---|\n");
    }
    for changed in comparison.changed.iter().take(MAX_CHANGES) {
        let change = match changed.change {
            Change::Fixed => "fixed",
            Change::Broken => "**broken**",
        };
        out.push_str(&format!("| {change} | {} |\n", escape::escape_code(&changed.key)));
    }
    if comparison.changed.len() > MAX_CHANGES {
        let more = group_thousands((comparison.changed.len() - MAX_CHANGES) as u64);
        out.push_str(&format!("\n{more} more changes are left out.\n"));
    }
    out
}

/// Returns the rows of the comparison's table: names and texts.
fn table_rows(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let Comparison { pairs, .. } = comparison;
    let Figures { level, difference, range, p, mid_p, rates } = format_figures(comparison);
    let mut rows = vec![
        ("passed in both", group_thousands(pairs.both)),
        ("fixed", group_thousands(pairs.fixed)),
        ("broken", group_thousands(pairs.broken)),
        ("failed in both", group_thousands(pairs.neither)),
        ("difference", format!("{difference} ({level} interval {range})")),
        ("exact McNemar p", p),
        ("mid-p", mid_p),
    ];
    if comparison.only_first + comparison.only_second > 0 {
        let [first, second] = [comparison.only_first, comparison.only_second].map(group_thousands);
        let text = format!("{first} and {second}");
        rows.push(("only in the first, only in the second", text));
    }
    if comparison.only_first + comparison.only_second > 0 || pairs.total() < comparison.fewest_pairs
    {
        rows.push(("pass rates without pairing", rates));
    }
    if let Some(latency) = &comparison.latency_ms {
        let (first, second) = (&latency.first, &latency.second);
        for (name, before, after, change) in [
            ("p50", first.p50, second.p50, latency.difference[0]),
            ("p95", first.p95, second.p95, latency.difference[1]),
            ("p99", first.p99, second.p99, latency.difference[2]),
        ] {
            rows.push((name, format!("{before:.0} ms, then {after:.0} ms ({change:+.0} ms)")));
        }
    }
    rows
}

/// Prefixes a figure with `= `, unless it begins with `below`.
fn with_equals_sign(figure: &str) -> String {
    if figure.starts_with("below ") { figure.to_owned() } else { format!("= {figure}") }
}
