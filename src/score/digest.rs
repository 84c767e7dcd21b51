//! The digest of a configuration: SHA-256 of its canonical form (RFC 8785).
//!
//! A configuration's numbers are exact and have at most nine decimals, so their ECMAScript text can
//! be computed from their digits.

use super::decimal;
use crate::base::hash::Digest;
use crate::base::json::Value;
use crate::base::tape::Tape;
use crate::error::{Code, Error};

/// The smallest number, in billionths, that ECMAScript writes without an exponent: 10^-6.
const LEAST_PLAIN: u128 = 1000;

/// Returns the digest of the configuration `text`.
pub(super) fn digest(text: &[u8]) -> Result<Digest, Error> {
    canonical(text).map(|text| Digest::sha256(&[&text]))
}

fn canonical(text: &[u8]) -> Result<Vec<u8>, Error> {
    let mut tape = Tape::new();
    let config = tape.read(THING, text).map_err(|error| error.with_code(Code::ScoreNumber))?;
    let mut config = Value::from_view_with_decimals(config);
    rewrite_numbers(&mut config)?;
    Ok(config.canonical())
}

/// The name of a configuration in error messages.
const THING: &str = "scoring configuration";

/// Rewrites the numbers of `value` as ECMAScript writes them (RFC 8785, 3.2.2.3).
fn rewrite_numbers(value: &mut Value) -> Result<(), Error> {
    let written = match value {
        Value::Number(number) => number.to_string(),
        Value::Decimal(text) => std::mem::take(text),
        Value::Array(items) => return items.iter_mut().try_for_each(rewrite_numbers),
        Value::Object(members) => {
            return members.iter_mut().try_for_each(|(_, value)| rewrite_numbers(value));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => return Ok(()),
    };
    let Ok(nano) = decimal::parse_exact(&written, 9) else {
        let expected = "at most 9 decimals and 15 significant digits";
        let found: String = written.chars().take(60).collect();
        return Err(Error::new(Code::ScoreNumber, THING, expected, found));
    };
    *value = Value::Decimal(format_number(nano));
    Ok(())
}

fn format_number(nano: i128) -> String {
    let size = nano.unsigned_abs();
    if size == 0 || size >= LEAST_PLAIN {
        return decimal::format_billionths(nano);
    }
    let sign = if nano < 0 { "-" } else { "" };
    let (digits, exponent) = (size.to_string(), 10 - size.to_string().len());
    let (first, rest) = digits.split_at(1);
    match rest.trim_end_matches('0') {
        "" => format!("{sign}{first}e-{exponent}"),
        rest => format!("{sign}{first}.{rest}e-{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_canonical_per_rfc_8785() {
        for text in [
            r#"{"b":[1.50,0.5,-0,1e2,10.0,-3.250],"a":{"\u20ac":null,"\ud83d\ude00":true,"\ufb33":false}}"#,
            "[0.000001,0.0000015,0.000000999,1e-7,-0.000000150,1e-9,123456789012345,0.1]",
            r#""\u0007\n\"\\/é""#,
        ] {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            let ours = canonical(text.as_bytes()).unwrap();
            let expected = serde_json_canonicalizer::to_vec(&value).unwrap();
            assert_eq!(String::from_utf8(ours).unwrap(), String::from_utf8(expected).unwrap());
        }
    }
}
