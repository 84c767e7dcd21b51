//! From JSON to a record: every member that a record has, and no other.

use super::{
    Attempt, BankRef, Count, Data, DrawnFrom, Instant, Maybe, Policy, Read, SignalRecord, Subject,
    Text, Usage, Withheld,
};
use crate::error::Error;
use crate::grade::{Compliance, Outcome, Rule, SignalStatus};
use crate::hash::Digest;
use crate::json::Value;
use crate::tape::{Kind, Member, View, members};

/// The `$type` that the members of `$view` make: a field, the name of its member, and its value out
/// of that.
macro_rules! read {
    ($thing:expr, $view:expr, $type:ident {
        $($field:ident $name:literal = $value:expr,)+
    }) => {{
        let [$($field),+] = members($thing, $view, [$($name),+])?;
        $type { $($field: $value),+ }
    }};
}

impl<'a> SignalRecord<'a> {
    /// Reads a record off a tape: see [`SignalRecord::parse`].
    ///
    /// # Errors
    /// As [`SignalRecord::parse`].
    pub fn read(record: View<'_, 'a>) -> Result<Self, Error> {
        let record = read!("record", record, Self {
            context "@context" = context.optional(|it| Value::of("@context", it.required()?))?,
            data "data" = Data::read(data.required()?)?,
            fetched_at "fetchedAt" = instant(fetched_at)?,
            proof "proof" = proof.optional(|it| Value::of("proof", it.required()?))?,
            signal_id "signalId" = text(signal_id)?,
            sources "sources" = sources.items()?.map(text).collect::<Result<_, _>>()?,
            status "status" = status.word("a status of HCS-25", SignalStatus::from_name)?,
            subject "subject" = Subject::read(subject.required()?)?,
        });
        record.check()?;
        Ok(record)
    }
}

impl<'a> Subject<'a> {
    pub(super) fn read(subject: View<'_, 'a>) -> Result<Self, Error> {
        Ok(read!("subject", subject, Self {
            endpoint "endpoint" = endpoint.optional(text)?,
            id "id" = text(id)?,
            protocol "protocol" = protocol.optional(text)?,
            registry "registry" = registry.optional(text)?,
        }))
    }
}

impl<'a> Data<'a> {
    fn read(data: View<'_, 'a>) -> Result<Self, Error> {
        Ok(read!("data", data, Self {
            attempts "attempts" = attempts.items()?.map(Attempt::read).collect::<Result<_, _>>()?,
            cause "cause" = cause.optional(text)?,
            choice_order "choiceOrder" = choice_order.optional(|it| Maybe::read(it, order))?,
            committed "committed" = committed.optional(|it| Read::stored("data.committed", it))?,
            compliance "compliance" = compliance
                .optional(|it| it.word("a word for compliance", Compliance::from_name))?,
            draw "draw" = DrawnFrom::read(draw.required()?)?,
            evaluator "evaluator" = evaluator.optional(text)?,
            expected "expected" = Maybe::read(expected, text)?,
            latency_ms "latencyMs" = count(latency_ms)?,
            literal "literal" = literal.optional(|it| Read::stored("data.literal", it))?,
            method "method" = text(method)?,
            outcome "outcome" = outcome.word("an outcome", Outcome::from_name)?,
            policy "policy" = self::policy(policy)?,
            question_id "questionId" = text(question_id)?,
            response "response" = response.optional(|it| Maybe::read(it, text))?,
            run_id "runId" = digest(run_id)?,
            score "score" = score.nullable(|it| small(it, "100 or 0"))?,
            session_id "sessionId" = session_id.optional(text)?,
            usage "usage" = usage.optional(Usage::read)?,
        }))
    }
}

impl<'a> DrawnFrom<'a> {
    fn read(draw: View<'_, 'a>) -> Result<Self, Error> {
        Ok(read!("data.draw", draw, Self {
            bank "bank" = bank.optional(|it| BankRef::read(it.required()?))?,
            entropy "entropy" = text(entropy)?,
            index "index" = count(index)?,
            seed "seed" = Maybe::read(seed, text)?,
            variant "variant" = small(variant, "the number of a wording")?,
        }))
    }
}

impl<'a> BankRef<'a> {
    pub(super) fn read(bank: View<'_, 'a>) -> Result<Self, Error> {
        Ok(read!("bank", bank, Self { id "id" = text(id)?, root "root" = digest(root)?, }))
    }
}

impl<'a> Read<'a> {
    fn stored(thing: &'static str, reading: Member<'_, 'a>) -> Result<Self, Error> {
        Ok(read!(thing, reading.required()?, Self {
            answer "answer" = answer.nullable(|it| Maybe::read(it, text))?,
            rule "rule" = rule.word("a rule of grading", Rule::from_id)?,
            span "span" = span.nullable(|it| Maybe::read(it, range))?,
        }))
    }
}

impl<'a> Attempt<'a> {
    fn read(attempt: Member<'_, 'a>) -> Result<Self, Error> {
        Ok(read!("data.attempts", attempt.required()?, Self {
            cause "cause" = cause.optional(text)?,
            duration_ms "durationMs" = count(duration_ms)?,
            start_ms "startMs" = count(start_ms)?,
        }))
    }
}

impl Usage {
    fn read(usage: Member<'_, '_>) -> Result<Self, Error> {
        Ok(read!("data.usage", usage.required()?, Self {
            input_tokens "inputTokens" = count(input_tokens)?,
            output_tokens "outputTokens" = count(output_tokens)?,
        }))
    }
}

impl<T> Maybe<T> {
    /// An open value is text or an array, never an object.
    fn read<'s, 't>(
        member: Member<'s, 't>,
        open: impl FnOnce(Member<'s, 't>) -> Result<T, Error>,
    ) -> Result<Self, Error> {
        let view = member.required()?;
        if view.kind() != Kind::Map {
            return open(member).map(Self::Open);
        }
        let [digest, withheld] = members("withheld value", view, ["digest", "withheld"])?;
        withheld.word("\"sha-256\"", |how| (how == "sha-256").then_some(()))?;
        Ok(Self::Withheld(Withheld { digest: self::digest(digest)? }))
    }
}

pub(super) fn text<'a>(member: Member<'_, 'a>) -> Result<Text<'a>, Error> {
    member.text().map(Text::from)
}

pub(super) fn count(member: Member<'_, '_>) -> Result<Count, Error> {
    member.count().map(Count::new)
}

pub(super) fn digest(member: Member<'_, '_>) -> Result<Digest, Error> {
    member.word("64 lower-case hex digits", |hex| Digest::from_hex("digest", hex).ok())
}

pub(super) fn policy(member: Member<'_, '_>) -> Result<Policy, Error> {
    member.word("\"literal\" or \"committed\"", |name| Policy::from_name(name).ok())
}

fn instant(member: Member<'_, '_>) -> Result<Instant, Error> {
    let expected = "a UTC time such as 2026-11-20T17:00:00.000Z";
    member.word(expected, |text| Instant::parse(text).ok())
}

fn range(member: Member<'_, '_>) -> Result<(Count, Count), Error> {
    let [start, end] = member.array()?;
    Ok((count(start)?, count(end)?))
}

fn order(member: Member<'_, '_>) -> Result<[u8; 4], Error> {
    let mut order = [0; 4];
    for (slot, index) in order.iter_mut().zip(member.array::<4>()?) {
        *slot = small(index, "the index of an option")?;
    }
    Ok(order)
}

/// A count that fits a `T`.
fn small<T: TryFrom<u64>>(member: Member<'_, '_>, expected: &'static str) -> Result<T, Error> {
    T::try_from(member.count()?).map_err(|_| member.wrong(expected))
}
