//! Addresses.

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
    none.then_some("it is no address of eight groups of up to four hex digits")
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

/// An address with the length of a prefix, which may have more bits than these.
fn range(text: &str) -> Result<(IpAddr, u32), &'static str> {
    let Some((address, prefix)) = text.split_once('/') else {
        return Err("it has no slash with the number of bits behind it");
    };
    let Ok(address) = address.parse::<IpAddr>() else {
        return Err("there is no IP address before the slash");
    };
    let bits = if address.is_ipv4() { 32 } else { 128 };
    let digits = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_digit());
    match prefix.parse::<u32>() {
        Ok(prefix) if digits && prefix <= bits => Ok((address, prefix)),
        _ if bits == 32 => Err("after the slash stands no number of 0 to 32"),
        _ => Err("after the slash stands no number of 0 to 128"),
    }
}

pub(super) fn cidr(text: &str) -> Option<&'static str> {
    range(text).err()
}

/// How many bits the addresses of a network share (`16` of `10.1.0.0/16`); nothing where the text
/// is no network: its address has bits beyond those, or it is no range at all.
#[must_use]
pub fn network_prefix(text: &str) -> Option<u32> {
    let (address, prefix) = range(text).ok()?;
    let beyond = match address {
        IpAddr::V4(address) => u32::from(address).checked_shl(prefix).unwrap_or(0) == 0,
        IpAddr::V6(address) => u128::from(address).checked_shl(prefix).unwrap_or(0) == 0,
    };
    beyond.then_some(prefix)
}

/// Whether a text is a network of so many bits, both ends included.
#[must_use]
pub fn is_network(text: &str, min: u32, max: u32) -> bool {
    network_prefix(text).is_some_and(|prefix| (min..=max).contains(&prefix))
}

/// 6, 8 or 20 bytes in hex: pairs with `:` or `-` between, or groups of four with `.`.
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
