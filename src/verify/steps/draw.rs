//! Step `draw`: the seed draws this question, wording and order of options at the record's index.

use super::bank::KnownBank;
use crate::base::hash::Digest;
use crate::draw::{self, Key, Source};
use crate::error::{Code, Error, format_numbers};
use crate::id::Family;
use crate::question::science::ChoiceOrder;
use crate::record::{MaybeWithheld, SignalRecord};
use crate::verify::fact::StepResult;
use crate::verify::step::{Reason, mismatch_error};

/// The question that the seed draws at the record's index.
struct RedrawnQuestion {
    id: String,
    order: Option<ChoiceOrder>,
    variant: u32,
}

/// A cache of the keys of sources, since many records of a file share a source. Its index is the
/// first byte of the run id, and the family. Without the feature `bulk` it has no places.
#[derive(Debug)]
pub(super) struct SourceCache(Box<[Option<(Source, SourceKey)>; PLACES]>);

const PLACES: usize = if cfg!(feature = "bulk") { 512 } else { 0 };

/// The commitment to the seed of a source, and its key of one family.
#[derive(Clone, Debug)]
struct SourceKey {
    commitment: Digest,
    key: Key,
}

impl Default for SourceCache {
    fn default() -> Self {
        Self(Box::new([const { None }; PLACES]))
    }
}

impl SourceCache {
    /// Returns the key of the source of `record`, whose seed is `seed`.
    fn get_or_derive(
        &mut self,
        record: &SignalRecord<'_>,
        seed: &str,
        family: Family,
    ) -> SourceKey {
        let (entropy, subject) = (&*record.data.draw.entropy, &*record.subject.id);
        let [first, ..] = *record.data.run_id.as_bytes();
        let place = self.0.get_mut(usize::from(first) * 2 + family as usize);
        if let Some(Some((source, key))) = &place
            && (&*source.seed, &*source.entropy, &*source.subject) == (seed, entropy, subject)
        {
            return key.clone();
        }
        let key = SourceKey {
            commitment: draw::seed_commitment(seed),
            key: draw::derive_key(seed, entropy, subject, family),
        };
        if let Some(place) = place {
            let source = Source {
                seed: seed.to_owned(),
                entropy: entropy.to_owned(),
                subject: subject.to_owned(),
            };
            *place = Some((source, key.clone()));
        }
        key
    }
}

/// Draws the question again and compares it with the record's.
pub(super) fn check(
    record: &SignalRecord<'_>,
    known: Option<KnownBank<'_>>,
    sources: &mut SourceCache,
) -> StepResult<'static> {
    let MaybeWithheld::Open(seed) = &record.data.draw.seed else {
        return StepResult::NotChecked(Reason::SeedWithheld);
    };
    match redraw(record, seed, known, sources) {
        Ok(Some(drawn)) => match compare_draw(record, &drawn) {
            Err(error) => (&error).into(),
            Ok(()) if record.data.choice_order.as_ref().is_some_and(MaybeWithheld::is_withheld) => {
                StepResult::NotChecked(Reason::OrderWithheld)
            }
            Ok(()) => StepResult::Pass,
        },
        Ok(None) => StepResult::NotChecked(Reason::UnknownBank),
        Err(error) => (&error).into(),
    }
}

/// Draws the question. `None` if a science question lacks its bank.
fn redraw(
    record: &SignalRecord<'_>,
    seed: &str,
    known: Option<KnownBank<'_>>,
    sources: &mut SourceCache,
) -> Result<Option<RedrawnQuestion>, Error> {
    let family = record.family()?;
    let SourceKey { commitment, key } = &sources.get_or_derive(record, seed, family);
    let committed = &record.data.terms.seed;
    if commitment != committed {
        let (expected, found) = (committed.hex(), commitment.hex());
        let thing = "commitment to data.draw.seed";
        return Err(mismatch_error(Code::DrawSeed, thing, &expected, &found));
    }
    let index = record.data.draw.index.get();
    if family == Family::Math {
        let drawn = draw::draw_math(key, index);
        let id = drawn.question.id().to_string();
        return Ok(Some(RedrawnQuestion { id, order: None, variant: drawn.variant }));
    }
    let Some(known) = known else { return Ok(None) };
    let place = draw::draw_science_place(key, index, known.sizes())?;
    let id = known.id_at(place.science, place.at).map_or_else(
        || format!("question {} of {}", place.at, place.science.name()),
        ToString::to_string,
    );
    Ok(Some(RedrawnQuestion { id, order: Some(place.order), variant: place.variant }))
}

fn compare_draw(record: &SignalRecord<'_>, drawn: &RedrawnQuestion) -> Result<(), Error> {
    let data = &record.data;
    if *drawn.id != *data.question_id {
        return Err(mismatch_error(
            Code::DrawQuestion,
            "data.questionId",
            &drawn.id,
            &data.question_id,
        ));
    }
    if drawn.variant != data.draw.variant {
        let (expected, found) = (drawn.variant.to_string(), data.draw.variant.to_string());
        return Err(mismatch_error(Code::DrawVariant, "data.draw.variant", &expected, &found));
    }
    if let (Some(drawn), Some(MaybeWithheld::Open(order))) = (drawn.order, &data.choice_order)
        && drawn != *order
    {
        let text = |order: ChoiceOrder| {
            format_numbers(&mut order.indices().iter().map(|index| u64::from(*index)))
        };
        let (expected, found) = (text(drawn), text(*order));
        return Err(mismatch_error(Code::DrawOrder, "data.choiceOrder", &expected, &found));
    }
    Ok(())
}
