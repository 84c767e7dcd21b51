//! Dead Simple Signing Envelopes (<https://github.com/secure-systems-lab/dsse>), as in-toto uses them.

use super::key::SecretKey;
use crate::base::base64;
use crate::base::json::{Value, object};

/// Signs `payload` and returns the envelope. The key id is the `did:key`.
pub fn envelope(payload_type: &str, payload: &[u8], key: &SecretKey) -> Value {
    let (size, length) = (payload_type.len(), payload.len());
    let mut signed = format!("DSSEv1 {size} {payload_type} {length} ").into_bytes();
    signed.extend_from_slice(payload);
    let signature = object([
        ("keyid", key.public().did().as_str().into()),
        ("sig", base64::encode(&key.sign(&signed)).as_str().into()),
    ]);
    object([
        ("payload", base64::encode(payload).as_str().into()),
        ("payloadType", payload_type.into()),
        ("signatures", Value::Array(vec![signature])),
    ])
}
