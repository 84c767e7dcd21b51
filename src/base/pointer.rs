//! JSON Pointers (RFC 6901).

/// A JSON Pointer, as its reference tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// Parses a pointer (RFC 6901, section 3): empty, or tokens that each follow a `/`, with `~`
    /// only in `~0` and `~1`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut tokens = text.split('/');
        // The text before the first slash must be empty.
        let begins = tokens.next()?.is_empty();
        let mut all = Vec::new();
        for token in tokens {
            all.push(unescape_token(token)?);
        }
        begins.then_some(Self(all))
    }

    /// Returns the unescaped tokens; none for the whole document.
    pub(crate) fn tokens(&self) -> &[String] {
        &self.0
    }
}

/// Unescapes a token (section 4): `~1` is `/`, `~0` is `~`.
fn unescape_token(token: &str) -> Option<String> {
    let mut parts = token.split('~');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        text.push(match part.as_bytes().first()? {
            b'0' => '~',
            b'1' => '/',
            _ => return None,
        });
        text.push_str(&part[1..]);
    }
    Some(text)
}

/// Parses a token as an array index (section 4): digits without a leading zero.
pub(crate) fn parse_index(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with('0');
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    (plain && digits).then(|| token.parse().ok()).flatten()
}
