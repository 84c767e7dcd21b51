//! The step `draw`: the seed gives this question at this place.

use super::bank::Known;
use super::{Reason, Verdict};
use crate::draw::{self, Source};
use crate::error::{Code, Error, shown};
use crate::id::Family;
use crate::question::science::ChoiceOrder;
use crate::record::{Maybe, SignalRecord};

/// What the seed draws at the record's place.
struct Redrawn {
    id: String,
    order: Option<ChoiceOrder>,
    variant: u32,
}

/// Draws the question again and compares.
pub(super) fn check(record: &SignalRecord<'_>, known: Option<Known<'_>>) -> Verdict {
    let Maybe::Open(seed) = &record.data.draw.seed else {
        return Verdict::NotChecked(Reason::SeedWithheld);
    };
    match redraw(record, seed, known) {
        Ok(Some(drawn)) => compare(record, &drawn).map_or_else(Verdict::Fail, |()| Verdict::Pass),
        Ok(None) => Verdict::NotChecked(Reason::UnknownBank),
        Err(error) => Verdict::Fail(error),
    }
}

/// `None` if not enough is known of the bank.
fn redraw(
    record: &SignalRecord<'_>,
    seed: &str,
    known: Option<Known<'_>>,
) -> Result<Option<Redrawn>, Error> {
    let from = &record.data.draw;
    let source = Source {
        seed: seed.to_owned(),
        entropy: from.entropy.to_string(),
        subject: record.subject.id.to_string(),
    };
    let committed = source.run_id();
    if committed != record.data.run_id {
        let (expected, found) = (committed.hex(), record.data.run_id.hex());
        return Err(differs(Code::DrawRunId, "data.runId", &expected, &found));
    }
    let family = record.family()?;
    let (key, index) = (source.key(family), from.index.get());
    if family == Family::Math {
        let drawn = draw::math(&key, index);
        let id = drawn.question.id().to_string();
        return Ok(Some(Redrawn { id, order: None, variant: drawn.variant }));
    }
    let Some(known) = known else { return Ok(None) };
    let place = draw::place(&key, index, known.sizes())?;
    let id = known.id_at(place.science, place.at).map_or_else(
        || format!("question {} of {}", place.at, place.science.name()),
        ToString::to_string,
    );
    Ok(Some(Redrawn { id, order: Some(place.order), variant: place.variant }))
}

fn compare(record: &SignalRecord<'_>, drawn: &Redrawn) -> Result<(), Error> {
    let data = &record.data;
    if *drawn.id != *data.question_id {
        return Err(differs(Code::DrawQuestion, "data.questionId", &drawn.id, &data.question_id));
    }
    if drawn.variant != data.draw.variant {
        let (expected, found) = (drawn.variant.to_string(), data.draw.variant.to_string());
        return Err(differs(Code::DrawVariant, "data.draw.variant", &expected, &found));
    }
    if let (Some(drawn), Some(Maybe::Open(order))) = (drawn.order, &data.choice_order)
        && drawn.indices() != *order
    {
        let (expected, found) = (format!("{:?}", drawn.indices()), format!("{order:?}"));
        return Err(differs(Code::DrawOrder, "data.choiceOrder", &expected, &found));
    }
    Ok(())
}

fn differs(code: Code, name: &'static str, expected: &str, found: &str) -> Error {
    Error::new(code, name, shown(expected), shown(found))
}
