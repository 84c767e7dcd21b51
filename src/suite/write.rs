//! Writers of canonical JSON (RFC 8785) for objects with known members in order.

use crate::base::hash::hex_digit;
pub(super) use crate::base::json::write_text as string;

/// Appends an integer.
pub(super) fn write_integer(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(number.to_string().as_bytes());
}

/// Appends at most 32 bytes as a string of lower-case hex digits.
pub(super) fn write_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut text = [b'"'; 66];
    for (pair, byte) in text[1..].chunks_exact_mut(2).zip(bytes) {
        pair[0] = hex_digit(byte >> 4);
        pair[1] = hex_digit(byte & 15);
    }
    let length = 1 + 2 * bytes.len().min(32);
    out.extend_from_slice(&text[..length]);
    out.push(b'"');
}

/// Appends `items` as an array, each written by `write`.
pub(super) fn write_array<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}
