//! Which proxy the environment asks for.

use std::net::IpAddr;

use schema_provider::prelude::Environment;

/// The SOCKS5 proxy of `ALL_PROXY`, unless `NO_PROXY` names the host.
pub(crate) fn socks(environment: &Environment, host: &str) -> Option<String> {
    let proxy = environment.first(["ALL_PROXY", "all_proxy"])?;
    let (scheme, rest) = proxy.split_once("://")?;
    if !matches!(scheme, "socks5" | "socks5h") {
        return None;
    }
    let excepted = environment
        .first(["NO_PROXY", "no_proxy"])
        .unwrap_or_default();
    if excepted
        .split(',')
        .any(|except| is_excepted(except.trim(), host))
    {
        return None;
    }
    // Its password is shown to nobody.
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    Some(format!("{scheme}://{place}"))
}

/// As the provider in Go: a range of addresses, an address, `*.` and a zone, or a host.
fn is_excepted(except: &str, host: &str) -> bool {
    if let Some((start, bits)) = except.split_once('/') {
        let range = start.parse().ok().zip(bits.parse().ok());
        return match (range, host.parse()) {
            (Some((start, bits)), Ok(host)) => is_within(host, start, bits),
            _ => false,
        };
    }
    if let Ok(address) = except.parse::<IpAddr>() {
        return host.parse() == Ok(address);
    }
    match except.strip_prefix("*.") {
        Some(zone) => {
            let zone = zone.trim_end_matches('.');
            let before = host.strip_suffix(zone);
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        }
        None => !except.is_empty() && host == except.trim_end_matches('.'),
    }
}

/// Whether the first bits of two addresses of one kind are the same.
fn is_within(host: IpAddr, start: IpAddr, bits: u32) -> bool {
    let (host, start, length) = match (host, start) {
        (IpAddr::V4(host), IpAddr::V4(start)) => {
            (host.to_bits().into(), start.to_bits().into(), 32)
        }
        (IpAddr::V6(host), IpAddr::V6(start)) => (host.to_bits(), start.to_bits(), 128),
        _ => return false,
    };
    let different: u128 = host ^ start;
    bits <= length && different.checked_shr(length - bits).unwrap_or_default() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(variables: &[(&str, &str)], host: &str) -> Option<String> {
        let mut environment = Environment::default();
        for (name, value) in variables {
            environment.set(*name, *value);
        }
        socks(&environment, host)
    }

    #[test]
    fn a_proxy_is_taken_from_the_environment_without_its_password() {
        let proxy = ("ALL_PROXY", "socks5://me:secret@proxy:1080");
        assert_eq!(
            asked(&[proxy], "db").as_deref(),
            Some("socks5://proxy:1080")
        );
        assert_eq!(
            asked(&[("all_proxy", "socks5://p:1")], "db").as_deref(),
            Some("socks5://p:1")
        );
        assert_eq!(asked(&[], "db"), None);
        // Another kind of proxy is none for a database.
        assert_eq!(asked(&[("ALL_PROXY", "http://p:1")], "db"), None);
    }

    #[test]
    fn hosts_can_be_excepted() {
        let proxy = ("ALL_PROXY", "socks5://p:1");
        for except in [
            "db.example.com",
            "db.example.com.",
            "*.example.com",
            "*.db.example.com",
            "a, *.com",
        ] {
            assert_eq!(
                asked(&[proxy, ("NO_PROXY", except)], "db.example.com"),
                None,
                "{except}"
            );
        }
        for except in [
            "other.com",
            "*.ample.com",
            "b.example.com",
            "",
            ",",
            "*",
            "example.com",
            ".example.com",
            "10.0.0.0/8",
        ] {
            assert!(
                asked(&[proxy, ("NO_PROXY", except)], "db.example.com").is_some(),
                "{except}"
            );
        }
    }

    #[test]
    fn addresses_can_be_excepted() {
        let proxy = ("ALL_PROXY", "socks5://p:1");
        for (except, host, is_excepted) in [
            ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.4", "10.1.2.3", false),
            ("10.1.0.0/16", "10.1.2.3", true),
            ("10.1.2.3/32", "10.1.2.3", true),
            ("10.1.2.2/31", "10.1.2.4", false),
            ("0.0.0.0/0", "10.1.2.3", true),
            ("10.0.0.0/33", "10.1.2.3", false),
            ("10.0.0.0/x", "10.1.2.3", false),
            ("fd00::/8", "fd12::1", true),
            ("::/0", "fd12::1", true),
            ("fd00::/8", "fe00::1", false),
            ("0:0:0:0:0:0:0:1", "::1", true),
            ("10.0.0.0/8", "fd12::1", false),
        ] {
            let asked = asked(&[proxy, ("NO_PROXY", except)], host);
            assert_eq!(asked.is_none(), is_excepted, "{except} {host}");
        }
    }
}
