//! Banks held to the vectors in `tests/vectors/bank`, and what a manifest must withstand.

use std::collections::HashSet;

use proofmark::bank::{Bank, LARGEST_FILE, Manifest, Reveal, Science};
use proofmark::hash::{Digest, from_hex};
use proofmark::json::{Value, to_canonical_bytes};
use serde::Deserialize;

fn cases<'a, T: Deserialize<'a>>(text: &'a str) -> Vec<T> {
    serde_json::from_str(text).unwrap()
}

fn text(given: &CallOptions) -> Vec<u8> {
    given.0.compact()
}

/// A value of a case, as the core reads it.
#[derive(Debug)]
struct CallOptions(Value);

impl<'de> Deserialize<'de> for CallOptions {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // As it stands: the order of members is part of it.
        let text = <Box<serde_json::value::RawValue>>::deserialize(deserializer)?;
        Value::parse(text.get().as_bytes()).map(Self).map_err(serde::de::Error::custom)
    }
}

fn value(text: &str) -> Value {
    Value::parse(text.as_bytes()).unwrap()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    name: String,
    #[serde(rename = "why")]
    _why: String,
    text: Option<String>,
    bank: Option<CallOptions>,
    expect: Refusal,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Refusal {
    code: String,
    message: String,
}

#[test]
fn a_bad_bank_is_refused_in_one_line_that_names_the_item_and_the_rule() {
    for case in cases::<Bad>(include_str!("../vectors/bank/bad.json")) {
        let text = case.text.map_or_else(|| text(&case.bank.unwrap()), String::into_bytes);
        let error = Bank::parse(&text).unwrap_err();
        let found = Refusal { code: error.code().to_owned(), message: error.to_string() };
        assert_eq!(found, case.expect, "{}", case.name);
        assert!(!found.message.contains('\n'), "{}", case.name);
    }
}

#[test]
fn a_bank_of_100_megabytes_is_refused_before_it_is_read() {
    let error = Bank::parse(&vec![b' '; 100_000_000]).unwrap_err();
    assert_eq!(error.code(), "bank.too-large");
    assert_eq!(error.to_string(), "bank: expected at most 16777216 bytes, found 100000000 bytes");
    assert_eq!(Bank::parse(&vec![b' '; LARGEST_FILE]).unwrap_err().code(), "bank.not-json");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    name: String,
    #[serde(rename = "why")]
    _why: String,
    bank: CallOptions,
    random: String,
    expect: Sealed,
}

/// The result of sealing: all but a code, or a code alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Sealed {
    open_root: Option<String>,
    sealed: Option<CallOptions>,
    manifest: Option<CallOptions>,
    code: Option<String>,
}

#[test]
fn a_bank_is_sealed_as_the_vectors_say() {
    for case in cases::<Seal>(include_str!("../vectors/bank/seal.json")) {
        let bank = Bank::parse(&text(&case.bank)).unwrap();
        let mut random = vec![0; case.random.len() / 2];
        assert!(from_hex(&case.random, &mut random));
        let Sealed { open_root, sealed, manifest, code } = case.expect;
        match (bank.seal(&random), open_root.zip(sealed).zip(manifest), code) {
            (Ok(found), Some(((open_root, sealed), manifest)), None) => {
                assert_eq!(bank.root().hex(), open_root, "{}", case.name);
                assert_eq!(value(&found.to_json().unwrap()), sealed.0, "{}", case.name);
                assert_eq!(Bank::parse(&text(&sealed)).unwrap(), found, "{}", case.name);
                let made = Manifest::from_bank(&found).unwrap();
                assert_eq!(value(&made.to_json().unwrap()), manifest.0, "{}", case.name);
                assert_eq!(Manifest::parse(&text(&manifest)).unwrap(), made, "{}", case.name);
                assert_eq!(made.root(), found.root(), "{}", case.name);
            }
            (Err(error), None, Some(code)) => assert_eq!(error.code(), code, "{}", case.name),
            (found, ..) => panic!("{}: {found:?}", case.name),
        }
    }
}

#[test]
fn a_manifest_has_the_root_of_its_items() {
    for case in super::cases::cases(include_str!("../vectors/bank/manifest.json")) {
        let found = Manifest::parse(case["manifest"].to_string().as_bytes()).err();
        assert_eq!(found.as_ref().map(|e| e.code()), case["expect"].as_str(), "{}", case["name"]);
    }
}

#[test]
fn a_reveal_says_which_part_of_it_is_wrong() {
    for case in super::cases::cases(include_str!("../vectors/bank/reveal.json")) {
        let manifest = Manifest::parse(case["manifest"].to_string().as_bytes()).unwrap();
        let reveal = Reveal::parse(case["reveal"].to_string().as_bytes()).unwrap();
        let found = reveal.check(&manifest).err();
        assert_eq!(found.as_ref().map(|e| e.code()), case["expect"].as_str(), "{}", case["name"]);
        // With the root alone, the verdict is the same.
        let found = reveal.check_root(manifest.id(), manifest.root());
        assert_eq!(found.is_err(), case["expect"].is_string(), "{}", case["name"]);
    }
}

#[test]
fn the_example_is_a_bank_that_gives_nothing_away() {
    let bank = Bank::parse(include_bytes!("../../examples/private-bank.json")).unwrap();
    assert_eq!(bank.survey().sciences, [2, 1, 1, 1]);
    assert!(!bank.survey().longest_beats_guessing());
    assert_eq!(Bank::parse(bank.to_json().unwrap().as_bytes()), Ok(bank));
}

#[test]
fn an_unsealed_bank_has_no_manifest_and_no_reveals_and_the_message_says_why() {
    let bank = Bank::public().unwrap();
    let id = bank.items(Science::Physics)[0].id();
    let error = Manifest::from_bank(bank).unwrap_err();
    assert_eq!(Reveal::from_bank(bank, id), Err(error.clone()));
    assert_eq!(error.code(), "bank.unsalted");
    assert_eq!(
        error.to_string(),
        "bank \"public\": not sealed; every item needs its own random salt, or its answer is guessed \
         in four tries"
    );
}

/// A bank of 250 items a science.
fn thousand() -> Bank {
    let mut items = Vec::new();
    for science in Science::ALL {
        for n in 0..250 {
            items.push(format!(
                r#"{{"id":"science:{0}-{n}","science":"{0}","stem":"Which number is {n} and one?",
                "right":"Sum {1}","wrong":["Sum {2}","Sum {3}","Sum {4}"],
                "why":"It comes next.","difficulty":1}}"#,
                science.name(),
                n + 1,
                n + 2,
                n + 3,
                n + 4,
            ));
        }
    }
    Bank::parse(format!(r#"{{"id":"thousand","items":[{}]}}"#, items.join(",")).as_bytes()).unwrap()
}

/// Salts as a generator of random bytes would give them.
fn random(items: usize) -> Vec<u8> {
    let block = |n: usize| Digest::sha256(&[b"salt", &n.to_be_bytes()]);
    (0..items).flat_map(|n| block(n).as_bytes()[..16].to_vec()).collect()
}

/// Every order of the four options, each with each of them as the right one.
fn guesses(options: &[String; 4]) -> Vec<[&str; 4]> {
    let mut guesses = Vec::new();
    for code in 0..256 {
        let order: [usize; 4] = std::array::from_fn(|place| code >> (2 * place) & 3);
        if order.iter().collect::<HashSet<_>>().len() == 4 {
            guesses.push(order.map(|place| options[place].as_str()));
        }
    }
    guesses
}

/// The ids of one science, in the order in which the draw numbers them.
fn ids(manifest: &Manifest, science: Science) -> impl Iterator<Item = &str> {
    (0..).map_while(move |index| Some(manifest.id_at(science, index)?.as_str()))
}

#[test]
fn no_commitment_of_a_thousand_falls_to_trying_every_order_and_letter() {
    let open = thousand();
    let sealed = open.seal(&random(1000)).unwrap();
    let manifest = Manifest::from_bank(&sealed).unwrap();
    let commitments: HashSet<_> = Science::ALL
        .into_iter()
        .flat_map(|science| ids(&manifest, science))
        .map(|id| manifest.commitment(id).unwrap().hex())
        .collect();
    assert_eq!(commitments.len(), 1000);
    // The attacker knows everything but the salt and which option is right, and tries no salt and
    // the salts of careless authors.
    let salts = ["", "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff"];
    let (mut tried, mut unsalted_found) = (0, 0);
    for item in Science::ALL.into_iter().flat_map(|science| sealed.items(science)) {
        let Value::Object(mut members) = item.to_value() else { unreachable!() };
        members.pop();
        let unsalted = to_canonical_bytes(&Value::Object(members)).unwrap();
        let mut found = false;
        for [right, one, two, three] in guesses(item.options()) {
            let guess = |salt: &str| {
                let before = format!(r#"{{"difficulty":1,"id":"{}","right":"{right}","#, item.id());
                let behind = format!(
                    r#""science":"{}","stem":"{}","wrong":["{one}","{two}","{three}"]}}"#,
                    item.science().name(),
                    item.stem(),
                );
                [before.as_str(), salt, behind.as_str()].concat()
            };
            found |= guess("").as_bytes() == unsalted;
            let salted = salts.map(|salt| guess(&format!(r#""salt":"{salt}","#)));
            for guess in salted.iter().chain([&guess("")]) {
                let digest = Digest::sha256(&[guess.as_bytes()]).hex();
                assert!(!commitments.contains(&digest), "{}", item.id());
                tried += 1;
            }
        }
        unsalted_found += usize::from(found);
    }
    assert_eq!(tried, 1000 * 24 * 4);
    // Without salts this search finds the answer to every item.
    assert_eq!(unsalted_found, 1000);
}

#[test]
fn ids_and_order_of_a_manifest_come_from_the_salts_alone() {
    let open = thousand();
    let sealed = open.seal(&random(1000)).unwrap();
    let manifest = Manifest::from_bank(&sealed).unwrap();
    for science in Science::ALL {
        let numbers = |ids: Vec<String>| ids.into_iter().collect::<HashSet<_>>();
        let stems: Vec<_> = sealed.items(science).iter().map(|item| item.stem()).collect();
        let before: Vec<_> = open.items(science).iter().map(|item| item.stem()).collect();
        assert_ne!(stems, before);
        assert!(sealed.items(science).is_sorted_by_key(|item| item.salt().copied()));
        assert_eq!(numbers(ids(&manifest, science).map(ToString::to_string).collect()).len(), 250);
    }
    let text = manifest.to_json().unwrap();
    for word in ["Which", "Sum", "comes", "stem", "salt"] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn a_reveal_with_any_byte_changed_fails() {
    let sealed = thousand().seal(&random(1000)).unwrap();
    let manifest = Manifest::from_bank(&sealed).unwrap();
    let item = &sealed.items(Science::Biology)[77];
    let reveal = Reveal::from_bank(&sealed, item.id()).unwrap();
    assert_eq!(reveal.check(&manifest), Ok(()));
    let text = serde_json::to_vec(&reveal.to_value()).unwrap();
    assert_eq!(Reveal::parse(&text), Ok(reveal));
    let mut tried = 0;
    for place in 0..text.len() {
        for other in [text[place] ^ 1, text[place] ^ 2, text[place] ^ 0x20, b'0', b' ', b'"'] {
            let mut changed = text.clone();
            changed[place] = other;
            if changed == text {
                continue;
            }
            tried += 1;
            if let Ok(reveal) = Reveal::parse(&changed) {
                let shown = String::from_utf8_lossy(&changed).into_owned();
                assert!(reveal.check(&manifest).is_err(), "{shown}");
                assert!(reveal.check_root(manifest.id(), manifest.root()).is_err(), "{shown}");
            }
        }
    }
    assert!(tried > 5 * text.len());
}
