//! SHA-256 computed by the host.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::base::hash::{Digest, Hasher};

#[wasm_bindgen]
extern "C" {
    /// An incremental hasher, such as `createHash("sha256")` of `node:crypto`.
    #[wasm_bindgen(
        typescript_type = "{ update(piece: Uint8Array): unknown; digest(): Uint8Array }"
    )]
    pub type Sha256;

    /// `piece` is a view of the core's memory, valid only during the call.
    #[wasm_bindgen(method, catch)]
    fn update(this: &Sha256, piece: &[u8]) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn digest(this: &Sha256) -> Result<Vec<u8>, JsValue>;
}

/// A host's hasher, with a flag for whether it has failed.
pub(super) struct HostHasher {
    host: Sha256,
    refused: bool,
}

impl HostHasher {
    pub(super) const fn new(host: Sha256) -> Self {
        Self { host, refused: false }
    }
}

impl Hasher for HostHasher {
    fn update(&mut self, piece: &[u8]) {
        self.refused = self.refused || self.host.update(piece).is_err();
    }

    fn finish(self) -> Option<Digest> {
        let digest = if self.refused { None } else { self.host.digest().ok() };
        digest.and_then(|digest| digest.try_into().ok()).map(Digest::from_bytes)
    }
}
