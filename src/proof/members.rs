//! Reading objects of known members.

use crate::json::MAX_INTEGER;
use crate::tape::{Kind, Node};

/// The members `names` of an object, each where it stands; `None` if `node` is no object or has
/// any other member.
pub(super) fn members<'t, const N: usize>(
    node: &Node<'t>,
    names: [&str; N],
) -> Option<[Option<Node<'t>>; N]> {
    let mut found = [None; N];
    for (name, value) in node.members() {
        let place = names.iter().position(|known| name.is(known))?;
        found[place] = Some(value);
    }
    (node.kind() == Kind::Map).then_some(found)
}

/// A whole number from 0 to 2^53−1 in plain notation.
pub(super) fn whole(node: &Node<'_>) -> Option<u64> {
    let digits = node.as_number()?;
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|&count| plain && count <= MAX_INTEGER as u64)
}
