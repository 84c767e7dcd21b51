//! JSON Pointers (RFC 6901).

/// A place in a JSON document: the reference tokens that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// The pointer that `text` is (section 3): nothing, or tokens that each have a `/` before them
    /// and no `~` but in `~0` and `~1`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut tokens = text.split('/');
        // Nothing stands before the first slash; the whole document has no slash.
        let begins = tokens.next()?.is_empty();
        let mut all = Vec::new();
        for token in tokens {
            all.push(unescaped(token)?);
        }
        begins.then_some(Self(all))
    }

    /// The tokens, unescaped; none for the whole document.
    pub(crate) fn tokens(&self) -> &[String] {
        &self.0
    }
}

/// The text that a token stands for (section 4): `~1` is `/`, `~0` is `~`.
fn unescaped(token: &str) -> Option<String> {
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

/// The place in an array that a token names (section 4): digits without a leading zero.
pub(crate) fn place(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with('0');
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    (plain && digits).then(|| token.parse().ok()).flatten()
}
