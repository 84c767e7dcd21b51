//! Requested and served models, tools and agents of the scored runs.

use crate::base::hash::Digest;
use crate::base::tape::Node;
use crate::record::{self, ServedBy, Subject, Text};

/// Adds the models, tools and agents that `record`, a run of the subject `id`, requested and was
/// answered by.
pub(super) fn add_identity(known: &mut Vec<String>, id: &str, record: Node<'_>) {
    let asked = record.get("subject");
    let served = record.get("data").and_then(|data| data.get("served"));
    if asked.is_none() && served.is_none() {
        return;
    }
    let text = |node: Option<Node<'_>>, name: &str| {
        node?.get(name)?.as_str().map(|text| Text::from(text.into_owned()))
    };
    let [agent, model, tool] = ["agent", "model", "tool"].map(|name| text(asked, name));
    let subject = Subject { agent, model, tool, ..Subject::from_id(id.to_owned()) };
    let served = ServedBy {
        card: text(served, "card").and_then(|hex| Digest::from_hex("card", &hex).ok()),
        fingerprint: text(served, "fingerprint"),
        model: text(served, "model"),
        version: text(served, "version"),
    };
    let served = (served != ServedBy::default()).then_some(&served);
    if let Some(who) = record::identity_text(&subject, served) {
        record::add_identity(known, &who);
    }
}

#[cfg(test)]
mod tests {
    use crate::score::{Config, Scorer};

    /// Returns the subject of the score of four runs: by two models under one name, the newest first,
    /// and of one that names nothing.
    fn subject(window: &str) -> serde_json::Value {
        let config = format!(
            r#"{{"trustScoreConfigVersion":1,"adapters":[{{"adapterId":"simple-math"{window}}}]}}"#
        );
        let mut scorer =
            Scorer::new(Config::parse(config.as_bytes()).unwrap(), "2026-11-20T17:00:00Z").unwrap();
        let record = |day: u32, served: &str| {
            format!(
                r#"{{"data":{{"outcome":"correct","score":100{served}}},"fetchedAt":"2026-11-{day:02}T16:00:00Z","signalId":"simple-evals.math","status":"ok","subject":{{"id":"urn:a","model":"m"}}}}"#
            )
        };
        let model = |name: &str| format!(r#","served":{{"model":"{name}"}}"#);
        let lines = [
            record(1, &model("m-1")),
            record(4, &model("m-2")),
            record(3, &model("m-1")),
            record(2, ""),
        ];
        let mut out = Vec::new();
        assert!(scorer.push(format!("{}\n", lines.join("\n")).as_bytes(), &mut out).is_empty());
        let (bad, _) = scorer.finish(&mut out);
        assert!(bad.is_empty());
        let score: serde_json::Value = serde_json::from_slice(&out).unwrap();
        score["subject"].clone()
    }

    #[test]
    fn only_scored_runs_name_what_answered() {
        let named = |who: &[&str]| serde_json::json!({ "id": "urn:a", "who": who });
        let [first, second] = ["model m, served by m-1", "model m, served by m-2"];
        assert_eq!(subject(""), named(&[second]));
        assert_eq!(subject(r#","window":{"runs":2}"#), named(&[second, first]));
        assert_eq!(subject(r#","window":{"runs":9}"#), named(&[second, first, "model m"]));
    }
}
