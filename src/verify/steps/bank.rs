//! The step `bank`, and what is known of the bank that a record names.

use crate::bank::{Bank, Item, Manifest, Reveal, Science};
use crate::base::hash::Digest;
use crate::error::{Code, Error, shown};
use crate::id::QuestionId;
use crate::record::{BankRef, SignalRecord};
use crate::verify::{Options, Reason, Step, Verdict};

/// What is at hand of the bank that a record names.
#[derive(Clone, Copy)]
pub(in crate::verify) enum Known<'a> {
    /// All of it.
    Bank(&'a Bank),
    /// The one item that the record asked, with its path to the root.
    Reveal(&'a Reveal),
    /// The ids and the commitments.
    Manifest(&'a Manifest),
}

impl<'a> Known<'a> {
    /// How many items each science has.
    pub(in crate::verify) fn sizes(self) -> [u64; 4] {
        match self {
            Self::Bank(bank) => bank.sizes(),
            Self::Reveal(reveal) => reveal.sizes(),
            Self::Manifest(manifest) => manifest.sizes(),
        }
    }

    /// The id of the item at a place, as far as it is known.
    pub(in crate::verify) fn id_at(self, science: Science, at: u64) -> Option<&'a QuestionId> {
        let index = usize::try_from(at).ok()?;
        match self {
            Self::Bank(bank) => bank.items(science).get(index).map(Item::id),
            Self::Reveal(reveal) => {
                let item = reveal.item();
                (item.science() == science && reveal.at() == Some(at)).then(|| item.id())
            }
            Self::Manifest(manifest) => manifest.id_at(science, index),
        }
    }

    /// The item with this id, if it is known whole.
    pub(in crate::verify) fn item(self, id: &str) -> Option<&'a Item> {
        match self {
            Self::Bank(bank) => bank.find(id),
            Self::Reveal(reveal) => Some(reveal.item()).filter(|item| item.id().as_str() == id),
            Self::Manifest(_) => None,
        }
    }
}

/// Whether a step of the record needs the public bank, which is still to come.
pub(in crate::verify) fn awaited(record: &SignalRecord<'_>, options: &Options) -> bool {
    options.awaits_public
        && record.bank().is_some_and(BankRef::is_public)
        && Step::SKIPPABLE.iter().any(|step| !options.skip.contains(step))
}

/// What is known of the record's bank: the bank itself, else the reveal of the record's item, else
/// a manifest. `None` for a record of `math`, or if nothing is known.
///
/// # Errors
/// `bank.wrong-manifest` if manifests are at hand and none is that of the record's bank, which is
/// not the public one, or if the reveal is out of another bank; or what is wrong with the reveal.
pub(in crate::verify) fn known<'a>(
    record: &SignalRecord<'_>,
    options: &'a Options,
) -> Result<Option<Known<'a>>, Error> {
    let Some(named) = record.bank() else { return Ok(None) };
    let names = |id: &str, root: &Digest| *id == *named.id && *root == named.root;
    let mut manifests = options.manifests.iter();
    let manifest = manifests.find(|manifest| names(manifest.id(), manifest.root()));
    // What was published before the run holds the record, whatever else is at hand.
    if manifest.is_none()
        && let Some(other) = options.manifests.first()
        && !named.is_public()
    {
        return Err(wrong_manifest(named, other));
    }
    let mut banks = options.banks.iter().map(AsRef::as_ref);
    if let Some(bank) = banks.find(|bank: &&Bank| names(bank.id(), bank.root())) {
        return Ok(Some(Known::Bank(bank)));
    }
    // Sealed banks number their items, so those of two banks may have one id.
    let order = |reveal: &Reveal| reveal.item().id().as_str().cmp(&record.data.question_id);
    let first = options.reveals.partition_point(|reveal| order(reveal).is_lt());
    let mut wrong = None;
    for reveal in options.reveals[first..].iter().take_while(|reveal| order(reveal).is_eq()) {
        match reveal.check_root(&named.id, &named.root) {
            Ok(()) => return Ok(Some(Known::Reveal(reveal))),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    match wrong {
        Some(error) => Err(error),
        None => Ok(manifest.map(Known::Manifest)),
    }
}

/// Holds a reveal to the manifests at hand, or to the root that it names itself if there is none.
///
/// # Errors
/// As [`Reveal::check`]; `bank.wrong-manifest` if it is out of none of the banks.
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

/// Whether the question is one that the named bank committed to.
pub(in crate::verify) fn check(record: &SignalRecord<'_>, known: Option<Known<'_>>) -> Verdict {
    let Some(named) = record.bank() else { return Verdict::NotChecked(Reason::NoBank) };
    let committed = |known: Known<'_>| {
        let id = QuestionId::new(&*record.data.question_id)?;
        let found = match known {
            Known::Manifest(manifest) => manifest.commitment(id.as_str()).is_some(),
            Known::Bank(_) | Known::Reveal(_) => known.item(id.as_str()).is_some(),
        };
        let expected = || format!("a question of bank {}", shown(&named.id));
        let unknown =
            || Error::new(Code::BankUnknownItem, "data.questionId", expected(), shown(id.as_str()));
        if found { Ok(()) } else { Err(unknown()) }
    };
    match known.map(committed) {
        None => Verdict::NotChecked(Reason::UnknownBank),
        Some(Ok(())) => Verdict::Pass,
        Some(Err(error)) => Verdict::Fail(error),
    }
}

fn wrong_manifest(named: &BankRef<'_>, other: &Manifest) -> Error {
    Error::new(
        Code::BankWrongManifest,
        "manifest",
        format!("{} of root {}", shown(&named.id), named.root.hex()),
        format!("{} of root {}", shown(other.id()), other.root().hex()),
    )
}
