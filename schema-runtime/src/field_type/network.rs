//! IP addresses, and [`Cidr`]: ranges of them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

pub use schema_rules::format::CidrError;
use schema_rules::format::{self, check_prefix, parse_cidr};

use super::forms::{form, parse_as};

// An IPv6 address has many representations; RFC 5952 defines the one that is written.
form!(IpAddr {
    format: format::IP,
    parse: |text| parse_as(&format::IP, text),
    text: IpAddr::to_string,
    canonical: IpAddr::to_string,
    placeholder: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
});

form!(Ipv4Addr {
    format: format::IPV4,
    parse: |text| parse_as(&format::IPV4, text),
    text: Ipv4Addr::to_string,
    canonical: Ipv4Addr::to_string,
    placeholder: Ipv4Addr::UNSPECIFIED,
});

form!(Ipv6Addr {
    format: format::IPV6,
    parse: |text| parse_as(&format::IPV6, text),
    text: Ipv6Addr::to_string,
    canonical: Ipv6Addr::to_string,
    placeholder: Ipv6Addr::UNSPECIFIED,
});

/// A range of IP addresses: an address and the number of bits that all addresses of the range share
/// (`10.0.0.0/16`).
///
/// Two are equal if they are the same range: `10.0.1.2/16` is `10.0.0.0/16`, and the case and
/// zeros of an IPv6 address do not matter. It keeps the address as written.
///
/// ```
/// # use schema_runtime::field_type::Cidr;
///
/// let range: Cidr = "10.0.1.2/16".parse().unwrap();
/// assert_eq!(range, "10.0.0.0/16".parse().unwrap());
/// assert_eq!(range.network().to_string(), "10.0.0.0");
/// assert!(range.contains("10.0.255.255".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cidr {
    address: IpAddr,
    prefix: u8,
}

impl Cidr {
    /// The range of the addresses that share the first `prefix` bits of this one.
    ///
    /// ```
    /// # use schema_runtime::field_type::Cidr;
    /// let range = Cidr::new([10, 0, 1, 2].into(), 16)?;
    /// assert_eq!(range.to_string(), "10.0.1.2/16");
    /// assert_eq!((range.address().to_string().as_str(), range.prefix()), ("10.0.1.2", 16));
    /// assert!(Cidr::new([10, 0, 1, 2].into(), 33).is_err());
    /// # Ok::<(), schema_runtime::field_type::CidrError>(())
    /// ```
    ///
    /// # Errors
    /// The address has fewer bits.
    pub fn new(address: IpAddr, prefix: u8) -> Result<Self, CidrError> {
        let (address, prefix) = check_prefix(address, prefix)?;
        Ok(Cidr { address, prefix })
    }

    /// The address as written.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// The number of bits that all its addresses share.
    #[must_use]
    pub fn prefix(&self) -> u8 {
        self.prefix
    }

    /// Its first address.
    ///
    /// ```
    /// # use schema_runtime::field_type::Cidr;
    /// let range: Cidr = "10.0.1.2/16".parse()?;
    /// assert_eq!(range.network().to_string(), "10.0.0.0");
    /// # Ok::<(), schema_runtime::field_type::CidrError>(())
    /// ```
    #[must_use]
    pub fn network(&self) -> IpAddr {
        self.first_of(self.address)
    }

    /// Whether an address is in it.
    ///
    /// ```
    /// # use schema_runtime::field_type::Cidr;
    /// let range: Cidr = "2001:db8::/32".parse()?;
    /// assert!(range.contains("2001:db8::1".parse().unwrap()));
    /// assert!(!range.contains("10.0.0.1".parse().unwrap()));
    /// # Ok::<(), schema_runtime::field_type::CidrError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.address.is_ipv4() == address.is_ipv4() && self.first_of(address) == self.network()
    }

    /// The address with all bits but the shared ones zero.
    fn first_of(&self, address: IpAddr) -> IpAddr {
        let own = |bits: u32| bits.saturating_sub(u32::from(self.prefix));
        match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(own(32)).unwrap_or(0);
                Ipv4Addr::from(u32::from(address) & mask).into()
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(own(128)).unwrap_or(0);
                Ipv6Addr::from(u128::from(address) & mask).into()
            }
        }
    }

    fn range(&self) -> String {
        format!("{}/{}", self.network(), self.prefix)
    }
}

impl FromStr for Cidr {
    type Err = CidrError;

    fn from_str(text: &str) -> Result<Self, CidrError> {
        let (address, prefix) = parse_cidr(text)?;
        Ok(Cidr { address, prefix })
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

crate::serde_as_text::serde_as_text!(Cidr, str::parse::<Cidr>);

impl PartialEq for Cidr {
    fn eq(&self, other: &Self) -> bool {
        (self.network(), self.prefix) == (other.network(), other.prefix)
    }
}

impl Eq for Cidr {}

impl PartialOrd for Cidr {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cidr {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.network(), self.prefix).cmp(&(other.network(), other.prefix))
    }
}

impl Hash for Cidr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.network(), self.prefix).hash(state);
    }
}

form!(Cidr {
    format: format::CIDR,
    parse: |text| text.parse::<Cidr>().map_err(|error| error.to_string()),
    text: Cidr::to_string,
    canonical: Cidr::range,
    placeholder: Cidr {
        address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        prefix: 0,
    },
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;

    fn same<T: AttributeType>(a: &str, b: &str) -> bool {
        let canonical = T::CANONICAL.unwrap();
        canonical(&Value::from(a)) == canonical(&Value::from(b))
    }

    #[test]
    fn addresses_are_equal_however_they_are_written() {
        assert!(same::<IpAddr>("2001:DB8:0:0::1", "2001:db8::1"));
        assert!(same::<Ipv6Addr>("::ffff:192.0.2.1", "::FFFF:c000:201"));
        assert!(!same::<IpAddr>("192.0.2.1", "192.0.2.2"));
        for wrong in [
            "",
            "192.0.2",
            "192.0.2.01",
            "192.0.2.1/32",
            "::1%eth0",
            "1:2",
        ] {
            assert!(IpAddr::from_value(&Value::from(wrong)).is_err(), "{wrong}");
        }
        assert!(Ipv4Addr::from_value(&Value::from("::1")).is_err());
    }

    #[test]
    fn ranges_are_equal_if_they_hold_the_same_addresses() {
        for (a, b) in [
            ("10.0.1.2/16", "10.0.0.0/16"),
            ("10.1.2.3/0", "0.0.0.0/0"),
            ("2001:DB8::1/32", "2001:db8::/32"),
            ("::1/128", "0::1/128"),
        ] {
            assert!(same::<Cidr>(a, b), "{a} {b}");
            assert_eq!(a.parse::<Cidr>(), b.parse());
        }
        for (a, b) in [
            ("10.0.0.0/16", "10.0.0.0/17"),
            ("10.0.0.0/8", "11.0.0.0/8"),
            ("0.0.0.0/0", "::/0"),
        ] {
            assert!(!same::<Cidr>(a, b), "{a} {b}");
            assert_ne!(a.parse::<Cidr>(), b.parse());
        }
        let kept = Cidr::from_value(&Value::from("10.0.1.2/16")).unwrap();
        assert_eq!(kept.to_value(), Value::from("10.0.1.2/16"));
    }

    #[test]
    fn what_is_no_range() {
        use CidrError::{Address, NoPrefix, Prefix};
        for (text, error) in [
            ("10.0.0.0", NoPrefix),
            ("/8", Address),
            ("10.0.0/8", Address),
            ("10.0.0.0/", Prefix { bits: 32 }),
            ("10.0.0.0/33", Prefix { bits: 32 }),
            ("10.0.0.0/256", Prefix { bits: 32 }),
            ("10.0.0.0/+8", Prefix { bits: 32 }),
            ("10.0.0.0/-1", Prefix { bits: 32 }),
            ("::/129", Prefix { bits: 128 }),
            ("::/1000000000000", Prefix { bits: 128 }),
            ("10.0.0.0/8/8", Prefix { bits: 32 }),
        ] {
            assert_eq!(text.parse::<Cidr>(), Err(error), "{text}");
        }
    }

    #[test]
    fn contains_what_shares_the_bits() {
        let range: Cidr = "192.0.2.64/26".parse().unwrap();
        for (address, inside) in [
            ("192.0.2.63", false),
            ("192.0.2.64", true),
            ("192.0.2.127", true),
            ("192.0.2.128", false),
            ("::", false),
        ] {
            assert_eq!(
                range.contains(address.parse().unwrap()),
                inside,
                "{address}"
            );
        }
    }
}
