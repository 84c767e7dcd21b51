//! The statistics against values from SciPy and statsmodels, and the verdicts of comparisons.

// Helpers of tests are not seen as tests.
use proofmark::stats::{
    Fact, Observation, Options, Pairs, Probability, Verdict, compare, mcnemar, paired_difference,
    pairs_needed, quantile, summarize, wilson_interval,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    #[serde(rename = "made")]
    _made: serde_json::Value,
    cases: Vec<Case>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Case {
    Wilson { passed: u64, total: u64, alpha: f64, expect: [f64; 2] },
    Mcnemar { fixed: u64, broken: u64, expect: [f64; 2] },
    Paired { both: u64, fixed: u64, broken: u64, neither: u64, alpha: f64, expect: [f64; 2] },
    Pairs { difference: f64, discordant: f64, alpha: f64, power: f64, expect: u64 },
    Quantile { values: Vec<u64>, p: f64, expect: f64 },
}

fn probability(value: f64) -> Probability {
    Probability::new("test", value).unwrap()
}

#[test]
fn the_reference_values_are_met_to_one_part_in_a_billion() {
    let file: File = serde_json::from_str(include_str!("../vectors/stats/reference.json")).unwrap();
    assert!(file.cases.len() > 100);
    for case in file.cases {
        let (found, expect) = match case {
            Case::Wilson { passed, total, alpha, expect } => {
                let interval = wilson_interval(passed, total, probability(alpha));
                (vec![interval.low, interval.high], expect.to_vec())
            }
            Case::Mcnemar { fixed, broken, expect } => {
                let test = mcnemar(fixed, broken);
                (vec![test.p, test.mid_p], expect.to_vec())
            }
            Case::Paired { both, fixed, broken, neither, alpha, expect } => {
                let pairs = Pairs { both, fixed, broken, neither };
                let interval = paired_difference(&pairs, probability(alpha));
                (vec![interval.low, interval.high], expect.to_vec())
            }
            Case::Pairs { difference, discordant, alpha, power, expect } => {
                let (alpha, power) = (probability(alpha), probability(power));
                let pairs = pairs_needed(difference, discordant, alpha, power).unwrap();
                (vec![pairs as f64], vec![expect as f64])
            }
            Case::Quantile { mut values, p, expect } => {
                values.sort_unstable();
                (vec![quantile(&values, p).unwrap()], vec![expect])
            }
        };
        for (found, expect) in found.iter().zip(&expect) {
            let scale = expect.abs().max(1.0);
            assert!((found - expect).abs() <= 1e-9 * scale, "{found} for {expect}");
        }
    }
}

/// `fixed`, `broken`, `both`, `neither` observations of two runs, paired by number.
fn runs(pairs: &Pairs) -> (Vec<Observation>, Vec<Observation>) {
    let counts = [
        (pairs.both, true, true),
        (pairs.fixed, false, true),
        (pairs.broken, true, false),
        (pairs.neither, false, false),
    ];
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (count, before, after) in counts {
        for _ in 0..count {
            let key = first.len().to_string();
            let observation = |passed, latency_ms| Observation {
                key: key.clone(),
                passed,
                latency_ms: Some(latency_ms),
            };
            first.push(observation(before, 100));
            second.push(observation(after, 150));
        }
    }
    second.reverse();
    (first, second)
}

#[test]
fn verdicts() {
    use Verdict::{Improvement, NoEvidence, Regression, TooFew};
    for (both, fixed, broken, neither, verdict, why) in [
        (0, 0, 0, 0, TooFew, "nothing to compare"),
        (2, 0, 1, 0, TooFew, "three tasks tell nothing"),
        (0, 0, 5, 0, TooFew, "five of five broken is p = 1/16"),
        (0, 0, 6, 0, Regression, "six of six broken is p = 1/32"),
        (0, 6, 0, 0, Improvement, "the same the other way"),
        (10, 0, 0, 0, TooFew, "ten equal pairs rule nothing out"),
        (2000, 0, 0, 0, NoEvidence, "two thousand do"),
        (900, 30, 30, 40, NoEvidence, "as many fixed as broken"),
        (80, 9, 11, 0, TooFew, "a wide interval"),
        (900, 20, 60, 20, Regression, "three broken for one fixed"),
    ] {
        let pairs = Pairs { both, fixed, broken, neither };
        let (first, second) = runs(&pairs);
        let found = compare(first, second, &Options::default());
        assert_eq!(found.verdict, verdict, "{why}: {found:?}");
        assert_eq!(found.pairs, pairs);
        assert_eq!(found.changed.len() as u64, fixed + broken);
        assert!(found.interval.low <= found.difference && found.difference <= found.interval.high);
        let needed = found.needed.unwrap();
        assert_eq!(needed.more, needed.pairs.saturating_sub(pairs.total()));
        assert_eq!(
            found.latency_ms.map(|l| l.difference),
            (pairs.total() > 0).then_some([50.0; 3])
        );
    }
}

#[test]
fn a_p_that_is_alpha_is_at_most_alpha() {
    // The tail of 15 tosses up to 3 heads: 1 + 15 + 105 + 455.
    let p = f64::from(2 * 576) / f64::from(1 << 15);
    assert_eq!(mcnemar(3, 12).p, p);
    let (first, second) = runs(&Pairs { both: 0, fixed: 3, broken: 12, neither: 0 });
    let options = Options { alpha: probability(p), ..Options::default() };
    assert_eq!(compare(first, second, &options).verdict, Verdict::Regression);
}

#[test]
fn the_exact_test_is_exact_up_to_120_pairs_and_near_beyond() {
    for discordant in 1..=53_u64 {
        // Rows of Pascal's triangle, which a double holds.
        let mut row = vec![1_u64];
        for _ in 0..discordant {
            let sums = row.windows(2).map(|two| two[0] + two[1]).collect::<Vec<_>>();
            row = [vec![1], sums, vec![1]].concat();
        }
        let all = 2.0_f64.powi(i32::try_from(discordant).unwrap());
        for few in 0..discordant.div_ceil(2) {
            let tail: u64 = row.iter().take(usize::try_from(few).unwrap() + 1).sum();
            let seen = row[usize::try_from(few).unwrap()];
            let test = mcnemar(few, discordant - few);
            assert_eq!(test.p, (2 * tail) as f64 / all, "{few} of {discordant}");
            assert_eq!(test.mid_p, (2 * tail - seen) as f64 / all, "{few} of {discordant}");
            assert_eq!(mcnemar(discordant - few, few), test);
        }
    }
    // There is no jump at the end of exact counting.
    let (last, next) = (mcnemar(50, 70), mcnemar(50, 71));
    assert!(next.p < last.p && next.p > 0.8 * last.p, "{last:?} {next:?}");
}

#[test]
fn a_question_asked_twice_is_paired_in_order_and_what_has_no_partner_is_counted() {
    let run = |keys: &[(&str, bool)]| {
        keys.iter()
            .map(|&(key, passed)| Observation { key: key.to_owned(), passed, latency_ms: None })
            .collect::<Vec<_>>()
    };
    let found = compare(
        run(&[("a", true), ("a", false), ("b", true), ("c", true)]),
        run(&[("a", true), ("d", true), ("a", true), ("b", true)]),
        &Options::default(),
    );
    assert_eq!(found.pairs, Pairs { both: 2, fixed: 1, broken: 0, neither: 0 });
    assert_eq!((found.only_first, found.only_second), (1, 1));
    assert_eq!(found.latency_ms, None);
}

#[test]
fn a_summary_counts_by_everything_and_survives_nothing() {
    let fact = Fact {
        subject: "s",
        family: "math",
        stratum: Some("add"),
        outcome: "correct",
        compliance: Some("exact"),
        passed: Some(true),
        literal: true,
        committed: true,
        latency_ms: Some(10),
    };
    let failed = Fact {
        stratum: Some("mul"),
        outcome: "timeout",
        compliance: None,
        passed: Some(false),
        literal: false,
        committed: false,
        latency_ms: None,
        ..fact
    };
    let wrong = Fact { outcome: "wrong", passed: Some(false), literal: false, ..fact };
    let unasked =
        Fact { outcome: "skipped", compliance: None, passed: None, latency_ms: None, ..fact };
    let summary = summarize([fact, failed, wrong, unasked], Probability::ALPHA);
    assert_eq!(summary.by_outcome["skipped"], 1);
    assert_eq!((summary.score.passed, summary.score.total), (1, 3));
    assert_eq!((summary.literal.passed, summary.committed.passed), (1, 2));
    assert_eq!(summary.by_stratum["math.add"].total, 2);
    assert_eq!(summary.by_stratum["math.mul"].passed, 0);
    assert_eq!(summary.by_outcome["timeout"], 1);
    assert_eq!(summary.by_compliance["exact"].total, 2);
    assert_eq!(summary.by_family["math"].interval, wilson_interval(1, 3, Probability::ALPHA));
    assert_eq!(summary.latency_ms.unwrap().count, 2);
    let empty = summarize([], Probability::ALPHA);
    assert_eq!((empty.score.total, empty.latency_ms), (0, None));
    assert_eq!((empty.score.interval.low, empty.score.interval.high), (0.0, 1.0));
}

#[test]
fn a_probability_is_strictly_between_0_and_1() {
    for bad in [0.0, 1.0, -0.1, 2.0, f64::NAN, f64::INFINITY] {
        let error = Probability::new("alpha", bad).unwrap_err();
        assert_eq!(error.code(), "stats.bad-probability");
        assert!(!error.to_string().contains('\n'));
    }
}

#[test]
fn no_table_has_a_difference_greater_than_its_discordant_share() {
    let needed = |difference, discordant| {
        pairs_needed(difference, discordant, Probability::ALPHA, Probability::POWER)
    };
    assert_eq!(needed(0.0, 0.5), None);
    assert_eq!(needed(0.5, 0.4), None);
    assert_eq!(needed(f64::NAN, 0.4), None);
    assert_eq!(needed(0.5, 1.1), None);
    assert_eq!(needed(1.0, 1.0), Some(6), "six changes all one way are the fewest");
}
