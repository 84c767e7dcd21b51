//! Which addresses are public: the policy for addresses that come from data.
//!
//! Whatever is not known to be public is private, so an unforeseen spelling is refused. Not public are
//! - all ranges of the IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its
//!   updates), those of anycast services that a network may provide itself (AS112, AMT) included.
//!   Most metadata services of clouds are within these: 169.254.0.0/16, 100.100.100.200 (Alibaba),
//!   192.0.0.192 (Oracle), fd00:ec2::254 (Amazon), fd20:ce::254 (Google);
//! - addresses with public numbers that clouds use inside, by the documentation of each: see
//!   [`CLOUDS`].

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Endings of names that never leave a machine, a site or an organisation.
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

/// Whether `host`, the host of a URL (IPv6 in brackets or not), may be a public one.
///
/// A name says nothing about what it resolves to: a host that resolves names itself asks
/// [`is_public_address`] again for each address at connect time.
pub fn is_public_host(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    if let Some(inner) = host.strip_prefix('[') {
        return inner.strip_suffix(']').is_some_and(is_public_address);
    }
    if host.contains(':') {
        return is_public_address(&host);
    }
    match ipv4(&host) {
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

/// Whether `text`, an IP address as a resolver gives it, is public. Zones (`%eth0`) are not.
pub fn is_public_address(text: &str) -> bool {
    match text.parse() {
        Ok(IpAddr::V4(address)) => is_public_v4(address),
        Ok(IpAddr::V6(address)) => is_public_v6(address),
        Err(_) => false,
    }
}

/// Whether `host`, the host of a URL, is this machine. An address is told by its number and not by
/// how it begins: `127.a.example` is a name like any other.
pub(super) fn is_loopback(host: &str) -> bool {
    match ipv4(host) {
        // A connection to 0.0.0.0 reaches this machine too.
        Ipv4::Address(address) => address.is_loopback() || address.is_unspecified(),
        Ipv4::Malformed => false,
        Ipv4::Name => {
            matches!(host.strip_suffix('.').unwrap_or(host), "localhost" | "[::1]")
        }
    }
}

/// Blocks of addresses that reach a cloud's own services from inside the cloud: the first address, and
/// how many bits all addresses of the block share with it.
const CLOUDS: [(Ipv4Addr, u32); 5] = [
    // Azure's virtual machines reach their host there: "What is IP address 168.63.129.16?"
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    // IBM Cloud: "IBM Cloud IP ranges", service network and private endpoints.
    (Ipv4Addr::new(161, 26, 0, 0), 16),
    (Ipv4Addr::new(166, 8, 0, 0), 14),
    // Google Cloud, "Private Google Access": restricted and private.googleapis.com.
    (Ipv4Addr::new(199, 36, 153, 0), 28),
    // Equinix Metal, metadata.platformequinix.com.
    (Ipv4Addr::new(192, 80, 8, 124), 32),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let in_cloud = CLOUDS.iter().any(|(first, shared)| {
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
        // IPv4-mapped, NAT64 (RFC 6052) and 6to4 (RFC 3056) reach the IPv4 address inside.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        // Protocol assignments with Teredo, documentation, and AS112.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [0x2620, 0x4f, 0x8000, ..] => false,
        // Google Cloud, "Private Google Access": restricted and private.googleapis.com.
        [0x2600, 0x2d00, 2, 0x1000..=0x10ff | 0x2000..=0x20ff, ..] => false,
        // Global unicast is 2000::/3; all else is local, multicast or unassigned.
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

/// What a host without colons is, by the rules that browsers and `fetch` follow.
pub(super) enum Ipv4 {
    /// An IPv4 address, in whatever spelling.
    Address(Ipv4Addr),
    /// It ends in a number, so it must be an address, and is none.
    Malformed,
    /// A name.
    Name,
}

/// Reads `host` as the WHATWG URL standard does ("ends in a number", "IPv4 parser"): one to four
/// parts, decimal, octal (`0…`) or hex (`0x…`), the last one filling what is left.
pub(super) fn ipv4(host: &str) -> Ipv4 {
    let host = host.strip_suffix('.').unwrap_or(host);
    let parts: Vec<&str> = host.split('.').collect();
    let Some((last, leading)) = parts.split_last() else { return Ipv4::Name };
    let digits = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !digits && number(last).is_none() {
        return Ipv4::Name;
    }
    let address = || {
        let mut bits: u64 = 0;
        for part in leading {
            bits = bits << 8 | number(part).filter(|&value| value <= 255)?;
        }
        let left = 8 * 4usize.checked_sub(leading.len()).filter(|&left| left > 0)?;
        let last = number(last).filter(|&value| value < 1 << left)?;
        Some(Ipv4Addr::from(u32::try_from(bits << left | last).ok()?))
    };
    address().map_or(Ipv4::Malformed, Ipv4::Address)
}

/// One part of an IPv4 address; `0x` alone is zero.
fn number(part: &str) -> Option<u64> {
    let lower = part.to_ascii_lowercase();
    let (digits, radix) = match lower.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None if lower.len() > 1 && lower.starts_with('0') => (&lower[1..], 8),
        None => (lower.as_str(), 10),
    };
    match digits {
        "" => (radix == 16).then_some(0),
        // More digits than 64 bits hold cannot be an address either.
        _ if digits.chars().all(|c| c.is_digit(radix)) => {
            Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
        }
        _ => None,
    }
}

/// Whether `host`, in lower case and without a trailing dot, is labels of `[a-z0-9_-]`.
pub(super) fn is_name(host: &str) -> bool {
    host.len() <= 253
        && host.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
        })
}
