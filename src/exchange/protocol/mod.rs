//! Wire formats of the supported agent protocols: requests to send, replies to read.

pub(in crate::exchange) mod a2a;
pub(in crate::exchange) mod anthropic;
pub(in crate::exchange) mod auto;
pub(in crate::exchange) mod base;
pub(in crate::exchange) mod broker;
pub(in crate::exchange) mod card;
pub(in crate::exchange) mod content;
pub(in crate::exchange) mod custom;
pub(in crate::exchange) mod envelope;
pub(in crate::exchange) mod finish;
pub(in crate::exchange) mod json;
pub(in crate::exchange) mod mcp;
pub(in crate::exchange) mod model_stream;
pub(in crate::exchange) mod models;
pub(in crate::exchange) mod openai;
pub(in crate::exchange) mod openai_responses;
pub(in crate::exchange) mod rpc;
pub(in crate::exchange) mod sse;
pub(in crate::exchange) mod stream;
