//! Labelled rows.

use proofmark::grade::Decimal;
use serde::Deserialize;

/// One labelled reply.
#[derive(Deserialize)]
pub struct Raw {
    kind: String,
    id: serde_json::Value,
    response: String,
    options: Option<Vec<String>>,
    intended: Option<String>,
    gold: Option<String>,
    expect: Option<String>,
    annotation: Option<String>,
}

/// One labelled reply, its kind checked.
pub struct Row {
    pub kind: &'static str,
    pub id: String,
    pub response: String,
    pub options: Option<Vec<String>>,
    intended: Option<String>,
    gold: Option<String>,
    expect: Option<String>,
    /// The row is a case of another grader's own tests.
    pub is_test: bool,
}

/// What a careful person says of a reply.
#[derive(Debug)]
pub enum Label {
    /// It answers this.
    Answer(String),
    /// It gives no answer.
    None,
    /// Its answer, if any, is not this one.
    NotThis(String),
}

impl Row {
    pub fn parse(line: &str) -> Result<Self, String> {
        let raw: Raw = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let kind = match raw.kind.as_str() {
            "math" => "math",
            "choice" => "choice",
            other => return Err(format!("unknown kind {other:?}")),
        };
        let id = raw.id.as_str().map_or_else(|| raw.id.to_string(), str::to_string);
        let is_test = raw.annotation.as_deref() == Some("test_author");
        let Raw { response, options, intended, gold, expect, .. } = raw;
        Ok(Self { kind, id, response, options, intended, gold, expect, is_test })
    }

    /// `develop` or `aside`: a fixed half of all ids each, by FNV-1a.
    pub fn half(&self) -> &'static str {
        let hash = self.id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        // FNV mixes its low bits badly: one more multiplication brings them up.
        let mixed = (hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if mixed >> 63 == 0 { "develop" } else { "aside" }
    }

    /// The label, unless it is not about one number or one letter.
    pub fn label(&self) -> Option<Label> {
        match (&self.intended, self.expect.as_deref()) {
            (Some(answer), _) if self.kind == "choice" => {
                let letter = answer.len() == 1 && answer.as_bytes()[0].is_ascii_uppercase();
                letter.then(|| match answer.as_str() {
                    // Only A to D can be asked; what answers another letter answers none of them.
                    "A" | "B" | "C" | "D" => Label::Answer(answer.clone()),
                    _ => Label::None,
                })
            }
            (Some(answer), _) => {
                let bare = answer.trim_matches('$').trim_end_matches("\\%");
                Decimal::parse(bare).map(|_| Label::Answer(bare.to_owned()))
            }
            (None, Some("wrong")) => self.gold.clone().map(Label::NotThis),
            (None, Some("unparseable")) => Some(Label::None),
            (None, _) => Some(Label::None),
        }
    }

    /// The options that can be asked.
    pub fn options(&self) -> Vec<&str> {
        self.options.iter().flatten().take(4).map(String::as_str).collect()
    }
}

/// Whether two answers are the same letter or the same number.
pub fn same(a: &str, b: &str) -> bool {
    match (Decimal::parse(a), Decimal::parse(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
