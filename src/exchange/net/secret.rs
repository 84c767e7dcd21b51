//! Secret headers, and detection of sent secrets in responses.

use std::fmt;

use crate::exchange::decode;

/// The shortest value that is searched for. Shorter ones occur in replies by chance.
const MIN_LEN: usize = 8;

/// Levels of nested encodings that are decoded, such as percent-encoded base64.
const MAX_LAYERS: u32 = 2;

/// Words that mark a header name as secret.
const SECRET_WORDS: &[&str] = &[
    "auth",
    "bearer",
    "cookie",
    "cookie2",
    "jwt",
    "key",
    "keys",
    "pass",
    "passwd",
    "pat",
    "session",
    "signature",
];

/// Substrings that mark a header name as secret, even across word boundaries.
const SECRET_SUBSTRINGS: &[&str] =
    &["apikey", "authorization", "authtoken", "credential", "password", "secret", "token"];

/// Reports whether the request header `name` probably carries a secret. Ignores case and
/// separators: `authorization`, `cookie`, `x-api-key`, `X_Auth_Token`.
///
/// The list is broad: a false positive only makes the user put a value into a variable or file,
/// while a false negative leaves a key in the shell history.
pub fn is_secret_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let joined: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| SECRET_WORDS.contains(&word))
        || SECRET_SUBSTRINGS.iter().any(|part| joined.contains(part))
}

/// Values that must not be stored, folded for comparison.
#[derive(Clone, Default)]
pub(in crate::exchange) struct Secrets(Vec<Vec<u8>>);

impl Secrets {
    /// Adds a header value. Each part of a credential counts by itself, without the scheme (RFC
    /// 9110, 11.4), as do the user name and password of `Basic` (RFC 7617) and each cookie.
    pub(in crate::exchange) fn add_header(&mut self, name: &str, value: &str) {
        self.add(value.as_bytes());
        let parts: Vec<&str> =
            value.split([' ', '\t', ',', ';']).filter(|part| !part.is_empty()).collect();
        let scheme = parts.first().copied().unwrap_or_default().to_ascii_lowercase();
        if !is_secret_header(name) && !matches!(scheme.as_str(), "basic" | "bearer") {
            return;
        }
        for (place, part) in parts.iter().enumerate() {
            let named = part.split_once('=').map(|(_, value)| value.trim_matches(['=', '"']));
            match named.filter(|value| !value.is_empty()) {
                Some(value) => self.add(value.as_bytes()),
                None if place == 0 && parts.len() > 1 => {}
                None => self.add(part.as_bytes()),
            }
            if place == 1 && scheme == "basic" {
                let decoded = decode::decode_base64(part.as_bytes(), 0);
                let pair = decoded.strip_suffix(b"\0").unwrap_or(&decoded);
                pair.splitn(2, |byte| *byte == b':').for_each(|half| self.add(half));
            }
        }
    }

    /// Adds the values of the query of `url`, both raw and decoded. A parameter without a value
    /// counts as a value.
    pub(in crate::exchange) fn add_query(&mut self, url: &str) {
        let url = url.split('#').next().unwrap_or_default();
        for parameter in url.split_once('?').map_or("", |(_, query)| query).split('&') {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = if value.is_empty() { name } else { value };
            self.add(value.as_bytes());
            self.add(&decode::decode_percent(value.as_bytes()));
        }
    }

    /// Adds `value`, unless it is too short to search for.
    pub(in crate::exchange) fn add(&mut self, value: &[u8]) {
        if value.len() >= MIN_LEN {
            self.0.push(value.iter().map(fold_byte).collect());
        }
    }

    /// Reports whether `text` contains one of the values: plain, percent-encoded, JSON-escaped, in
    /// base64, or nested in these. Ignores case.
    pub(in crate::exchange) fn occur_in(&self, text: &str) -> bool {
        !self.0.is_empty() && self.occur_within(text.as_bytes(), MAX_LAYERS)
    }

    fn occur_within(&self, text: &[u8], layers: u32) -> bool {
        let found = || {
            let text: Vec<u8> = text.iter().map(fold_byte).collect();
            self.0.iter().any(|value| {
                memchr::memchr_iter(value[0], &text).any(|at| text[at..].starts_with(value))
            })
        };
        let deeper =
            || decode::decode_all(text).iter().any(|inner| self.occur_within(inner, layers - 1));
        found() || (layers > 0 && deeper())
    }
}

impl fmt::Debug for Secrets {
    /// Omits the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// Folds a byte for comparison: to lower case, and `+` to a space as in form encoding.
const fn fold_byte(byte: &u8) -> u8 {
    match byte {
        b'+' => b' ',
        byte => byte.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64, Base64Unpadded, Base64Url, Encoding};

    use super::*;

    const KEY: &str = "sk-\"SECRET\"/+123";

    fn secrets(headers: &[(&str, &str)], url: &str) -> Secrets {
        let mut secrets = Secrets::default();
        headers.iter().for_each(|(name, value)| secrets.add_header(name, value));
        secrets.add_query(url);
        secrets
    }

    fn percent(text: &str) -> String {
        text.bytes().map(|byte| format!("%{byte:02x}")).collect()
    }

    #[test]
    fn finds_secrets_in_every_encoding_and_position() {
        let secrets = secrets(&[("x-gateway", KEY)], "");
        let json = |text: &str| serde_json::to_string(text).unwrap();
        let unicode =
            |text: &str| -> String { text.bytes().map(|byte| format!("\\u{byte:04x}")).collect() };
        let encodings: [&dyn Fn(&str) -> String; 7] = [
            &str::to_owned,
            &percent,
            &json,
            &unicode,
            &|text| Base64::encode_string(text.as_bytes()),
            &|text| Base64Unpadded::encode_string(text.as_bytes()),
            &|text| Base64Url::encode_string(text.as_bytes()),
        ];
        for before in ["", "a", "ab", "abc", "You sent: "] {
            for (outer, encode) in encodings.iter().enumerate() {
                for (inner, within) in encodings.iter().enumerate() {
                    let text = format!("{before}{}", encode(&format!("{before}{}.", within(KEY))));
                    assert!(secrets.occur_in(&text), "{outer} of {inner}: {text}");
                }
            }
        }
        assert!(secrets.occur_in(&KEY.to_ascii_uppercase()));
        assert!(secrets.occur_in(&KEY.replace('+', " ")));
        let wrapped = Base64::encode_string(format!("{:60}{KEY}", "authorization").as_bytes());
        assert!(secrets.occur_in(&format!("{}\r\n{}", &wrapped[..76], &wrapped[76..])));
        for text in ["", "37 + 58 = 95", "sk-SECRET", "c2stU0VDUkVU", "%73%6b"] {
            assert!(!secrets.occur_in(text), "{text}");
        }
    }

    #[test]
    fn finds_credentials_without_their_scheme() {
        let basic = format!("Basic {}", Base64::encode_string(b"somebody:open sesame"));
        for (name, value, part) in [
            ("authorization", "Bearer sk-123456", "sk-123456"),
            ("Authorization", "bearer   sk-123456", "sk-123456"),
            ("x-forwarded", "Bearer sk-123456", "sk-123456"),
            ("authorization", &basic, "c29tZWJvZHk6b3BlbiBzZXNhbWU"),
            ("authorization", &basic, "open sesame"),
            (
                "authorization",
                "AWS4-HMAC Credential=AKIA1234/x, Signature=\"0123abcd\"",
                "0123abcd",
            ),
            ("cookie", "theme=dark; sid=0123abcd==", "0123abcd"),
            ("x-api-key", "0123abcd", "0123abcd"),
        ] {
            assert!(secrets(&[(name, value)], "").occur_in(part), "{name}: {value}");
        }
        // The scheme, and words of a header that is not secret by name, do not count.
        for (name, value, text) in [
            ("authorization", "Negotiate 0123abcd", "negotiate"),
            ("authorization", "AWS4-HMAC Signature=0123abcd", "signature"),
            ("x-title", "chemistry questions", "chemistry"),
            ("authorization", "Bearer short", "short"),
        ] {
            assert!(!secrets(&[(name, value)], "").occur_in(text), "{name}: {value}");
        }
    }

    #[test]
    fn finds_every_query_value() {
        let secrets =
            secrets(&[], "https://a.example/x?key=a%2Fb%20cdefg&sk-12345678&v=1#fragment-1");
        for text in ["a/b cdefg", "a%2Fb%20cdefg", "a%2fb+cdefg", "(sk-12345678)"] {
            assert!(secrets.occur_in(text), "{text}");
        }
        for text in ["https://a.example/x", "fragment-1", "key", "v=1"] {
            assert!(!secrets.occur_in(text), "{text}");
        }
    }
}
