//! Conversion of a finished exchange to a record.

use super::plan::{Place, Plan};
use crate::draw::DrawnQuestion;
use crate::error::Error;
use crate::exchange::{self, Conclusion, ExchangeResult};
use crate::grade;
use crate::question::Question;
use crate::record::{
    Attempt, Count, Data, DrawOrigin, Instant, MaybeWithheld, Policy, SOURCE, ServedBy,
    SignalRecord, StoredReading, Text, Usage,
};

/// Creates the record of `drawn`, asked at `place` of `plan`, whose exchange `ended` at `now`.
pub(super) fn create_record(
    plan: &Plan,
    place: Place,
    drawn: &DrawnQuestion<'_>,
    ended: ExchangeResult,
    now: u64,
) -> Result<SignalRecord<'static>, Error> {
    let science = match &drawn.question {
        Question::Math(_) => None,
        Question::Science(asked) => Some(asked),
    };
    let expected = drawn.question.right_answer().to_string();
    let unconcluded = Data {
        attempts: ended.attempts.iter().map(to_recorded_attempt).collect(),
        cause: None,
        choice_order: science.map(|asked| MaybeWithheld::Open(asked.order())),
        committed: None,
        compliance: None,
        draw: DrawOrigin {
            entropy: plan.source().entropy.clone().into(),
            index: Count::new(place.index),
            seed: MaybeWithheld::Open(plan.source().seed.clone().into()),
            variant: drawn.variant,
        },
        evaluator: None,
        expected: MaybeWithheld::Open(expected.into()),
        // A started millisecond counts, since a question that was asked took time.
        latency_ms: Count::new(ended.latency_ms.max(u64::from(!ended.attempts.is_empty()))),
        literal: None,
        outcome: grade::Outcome::Error,
        question_id: drawn.question.id().as_str().to_owned().into(),
        response: None,
        run_id: plan.run_id(),
        score: None,
        served: None,
        session_id: None,
        terms: plan.terms().clone(),
        usage: None,
    };
    let data = add_conclusion(unconcluded, drawn, ended.conclusion)?;
    Ok(SignalRecord {
        context: None,
        fetched_at: Instant::from_ms(now),
        proof: None,
        signal_id: place.family.signal_id().into(),
        sources: vec![SOURCE.into()],
        status: data.outcome.status(),
        subject: plan.subject().clone(),
        data,
    })
}

/// Adds the result of the exchange: a cause, or a reply with its readings.
fn add_conclusion(
    data: Data<'static>,
    drawn: &DrawnQuestion<'_>,
    conclusion: Conclusion,
) -> Result<Data<'static>, Error> {
    let reply = match conclusion {
        Conclusion::Failed(cause) => {
            let outcome = cause.outcome();
            let cause = Some(Text::from(cause.to_string()));
            return Ok(Data { cause, outcome, score: outcome.score(), ..data });
        }
        Conclusion::Reply(reply) => reply,
    };
    let readings = drawn.question.read_reply(drawn.variant, &reply.text)?;
    let reading = match data.terms.policy {
        Policy::Literal => &readings.literal,
        Policy::Committed => &readings.committed,
    };
    let outcome = drawn.question.outcome(reading);
    Ok(Data {
        committed: Some(StoredReading::from_reading(&readings.committed)),
        compliance: Some(readings.compliance),
        literal: Some(StoredReading::from_reading(&readings.literal)),
        outcome,
        score: outcome.score(),
        session_id: reply.session_digest(),
        served: ServedBy::from_exchange(reply.served),
        usage: reply.usage.map(to_recorded_usage),
        response: Some(MaybeWithheld::Open(reply.text.into())),
        ..data
    })
}

fn to_recorded_attempt(attempt: &exchange::Attempt) -> Attempt<'static> {
    Attempt {
        cause: attempt.cause.map(|cause| cause.to_string().into()),
        duration_ms: Count::new(attempt.duration_ms),
        start_ms: Count::new(attempt.start_ms),
    }
}

fn to_recorded_usage(usage: exchange::Usage) -> Usage {
    Usage {
        input_tokens: Count::new(usage.input_tokens),
        output_tokens: Count::new(usage.output_tokens),
    }
}
