//! What was requested and what answered in the scored runs.

use crate::base::hash::Digest;
use crate::base::tape::Node;
use crate::record::{self, Served, Subject, Text};

/// Adds what `record`, a run of the subject `id`, says about what was requested and what answered.
pub(super) fn add(known: &mut Vec<String>, id: &str, record: Node<'_>) {
    let asked = record.get("subject");
    let served = record.get("data").and_then(|data| data.get("served"));
    if asked.is_none() && served.is_none() {
        return;
    }
    let text = |node: Option<Node<'_>>, name: &str| {
        node?.get(name)?.as_str().map(|text| Text::from(text.into_owned()))
    };
    let [agent, model, tool] = ["agent", "model", "tool"].map(|name| text(asked, name));
    let subject = Subject { agent, model, tool, ..Subject::named(id.to_owned()) };
    let served = Served {
        card: text(served, "card").and_then(|hex| Digest::from_hex("card", &hex).ok()),
        fingerprint: text(served, "fingerprint"),
        model: text(served, "model"),
        version: text(served, "version"),
    };
    let served = (served != Served::default()).then_some(&served);
    if let Some(who) = record::who(&subject, served) {
        record::add_who(known, &who);
    }
}
