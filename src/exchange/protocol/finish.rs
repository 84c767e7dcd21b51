//! Finish reasons of model APIs.

use crate::exchange::cause::Cause;

/// Finish reasons that mean the reply is incomplete, with their cause, as documented by the
/// providers named. Any other reason (`stop`, `end_turn`, `COMPLETE`, `eos_token`, `tool_calls` …)
/// ends a complete reply.
const FAILURES: [(&str, Cause); 32] = [
    // OpenAI, Azure, vLLM, SGLang, TGI, llama.cpp, Ollama.
    ("length", Cause::ReplyTruncated),
    // Anthropic, Bedrock, Cohere, Gemini.
    ("max_tokens", Cause::ReplyTruncated),
    // OpenAI Responses.
    ("max_output_tokens", Cause::ReplyTruncated),
    // Anthropic, Bedrock.
    ("model_context_window_exceeded", Cause::ReplyTruncated),
    // Mistral.
    ("model_length", Cause::ReplyTruncated),
    // llama.cpp, `stop_type`.
    ("limit", Cause::ReplyTruncated),
    // OpenAI, Azure, OpenRouter.
    ("content_filter", Cause::ReplyFiltered),
    // Bedrock.
    ("content_filtered", Cause::ReplyFiltered),
    ("guardrail_intervened", Cause::ReplyFiltered),
    // Cohere.
    ("error_toxic", Cause::ReplyFiltered),
    // Zhipu.
    ("sensitive", Cause::ReplyFiltered),
    // Gemini.
    ("safety", Cause::ReplyFiltered),
    ("recitation", Cause::ReplyFiltered),
    ("language", Cause::ReplyFiltered),
    ("blocklist", Cause::ReplyFiltered),
    ("prohibited_content", Cause::ReplyFiltered),
    ("spii", Cause::ReplyFiltered),
    ("image_safety", Cause::ReplyFiltered),
    ("malformed_function_call", Cause::ReplyError),
    ("unexpected_tool_call", Cause::ReplyError),
    // OpenRouter, Mistral, Cohere, vLLM.
    ("error", Cause::ReplyError),
    // Cohere.
    ("timeout", Cause::ReplyError),
    ("user_cancel", Cause::ReplyError),
    ("error_limit", Cause::ReplyTruncated),
    // vLLM, SGLang.
    ("abort", Cause::ReplyError),
    // Zhipu.
    ("network_error", Cause::ReplyError),
    // DeepSeek.
    ("insufficient_system_resource", Cause::ReplyError),
    // Gateways.
    ("cancelled", Cause::ReplyError),
    ("canceled", Cause::ReplyError),
    ("failed", Cause::ReplyError),
    ("aborted", Cause::ReplyError),
    ("server_error", Cause::ReplyError),
];

/// Returns the cause if `reason` means that the reply is incomplete. Ignores case: gateways pass
/// the reasons of their providers on in either.
pub(in crate::exchange) fn incomplete_cause(reason: &str) -> Option<Cause> {
    let found = FAILURES.iter().find(|(name, _)| reason.eq_ignore_ascii_case(name));
    found.map(|(_, cause)| *cause)
}
