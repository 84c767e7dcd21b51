//! The public bank: 60 questions of each science, one file per science.

use std::sync::OnceLock;

use crate::error::Error;

use super::{Bank, parse};

static PUBLIC: OnceLock<Result<Bank, Error>> = OnceLock::new();

impl Bank {
    /// Returns the public bank, parsed on first use.
    ///
    /// # Errors
    /// Never fails: tests check the data against every rule.
    pub fn public() -> Result<&'static Self, Error> {
        PUBLIC.get_or_init(parse_public_bank).as_ref().map_err(Clone::clone)
    }
}

fn parse_public_bank() -> Result<Bank, Error> {
    let mut all = Vec::new();
    let mut name = String::new();
    for text in files() {
        let (id, items) = parse::parse_file(text.as_bytes())?;
        name = id;
        all.extend(items);
    }
    Bank::new(name, all)
}

#[cfg(not(target_arch = "wasm32"))]
const fn files() -> [&'static str; 4] {
    [
        include_str!("public/chemistry.json"),
        include_str!("public/biology.json"),
        include_str!("public/physics.json"),
        include_str!("public/earth-science.json"),
    ]
}

/// Returns the same items as one file, which all wasm files share.
#[cfg(target_arch = "wasm32")]
fn files() -> [String; 1] {
    #[wasm_bindgen::prelude::wasm_bindgen(raw_module = "../wasm/public-bank.js")]
    extern "C" {
        #[wasm_bindgen(js_name = publicBank)]
        fn public_bank() -> String;
    }
    [public_bank()]
}
