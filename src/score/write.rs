//! Writer of score records as canonical JSON (RFC 8785): sorted names, no white space.

use super::adapter::Component;
use super::combine::{ComponentReading, Computation, HUNDREDTH, composite, confidence, is_omitted};
use super::config::{Config, ScoreKey};
use super::decimal::divide_half_up;
use super::part::Step;
use super::snapshot::Snapshot;
use super::status::is_available;
use super::wilson;
pub(crate) use crate::base::json::write_text as string;
use crate::grade::SignalStatus;

/// Appends the score record of a subject.
pub(crate) fn write_record(
    out: &mut Vec<u8>,
    config: &Config,
    snapshot: &Snapshot<'_>,
    work: &Computation,
    updated_at: &str,
) {
    let total = composite(config, &work.tallies);
    write_bytes(out, b"{\"breakdown\":{\"adapters\":[");
    let mut first = 0;
    for index in 0..config.adapters.len() {
        write_comma(out, index);
        let end = first + config.adapters[index].components.len();
        write_adapter(out, config, work, index, first..end, None);
        first = end;
    }
    write_bytes(out, b"]},\"subject\":");
    write_subject(out, &snapshot.id, &work.who);
    if config.confidence {
        write_bytes(out, b",\"trustConfidence\":");
        write_decimal(out, confidence(config, &work.tallies), 4);
    }
    write_bytes(out, b",\"trustScore\":");
    write_decimal(out, total, 2);
    write_bytes(out, b",\"trustScoreConfigDigest\":\"");
    write_bytes(out, config.digest().hex().as_bytes());
    write_bytes(out, b"\",\"trustScoreConfigVersion\":");
    write_decimal(out, config.version(), 0);
    write_bytes(out, b",\"trustScoreUpdatedAt\":");
    string(out, updated_at);
    write_bytes(out, b",\"trustScores\":{");
    write_scores(out, config, work, total);
    write_bytes(out, b"}}");
}

/// Appends the subject: its id, and what was requested and what answered.
pub(crate) fn write_subject(out: &mut Vec<u8>, id: &str, who: &[String]) {
    write_bytes(out, b"{\"id\":");
    string(out, id);
    for (index, who) in who.iter().enumerate() {
        write_bytes(out, if index == 0 { b",\"who\":[" } else { b"," });
        string(out, who);
    }
    write_bytes(out, if who.is_empty() { b"}" } else { b"]}" });
}

/// The effect of one adapter, in hundredths, and the arithmetic of its components.
pub(crate) struct AdapterEffect {
    /// The composite.
    pub(crate) total: u64,
    /// The composite of all other adapters.
    pub(crate) without: u64,
    /// The steps of each component.
    pub(crate) steps: Vec<Vec<Step>>,
}

/// Appends an adapter; with its `effect`, as an explanation has it.
pub(crate) fn write_adapter(
    out: &mut Vec<u8>,
    config: &Config,
    work: &Computation,
    index: usize,
    places: std::ops::Range<usize>,
    effect: Option<&AdapterEffect>,
) {
    let (adapter, tally) = (&config.adapters[index], &work.tallies[index]);
    let readings = &work.readings[places];
    write_bytes(out, b"{\"adapterId\":\"");
    write_bytes(out, adapter.id.as_str().as_bytes());
    write_bytes(
        out,
        if tally.applicable { &b"\",\"applicable\":true"[..] } else { b"\",\"applicable\":false" },
    );
    write_bytes(out, b",\"components\":[");
    let kept = |(_, (component, reading)): &(usize, (&_, &_))| {
        tally.output && !is_omitted(component, reading)
    };
    let steps = |index: usize| effect.map_or(&[][..], |effect| &effect.steps[index]);
    let pairs = || adapter.components.iter().zip(readings).enumerate();
    for (written, (index, (component, reading))) in pairs().filter(kept).enumerate() {
        write_comma(out, written);
        write_component(out, component, reading, steps(index));
    }
    if tally.default {
        write_status(out, adapter.default_key.as_str(), &[], SignalStatus::Missing);
        write_bytes(out, b",\"value\":0,\"weight\":1}");
    }
    write_bytes(out, b"],\"contributionMode\":\"");
    write_bytes(out, adapter.mode.name().as_bytes());
    write_bytes(out, b"\",\"inDenominator\":");
    write_bytes(out, if tally.in_denominator { &b"true"[..] } else { b"false" });
    if let Some(effect) = effect {
        write_bytes(out, b",\"moved\":");
        write_difference(out, effect.total, effect.without);
    }
    write_bytes(out, b",\"total\":");
    write_decimal(out, tally.total(), 2);
    write_bytes(out, b",\"unavailable\":[");
    if tally.applicable {
        let left_out = pairs().filter(|pair| !kept(pair)).enumerate();
        for (written, (index, (component, reading))) in left_out {
            write_comma(out, written);
            write_status(out, component.key.as_str(), steps(index), reading.status);
            write_bytes(out, b"}");
        }
    }
    write_bytes(out, b"],\"weight\":");
    write_bytes(out, adapter.weight_text.as_bytes());
    if let Some(effect) = effect {
        write_bytes(out, b",\"without\":");
        write_decimal(out, effect.without, 2);
    }
    write_bytes(out, b"}");
}

fn write_component(
    out: &mut Vec<u8>,
    component: &Component,
    reading: &ComponentReading,
    steps: &[Step],
) {
    write_status(out, component.key.as_str(), steps, reading.status);
    write_bytes(out, b",\"value\":");
    write_decimal(out, to_hundredths(reading.value), 2);
    write_bytes(out, b",\"weight\":");
    write_bytes(out, component.weight_text.as_bytes());
    if let Some(counted) = reading.counted {
        let (low, high) = wilson::interval(counted.hits, counted.runs);
        write_bytes(out, b",\"window\":{\"correct\":");
        write_decimal(out, counted.hits.into(), 0);
        write_bytes(out, b",\"high\":");
        write_decimal(out, high.into(), 2);
        write_bytes(out, b",\"low\":");
        write_decimal(out, low.into(), 2);
        write_bytes(out, b",\"runs\":");
        write_decimal(out, counted.runs.into(), 0);
        write_bytes(out, b"}");
    }
    write_bytes(out, b"}");
}

/// Appends the start of a component object, and leaves it open.
fn write_status(out: &mut Vec<u8>, key: &str, steps: &[Step], status: SignalStatus) {
    write_bytes(out, b"{\"key\":");
    string(out, key);
    write_bytes(out, b",\"status\":\"");
    write_bytes(out, status.name().as_bytes());
    write_bytes(out, b"\"");
    for (index, step) in steps.iter().enumerate() {
        write_bytes(out, if index == 0 { b",\"steps\":[" } else { b"," });
        write_step(out, step);
    }
    if !steps.is_empty() {
        write_bytes(out, b"]");
    }
}

fn write_step(out: &mut Vec<u8>, step: &Step) {
    write_bytes(out, b"{\"depth\":");
    write_decimal(out, step.depth as u64, 0);
    write_bytes(out, b",\"status\":\"");
    write_bytes(out, step.value.status.name().as_bytes());
    write_bytes(out, b"\",\"text\":");
    string(out, &step.text);
    if is_available(step.value.status) {
        write_bytes(out, b",\"value\":");
        string(out, &super::decimal::format_billionths(step.value.number));
    }
    if let Some(weight) = step.weight {
        write_bytes(out, b",\"weight\":");
        write_decimal(out, weight, 6);
    }
    write_bytes(out, b"}");
}

fn write_scores(out: &mut Vec<u8>, config: &Config, work: &Computation, total: u64) {
    let mut written = 0;
    for (key, stands_for) in &config.keys {
        let value = match *stands_for {
            ScoreKey::Total => Some(total),
            ScoreKey::Default(index) => work.tallies[index].default.then_some(0),
            ScoreKey::Component { adapter, component, reading } => {
                let reading = &work.readings[reading];
                let definition = &config.adapters[adapter].components[component];
                let kept = work.tallies[adapter].output && !is_omitted(definition, reading);
                kept.then(|| to_hundredths(reading.value))
            }
        };
        if let Some(value) = value {
            write_comma(out, written);
            written += 1;
            string(out, key.as_str());
            out.push(b':');
            write_decimal(out, value, 2);
        }
    }
}

/// Appends `a` − `b`, in hundredths.
fn write_difference(out: &mut Vec<u8>, a: u64, b: u64) {
    if a < b {
        out.push(b'-');
    }
    write_decimal(out, a.abs_diff(b), 2);
}

/// Converts billionths to hundredths.
pub(crate) fn to_hundredths(nano: u64) -> u64 {
    u64::try_from(divide_half_up(nano.into(), HUNDREDTH.into())).unwrap_or_default()
}

/// Appends bytes. Not inlined, to save code size at a hundred call sites.
#[inline(never)]
pub(crate) fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

/// Appends a comma before every item but the first.
#[inline(never)]
pub(crate) fn write_comma(out: &mut Vec<u8>, index: usize) {
    if index > 0 {
        out.push(b',');
    }
}

/// Appends `value` / 10^places as the shortest decimal text.
#[inline(never)]
pub(crate) fn write_decimal(out: &mut Vec<u8>, mut value: u64, mut places: usize) {
    while places > 0 && value.is_multiple_of(10) {
        value /= 10;
        places -= 1;
    }
    let mut digits = [b'0'; 24];
    let mut at = digits.len();
    let mut count = 0;
    while value > 0 || count <= places {
        if count == places && places > 0 {
            at -= 1;
            digits[at] = b'.';
        }
        at -= 1;
        digits[at] = b'0' + u8::try_from(value % 10).unwrap_or_default();
        value /= 10;
        count += 1;
    }
    out.extend(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_writes_the_shortest_text() {
        for (value, places, expected) in [
            (0, 0, "0"),
            (0, 2, "0"),
            (5, 2, "0.05"),
            (50, 2, "0.5"),
            (5750, 2, "57.5"),
            (10_000, 2, "100"),
            (6333, 2, "63.33"),
            (8750, 4, "0.875"),
            (u64::MAX, 0, "18446744073709551615"),
        ] {
            let mut out = Vec::new();
            write_decimal(&mut out, value, places);
            assert_eq!(out, expected.as_bytes());
        }
    }
}
