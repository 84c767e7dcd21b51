//! The digest of a configuration: SHA-256 of its canonical form (RFC 8785).
//!
//! [`crate::json::canonical`] knows no fractions. A configuration's numbers are exact and of at most
//! nine decimals, so their canonical text, which is that of ECMAScript, is a matter of digits.

use super::decimal;
use super::write;
use crate::error::{Code, Error, shown};
use crate::hash::Digest;
use crate::order;
use crate::tape::{Kind, Node, Tape};

/// The least number, in billionths, that ECMAScript writes without an exponent: 10^-6.
const LEAST_PLAIN: u128 = 1000;

/// The digest of the configuration that `text` is.
pub(super) fn digest(text: &[u8]) -> Result<Digest, Error> {
    let mut tape = Tape::default();
    let mut out = Vec::with_capacity(text.len());
    canonical(&mut out, &tape.read("scoring configuration", text)?)?;
    Ok(Digest::of(&[&out]))
}

fn canonical(out: &mut Vec<u8>, node: &Node<'_>) -> Result<(), Error> {
    match node.kind() {
        Kind::Map => {
            let name = |name: &Node<'_>| name.as_str().unwrap_or_default().into_owned();
            let mut members: Vec<_> = node.members().map(|(n, value)| (name(&n), value)).collect();
            order::sort_by(&mut members, &|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push(b'{');
            for (index, (name, value)) in members.iter().enumerate() {
                out.extend_from_slice(if index > 0 { b"," } else { b"" });
                write::string(out, name);
                out.push(b':');
                canonical(out, value)?;
            }
            out.push(b'}');
        }
        Kind::List => {
            out.push(b'[');
            for (index, value) in node.items().enumerate() {
                out.extend_from_slice(if index > 0 { b"," } else { b"" });
                canonical(out, &value)?;
            }
            out.push(b']');
        }
        Kind::Number => out.extend_from_slice(number(node.source())?.as_bytes()),
        Kind::Text | Kind::Escaped => write::string(out, &node.as_str().unwrap_or_default()),
        Kind::Null | Kind::True | Kind::False => out.extend_from_slice(node.source().as_bytes()),
    }
    Ok(())
}

/// A number as ECMAScript writes it (RFC 8785, 3.2.2.3).
fn number(text: &str) -> Result<String, Error> {
    let nano = decimal::exact(text, 9).map_err(|_| {
        let expected = "at most 9 decimals and 15 significant digits";
        Error::new(Code::ScoreNumber, "number", expected, shown(text))
    })?;
    let size = nano.unsigned_abs();
    if size == 0 || size >= LEAST_PLAIN {
        return Ok(decimal::text(nano));
    }
    let sign = if nano < 0 { "-" } else { "" };
    let (digits, exponent) = (size.to_string(), 10 - size.to_string().len());
    let (first, rest) = digits.split_at(1);
    Ok(match rest.trim_end_matches('0') {
        "" => format!("{sign}{first}e-{exponent}"),
        rest => format!("{sign}{first}.{rest}e-{exponent}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form_is_that_of_the_rfc() {
        for text in [
            r#"{"b":[1.50,0.5,-0,1e2,10.0,-3.250],"a":{"\u20ac":null,"\ud83d\ude00":true,"\ufb33":false}}"#,
            "[0.000001,0.0000015,0.000000999,1e-7,-0.000000150,1e-9,123456789012345,0.1]",
            r#""\u0007\n\"\\/é""#,
        ] {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let mut tape = Tape::default();
            let mut out = Vec::new();
            canonical(&mut out, &tape.read("text", text.as_bytes()).unwrap()).unwrap();
            let expected = serde_json_canonicalizer::to_vec(&value).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), String::from_utf8(expected).unwrap());
        }
    }
}
