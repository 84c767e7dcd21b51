//! Parser for records: every member of the schema and no others.

use super::{
    Attempt, BankRef, Context, Count, Counts, Data, DrawOrigin, Instant, MaybeWithheld, Policy,
    ServedBy, SignalRecord, StoredReading, Subject, Terms, Text, Usage, Withheld,
};
use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::base::tape::{Fields, FirstError, Kind, View};
use crate::error::Error;
use crate::grade::{Compliance, Outcome, Rule, SignalStatus};
use crate::question::science::ChoiceOrder;

// Struct fields are initialised in declaration order, which is the order of the members.

impl<'a> SignalRecord<'a> {
    /// Parses a record from a tape; see [`SignalRecord::parse`].
    ///
    /// # Errors
    /// The codes of [`SignalRecord::parse`].
    pub fn read(record: View<'_, 'a>) -> Result<Self, Error> {
        const NAMES: [&str; 8] =
            ["@context", "data", "fetchedAt", "proof", "signalId", "sources", "status", "subject"];
        let wrong = FirstError::default();
        let at = &mut Fields::new_reader("record", record, &NAMES, &wrong);
        let record = Self {
            context: next_value("@context", at)
                .and_then(|it| at.value_or_record(Context::from_value(&it))),
            data: Data::read(at),
            fetched_at: next_instant(at),
            proof: next_value("proof", at),
            signal_id: next_text(at),
            sources: next_texts(at),
            status: {
                let status = SignalStatus::from_name(&at.next_text());
                at.value_or_default(status, "a status of HCS-25", SignalStatus::Error)
            },
            subject: Subject::read(at),
        };
        let record = wrong.value_or_error(record)?;
        record.check()?;
        Ok(record)
    }
}

impl<'a> Subject<'a> {
    fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 7] =
            ["agent", "endpoint", "id", "model", "protocol", "registry", "tool"];
        let at = &mut at.next_object("subject", &NAMES);
        Self {
            agent: next_optional_text(at),
            endpoint: next_optional_text(at),
            id: next_text(at),
            model: next_optional_text(at),
            protocol: next_optional_text(at),
            registry: next_optional_text(at),
            tool: next_optional_text(at),
        }
    }
}

impl<'a> ServedBy<'a> {
    /// Parses the current member.
    fn read(at: &Fields<'_, 'a, '_>) -> Self {
        let at =
            &mut at.current_object("data.served", &["card", "fingerprint", "model", "version"]);
        let served = Self {
            card: at.advance().then(|| current_digest(at)),
            fingerprint: next_optional_text(at),
            model: next_optional_text(at),
            version: next_optional_text(at),
        };
        if served == Self::default() {
            at.record_unexpected("at least one name");
        }
        served
    }
}

impl<'a> Data<'a> {
    fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 19] = [
            "attempts",
            "cause",
            "choiceOrder",
            "committed",
            "compliance",
            "draw",
            "evaluator",
            "expected",
            "latencyMs",
            "literal",
            "outcome",
            "questionId",
            "response",
            "runId",
            "score",
            "served",
            "sessionId",
            "terms",
            "usage",
        ];
        let at = &mut at.next_object("data", &NAMES);
        Self {
            attempts: Attempt::read(at),
            cause: next_optional_text(at),
            choice_order: at.advance().then(|| MaybeWithheld::read(at, current_order)),
            committed: at.advance().then(|| StoredReading::read_named("data.committed", at)),
            compliance: at.advance().then(|| {
                let compliance = Compliance::from_name(&at.current_text());
                at.value_or_default(compliance, "a word for compliance", Compliance::None)
            }),
            draw: DrawOrigin::read(at),
            evaluator: next_optional_text(at),
            expected: next_maybe_text(at),
            latency_ms: next_count(at),
            literal: at.advance().then(|| StoredReading::read_named("data.literal", at)),
            outcome: {
                let outcome = Outcome::from_name(&at.next_text());
                at.value_or_default(outcome, "an outcome", Outcome::Error)
            },
            question_id: next_text(at),
            response: at.advance().then(|| MaybeWithheld::read(at, current_text)),
            run_id: next_digest(at),
            score: at.advance_nullable().then(|| at.current_small_count(255, "100 or 0") as u8),
            served: at.advance().then(|| ServedBy::read(at)),
            session_id: at.advance().then(|| current_digest(at)),
            terms: Terms::read(at),
            usage: at.advance().then(|| Usage::read(at)),
        }
    }
}

impl<'a> DrawOrigin<'a> {
    fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 4] = ["entropy", "index", "seed", "variant"];
        let at = &mut at.next_object("data.draw", &NAMES);
        Self {
            entropy: next_text(at),
            index: next_count(at),
            seed: next_maybe_text(at),
            variant: {
                at.advance();
                at.current_small_count(u32::MAX, "the number of a wording")
            },
        }
    }
}

impl<'a> Terms<'a> {
    /// Parses the next member.
    pub(super) fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 7] =
            ["bank", "counts", "entropySource", "method", "policy", "request", "seed"];
        let at = &mut at.next_object("terms", &NAMES);
        Self {
            bank: at.advance().then(|| BankRef::read(at)),
            counts: {
                let at = &mut at.next_object("counts", &["math", "science"]);
                Counts { math: next_optional_count(at), science: next_optional_count(at) }
            },
            entropy_source: next_optional_text(at),
            method: next_text(at),
            policy: next_policy(at),
            request: next_value("terms.request", at),
            seed: next_digest(at),
        }
    }
}

impl<'a> BankRef<'a> {
    /// Parses the current member.
    fn read(at: &Fields<'_, 'a, '_>) -> Self {
        let at = &mut at.current_object("bank", &["id", "root"]);
        Self { id: next_text(at), root: next_digest(at) }
    }
}

impl<'a> StoredReading<'a> {
    fn read_named(thing: &'static str, at: &Fields<'_, 'a, '_>) -> Self {
        let at = &mut at.current_object(thing, &["answer", "rule", "span"]);
        Self {
            answer: at.advance_nullable().then(|| MaybeWithheld::read(at, current_text)),
            rule: {
                let rule = Rule::from_id(&at.next_text());
                at.value_or_default(rule, "a rule of grading", Rule::NoneNoToken)
            },
            span: at.advance_nullable().then(|| MaybeWithheld::read(at, current_range)),
        }
    }
}

impl<'a> Attempt<'a> {
    /// Parses the next member.
    fn read(at: &mut Fields<'_, 'a, '_>) -> Vec<Self> {
        let mut attempts = Vec::new();
        at.advance();
        for attempt in at.current_items() {
            at.set_current_member(attempt);
            let at = &mut at.current_object("data.attempts", &["cause", "durationMs", "startMs"]);
            attempts.push(Self {
                cause: next_optional_text(at),
                duration_ms: next_count(at),
                start_ms: next_count(at),
            });
        }
        attempts
    }
}

impl Usage {
    fn read(at: &Fields<'_, '_, '_>) -> Self {
        let at = &mut at.current_object("data.usage", &["inputTokens", "outputTokens"]);
        Self { input_tokens: next_count(at), output_tokens: next_count(at) }
    }
}

impl<T> MaybeWithheld<T> {
    /// Parses the current member, with `open` unless it is withheld. A value is text or an array; a
    /// placeholder is an object.
    fn read<'s, 't, 'e>(
        at: &mut Fields<'s, 't, 'e>,
        open: fn(&mut Fields<'s, 't, 'e>) -> T,
    ) -> Self {
        match at.current_member().required() {
            Ok(value) if value.kind() == Kind::Map => Self::Withheld(current_placeholder(at)),
            _ => Self::Open(open(at)),
        }
    }
}

/// Parses the current member as a placeholder.
fn current_placeholder(at: &Fields<'_, '_, '_>) -> Withheld {
    let at = &mut at.current_object("withheld value", &["digest", "withheld"]);
    at.advance();
    let digest = at.current_member();
    if at.next_text() != "sha-256" {
        at.record_unexpected("\"sha-256\"");
    }
    at.set_current_member(digest);
    Withheld { digest: current_digest(at) }
}

/// Parses the next member as any JSON; `None` if it is missing.
fn next_value(thing: &'static str, at: &mut Fields<'_, '_, '_>) -> Option<Value> {
    at.advance();
    at.current_member().view().and_then(|value| at.value_or_record(Value::from_view(thing, value)))
}

fn current_text<'a>(at: &mut Fields<'_, 'a, '_>) -> Text<'a> {
    at.current_text().into()
}

pub(super) fn next_text<'a>(at: &mut Fields<'_, 'a, '_>) -> Text<'a> {
    at.next_text().into()
}

pub(super) fn next_optional_text<'a>(at: &mut Fields<'_, 'a, '_>) -> Option<Text<'a>> {
    at.next_optional_text().map(Text::from)
}

fn next_maybe_text<'a>(at: &mut Fields<'_, 'a, '_>) -> MaybeWithheld<Text<'a>> {
    at.advance();
    MaybeWithheld::read(at, current_text)
}

fn next_texts<'a>(at: &mut Fields<'_, 'a, '_>) -> Vec<Text<'a>> {
    let mut texts = Vec::new();
    at.advance();
    for text in at.current_items() {
        at.set_current_member(text);
        texts.push(current_text(at));
    }
    texts
}

pub(super) fn next_count(at: &mut Fields<'_, '_, '_>) -> Count {
    Count::new(at.next_count())
}

pub(super) fn next_digest(at: &mut Fields<'_, '_, '_>) -> Digest {
    at.advance();
    current_digest(at)
}

fn current_digest(at: &Fields<'_, '_, '_>) -> Digest {
    let mut bytes = [0; 32];
    if !hash::from_hex(&at.current_text(), &mut bytes) {
        at.record_unexpected("64 lower-case hex digits");
    }
    Digest::from_bytes(bytes)
}

fn next_optional_count(at: &mut Fields<'_, '_, '_>) -> Count {
    if !at.advance() {
        return Count::default();
    }
    let count = at.current_count();
    // A count of 0 is omitted, since the digest of the terms is an id.
    if count == 0 {
        at.record_unexpected("a count of at least 1");
    }
    Count::new(count)
}

fn next_policy(at: &mut Fields<'_, '_, '_>) -> Policy {
    let policy = Policy::from_name(&at.next_text()).ok();
    at.value_or_default(policy, "\"literal\" or \"committed\"", Policy::Literal)
}

fn next_instant(at: &mut Fields<'_, '_, '_>) -> Instant {
    let instant = Instant::parse(&at.next_text()).ok();
    at.value_or_default(instant, "a UTC time such as 2026-11-20T17:00:00.000Z", Instant::from_ms(0))
}

fn current_range(at: &mut Fields<'_, '_, '_>) -> (Count, Count) {
    let mut ends = [at.current_member(); 2];
    at.fill_from_current(&mut ends);
    let mut counts = [Count::default(); 2];
    for (count, end) in counts.iter_mut().zip(ends) {
        at.set_current_member(end);
        *count = Count::new(at.current_count());
    }
    counts.into()
}

fn current_order(at: &mut Fields<'_, '_, '_>) -> ChoiceOrder {
    let whole = at.current_member();
    let (mut order, mut indices) = ([0; 4], [whole; 4]);
    at.fill_from_current(&mut indices);
    for (slot, index) in order.iter_mut().zip(indices) {
        at.set_current_member(index);
        *slot = at.current_small_count(3, "the index of an option") as u8;
    }
    at.set_current_member(whole);
    let none = ChoiceOrder::from_shuffle([0, 1, 2, 3]);
    at.value_or_default(ChoiceOrder::new(order).ok(), "each of 0 to 3 once", none)
}
