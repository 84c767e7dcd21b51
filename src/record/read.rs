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

impl<'a> SignalRecord<'a> {
    /// Reads a record off a tape: see [`SignalRecord::parse`].
    ///
    /// # Errors
    /// As [`SignalRecord::parse`].
    pub fn read(record: View<'_, 'a>) -> Result<Self, Error> {
        let [context, data, fetched_at, proof, signal_id, sources, status, subject] = members(
            "record",
            record,
            ["@context", "data", "fetchedAt", "proof", "signalId", "sources", "status", "subject"],
        )?;
        let sources: Result<_, _> = sources.items()?.map(text).collect();
        let record = Self {
            context: context.optional(|it| Value::of("@context", it.required()?))?,
            data: Data::read(data.required()?)?,
            fetched_at: instant(fetched_at)?,
            proof: proof.optional(|it| Value::of("proof", it.required()?))?,
            signal_id: text(signal_id)?,
            sources: sources?,
            status: status.word("a status of HCS-25", SignalStatus::from_name)?,
            subject: Subject::read(subject.required()?)?,
        };
        record.check()?;
        Ok(record)
    }
}

impl<'a> Subject<'a> {
    pub(super) fn read(subject: View<'_, 'a>) -> Result<Self, Error> {
        let [endpoint, id, protocol, registry] =
            members("subject", subject, ["endpoint", "id", "protocol", "registry"])?;
        Ok(Self {
            endpoint: endpoint.optional(text)?,
            id: text(id)?,
            protocol: protocol.optional(text)?,
            registry: registry.optional(text)?,
        })
    }
}

impl<'a> Data<'a> {
    fn read(data: View<'_, 'a>) -> Result<Self, Error> {
        let [
            attempts,
            cause,
            choice_order,
            committed,
            compliance,
            draw,
            evaluator,
            expected,
            latency_ms,
            literal,
            method,
            outcome,
            policy,
            question_id,
            response,
            run_id,
            score,
            session_id,
            usage,
        ] = members(
            "data",
            data,
            [
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
                "method",
                "outcome",
                "policy",
                "questionId",
                "response",
                "runId",
                "score",
                "sessionId",
                "usage",
            ],
        )?;
        let attempts: Result<_, _> =
            attempts.items()?.map(|it| Attempt::read(it.required()?)).collect();
        Ok(Self {
            attempts: attempts?,
            cause: cause.optional(text)?,
            choice_order: choice_order.optional(|it| Maybe::read(it, order))?,
            committed: committed.optional(|it| Read::stored("data.committed", it.required()?))?,
            compliance: compliance
                .optional(|it| it.word("a word for compliance", Compliance::from_name))?,
            draw: DrawnFrom::read(draw.required()?)?,
            evaluator: evaluator.optional(text)?,
            expected: Maybe::read(expected, text)?,
            latency_ms: count(latency_ms)?,
            literal: literal.optional(|it| Read::stored("data.literal", it.required()?))?,
            method: text(method)?,
            outcome: outcome.word("an outcome", Outcome::from_name)?,
            policy: self::policy(policy)?,
            question_id: text(question_id)?,
            response: response.optional(|it| Maybe::read(it, text))?,
            run_id: digest(run_id)?,
            score: score.nullable(|it| small(it, "100 or 0"))?,
            session_id: session_id.optional(text)?,
            usage: usage.optional(|it| Usage::read(it.required()?))?,
        })
    }
}

impl<'a> DrawnFrom<'a> {
    fn read(draw: View<'_, 'a>) -> Result<Self, Error> {
        let [bank, entropy, index, seed, variant] =
            members("data.draw", draw, ["bank", "entropy", "index", "seed", "variant"])?;
        Ok(Self {
            bank: bank.optional(|it| BankRef::read(it.required()?))?,
            entropy: text(entropy)?,
            index: count(index)?,
            seed: Maybe::read(seed, text)?,
            variant: small(variant, "the number of a wording")?,
        })
    }
}

impl<'a> BankRef<'a> {
    pub(super) fn read(bank: View<'_, 'a>) -> Result<Self, Error> {
        let [id, root] = members("bank", bank, ["id", "root"])?;
        Ok(Self { id: text(id)?, root: digest(root)? })
    }
}

impl<'a> Read<'a> {
    fn stored(thing: &'static str, reading: View<'_, 'a>) -> Result<Self, Error> {
        let [answer, rule, span] = members(thing, reading, ["answer", "rule", "span"])?;
        Ok(Self {
            answer: answer.nullable(|it| Maybe::read(it, text))?,
            rule: rule.word("a rule of grading", Rule::from_id)?,
            span: span.nullable(|it| {
                Maybe::read(it, |it| {
                    let [start, end] = it.array()?;
                    Ok((count(start)?, count(end)?))
                })
            })?,
        })
    }
}

impl<'a> Attempt<'a> {
    fn read(attempt: View<'_, 'a>) -> Result<Self, Error> {
        let [cause, duration_ms, start_ms] =
            members("data.attempts", attempt, ["cause", "durationMs", "startMs"])?;
        Ok(Self {
            cause: cause.optional(text)?,
            duration_ms: count(duration_ms)?,
            start_ms: count(start_ms)?,
        })
    }
}

impl Usage {
    fn read(usage: View<'_, '_>) -> Result<Self, Error> {
        let [input_tokens, output_tokens] =
            members("data.usage", usage, ["inputTokens", "outputTokens"])?;
        Ok(Self { input_tokens: count(input_tokens)?, output_tokens: count(output_tokens)? })
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
