//! Reads the proxy from the environment.

use std::net::IpAddr;

use schema_provider::prelude::{Environment, Secret};

use crate::server::Proxy;

/// The SOCKS5 proxy of `ALL_PROXY`, unless `NO_PROXY` names the host.
pub(crate) fn socks(environment: &Environment, host: &str) -> Option<Proxy> {
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
    let rest = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let (login, place) = match rest.rsplit_once('@') {
        Some((login, place)) => (Some(login), place),
        None => (None, rest),
    };
    let login = login.map(|login| {
        let (user, password) = login.split_once(':').unwrap_or((login, ""));
        (decoded(user), Secret::from(decoded(password)))
    });
    // The port follows the last colon, unless that is within the brackets of an address.
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (place, 1080),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    (!host.is_empty()).then(|| Proxy {
        host: host.to_owned(),
        port,
        login,
    })
}

/// Decodes part of a URL: `%40` is `@`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As in the Go provider: an address range, an address, `*.` and a zone, or a host.
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

/// Whether the first bits of two addresses of one family are equal.
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

    fn asked(variables: &[(&str, &str)], host: &str) -> Option<Proxy> {
        let mut environment = Environment::default();
        for (name, value) in variables {
            environment.set(*name, *value);
        }
        socks(&environment, host)
    }

    #[test]
    fn a_proxy_is_taken_from_the_environment() {
        for (url, expected) in [
            ("socks5://proxy:1081", Some(("proxy", 1081, None))),
            ("socks5h://proxy", Some(("proxy", 1080, None))),
            ("socks5://[::1]:1/", Some(("::1", 1, None))),
            ("socks5://[::1]", Some(("::1", 1080, None))),
            (
                "socks5://me:s%40cr%zt:@p:1",
                Some(("p", 1, Some(("me", "s@cr%zt:")))),
            ),
            ("socks5://me@p", Some(("p", 1080, Some(("me", ""))))),
            // Other kinds of proxies do not work for a database.
            ("http://p:1", None),
            ("p:1", None),
            ("socks5://p:x", None),
            ("socks5://", None),
        ] {
            let found = asked(&[("ALL_PROXY", url)], "db");
            let found = found.as_ref().map(|proxy| {
                let login = proxy.login.as_ref();
                let login =
                    login.map(|(user, password)| (user.as_str(), password.expose().unwrap()));
                (proxy.host.as_str(), proxy.port, login)
            });
            assert_eq!(found, expected, "{url}");
        }
        let lower = asked(&[("all_proxy", "socks5://me:secret@p:1")], "db").unwrap();
        assert_eq!(lower.to_string(), "socks5://p:1");
        assert!(!format!("{lower:?}").contains("secret"), "{lower:?}");
        assert!(asked(&[], "db").is_none());
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
            let asked = asked(&[proxy, ("NO_PROXY", except)], "db.example.com");
            assert!(asked.is_none(), "{except}");
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
