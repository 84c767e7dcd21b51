use proptest::prelude::*;

use super::{Kind, Node, Tape};
use crate::base::pointer::Pointer;

fn plain(node: Node<'_>) -> serde_json::Value {
    match node.kind() {
        Kind::Null => serde_json::Value::Null,
        Kind::True | Kind::False => node.as_bool().into(),
        Kind::Number => serde_json::from_str(node.as_number().unwrap()).unwrap(),
        Kind::Text | Kind::Escaped => node.as_str().unwrap().into(),
        Kind::List => node.items().map(plain).collect(),
        Kind::Map => node
            .members()
            .map(|(name, value)| (name.as_str().unwrap().into_owned(), plain(value)))
            .collect(),
    }
}

#[test]
fn invalid_json_is_rejected_with_its_position() {
    for (bad, at) in [
        ("", 0),
        ("01", 1),
        ("1.", 2),
        ("-", 1),
        ("+1", 0),
        ("NaN", 0),
        ("1e", 2),
        (".5", 0),
        ("[1,]", 3),
        ("{\"a\":1,}", 7),
        ("{\"a\" 1}", 5),
        ("\"\u{1}\"", 1),
        (r#""\ud800""#, 7),
        (r#""\udc00""#, 7),
        (r#""\x""#, 2),
        (r#""\u12g4""#, 2),
        ("\"a", 2),
        ("nul", 0),
        ("1 2", 2),
        ("\u{feff}1", 0),
        (r#"{"a":1,"\u0061":2}"#, 7),
    ] {
        let error = Tape::new().read("text", bad.as_bytes()).unwrap_err();
        assert_eq!(error.code(), "json.invalid");
        assert!(error.to_string().ends_with(&format!(" at byte {at}")), "{bad}: {error}");
    }
    let error = Tape::new().read("text", b"[1,\n2,\n x]").unwrap_err().to_string();
    assert!(error.ends_with(" at line 3, byte 1"), "{error}");
    assert!(Tape::new().read("text", "[".repeat(100_000).as_bytes()).is_err());
    assert!(Tape::new().read("text", b"\"\xff\"").is_err());
}

#[test]
fn duplicates_are_found_among_many_names() {
    let names = |twin: usize| {
        let members: Vec<_> = (0..100).map(|i| format!("\"k{}\":{i}", i % twin)).collect();
        format!("{{{}}}", members.join(","))
    };
    assert!(Tape::new().read("text", names(100).as_bytes()).is_ok());
    assert!(Tape::new().read("text", names(99).as_bytes()).is_err());
}

#[test]
fn pointers_follow_arrays_and_objects() {
    let mut tape = Tape::new();
    let node = tape.read("text", br#"{"a/b":[1,{"c":2.50}]}"#).unwrap();
    let follow =
        |pointer: &str| node.follow_pointer(&Pointer::parse(pointer).unwrap())?.as_number();
    assert_eq!(follow("/a~1b/1/c"), Some("2.50"));
    assert_eq!(follow("/a~1b/0"), Some("1"));
    for wrong in ["/a~1b/01", "/a~1b/2", "/a~1b/-", "/x", "/a~1b/0/0"] {
        assert_eq!(follow(wrong), None);
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        ".{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(".{0,6}", inner, 0..6)
                .prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn parses_what_serde_json_writes(value in json()) {
        let text = serde_json::to_vec_pretty(&value).unwrap();
        let mut tape = Tape::new();
        let node = tape.read("text", &text).unwrap();
        let source: serde_json::Value = serde_json::from_str(node.source()).unwrap();
        prop_assert_eq!(plain(node), value.clone());
        prop_assert_eq!(source, value);
    }

    #[test]
    fn accepts_the_same_texts_as_serde_json(text in r#"[\[\]{}",:0-9eE.+\- \\untrfalsb]{0,12}"#) {
        // serde_json accepts duplicate names and rejects numbers beyond the range of doubles.
        let serde = serde_json::from_str::<serde_json::Value>(&text);
        match Tape::new().read("text", text.as_bytes()) {
            Ok(_) => prop_assert!(serde.is_ok() || serde.unwrap_err().to_string().contains("out of range")),
            Err(error) => prop_assert!(serde.is_err() || error.to_string().contains("already")),
        }
    }
}
