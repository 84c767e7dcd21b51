//! Parser for records: every member of the schema and no others.

use super::{
    Attempt, BankRef, Context, Count, Counts, Data, DrawnFrom, Instant, Maybe, Policy, Read,
    Served, SignalRecord, Subject, Terms, Text, Usage, Withheld,
};
use crate::base::hash;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::base::tape::{Fields, First, Kind, View};
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
        let wrong = First::default();
        let at = &mut Fields::of("record", record, &NAMES, &wrong);
        let record = Self {
            context: value("@context", at).and_then(|it| at.keep(Context::of(&it))),
            data: Data::read(at),
            fetched_at: instant(at),
            proof: value("proof", at),
            signal_id: text(at),
            sources: texts(at),
            status: {
                let status = SignalStatus::from_name(&at.text());
                at.known(status, "a status of HCS-25", SignalStatus::Error)
            },
            subject: Subject::read(at),
        };
        let record = wrong.or(record)?;
        record.check()?;
        Ok(record)
    }
}

impl<'a> Subject<'a> {
    fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 7] =
            ["agent", "endpoint", "id", "model", "protocol", "registry", "tool"];
        let at = &mut at.object("subject", &NAMES);
        Self {
            agent: optional_text(at),
            endpoint: optional_text(at),
            id: text(at),
            model: optional_text(at),
            protocol: optional_text(at),
            registry: optional_text(at),
            tool: optional_text(at),
        }
    }
}

impl<'a> Served<'a> {
    /// Parses the current member.
    fn read(at: &Fields<'_, 'a, '_>) -> Self {
        let at = &mut at.object_here("data.served", &["card", "fingerprint", "model", "version"]);
        let served = Self {
            card: at.next().then(|| digest_here(at)),
            fingerprint: optional_text(at),
            model: optional_text(at),
            version: optional_text(at),
        };
        if served == Self::default() {
            at.refuse("at least one name");
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
        let at = &mut at.object("data", &NAMES);
        Self {
            attempts: Attempt::read(at),
            cause: optional_text(at),
            choice_order: at.next().then(|| Maybe::read(at, order)),
            committed: at.next().then(|| Read::stored("data.committed", at)),
            compliance: at.next().then(|| {
                let compliance = Compliance::from_name(&at.text_here());
                at.known(compliance, "a word for compliance", Compliance::None)
            }),
            draw: DrawnFrom::read(at),
            evaluator: optional_text(at),
            expected: maybe_text(at),
            latency_ms: count(at),
            literal: at.next().then(|| Read::stored("data.literal", at)),
            outcome: {
                let outcome = Outcome::from_name(&at.text());
                at.known(outcome, "an outcome", Outcome::Error)
            },
            question_id: text(at),
            response: at.next().then(|| Maybe::read(at, text_here)),
            run_id: digest(at),
            score: at.next_value().then(|| at.small_here(255, "100 or 0") as u8),
            served: at.next().then(|| Served::read(at)),
            session_id: at.next().then(|| digest_here(at)),
            terms: Terms::read(at),
            usage: at.next().then(|| Usage::read(at)),
        }
    }
}

impl<'a> DrawnFrom<'a> {
    fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 4] = ["entropy", "index", "seed", "variant"];
        let at = &mut at.object("data.draw", &NAMES);
        Self {
            entropy: text(at),
            index: count(at),
            seed: maybe_text(at),
            variant: {
                at.next();
                at.small_here(u32::MAX, "the number of a wording")
            },
        }
    }
}

impl<'a> Terms<'a> {
    /// Parses the next member.
    pub(super) fn read(at: &mut Fields<'_, 'a, '_>) -> Self {
        const NAMES: [&str; 7] =
            ["bank", "counts", "entropySource", "method", "policy", "request", "seed"];
        let at = &mut at.object("terms", &NAMES);
        Self {
            bank: at.next().then(|| BankRef::read(at)),
            counts: {
                let at = &mut at.object("counts", &["math", "science"]);
                Counts { math: optional_count(at), science: optional_count(at) }
            },
            entropy_source: optional_text(at),
            method: text(at),
            policy: policy(at),
            request: value("terms.request", at),
            seed: digest(at),
        }
    }
}

impl<'a> BankRef<'a> {
    /// Parses the current member.
    fn read(at: &Fields<'_, 'a, '_>) -> Self {
        let at = &mut at.object_here("bank", &["id", "root"]);
        Self { id: text(at), root: digest(at) }
    }
}

impl<'a> Read<'a> {
    fn stored(thing: &'static str, at: &Fields<'_, 'a, '_>) -> Self {
        let at = &mut at.object_here(thing, &["answer", "rule", "span"]);
        Self {
            answer: at.next_value().then(|| Maybe::read(at, text_here)),
            rule: {
                let rule = Rule::from_id(&at.text());
                at.known(rule, "a rule of grading", Rule::NoneNoToken)
            },
            span: at.next_value().then(|| Maybe::read(at, range)),
        }
    }
}

impl<'a> Attempt<'a> {
    /// Parses the next member.
    fn read(at: &mut Fields<'_, 'a, '_>) -> Vec<Self> {
        let mut attempts = Vec::new();
        at.next();
        for attempt in at.items_here() {
            at.turn_to(attempt);
            let at = &mut at.object_here("data.attempts", &["cause", "durationMs", "startMs"]);
            attempts.push(Self {
                cause: optional_text(at),
                duration_ms: count(at),
                start_ms: count(at),
            });
        }
        attempts
    }
}

impl Usage {
    fn read(at: &Fields<'_, '_, '_>) -> Self {
        let at = &mut at.object_here("data.usage", &["inputTokens", "outputTokens"]);
        Self { input_tokens: count(at), output_tokens: count(at) }
    }
}

impl<T> Maybe<T> {
    /// Parses the current member, with `open` unless it is withheld. A value is text or an array; a
    /// placeholder is an object.
    fn read<'s, 't, 'e>(
        at: &mut Fields<'s, 't, 'e>,
        open: fn(&mut Fields<'s, 't, 'e>) -> T,
    ) -> Self {
        match at.member().required() {
            Ok(value) if value.kind() == Kind::Map => Self::Withheld(withheld(at)),
            _ => Self::Open(open(at)),
        }
    }
}

/// Parses the current member as a placeholder.
fn withheld(at: &Fields<'_, '_, '_>) -> Withheld {
    let at = &mut at.object_here("withheld value", &["digest", "withheld"]);
    at.next();
    let digest = at.member();
    if at.text() != "sha-256" {
        at.refuse("\"sha-256\"");
    }
    at.turn_to(digest);
    Withheld { digest: digest_here(at) }
}

/// Parses the next member as any JSON; `None` if it is missing.
fn value(thing: &'static str, at: &mut Fields<'_, '_, '_>) -> Option<Value> {
    at.next();
    at.member().view().and_then(|value| at.keep(Value::of(thing, value)))
}

fn text_here<'a>(at: &mut Fields<'_, 'a, '_>) -> Text<'a> {
    at.text_here().into()
}

pub(super) fn text<'a>(at: &mut Fields<'_, 'a, '_>) -> Text<'a> {
    at.text().into()
}

pub(super) fn optional_text<'a>(at: &mut Fields<'_, 'a, '_>) -> Option<Text<'a>> {
    at.optional_text().map(Text::from)
}

fn maybe_text<'a>(at: &mut Fields<'_, 'a, '_>) -> Maybe<Text<'a>> {
    at.next();
    Maybe::read(at, text_here)
}

fn texts<'a>(at: &mut Fields<'_, 'a, '_>) -> Vec<Text<'a>> {
    let mut texts = Vec::new();
    at.next();
    for text in at.items_here() {
        at.turn_to(text);
        texts.push(text_here(at));
    }
    texts
}

pub(super) fn count(at: &mut Fields<'_, '_, '_>) -> Count {
    Count::new(at.count())
}

pub(super) fn digest(at: &mut Fields<'_, '_, '_>) -> Digest {
    at.next();
    digest_here(at)
}

fn digest_here(at: &Fields<'_, '_, '_>) -> Digest {
    let mut bytes = [0; 32];
    if !hash::from_hex(&at.text_here(), &mut bytes) {
        at.refuse("64 lower-case hex digits");
    }
    Digest::from_bytes(bytes)
}

fn optional_count(at: &mut Fields<'_, '_, '_>) -> Count {
    if !at.next() {
        return Count::default();
    }
    let count = at.count_here();
    // A count of 0 is omitted, since the digest of the terms is an id.
    if count == 0 {
        at.refuse("a count of at least 1");
    }
    Count::new(count)
}

fn policy(at: &mut Fields<'_, '_, '_>) -> Policy {
    let policy = Policy::from_name(&at.text()).ok();
    at.known(policy, "\"literal\" or \"committed\"", Policy::Literal)
}

fn instant(at: &mut Fields<'_, '_, '_>) -> Instant {
    let instant = Instant::parse(&at.text()).ok();
    at.known(instant, "a UTC time such as 2026-11-20T17:00:00.000Z", Instant::from_ms(0))
}

fn range(at: &mut Fields<'_, '_, '_>) -> (Count, Count) {
    let mut ends = [at.member(); 2];
    at.fill_here(&mut ends);
    let mut counts = [Count::default(); 2];
    for (count, end) in counts.iter_mut().zip(ends) {
        at.turn_to(end);
        *count = Count::new(at.count_here());
    }
    counts.into()
}

fn order(at: &mut Fields<'_, '_, '_>) -> ChoiceOrder {
    let whole = at.member();
    let (mut order, mut indices) = ([0; 4], [whole; 4]);
    at.fill_here(&mut indices);
    for (slot, index) in order.iter_mut().zip(indices) {
        at.turn_to(index);
        *slot = at.small_here(3, "the index of an option") as u8;
    }
    at.turn_to(whole);
    let none = ChoiceOrder::shuffled([0, 1, 2, 3]);
    at.known(ChoiceOrder::new(order).ok(), "each of 0 to 3 once", none)
}
