//! The default ids of subjects: the cases that every host plays too, see `tests/hosts/`.

use proofmark::exchange::{Endpoint, Options, Protocol};
use proofmark::record::Subject;
use serde::Deserialize;

use super::cases::cases;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Target {
    endpoint: String,
    subject: Option<String>,
    registry: Option<String>,
    protocol: Option<String>,
    model: Option<String>,
    tool: Option<String>,
    uaid: Option<String>,
    agent_url: Option<String>,
    json_body: Option<String>,
}

#[test]
fn every_target_has_its_subject_or_needs_a_name() {
    for case in cases(include_str!("../vectors/api/subject.json")) {
        let (name, expect) = (&case["name"], &case["expect"]);
        let target = Target::deserialize(&case["arguments"][0]).unwrap();
        let protocol = Protocol::from_name(target.protocol.as_deref().unwrap_or("auto"));
        let Target { model, tool, uaid, agent_url, json_body: body, .. } = target;
        let options = Options { model, tool, uaid, agent_url, body, ..Options::default() };
        let subject = Endpoint::new(&target.endpoint, protocol.unwrap(), options)
            .and_then(|endpoint| Subject::from_endpoint(&endpoint, target.subject));
        let found = match subject {
            Ok(subject) => {
                let registry = target.registry.map(Into::into);
                serde_json::to_value(Subject { registry, ..subject }).unwrap()
            }
            Err(error) => {
                assert!(!error.to_string().contains("secret"), "{name}: {error}");
                serde_json::json!({ "error": error.code() })
            }
        };
        assert_eq!(&found, expect, "{name}");
    }
}
