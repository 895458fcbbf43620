//! Network functions: `cidrhost`, `cidrnetmask`, `cidrsubnet`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use schema_runtime::number::Number;

use super::{Args, CallResult, Failure};
use crate::language::eval::TypedValue;

/// A network: its first address as a number, its prefix length, and the address length.
struct Network {
    base: u128,
    prefix: u32,
    bits: u32,
}

impl Network {
    fn parse(text: &str) -> Result<Self, Failure> {
        let invalid = || Failure::Shows(format!("invalid CIDR expression: {text}"));
        let (address, prefix) = text.split_once('/').ok_or_else(invalid)?;
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let (base, bits) = match address.parse().or_else(|_| with_zeros(address)) {
            Ok(IpAddr::V4(address)) => (u128::from(u32::from(address)), 32),
            Ok(IpAddr::V6(address)) => (u128::from(address), 128),
            Err(_) => return Err(invalid()),
        };
        let prefix = prefix.parse().ok().filter(|_| all_digits(prefix));
        let prefix: u32 = prefix.filter(|n| *n <= bits).ok_or_else(invalid)?;
        // An IPv4-mapped IPv6 network counts as IPv4, as in Go.
        let mapped = Ipv6Addr::from(base)
            .to_ipv4_mapped()
            .filter(|_| bits == 128);
        let (base, prefix, bits) = match (mapped, prefix.checked_sub(96)) {
            (Some(address), Some(prefix)) => (u128::from(u32::from(address)), prefix, 32),
            _ => (base, prefix, bits),
        };
        Ok(Network {
            base: base & !low_bits(bits - prefix),
            prefix,
            bits,
        })
    }

    fn address(&self, number: u128) -> IpAddr {
        if self.bits == 32 {
            IpAddr::V4(Ipv4Addr::from(u32::try_from(number).unwrap_or(0)))
        } else {
            IpAddr::V6(Ipv6Addr::from(number))
        }
    }
}

/// Parses an address; like Terraform, it accepts leading zeros in IPv4 and reads the numbers as
/// decimal.
fn with_zeros(text: &str) -> Result<IpAddr, std::net::AddrParseError> {
    let plain: Vec<&str> = text
        .split('.')
        .map(|part| match part.trim_start_matches('0') {
            "" if !part.is_empty() => "0",
            part => part,
        })
        .collect();
    plain.join(".").parse::<Ipv4Addr>().map(IpAddr::V4)
}

fn low_bits(count: u32) -> u128 {
    1u128.checked_shl(count).map_or(u128::MAX, |bit| bit - 1)
}

/// A number as an integer of this many bits, if it fits.
fn fitting(number: &Number, bits: u32) -> Option<u128> {
    number.as_u128().filter(|number| *number <= low_bits(bits))
}

pub(super) fn cidrsubnet(args: &Args<'_>) -> CallResult {
    let network = Network::parse(args.text(0))?;
    let more = args.integer(1)?;
    let number = args.number(2);
    let Network { prefix, bits, .. } = network;
    let more = u32::try_from(more)
        .ok()
        .filter(|more| *more <= bits - prefix)
        .ok_or_else(|| {
            Failure::Shows(format!(
                "insufficient address space to extend prefix of {prefix} by {more}"
            ))
        })?;
    let subnet = fitting(&number, more).ok_or_else(|| {
        Failure::Shows(format!(
            "prefix extension of {more} does not accommodate a subnet numbered {number}"
        ))
    })?;
    let length = prefix + more;
    let shifted = subnet.checked_shl(bits - length).unwrap_or(0);
    let address = network.address(network.base | shifted);
    Ok(TypedValue::string(format!("{address}/{length}")))
}

pub(super) fn cidrhost(args: &Args<'_>) -> CallResult {
    let network = Network::parse(args.text(0))?;
    let number = args.number(1);
    if !number.is_integer() {
        return Err("value must be a whole number".into());
    }
    let Network { prefix, bits, .. } = network;
    let unfit = || {
        Failure::Shows(format!(
            "prefix of {prefix} does not accommodate a host numbered {number}"
        ))
    };
    let host = if number.is_negative() {
        // Counted from the end: -1 is the last address.
        let before = (-number.clone())
            .checked_sub(&Number::from(1))
            .map_err(|_| unfit())?;
        low_bits(bits - prefix) - fitting(&before, bits - prefix).ok_or_else(unfit)?
    } else {
        fitting(&number, bits - prefix).ok_or_else(unfit)?
    };
    let address = network.address(network.base | host);
    Ok(TypedValue::string(address.to_string()))
}

pub(super) fn cidrnetmask(args: &Args<'_>) -> CallResult {
    let network = Network::parse(args.text(0))?;
    if network.bits != 32 {
        return Err("IPv6 addresses cannot have a netmask".into());
    }
    let low = low_bits(32_u32.saturating_sub(network.prefix));
    let mask = network.address(low_bits(32) & !low);
    Ok(TypedValue::string(mask.to_string()))
}
