//! Which proxy the environment asks for.

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

fn is_excepted(except: &str, host: &str) -> bool {
    let name = except.strip_prefix('*').unwrap_or(except);
    match name.strip_prefix('.') {
        _ if name.is_empty() => except == "*",
        Some(zone) => host == zone || host.ends_with(name),
        None => host == name || host.ends_with(&format!(".{name}")),
    }
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
            "example.com",
            ".example.com",
            "*.example.com",
            "*",
            "a, example.com",
        ] {
            assert_eq!(
                asked(&[proxy, ("NO_PROXY", except)], "db.example.com"),
                None,
                "{except}"
            );
        }
        for except in ["other.com", "ample.com", "b.example.com", ""] {
            assert!(
                asked(&[proxy, ("NO_PROXY", except)], "db.example.com").is_some(),
                "{except}"
            );
        }
    }
}
