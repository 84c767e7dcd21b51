//! Reports in every format, from hostile text.

// Helpers of tests are not seen as tests.
use proofmark::report::{
    Embedded, Kind, Outcome, Report, Row, Source, compare, write_html, write_junit, write_markdown,
};
use proofmark::stats::Probability;
use proofmark::suite::{Answers, Suite, scorecard};
use proptest::prelude::*;

const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' onfocus='x",
    "]]> --> <!-- &amp; &#0; &bogus;",
    "\u{0}\u{1}\u{8}\u{b}\u{1f}\u{7f}\u{85}\u{fffe}\u{ffff}",
    "\u{202e}gnp.exe\u{2066}\u{200b}\u{feff}",
    "| a | b |\n|---|---|\r\n# title\n- [x](javascript:alert(1)) ![i](http://e.example/i.png)",
    "`code` **bold** ~~gone~~ $x$ @someone #1 https://e.example <b>",
    "{{constructor}} ${x} %s",
    "😀 é 漢字 عربي",
    "",
];

fn hostile() -> Report {
    let rows = HOSTILE.iter().enumerate().map(|(index, text)| Row {
        id: format!("{index} {text}"),
        stratum: Some((*text).to_owned()),
        outcome: if index % 2 == 0 { Outcome::Pass } else { Outcome::Fail },
        label: Some((*text).to_owned()),
        details: vec![
            ("reply".to_owned(), (*text).to_owned()),
            ((*text).to_owned(), String::new()),
        ],
        question: None,
        marks: Vec::new(),
        latency_ms: Some(index as u64 * 1001),
    });
    let (title, signer) = (HOSTILE.concat(), Some(HOSTILE.concat()));
    Report::new(Kind::Records, title, signer, rows.collect(), Probability::ALPHA)
}

fn data(rows: &[&str]) -> String {
    rows.iter().map(|text| serde_json::json!({"response": text}).to_string() + "\n").collect()
}

#[test]
fn a_scorecard_becomes_a_report_with_failures_first() {
    let suite = Suite::parse(include_bytes!("../../examples/sealed.json")).unwrap();
    let answers = Answers::parse(include_bytes!("../../examples/answers-bad.json")).unwrap();
    let card = scorecard(&suite, &answers).unwrap();
    let report = Report::from_scorecard(&card, Probability::ALPHA);
    assert_eq!(report.title, "examples/first-steps, version 1");
    let ids: Vec<_> = report.rows.iter().map(|row| &*row.id).collect();
    assert_eq!(ids, ["log-line", "palindrome", "caesar-3", "hex-sum", "checksum"]);
    assert_eq!(report.labels["missing_final_answer"], 1);
    assert_eq!(report.strata.len(), 4);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["strata"][3]["name"], "strings");
    assert_eq!(json["strata"][3]["total"], 1);
    assert_eq!(json["score"]["passed"], 3);
    let markdown = write_markdown(&report);
    assert!(markdown.contains("3 of 5 passed: 60.00 % (95 % interval 23.07 % to 88.24 %)"));
    assert!(markdown.contains("| **fail** | `palindrome` | `strings` | `missing_final_answer` |"));
}

#[test]
fn counts_have_their_thousands_apart_where_people_read_them() {
    let row = |index| Row {
        id: format!("task-{index}"),
        stratum: Some("sums".to_owned()),
        outcome: if index < 1200 { Outcome::Pass } else { Outcome::Fail },
        label: Some(if index < 1200 { "correct" } else { "wrong" }.to_owned()),
        details: Vec::new(),
        question: None,
        marks: Vec::new(),
        latency_ms: None,
    };
    let rows = (0..4000).map(row).collect();
    let report = Report::new(Kind::Records, "many", None, rows, Probability::ALPHA);
    let text = write_markdown(&report);
    for line in
        ["| `correct` | 1,200 |", "| `wrong` | 2,800 |", "| `sums` | 1,200 | 4,000 | 30.00 % |"]
    {
        assert!(text.contains(line), "{line}");
    }
    let page = write_html(&report, Embedded { data: "", bank: None, verifier: None }).unwrap();
    for cell in ["<td class=\"number\">2,800</td>", "<td class=\"number soft\">1,200 of 4,000</td>"]
    {
        assert!(page.contains(cell), "{cell}");
    }
    // Programs read these.
    assert_eq!(serde_json::to_value(&report).unwrap()["strata"][0]["total"], 4000);
    assert!(write_junit(&report).contains("tests=\"4000\""));
}

#[test]
fn junit_is_well_formed_and_says_the_same_whatever_the_text() {
    let report = hostile();
    let xml = write_junit(&report);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("tests"), Some("12"));
    assert_eq!(root.attribute("failures"), Some("6"));
    let cases: Vec<_> = root.descendants().filter(|n| n.has_tag_name("testcase")).collect();
    assert_eq!(cases.len(), 12);
    let failed = cases.iter().filter(|case| case.children().any(|n| n.has_tag_name("failure")));
    assert_eq!(failed.count(), 6);
    let names: Vec<_> = cases.iter().filter_map(|case| case.attribute("name")).collect();
    assert!(names.contains(&"0 <script>alert(1)</script>"), "text survives: {names:?}");
    assert!(names.iter().any(|name| name.contains("[U+202E]gnp.exe")));
    assert_eq!(cases[0].attribute("time"), Some("1.001"));
}

#[test]
fn the_page_has_only_the_elements_that_it_is_made_of() {
    let script = "document.getElementById('proofmark-status').textContent = 'intact';";
    let embedded = Embedded { data: &data(HOSTILE), bank: None, verifier: Some(script) };
    let page = write_html(&hostile(), embedded).unwrap();
    let count = |what: &str| page.matches(what).count();
    assert_eq!((count("<script"), count("</script>")), (2, 2));
    assert_eq!((count("<img"), count("<b>"), count("<!--")), (0, 0, 0));
    let shown = &page[..page.find("id=\"proofmark-data\"").unwrap()];
    assert!(!shown.contains('\u{0}') && !shown.contains('\u{202e}'));
    // The digest of the script, by another tool: printf %s … | openssl dgst -sha256 -binary | base64
    assert!(page.contains(
        "script-src 'sha256-gUrOzFQphE4tnQK+CPhseKO1clAc5BmdXpxaF3TPH9M=' 'wasm-unsafe-eval'"
    ));
    let start = page.find("id=\"proofmark-data\">").unwrap() + "id=\"proofmark-data\">".len();
    let carried = &page[start..start + page[start..].find("</script>").unwrap()];
    for (line, text) in carried.lines().zip(HOSTILE) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["response"], **text, "the values are unchanged");
    }
}

#[test]
fn a_page_without_a_verifier_allows_no_script() {
    let page = write_html(&hostile(), Embedded { data: "{}", bank: None, verifier: None }).unwrap();
    assert!(page.contains("content=\"default-src 'none'; style-src"));
    assert!(!page.contains("script-src"));
}

#[test]
fn a_page_shows_agents_questions_and_the_parts_that_the_readings_matched() {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../vectors/report/results.json")).unwrap();
    let lines = file["files"]["records"].as_array().unwrap().iter().map(|l| l.as_str().unwrap());
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    let report = Source::parse(text.as_bytes()).unwrap().report(Probability::ALPHA).unwrap();
    let page = write_html(&report, Embedded { data: &text, bank: None, verifier: None }).unwrap();
    for part in ["<dt>Question</dt>", "<u>", "<mark>", "Not proven", env!("CARGO_PKG_VERSION")] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("Records of 20"), "the dates of the records");
}

#[test]
fn a_page_shows_a_part_of_many_rows_and_refuses_a_file_that_is_too_large() {
    let page = |rows: usize, data: &str| {
        let row = |index| Row {
            id: format!("task-{index}"),
            stratum: None,
            outcome: Outcome::Pass,
            label: None,
            details: Vec::new(),
            question: None,
            marks: Vec::new(),
            latency_ms: None,
        };
        let rows = (0..rows).map(row).collect();
        let report = Report::new(Kind::Records, "many", None, rows, Probability::ALPHA);
        write_html(&report, Embedded { data, bank: None, verifier: None })
    };
    let shown = page(100_000, "").unwrap();
    assert!(shown.contains("99,500 more are left out here."));
    assert!(shown.len() < 200_000);
    let large = " ".repeat((16 << 20) + 1);
    assert_eq!(page(1, &large).unwrap_err().code(), "file.too-large");
}

#[test]
fn a_verifier_that_could_end_its_element_is_refused() {
    for bad in ["'</script>'", "'</SCRIPT '", "// <!--", "'<script>'"] {
        let embedded = Embedded { data: "{}", bank: None, verifier: Some(bad) };
        assert_eq!(write_html(&hostile(), embedded).unwrap_err().code(), "report.bad-script");
    }
}

#[test]
fn markdown_has_as_many_rows_as_the_report_and_no_links() {
    let text = write_markdown(&hostile());
    // Nothing within a code span is active.
    let active: String = text.lines().flat_map(|line| line.split('`').step_by(2)).collect();
    let rows = text.lines().filter(|l| l.starts_with("| pass ") || l.starts_with("| **fail**"));
    assert_eq!(rows.count(), 12);
    for bad in ["](", "![", "://", "<script", "<img", "@someone", "\u{202e}"] {
        assert!(!active.contains(bad), "{bad}");
    }
    assert!(text.lines().all(|line| line.matches('`').count() % 2 == 0));
    assert!(text.lines().all(|line| !line.starts_with("- [") && !line.starts_with("# title")));
}

#[test]
fn nothing_makes_a_report_too() {
    let report = Report::new(Kind::Records, "none", None, Vec::new(), Probability::ALPHA);
    assert!(write_markdown(&report).contains("0 of 0 passed: nothing was asked"));
    assert!(roxmltree::Document::parse(&write_junit(&report)).is_ok());
    assert!(write_html(&report, Embedded { data: "", bank: None, verifier: None }).is_ok());
}

proptest! {
    #[test]
    fn no_text_breaks_a_format(texts in prop::collection::vec(any::<String>(), 1..6)) {
        let rows = texts.iter().map(|text| Row {
            id: text.clone(),
            stratum: Some(text.clone()),
            outcome: Outcome::Fail,
            label: Some(text.clone()),
            details: vec![(text.clone(), text.clone())],
            question: None,
            marks: Vec::new(),
            latency_ms: None,
        });
        let report =
            Report::new(Kind::Records, texts.concat(), None, rows.collect(), Probability::ALPHA);
        let xml = write_junit(&report);
        prop_assert!(roxmltree::Document::parse(&xml).is_ok());
        let page = write_html(&report, Embedded { data: "", bank: None, verifier: None }).unwrap();
        prop_assert_eq!(page.matches("<script").count(), 1);
        let lines = write_markdown(&report).lines().filter(|l| l.starts_with("| **fail**")).count();
        prop_assert_eq!(lines, texts.len());
    }
}

/// The records of science among the shared vectors, as if their bank were called `id` and had the
/// root `root`.
fn science_of_bank(id: &str, root: char) -> Source {
    let file: serde_json::Value =
        serde_json::from_str(include_str!("../vectors/report/results.json")).unwrap();
    let lines = file["files"]["records"].as_array().unwrap().iter().map(|l| l.as_str().unwrap());
    let public = format!("\"id\":\"public\",\"root\":\"{}\"", proofmark::bank::PUBLIC_ROOT);
    let other = format!("\"id\":\"{id}\",\"root\":\"{}\"", String::from(root).repeat(64));
    let science: Vec<_> = lines
        .filter(|line| line.contains("\"simple-evals.science\""))
        .map(|line| line.replace(&public, &other))
        .collect();
    Source::parse(science.join("\n").as_bytes()).unwrap()
}

#[test]
fn questions_of_two_private_banks_are_no_pairs_though_they_have_one_id() {
    let pairs = |first: &Source, second: &Source| {
        compare(first, second, &proofmark::stats::Options::default()).unwrap().pairs.total()
    };
    let [one, other] = ['1', '2'].map(|root| science_of_bank("mine", root));
    let asked = pairs(&one, &one);
    assert!(asked > 0);
    assert_eq!(pairs(&one, &other), 0);
    // The ids of the public bank name its questions, whatever becomes of the others.
    let [one, other] = ['1', '2'].map(|root| science_of_bank("public", root));
    assert_eq!(pairs(&one, &other), asked);
}
