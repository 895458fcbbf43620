//! IP addresses, ranges of them (CIDR notation) and MAC addresses.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(super) fn ip(text: &str) -> Option<&'static str> {
    let none = text.parse::<IpAddr>().is_err();
    none.then_some("it is neither an IPv4 nor an IPv6 address")
}

pub(super) fn ipv4(text: &str) -> Option<&'static str> {
    let none = text.parse::<Ipv4Addr>().is_err();
    none.then_some("it is not four numbers of 0 to 255 with dots between")
}

pub(super) fn ipv6(text: &str) -> Option<&'static str> {
    let none = text.parse::<Ipv6Addr>().is_err();
    none.then_some("it is not an address of eight groups of up to four hex digits")
}

pub(super) fn ipv4_range(text: &str) -> Option<&'static str> {
    let Some((first, last)) = text.split_once('-') else {
        return Some("it has no hyphen between two addresses");
    };
    match (first.parse::<Ipv4Addr>(), last.parse::<Ipv4Addr>()) {
        (Ok(first), Ok(last)) if first > last => Some("the first address is above the last"),
        (Ok(_), Ok(_)) => None,
        _ => Some("there is no IPv4 address on each side of the hyphen"),
    }
}

/// Why a string is not a range of IP addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CidrError {
    /// There is no slash.
    NoPrefix,
    /// The part before the slash is not an IP address.
    Address,
    /// The part after the slash is not a number, or exceeds the bits of the address.
    Prefix {
        /// The number of bits: 32 or 128.
        bits: u8,
    },
}

impl CidrError {
    /// The reason in words: "there is no IP address before the slash".
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            CidrError::NoPrefix => "it has no slash with the number of bits behind it",
            CidrError::Address => "there is no IP address before the slash",
            CidrError::Prefix { bits: 32 } => "after the slash stands no number of 0 to 32",
            CidrError::Prefix { .. } => "after the slash stands no number of 0 to 128",
        }
    }
}

impl fmt::Display for CidrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for CidrError {}

/// Parses a range of IP addresses, `10.1.2.3/16`: an address, which may have bits beyond the
/// prefix, and the prefix length. Both are in decimal digits, as for Go's `net.ParseCIDR`.
///
/// # Errors
/// What is wrong with the string.
///
/// ```
/// let (address, prefix) = schema_rules::format::parse_cidr("10.1.2.3/16").unwrap();
/// assert_eq!((address.to_string().as_str(), prefix), ("10.1.2.3", 16));
/// assert!(schema_rules::format::parse_cidr("10.1.2.3/33").is_err());
/// ```
pub fn parse_cidr(text: &str) -> Result<(IpAddr, u8), CidrError> {
    let (address, prefix) = text.split_once('/').ok_or(CidrError::NoPrefix)?;
    let address: IpAddr = address.parse().map_err(|_| CidrError::Address)?;
    // The standard library also accepts a sign.
    let digits = prefix.bytes().all(|byte| byte.is_ascii_digit());
    let number = prefix.parse().ok().filter(|_| digits);
    // A number larger than any address's bits.
    check_prefix(address, number.unwrap_or(u8::MAX))
}

/// An address with a prefix length, if it has that many bits.
///
/// # Errors
/// [`CidrError::Prefix`], if it does not.
pub fn check_prefix(address: IpAddr, prefix: u8) -> Result<(IpAddr, u8), CidrError> {
    let bits = if address.is_ipv4() { 32 } else { 128 };
    if prefix > bits {
        return Err(CidrError::Prefix { bits });
    }
    Ok((address, prefix))
}

pub(super) fn cidr(text: &str) -> Option<&'static str> {
    parse_cidr(text).err().map(CidrError::text)
}

/// The prefix length of a network (`16` of `10.1.0.0/16`); `None` if the string is not a network:
/// its address has bits beyond the prefix, or it is not a range at all.
#[must_use]
pub fn network_prefix(text: &str) -> Option<u32> {
    let (address, prefix) = parse_cidr(text).ok()?;
    let prefix = u32::from(prefix);
    let beyond = match address {
        IpAddr::V4(address) => u32::from(address).checked_shl(prefix).unwrap_or(0) == 0,
        IpAddr::V6(address) => u128::from(address).checked_shl(prefix).unwrap_or(0) == 0,
    };
    beyond.then_some(prefix)
}

/// Whether a string is a network with a prefix length in this range, both ends included.
#[must_use]
pub fn is_network(text: &str, min: u32, max: u32) -> bool {
    network_prefix(text).is_some_and(|prefix| (min..=max).contains(&prefix))
}

/// 6, 8 or 20 bytes in hex: pairs separated by `:` or `-`, or groups of four separated by `.`.
pub(super) fn mac(text: &str) -> Option<&'static str> {
    let grouped = |separator: char, digits: usize, counts: [usize; 3]| {
        let hex = |group: &str| {
            group.len() == digits && group.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        counts.contains(&text.split(separator).count()) && text.split(separator).all(hex)
    };
    let pairs = [6, 8, 20];
    let fits = grouped(':', 2, pairs) || grouped('-', 2, pairs) || grouped('.', 4, [3, 4, 10]);
    (!fits).then_some("it is not 6, 8 or 20 bytes in hex with one separator between")
}
