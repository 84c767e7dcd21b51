//! Step `bank`: the question belongs to the bank that the record names.

use crate::bank::{Bank, Item, Manifest, Reveal, Science};
use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;
use crate::record::{BankRef, SignalRecord};
use crate::verify::fact::StepResult;
use crate::verify::options::Options;
use crate::verify::step::{Reason, Step};

/// The available data of a record's bank.
#[derive(Clone, Copy)]
pub(super) enum KnownBank<'a> {
    /// The whole bank.
    Bank(&'a Bank),
    /// The item that was asked, with its path to the root.
    Reveal(&'a Reveal),
    /// The ids and commitments of all items.
    Manifest(&'a Manifest),
}

impl<'a> KnownBank<'a> {
    /// Returns the number of items of each science.
    pub(super) fn sizes(self) -> [u64; 4] {
        match self {
            Self::Bank(bank) => bank.sizes(),
            Self::Reveal(reveal) => reveal.sizes(),
            Self::Manifest(manifest) => manifest.sizes(),
        }
    }

    /// Returns the id of item `at` of `science`; `None` if the data does not include it.
    pub(super) fn id_at(self, science: Science, at: u64) -> Option<&'a QuestionId> {
        let index = usize::try_from(at).ok()?;
        match self {
            Self::Bank(bank) => bank.items(science).get(index).map(Item::id),
            Self::Reveal(reveal) => {
                let item = reveal.item();
                (item.science() == science && reveal.index_in_science() == Some(at))
                    .then(|| item.id())
            }
            Self::Manifest(manifest) => manifest.id_at(science, index),
        }
    }

    /// Returns the item with this id; `None` if the data does not include its text.
    pub(super) fn item(self, id: &str) -> Option<&'a Item> {
        match self {
            Self::Bank(bank) => bank.find(id),
            Self::Reveal(reveal) => Some(reveal.item()).filter(|item| item.id().as_str() == id),
            Self::Manifest(_) => None,
        }
    }
}

/// Reports whether a step of the record needs the public bank and the caller has yet to supply it.
pub(in crate::verify) fn awaits_public_bank(record: &SignalRecord<'_>, options: &Options) -> bool {
    options.awaits_public
        && record.bank().is_some_and(BankRef::is_public)
        && Step::SKIPPABLE.iter().any(|step| !options.skip.contains(step))
}

/// Finds the data of the record's bank: the bank itself, else the reveal of the item, else a
/// manifest. `None` for a math question, or without data.
///
/// # Errors
/// `bank.wrong-manifest` if the options have manifests but not that of the record's private bank,
/// or if the item was revealed from another bank; the codes of [`Reveal::check_root`].
pub(super) fn find<'a>(
    record: &SignalRecord<'_>,
    options: &'a Options,
) -> Result<Option<KnownBank<'a>>, Error> {
    let Some(named) = record.bank() else { return Ok(None) };
    let names = |id: &str, root: &Digest| *id == *named.id && *root == named.root;
    let mut manifests = options.manifests.iter();
    let manifest = manifests.find(|manifest| names(manifest.id(), manifest.root()));
    // The manifest was published before the run, so it has priority over other data.
    if manifest.is_none()
        && let Some(other) = options.manifests.first()
        && !named.is_public()
    {
        return Err(wrong_manifest_error(named, other));
    }
    let mut banks = options.banks.iter().map(AsRef::as_ref);
    if let Some(bank) = banks.find(|bank: &&Bank| names(bank.id(), bank.root())) {
        return Ok(Some(KnownBank::Bank(bank)));
    }
    // Sealed banks number their items, so items of different banks may share an id.
    let order = |reveal: &Reveal| reveal.item().id().as_str().cmp(&record.data.question_id);
    let first = options.reveals.partition_point(|reveal| order(reveal).is_lt());
    let mut wrong = None;
    for reveal in options.reveals[first..].iter().take_while(|reveal| order(reveal).is_eq()) {
        match reveal.check_root(&named.id, &named.root) {
            Ok(()) => return Ok(Some(KnownBank::Reveal(reveal))),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    match wrong {
        Some(error) => Err(error),
        None => Ok(manifest.map(KnownBank::Manifest)),
    }
}

/// Checks a reveal against its manifest, or against its own root if there are no manifests.
///
/// # Errors
/// The codes of [`Reveal::check`]; `bank.wrong-manifest` if no manifest is that of its bank.
pub(in crate::verify) fn check_reveal(
    reveal: &Reveal,
    manifests: &[Manifest],
) -> Result<(), Error> {
    let (id, root) = reveal.bank();
    let own = manifests.iter().find(|manifest| manifest.id() == id && manifest.root() == root);
    match own.or(manifests.first()) {
        Some(manifest) => reveal.check(manifest),
        None => reveal.check_root(id, root),
    }
}

/// Checks that the record's bank has the question. `bank` is the result of [`find`].
pub(super) fn check(
    record: &SignalRecord<'_>,
    bank: &Result<Option<KnownBank<'_>>, Error>,
) -> StepResult<'static> {
    let known = match bank {
        Ok(known) => *known,
        Err(error) => return error.into(),
    };
    let Some(named) = record.bank() else { return StepResult::NotChecked(Reason::NoBank) };
    let committed = |known: KnownBank<'_>| {
        let id = QuestionId::new(&*record.data.question_id)?;
        let found = match known {
            KnownBank::Manifest(manifest) => manifest.commitment(id.as_str()).is_some(),
            KnownBank::Bank(_) | KnownBank::Reveal(_) => known.item(id.as_str()).is_some(),
        };
        let expected = || format!("a question of bank {}", shown(&named.id));
        let unknown =
            || Error::new(Code::BankUnknownItem, "data.questionId", expected(), shown(id.as_str()));
        if found { Ok(()) } else { Err(unknown()) }
    };
    match known.map(committed) {
        None => StepResult::NotChecked(Reason::UnknownBank),
        Some(Ok(())) => StepResult::Pass,
        Some(Err(error)) => (&error).into(),
    }
}

fn wrong_manifest_error(named: &BankRef<'_>, other: &Manifest) -> Error {
    let bank = |id: &str, root: &Digest| format!("{} of root {}", shown(id), root.hex());
    let (expected, found) = (bank(&named.id, &named.root), bank(other.id(), other.root()));
    Error::new(Code::BankWrongManifest, "manifest", expected, found)
}
