//! `xtask INPUT.wasm OUTPUT_DIRECTORY STEM` prunes a compiled core and writes its JavaScript glue.
//!
//! The version of the generator is held by `Cargo.lock`, so that it always agrees with the
//! `wasm-bindgen` that the core was compiled against, and nothing has to be installed by hand.

mod prune;

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output, stem] = arguments.as_slice() else {
        eprintln!("usage: xtask INPUT.wasm OUTPUT_DIRECTORY STEM");
        return ExitCode::from(2);
    };
    match generate(input, output, stem) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(input: &str, output: &str, stem: &str) -> Result<(), Box<dyn Error>> {
    let wasm = prune::prune(fs::read(input)?)?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(stem, wasm)
        .out_name(stem)
        .omit_default_module_path(true)
        // The optimiser orders functions by name.
        .remove_name_section(false)
        .remove_producers_section(true)
        .reset_state_function(true)
        .typescript(true)
        .ts_typed_array_buffers(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(output))
        .map_err(|error| format!("{error:#}").into())
}
