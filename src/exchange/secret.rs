//! Which request headers carry secrets.

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
