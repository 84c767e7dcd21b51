//! Lists of the models that a server has, in the formats of OpenAI and Ollama.

use crate::exchange::call::{Call, Stage};
use crate::exchange::endpoint::Endpoint;
use crate::exchange::value::Value;

/// Builds the call that lists the models: next to the endpoint's path, `/api/tags` for Ollama's
/// paths and `/models` for others.
pub(in crate::exchange) fn list_call(endpoint: &Endpoint) -> Call {
    let url = endpoint.url();
    let path = url.path_only();
    let path = if path.starts_with("/api/") {
        "/api/tags".to_owned()
    } else {
        let base = path.find("/v1").map_or("/v1", |at| &path[..at + "/v1".len()]);
        format!("{base}/models")
    };
    Call::get(Stage::QUESTION, url.with_path(&path))
}

/// Reports whether an error says that the server does not have `model`, as OpenAI, Anthropic,
/// Ollama, vLLM, Mistral, LiteLLM and OpenRouter word it.
pub(in crate::exchange) fn says_model_missing(error: &str, model: &str) -> bool {
    const WORDS: [&str; 5] =
        ["not found", "not_found", "not exist", "invalid model", "not a valid model"];
    let text = error.to_ascii_lowercase();
    text.contains("model")
        && error.contains(model)
        && WORDS.iter().any(|words| text.contains(words))
}

/// Returns the names in a list of models.
pub(in crate::exchange) fn model_names(list: &Value) -> Vec<&str> {
    let list = list.get("data").or_else(|| list.get("models")).unwrap_or(list);
    let name = |model| ["id", "name", "model"].iter().find_map(|name| Value::get(model, name));
    list.as_array().unwrap_or_default().iter().filter_map(|model| name(model)?.as_str()).collect()
}
