//! Verification of signed scores: signature, configuration, input, and the score computed again.

use std::collections::HashMap;

use super::config::Config;
use super::signed;
use super::stream::{Output, Scorer};
use crate::base::instant;
use crate::base::json::{Value, object};
use crate::base::lines::{Line, Lines};
use crate::base::tape::Tape;
use crate::error::{Code, Error, join_texts, shown};
use crate::proof::{KeyStanding, Trust};
use crate::record::Instant;
use crate::verify::Conclusion;

/// The members of a signed score that are not computed from its input.
const NOT_COMPUTED: [&str; 2] = ["evaluator", "proof"];

/// Signed scores, and the lines that they are verified against.
#[derive(Debug)]
pub struct SignedScores {
    scores: Vec<SignedScore>,
    /// Indexes of the scores by subject.
    index: HashMap<String, Vec<usize>>,
    /// A scorer for each time of scoring.
    scorers: Vec<(String, Scorer)>,
    has_config: bool,
    has_input: bool,
}

/// A signed score.
#[derive(Debug)]
struct SignedScore {
    score: Value,
    signer: Option<(String, Option<String>)>,
    result: Result<(), Error>,
    /// True once `result` is final.
    settled: bool,
}

impl SignedScores {
    /// Parses NDJSON or a JSON array of signed scores. Checks the signatures, by `trust` if given, and
    /// the digest of the configuration.
    ///
    /// # Errors
    /// `json.invalid` if `scores` is not JSON; the codes of [`Config::parse`].
    pub fn new(scores: &[u8], config: Option<&[u8]>, trust: Option<&Trust>) -> Result<Self, Error> {
        let config = config.map(Config::parse).transpose()?;
        let scores = parse(scores)?;
        let mut index: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, score) in scores.iter().enumerate() {
            index.entry(subject_id(score).to_owned()).or_default().push(place);
        }
        let mut all = Self {
            scores: scores.into_iter().map(|score| SignedScore::new(score, trust)).collect(),
            index,
            scorers: Vec::new(),
            has_config: config.is_some(),
            has_input: false,
        };
        if let Some(config) = config {
            for score in all.scores.iter_mut().filter(|score| !score.settled) {
                let at = score.member_text("trustScoreUpdatedAt").to_owned();
                match score.scorer(&config, &at) {
                    Err(error) => score.record_result(Err(error)),
                    Ok(_) if all.scorers.iter().any(|(known, _)| *known == at) => {}
                    Ok(scorer) => all.scorers.push((at, scorer)),
                }
            }
        }
        Ok(all)
    }

    /// Adds bytes of the snapshots or the record file that was scored.
    pub fn push(&mut self, bytes: &[u8]) {
        self.has_input = true;
        let Self { scores, index, scorers, .. } = self;
        for (at, scorer) in scorers {
            let mut out = Vec::new();
            scorer.push(bytes, &mut out);
            compare(scores, index, at, &out);
        }
    }

    /// Ends the input and returns the report as JSON.
    pub fn finish(mut self) -> Value {
        let Self { scores, index, scorers, .. } = &mut self;
        for (at, scorer) in scorers {
            let mut ended = false;
            while !ended {
                let mut out = Vec::new();
                ended = scorer.finish(&mut out).1.is_some();
                compare(scores, index, at, &out);
            }
        }
        let given = [("config", self.has_config), ("records", self.has_input)];
        let missing: Vec<&str> =
            given.iter().filter(|(_, given)| !given).map(|(name, _)| *name).collect();
        let results = self.scores.iter().map(|score| score.to_value(missing.is_empty()));
        let results: Vec<Value> = results.collect();
        let failed: Vec<&Value> = results.iter().filter(|it| it.get("code").is_some()).collect();
        let all = match results.len() {
            1 => "1 score".to_owned(),
            more => format!("{more} scores"),
        };
        let (verdict, text) = match failed.first() {
            None if results.is_empty() => (Conclusion::Failed, "no score".to_owned()),
            None if missing.is_empty() => (
                Conclusion::Intact,
                format!("{all} signed, and computed again with the same result"),
            ),
            None => (
                Conclusion::NotChecked,
                format!(
                    "{all} signed, but not computed again without {}",
                    join_texts(&missing, " and ")
                ),
            ),
            Some(first) => {
                let text = |name| first.get(name).and_then(Value::as_str).unwrap_or_default();
                let why = format!("{} ({})", text("message"), text("code"));
                let text =
                    format!("{} of {all}, the first of {}: {why}", failed.len(), text("subject"));
                (Conclusion::Failed, text)
            }
        };
        object([
            ("verdict", verdict.name().into()),
            ("text", text.as_str().into()),
            ("missing", missing.into_iter().map(Value::from).collect()),
            ("scores", Value::Array(results)),
        ])
    }
}

impl SignedScore {
    fn new(score: Value, trust: Option<&Trust>) -> Self {
        let expected = "a line about the subject that can be scored";
        let error = Error::new(Code::ScoreOtherInput, "records", expected, "none");
        let mut signed = Self { score, signer: None, result: Err(error), settled: false };
        match signed::check_signature(&signed.score).and_then(|did| signed.signer(did, trust)) {
            Ok(signer) => signed.signer = Some(signer),
            Err(error) => signed.record_result(Err(error)),
        }
        signed
    }

    /// Returns the signer and the name by which it is trusted.
    fn signer(
        &self,
        did: String,
        trust: Option<&Trust>,
    ) -> Result<(String, Option<String>), Error> {
        let Some(trust) = trust else { return Ok((did, None)) };
        let at = instant::parse_millis(self.member_text("trustScoreUpdatedAt")).unwrap_or_default();
        match trust.lookup(&did, Instant::from_ms(at.unsigned_abs())) {
            KeyStanding::Trusted(name) => {
                let name = name.to_owned();
                Ok((did, Some(name)))
            }
            _ => {
                let expected = "a key that is trusted at the time of scoring";
                Err(Error::new(Code::PolicySigner, "evaluator", expected, shown(&did)))
            }
        }
    }

    /// Creates a scorer for the time `at`, if `config` is the configuration of this score.
    fn scorer(&self, config: &Config, at: &str) -> Result<Scorer, Error> {
        let digest = config.digest().hex();
        if digest != self.member_text("trustScoreConfigDigest") {
            let expected = "the digest in trustScoreConfigDigest";
            return Err(Error::new(Code::ScoreOtherConfig, "configuration", expected, digest));
        }
        Ok(Scorer::new(config.clone(), at)?.with_output(Output::Signed(None)))
    }

    fn member_text(&self, name: &str) -> &str {
        self.score.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn record_result(&mut self, result: Result<(), Error>) {
        (self.result, self.settled) = (result, true);
    }

    /// Compares with a score of the same subject and time that was computed again.
    fn compare(&mut self, computed: &Value) {
        let input = |score: &Value| score.get("input").map(Value::canonical);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
        if input(&self.score) != input(computed) {
            let found = input(computed).map(text).unwrap_or_default();
            let expected = "the lines in input";
            self.result = Err(Error::new(Code::ScoreOtherInput, "records", expected, found));
            return;
        }
        self.record_result(match first_difference(&self.score, computed) {
            None => Ok(()),
            Some(name) => {
                let member = |score: &Value| {
                    let member = score.get(&name).map(Value::canonical);
                    member.map_or_else(|| "none".to_owned(), |value| shown(&text(value)))
                };
                let (ours, theirs) = (member(computed), member(&self.score));
                Err(Error::new(Code::ScoreDiffers, name, ours, theirs))
            }
        });
    }

    fn to_value(&self, complete: bool) -> Value {
        let mut members = vec![("subject", subject_id(&self.score).into())];
        let result = match &self.signer {
            Some((did, name)) => {
                members.push(("signer", did.as_str().into()));
                members.extend(name.as_deref().map(|name| ("name", name.into())));
                &self.result
            }
            None => &self.result,
        };
        // An incomplete verification only has the failures that are final.
        let failure = result.as_ref().err().filter(|_| complete || self.settled);
        members.push(("passed", (complete && failure.is_none()).into()));
        if let Some(error) = failure {
            members.push(("code", error.code().into()));
            members.push(("message", error.to_string().as_str().into()));
        }
        object(members)
    }
}

fn subject_id(score: &Value) -> &str {
    score.get("subject").and_then(|it| it.get("id")).and_then(Value::as_str).unwrap_or_default()
}

/// Parses the lines, or the items of one array.
fn parse(text: &[u8]) -> Result<Vec<Value>, Error> {
    if text.trim_ascii_start().starts_with(b"[") {
        let mut tape = Tape::new();
        let list = tape.read("scores", text)?;
        return Ok(list.items().map(Value::from_view_with_decimals).collect());
    }
    let (mut scores, mut lines) = (Ok(Vec::new()), Lines::default());
    let mut add = |line: Line<'_>| {
        if let (Ok(all), Line::Whole(line)) = (&mut scores, line)
            && !line.trim_ascii().is_empty()
        {
            match signed::parse(line) {
                Ok(score) => all.push(score),
                Err(error) => scores = Err(error.at_line(all.len() + 1)),
            }
        }
    };
    lines.push(text, &mut add);
    lines.finish(&mut add);
    scores
}

/// Compares the computed lines with the scores of the same subjects at that time.
fn compare(
    scores: &mut [SignedScore],
    index: &HashMap<String, Vec<usize>>,
    at: &str,
    lines: &[u8],
) {
    for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let Ok(computed) = signed::parse(line) else { continue };
        for &place in index.get(subject_id(&computed)).into_iter().flatten() {
            let score = &mut scores[place];
            if !score.settled && score.member_text("trustScoreUpdatedAt") == at {
                score.compare(&computed);
            }
        }
    }
}

/// Returns the first member in which a score differs from the computed one, the score itself first.
fn first_difference(score: &Value, computed: &Value) -> Option<String> {
    let names = |value: &Value| match value {
        Value::Object(members) => members.iter().map(|(name, _)| name.clone()).collect(),
        _ => Vec::new(),
    };
    let mut all = vec!["trustScore".to_owned()];
    all.extend(names(computed));
    all.extend(names(score).into_iter().filter(|name| !NOT_COMPUTED.contains(&name.as_str())));
    let member = |value: &Value, name: &str| value.get(name).map(Value::canonical);
    all.into_iter().find(|name| member(score, name) != member(computed, name))
}
