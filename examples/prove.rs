//! Serves the functions of `tests/core/proof/calls.rs` over stdin and stdout: reads lines
//! `{"call": NAME, "arguments": […]}`, and writes lines `{"result": …}` or `{"error": CODE}`.

#[allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "shared with the tests, which fail by panicking"
)]
#[path = "../tests/core/proof/calls.rs"]
mod calls;

use std::io::{self, BufRead, Write};

use proofmark::json::{Value, to_canonical_bytes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = Value::parse(line?.as_bytes())?;
        let name = line.get("call").and_then(Value::as_str).unwrap_or_default();
        let Some(Value::Array(arguments)) = line.get("arguments") else {
            return Err("a call without arguments".into());
        };
        let (member, value) = match calls::call(name, arguments) {
            Ok(value) => ("result", value),
            Err(error) => ("error", Value::String(error.code().to_owned())),
        };
        let answer = Value::Object(vec![(member.to_owned(), value)]);
        out.write_all(&to_canonical_bytes(&answer)?)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
