//! Snapshots of the reference SDK: signals as a map by id, in place of a list of records.

use super::merge::set_members;
use crate::base::tape::{Kind, Node};
use crate::error::Error;
use crate::id::{Family, SignalId};

/// Ids under which the SDK stores evals.
const ALIASES: [(&str, Family); 4] = [
    ("simple-evals.a2a_math", Family::Math),
    ("simple-evals.a2a_science", Family::Science),
    ("simple-evals.nanda_math", Family::Math),
    ("simple-evals.nanda_science", Family::Science),
];

/// Returns the snapshot `line` with a list of records, if its `snapshot` or `signals` is a map.
///
/// # Errors
/// `id.signal` for an invalid id.
pub(super) fn convert_snapshot(line: Node<'_>) -> Result<Option<String>, Error> {
    let maps = ["snapshot", "signals"].map(|name| (name, line.get(name)));
    let is_map = |node: &Node<'_>| node.kind() == Kind::Map;
    let Some((name, map)) =
        maps.into_iter().find_map(|(name, node)| Some((name, node.filter(is_map)?)))
    else {
        return Ok(None);
    };
    let mut records = Vec::new();
    for (id, signal) in map.members() {
        records.push(convert_signal(&id.as_str().unwrap_or_default(), signal)?);
    }
    let mut text = String::from("{");
    for (key, value) in line.members().filter(|(key, _)| !key.is_text(name)) {
        text.push_str(key.source());
        text.push(':');
        text.push_str(value.source());
        text.push(',');
    }
    text.push_str("\"signals\":[");
    text.push_str(&records.join(","));
    text.push_str("]}");
    Ok(Some(text))
}

/// Converts a signal: `value` becomes `data`, or `data.value` if it is no object. Of an eval it
/// is the score.
fn convert_signal(id: &str, signal: Node<'_>) -> Result<String, Error> {
    let family = ALIASES.iter().find(|(alias, _)| *alias == id).map(|(_, family)| family);
    let id = SignalId::new(family.map_or(id, |family| family.signal_id()))?;
    let provenance = signal.get("provenance");
    let beneath = |name: &str| provenance.and_then(|node| node.get(name));
    let value = signal.get("value").filter(|node| !node.is_null());
    let question = beneath("params").and_then(|params| params.get("questionId"));
    let data = match (family, value) {
        (Some(_), value) => set_members(
            None,
            &[
                ("questionId", question.map(|node| node.source())),
                ("score", value.map(|node| node.source())),
            ],
        ),
        (None, Some(value)) if value.kind() == Kind::Map => value.source().to_owned(),
        (None, value) => set_members(None, &[("value", value.map(|node| node.source()))]),
    };
    let time = signal.get("fetchedAt").or_else(|| beneath("fetchedAt"));
    let id = format!("\"{id}\"");
    Ok(set_members(
        None,
        &[
            ("data", Some(data.as_str())),
            ("fetchedAt", time.map(|node| node.source())),
            ("provenance", provenance.map(|node| node.source())),
            ("signalId", Some(id.as_str())),
            ("status", signal.get("status").map(|node| node.source())),
        ],
    ))
}
