//! Garbage is refused with line and code, and nothing else is harmed.

use proofmark::verify::{Options, Step, Verifier};

use super::files::{
    How, Made, PROVEN, did, failures, joined, made, opening_line, options, verified,
};

#[test]
fn one_bad_line_is_named_and_the_others_are_verified() {
    let lines = made(&How { signs: true, every: None, ..How::default() }).lines;
    let record = String::from_utf8(lines[1].clone()).unwrap();
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    let science = String::from_utf8(lines[2].clone()).unwrap();
    let order = science.find("\"choiceOrder\":[").unwrap() + "\"choiceOrder\":[".len();
    let beyond = [&science[..order], "9,9,9,9", &science[order + 7..]].concat();
    let twice = [&science[..order], "0,0,0,0", &science[order + 7..]].concat();
    // A did:key of X25519, in every place where one is named.
    let other = record.replace(&did(7)[8..], "z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F");
    let reply = |bytes| format!("\"response\":\"{}", "9".repeat(bytes));
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("truncated", lines[1][..200].to_vec(), "schema json.invalid"),
        ("50 MB", vec![b'x'; 50 << 20], "file file.line-too-long"),
        (
            "50 MB of a string",
            [b"\"".to_vec(), vec![b'x'; 50 << 20]].concat(),
            "file file.line-too-long",
        ),
        (
            "a byte order mark",
            [b"\xef\xbb\xbf", &lines[1][..]].concat(),
            "file file.byte-order-mark",
        ),
        ("CR LF", [&lines[1][..], b"\r"].concat(), "file file.carriage-return"),
        ("invalid UTF-8", [&lines[1][..], b"\xff"].concat(), "file file.not-utf8"),
        ("100,000 deep", deep, "schema json.invalid"),
        (
            "deep in a record",
            record
                .replacen("{\"data\":{", &format!("{{\"data\":{{\"x\":{}", "[".repeat(100_000)), 1)
                .into(),
            "schema json.invalid",
        ),
        (
            "1e400",
            record.replacen("\"score\":0", "\"score\":1e400", 1).into(),
            "schema json.invalid",
        ),
        ("1e2", record.replacen("\"score\":0", "\"score\":1e2", 1).into(), "schema json.invalid"),
        (
            "duplicate keys",
            record.replacen("\"score\":", "\"score\":0,\"score\":", 1).into(),
            "schema json.invalid",
        ),
        (
            "escaped duplicate keys",
            record.replacen("\"score\":", "\"scor\\u0065\":0,\"score\":", 1).into(),
            "schema json.invalid",
        ),
        (
            "a reply longer than 2 MiB",
            record.replacen("\"response\":\"", &reply((2 << 20) + 1), 1).into(),
            "schema json.invalid",
        ),
        ("an order of options that there are not", beyond.into(), "schema json.invalid"),
        ("an order that asks one option twice", twice.into(), "schema json.invalid"),
        ("another curve", other.into(), "signature key.unsupported"),
        ("nothing", Vec::new(), "file file.empty-line"),
        ("null", b"null".to_vec(), "schema json.invalid"),
        ("a foreign type", b"{\"type\":\"x\"}".to_vec(), "schema file.unknown-type"),
    ];
    let rest = verified(&joined(&lines), options(&PROVEN));
    assert!(rest.passed);
    for (what, bad, expected) in cases {
        assert_ne!(bad, lines[1], "{what}");
        let mut file = lines.clone();
        file.insert(1, bad);
        // In chunks, as they come.
        let mut verifier = Verifier::new(options(&PROVEN));
        joined(&file).chunks(65_521).for_each(|chunk| verifier.push(chunk));
        let report = verifier.finish();
        let found = failures(&report);
        assert_eq!(found[0], format!("2 {expected}"), "{what}");
        let others = found.iter().all(|failure| {
            failure.starts_with("2 ")
                || failure.ends_with("run.duplicate-record")
                || failure.ends_with("run.count")
        });
        assert!(others, "{what}: {found:?}");
        for (step, whole) in report.steps.iter().zip(&rest.steps) {
            assert!(step.pass >= whole.pass, "{what}: {step:?}");
        }
    }
}

#[test]
fn no_message_repeats_more_of_a_line_than_its_beginning() {
    let record = String::from_utf8(made(&How::default()).lines[1].clone()).unwrap();
    let (long, digits) = ("\u{9b}[2J".repeat(100_000), "9".repeat(1_000_000));
    for line in [
        format!("{{\"type\":[\"{long}\"]}}"),
        format!("{{\"type\":\"{long}\"}}"),
        format!("{{\"type\":{digits}}}"),
        format!("{{\"{long}\":1}}"),
        record.replacen('{', &format!("{{\"proof\":{digits},"), 1),
        record.replacen("\"score\":0", &format!("\"score\":{digits}"), 1),
        record.replacen("\"status\":\"", &format!("\"status\":\"{long}"), 1),
    ] {
        let report = verified(line.as_bytes(), options(&PROVEN));
        let message = &report.failures[0].message;
        assert!(message.len() < 500 && !message.contains('\u{9b}'), "{message}");
    }
}

#[test]
fn a_file_that_was_cut_off_is_found_out_wherever_that_was() {
    let file = joined(&made(&How::default()).lines);
    for end in 0..file.len() - 1 {
        let report = verified(&file[..end], options(&PROVEN));
        assert!(!report.passed, "cut behind {end} bytes");
    }
    // Only the last line feed may lack.
    assert!(verified(&file[..file.len() - 1], options(&PROVEN)).passed);
}

#[test]
fn a_line_with_a_type_is_no_record_whatever_is_wrong_with_it() {
    let how = How { signs: true, every: Some(2), withhold: &["response"], ..How::default() };
    let Made { mut lines, openings } = made(&how);
    lines.insert(2, opening_line(&openings[0]));
    let whole = verified(&joined(&lines), options(&PROVEN));
    assert_eq!((whole.failed, whole.records), (0, 5));
    for (kind, expected) in [
        ("run", "schema json.invalid"),
        ("close", "schema json.invalid"),
        ("checkpoint", "inclusion json.invalid"),
        ("opening", "opening json.invalid"),
        ("note", "schema file.unknown-type"),
    ] {
        let mut file = lines.clone();
        let name = format!("\"type\":\"{kind}\"");
        let is_one = |line: &Vec<u8>| String::from_utf8_lossy(line).contains(&name);
        let number = file.iter().position(is_one).unwrap_or_else(|| {
            file.insert(0, format!("{{{name}}}").into_bytes());
            0
        });
        let text = String::from_utf8(file[number].clone()).unwrap();
        file[number] = text.replacen('{', "{\"x\":1,", 1).into_bytes();
        let report = verified(&joined(&file), options(&PROVEN));
        let found = failures(&report);
        assert!(found.contains(&format!("{} {expected}", number + 1)), "{kind}: {found:?}");
        assert_eq!(report.records, 5, "{kind}");
        let schema = &report.steps[Step::Schema as usize];
        assert_eq!((schema.pass, schema.fail), (5, 0), "{kind}");
        // The places of the records are what they were.
        for index in 0..5 {
            let one = |file: &[Vec<u8>]| {
                let index = Some(index);
                verified(&joined(file), Options { index, ..options(&PROVEN) })
            };
            assert_eq!(one(&file).outcomes, one(&lines).outcomes, "{kind} {index}");
            assert_eq!(one(&file).records, 1);
        }
    }
    // Nobody can say what a line was that is no JSON, so it has a place.
    let mut file = lines.clone();
    file[0].truncate(20);
    assert_eq!(verified(&joined(&file), options(&PROVEN)).records, 6);
    // A line that is not text of a record file has none.
    file[0] = [&lines[0][..], b"\r"].concat();
    assert_eq!(verified(&joined(&file), options(&PROVEN)).records, 5);
}
