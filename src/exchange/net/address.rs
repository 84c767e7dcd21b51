//! Public and private addresses: the policy for addresses that come from data.
//!
//! An address is private unless it is known to be public, so an unforeseen spelling is refused.
//! Private are:
//! - all ranges of the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its
//!   updates), including the anycast services that a network may provide itself (AS112, AMT). Most
//!   cloud metadata services are in these ranges: 169.254.169.254 is link-local (RFC 3927),
//!   100.100.100.200 shared address space (RFC 6598; Alibaba Cloud, "Instance metadata"),
//!   `fd00:ec2::254` unique local (RFC 4193; Amazon EC2, "Retrieve instance metadata");
//! - public ranges that clouds use internally according to their documentation: see
//!   [`CLOUD_BLOCKS`].

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Name suffixes that are local to a machine, a site or an organisation.
const LOCAL_ENDINGS: &[&str] = &[
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "private",
    "lan",
    "corp",
    "home",
    "home.arpa",
    "test",
    "invalid",
    "onion",
    "alt",
];

/// Reports whether `host`, the host of a URL (IPv6 with or without brackets), may be public.
///
/// A name does not show which address it resolves to. A host that resolves names must check each
/// address with [`is_public_address`] before it connects.
pub fn is_public_host(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    if let Some(inner) = host.strip_prefix('[') {
        return inner.strip_suffix(']').is_some_and(is_public_address);
    }
    if host.contains(':') {
        return is_public_address(&host);
    }
    match parse_ipv4(&host) {
        Ipv4::Address(address) => is_public_v4(address),
        Ipv4::Malformed => false,
        Ipv4::Name => {
            is_name(&host)
                && host.contains('.')
                && !LOCAL_ENDINGS
                    .iter()
                    .any(|ending| host.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
        }
    }
}

/// Reports whether `text`, an IP address from a resolver, is public. An address with a zone
/// (`%eth0`) is not.
pub fn is_public_address(text: &str) -> bool {
    match text.parse() {
        Ok(IpAddr::V4(address)) => is_public_v4(address),
        Ok(IpAddr::V6(address)) => is_public_v6(address),
        Err(_) => false,
    }
}

/// Reports whether `host`, the host of a URL, is this machine. Compares addresses by value:
/// `127.a.example` is an ordinary name.
pub(in crate::exchange) fn is_loopback(host: &str) -> bool {
    match parse_ipv4(host) {
        // Connections to 0.0.0.0 reach this machine too.
        Ipv4::Address(address) => address.is_loopback() || address.is_unspecified(),
        Ipv4::Malformed => false,
        Ipv4::Name => {
            matches!(host.strip_suffix('.').unwrap_or(host), "localhost" | "[::1]")
        }
    }
}

/// Blocks through which a cloud's internal services are reached: first address and prefix length. Each
/// comment names the provider's document.
const CLOUD_BLOCKS: [(Ipv4Addr, u32); 5] = [
    // Azure, "What is IP address 168.63.129.16?": the host of a virtual machine.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    // IBM Cloud VPC, "Endpoints available": infrastructure, then service endpoints.
    (Ipv4Addr::new(161, 26, 0, 0), 16),
    (Ipv4Addr::new(166, 8, 0, 0), 14),
    // Google Cloud, "Configure Private Google Access": restricted, then private.googleapis.com.
    (Ipv4Addr::new(199, 36, 153, 4), 30),
    (Ipv4Addr::new(199, 36, 153, 8), 30),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let in_cloud = CLOUD_BLOCKS.iter().any(|(first, shared)| {
        let different = address.to_bits() ^ first.to_bits();
        different.leading_zeros() >= *shared
    });
    !in_cloud && !is_special_v4(address)
}

fn is_special_v4(address: Ipv4Addr) -> bool {
    matches!(
        address.octets(),
        [0 | 10 | 127 | 224..=255, ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 0, 0 | 2, _]
            | [192, 31, 196, _]
            | [192, 52, 193, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [192, 175, 48, _]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // IPv4-mapped, NAT64 (RFC 6052) and 6to4 (RFC 3056) addresses reach the embedded IPv4
        // address.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        // Protocol assignments including Teredo, documentation, and AS112.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [0x2620, 0x4f, 0x8000, ..] => false,
        // Google Cloud, "Configure Private Google Access": restricted and private.googleapis.com.
        [0x2600, 0x2d00, 2, 0x1000..=0x10ff | 0x2000..=0x20ff, ..] => false,
        // Global unicast is 2000::/3; everything else is local, multicast or unassigned.
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

/// A host without colons, as the WHATWG URL standard classifies it.
pub(in crate::exchange) enum Ipv4 {
    /// An IPv4 address in any spelling.
    Address(Ipv4Addr),
    /// Ends in a number but is not a valid address.
    Malformed,
    /// A name.
    Name,
}

/// Parses `host` by the WHATWG URL standard ("ends in a number", "IPv4 parser"): one to four parts
/// in decimal, octal (`0…`) or hex (`0x…`), the last of which fills the remaining bytes.
pub(in crate::exchange) fn parse_ipv4(host: &str) -> Ipv4 {
    let host = host.strip_suffix('.').unwrap_or(host);
    let parts: Vec<&str> = host.split('.').collect();
    let Some((last, leading)) = parts.split_last() else { return Ipv4::Name };
    let digits = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !digits && parse_part(last).is_none() {
        return Ipv4::Name;
    }
    let address = || {
        let mut bits: u64 = 0;
        for part in leading {
            bits = bits << 8 | parse_part(part).filter(|&value| value <= 255)?;
        }
        let left = 8 * 4usize.checked_sub(leading.len()).filter(|&left| left > 0)?;
        let last = parse_part(last).filter(|&value| value < 1 << left)?;
        Some(Ipv4Addr::from(u32::try_from(bits << left | last).ok()?))
    };
    address().map_or(Ipv4::Malformed, Ipv4::Address)
}

/// Parses one part of an IPv4 address; `0x` alone is zero.
fn parse_part(part: &str) -> Option<u64> {
    let lower = part.to_ascii_lowercase();
    let (digits, radix) = match lower.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None if lower.len() > 1 && lower.starts_with('0') => (&lower[1..], 8),
        None => (lower.as_str(), 10),
    };
    match digits {
        "" => (radix == 16).then_some(0),
        // A part that overflows 64 bits is out of range anyway.
        _ if digits.chars().all(|c| c.is_digit(radix)) => {
            Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
        }
        _ => None,
    }
}

/// Reports whether `host`, in lower case and without a trailing dot, consists of labels of
/// `[a-z0-9_-]`.
pub(in crate::exchange) fn is_name(host: &str) -> bool {
    host.len() <= 253
        && host.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
        })
}
