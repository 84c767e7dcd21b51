//! A changed record never passes for the one that was signed.

use proofmark::json::{Value, to_canonical_bytes};
use proofmark::proof::{
    Body, Checkpoint, Evidence, Inclusion, SecretKey, Tree, attach, check, id, sign,
};

use super::super::cases::reversed;

/// Bytes that replace every byte in long runs, beside all flips of one bit.
const BYTES: &[u8] = b"0\" }";

fn record(index: u8, evaluator: &str) -> Value {
    let text = format!(
        r#"{{"data":{{"attempts":[{{"durationMs":812,"startMs":0}}],"committed":{{"answer":"95","rule":"number.only","span":[14,16]}},"compliance":"verbose","draw":{{"entropy":"","index":{index},"seed":"0f0e","variant":1}},"evaluator":"{evaluator}","expected":"95","latencyMs":812,"literal":{{"answer":"95","rule":"number.first","span":[14,16]}},"outcome":"correct","questionId":"math:add:37+58","response":"The answer\n is é 95.","runId":"3ab9","score":100,"terms":{{"counts":{{"math":11}},"method":"simple-evals:1","policy":"literal","seed":"0f0e"}}}},"fetchedAt":"2026-11-20T17:00:00.000Z","signalId":"simple-evals.math","sources":["proofmark:simple-evals:1"],"status":"ok","subject":{{"id":"https://agent.example/a2a"}}}}"#
    );
    Value::parse(text.as_bytes()).unwrap()
}

/// One record three times: signed, under a checkpoint, and both.
fn proven() -> [Value; 3] {
    let key = SecretKey::from_seed(&[7; 32]);
    let did = key.public().did();
    let ids: Vec<_> = (0..11).map(|index| id(&record(index, &did)).unwrap()).collect();
    let tree = Tree::from_records(&ids);
    let note = Checkpoint::sign(&key, "run-1", 11, &tree.root()).unwrap();
    let bare = record(5, &did);
    let signature =
        sign(&Body::from_record(&bare).unwrap(), &key, Some("2026-11-20T17:00:01Z")).unwrap();
    let inclusion = Inclusion::from_tree(&tree, 5, &note).unwrap();
    let (mut signed, mut logged) = (bare.clone(), bare);
    attach(&mut signed, signature.to_value()).unwrap();
    attach(&mut logged, inclusion.to_value()).unwrap();
    let mut both = signed.clone();
    attach(&mut both, inclusion.to_value()).unwrap();
    [signed, logged, both]
}

/// Returns the evidence of a text if it is a valid record.
fn shown(text: &[u8]) -> Option<Evidence> {
    check(&Value::parse(text).ok()?).ok()
}

#[test]
fn no_change_of_one_byte_is_accepted() {
    proven()[..2].iter().for_each(|record| change_every_byte(record, false));
}

#[test]
#[ignore = "long"]
fn no_byte_of_a_record_can_be_any_other() {
    proven()[..2].iter().for_each(|record| change_every_byte(record, true));
}

/// A change that leaves the value as it was must pass; no other may.
fn change_every_byte(record: &Value, long: bool) {
    let mut tried = 0u32;
    let text = to_canonical_bytes(record).unwrap();
    let good = shown(&text);
    assert!(good.is_some());
    for at in 0..text.len() {
        let flips = (0..8).filter(|bit| long || *bit == at % 8).map(|bit| text[at] ^ (1 << bit));
        let bytes = if long { BYTES } else { b"" };
        let mut changed = text.clone();
        for byte in flips.chain(bytes.iter().copied()).filter(|&byte| byte != text[at]) {
            changed[at] = byte;
            tried += 1;
            let same =
                Value::parse(&changed).is_ok_and(|v| to_canonical_bytes(&v).unwrap() == text);
            assert_eq!(shown(&changed) == good, same, "{}", String::from_utf8_lossy(&changed));
        }
        let mut shorter = text.clone();
        shorter.remove(at);
        assert_ne!(shown(&shorter), good, "{}", String::from_utf8_lossy(&shorter));
        tried += 1;
    }
    assert!(tried > if long { 10_000 } else { 2_000 }, "{tried}");
}

#[test]
fn no_change_of_a_member_is_accepted() {
    for record in proven() {
        let text = serde_json::to_vec(&record).unwrap();
        let good = shown(&text);
        let mut changes = Vec::new();
        alter(&record, &mut |changed| changes.push(serde_json::to_vec(&changed).unwrap()));
        assert!(changes.len() > 150, "{}", changes.len());
        for changed in changes {
            assert_ne!(shown(&changed), good, "{}", String::from_utf8_lossy(&changed));
        }
    }
}

#[test]
fn another_notation_of_a_number_is_refused() {
    for record in proven() {
        let text = String::from_utf8(to_canonical_bytes(&record).unwrap()).unwrap();
        for other in ["812.0", "8.12e2", "0812", "812e0", "+812", "\"812\"", "813"] {
            let changed = text.replacen("812", other, 1);
            assert_ne!(shown(changed.as_bytes()), shown(text.as_bytes()), "{other}");
        }
    }
}

#[test]
fn other_spacing_and_other_orders_are_accepted() {
    for record in proven() {
        let good = shown(&to_canonical_bytes(&record).unwrap());
        let spaced = serde_json::to_string_pretty(&reversed(&record)).unwrap();
        assert_eq!(shown(spaced.as_bytes()), good);
        assert_eq!(shown(spaced.replace('é', "\\u00E9").as_bytes()), good);
    }
}

/// Every removal, addition, renaming and repetition of a member or an item, and every integer
/// raised by one.
fn alter(value: &Value, give: &mut dyn FnMut(Value)) {
    match value {
        Value::Object(members) => {
            let mut more = members.clone();
            more.push(("zz".to_owned(), Value::Null));
            give(Value::Object(more));
            for (at, (name, member)) in members.iter().enumerate() {
                let mut changed = members.clone();
                changed.remove(at);
                give(Value::Object(changed.clone()));
                changed.insert(at, (format!("{name}x"), member.clone()));
                give(Value::Object(changed.clone()));
                changed[at].0.clone_from(name);
                changed.push((name.clone(), member.clone()));
                give(Value::Object(changed.clone()));
                changed.pop();
                alter(member, &mut |member| {
                    let mut changed = changed.clone();
                    changed[at].1 = member;
                    give(Value::Object(changed));
                });
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let mut changed = items.clone();
                changed.remove(at);
                give(Value::Array(changed));
                let mut changed = items.clone();
                changed.insert(at, item.clone());
                give(Value::Array(changed.clone()));
                changed.remove(at);
                alter(item, &mut |item| {
                    let mut changed = changed.clone();
                    changed[at] = item;
                    give(Value::Array(changed));
                });
            }
        }
        Value::Number(number) => give(Value::Number(number + 1)),
        Value::Decimal(_) => unreachable!("records hold integers"),
        Value::String(text) => give(Value::String(format!("{text} "))),
        Value::Bool(flag) => give(Value::Bool(!flag)),
        Value::Null => give(Value::Bool(false)),
    }
}
