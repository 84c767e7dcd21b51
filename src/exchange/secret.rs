//! Secrets that are sent: the headers that carry them, and the search for them in what comes back.

use std::fmt;

use super::decode;

/// The fewest bytes of a value that is searched for. Shorter ones occur in replies by chance.
const SHORTEST: usize = 8;

/// How many encodings within each other are undone, such as percent-encoding of base64.
const LAYERS: u32 = 2;

/// Words of a name that say so.
const WORDS: &[&str] = &[
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

/// Parts of a name that say so wherever they stand, also grown together with others.
const PARTS: &[&str] =
    &["apikey", "authorization", "authtoken", "credential", "password", "secret", "token"];

/// Whether the value of a request header called `name` is to be taken for a secret, in any case and
/// whatever its words are joined with: `authorization`, `cookie`, `x-api-key`, `X_Auth_Token`.
///
/// A name that is taken for a secret wrongly costs its user a variable or a file; one that is not,
/// a key in the history of a shell. So the words are taken broadly.
pub fn is_secret_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let joined: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| WORDS.contains(&word)) || PARTS.iter().any(|part| joined.contains(part))
}

/// Values that nothing of an answer may contain if it is to be stored.
#[derive(Clone, Default)]
pub(super) struct Secrets(Vec<Vec<u8>>);

impl Secrets {
    /// Adds the value of a header. Of credentials each part counts by itself, without the scheme
    /// (RFC 9110, 11.4), as do the user name and password of `Basic` (RFC 7617) and each cookie.
    pub(super) fn add_header(&mut self, name: &str, value: &str) {
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
                let decoded = decode::base64(part.as_bytes(), 0);
                let pair = decoded.strip_suffix(b"\0").unwrap_or(&decoded);
                pair.splitn(2, |byte| *byte == b':').for_each(|half| self.add(half));
            }
        }
    }

    /// Adds the values of the query of `url`, as they are written and decoded. A parameter without a
    /// value is one itself.
    pub(super) fn add_query(&mut self, url: &str) {
        let url = url.split('#').next().unwrap_or_default();
        for parameter in url.split_once('?').map_or("", |(_, query)| query).split('&') {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = if value.is_empty() { name } else { value };
            self.add(value.as_bytes());
            self.add(&decode::percent(value.as_bytes()));
        }
    }

    /// Adds `value`, unless it is too short to be told from chance.
    pub(super) fn add(&mut self, value: &[u8]) {
        if value.len() >= SHORTEST {
            self.0.push(value.iter().map(folded).collect());
        }
    }

    /// Reports whether `text` contains one of the values: in plain, percent-encoded, escaped as in
    /// JSON or in base64, or in one of these within another; in upper or lower case.
    pub(super) fn are_in(&self, text: &str) -> bool {
        !self.0.is_empty() && self.are_within(text.as_bytes(), LAYERS)
    }

    fn are_within(&self, text: &[u8], layers: u32) -> bool {
        let found = || {
            let text: Vec<u8> = text.iter().map(folded).collect();
            self.0.iter().any(|value| {
                memchr::memchr_iter(value[0], &text).any(|at| text[at..].starts_with(value))
            })
        };
        let deeper = || decode::each(text).iter().any(|inner| self.are_within(inner, layers - 1));
        found() || (layers > 0 && deeper())
    }
}

impl fmt::Debug for Secrets {
    /// Shows no value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// Returns a byte as it is compared: in lower case, and a form's `+` as the space that it stands for.
const fn folded(byte: &u8) -> u8 {
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
    fn a_value_is_found_in_every_encoding_and_at_every_place() {
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
                    assert!(secrets.are_in(&text), "{outer} of {inner}: {text}");
                }
            }
        }
        assert!(secrets.are_in(&KEY.to_ascii_uppercase()));
        assert!(secrets.are_in(&KEY.replace('+', " ")));
        let wrapped = Base64::encode_string(format!("{:60}{KEY}", "authorization").as_bytes());
        assert!(secrets.are_in(&format!("{}\r\n{}", &wrapped[..76], &wrapped[76..])));
        for text in ["", "37 + 58 = 95", "sk-SECRET", "c2stU0VDUkVU", "%73%6b"] {
            assert!(!secrets.are_in(text), "{text}");
        }
    }

    #[test]
    fn credentials_count_by_themselves() {
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
            assert!(secrets(&[(name, value)], "").are_in(part), "{name}: {value}");
        }
        // Neither a scheme nor a word of a header that is no secret by its name.
        for (name, value, text) in [
            ("authorization", "Negotiate 0123abcd", "negotiate"),
            ("authorization", "AWS4-HMAC Signature=0123abcd", "signature"),
            ("x-title", "chemistry questions", "chemistry"),
            ("authorization", "Bearer short", "short"),
        ] {
            assert!(!secrets(&[(name, value)], "").are_in(text), "{name}: {value}");
        }
    }

    #[test]
    fn every_value_of_a_query_counts() {
        let secrets =
            secrets(&[], "https://a.example/x?key=a%2Fb%20cdefg&sk-12345678&v=1#fragment-1");
        for text in ["a/b cdefg", "a%2Fb%20cdefg", "a%2fb+cdefg", "(sk-12345678)"] {
            assert!(secrets.are_in(text), "{text}");
        }
        for text in ["https://a.example/x", "fragment-1", "key", "v=1"] {
            assert!(!secrets.are_in(text), "{text}");
        }
    }
}
