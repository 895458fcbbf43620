//! URLs with a host.

use alloc::string::String;
use core::net::Ipv6Addr;

/// The scheme of a URL with a host (`https` of `https://example.com/a`); `None` if the string is
/// not such a URL. This is a plausibility check; if the parts matter, use a field of type `Url`.
#[must_use]
pub fn url_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let host = without_user(authority);
    (is_scheme(scheme) && is_clean(authority) && is_clean(path) && is_host(host)).then_some(scheme)
}

/// Whether a string can be the scheme of a URL (`https`, `git+ssh`).
#[must_use]
pub fn is_scheme(text: &str) -> bool {
    let mut letters = text.bytes();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Whether the parser of the crate `url` certainly rejects a string: it has no scheme, or a scheme
/// that requires a host and an invalid host or port. Other strings may still be invalid, which only
/// that parser knows.
#[must_use]
pub fn is_surely_no_url(text: &str) -> bool {
    // That parser trims white space, and removes line ends.
    let text = text.trim_matches(|c: char| c <= ' ');
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .collect();
    let Some((scheme, rest)) = text.split_once(':') else {
        return true;
    };
    if !is_scheme(scheme) {
        return true;
    }
    let asks_for_a_host = ["http", "https", "ws", "wss", "ftp"];
    if !asks_for_a_host
        .iter()
        .any(|name| scheme.eq_ignore_ascii_case(name))
    {
        return false;
    }
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or(rest);
    let host = without_user(authority);
    if let Some(address) = host.strip_prefix('[') {
        return !address.contains(']');
    }
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let wrong = |c: char| c <= ' ' || "<>[]^|\x7f".contains(c);
    // The parser uses the number, which may have leading zeros.
    name.is_empty() || name.contains(wrong) || !is_port(port.trim_start_matches('0'))
}

fn without_user(authority: &str) -> &str {
    let user = authority.rsplit_once('@');
    user.map_or(authority, |(_, host)| host)
}

/// No character that must be escaped, and no broken escape.
fn is_clean(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'%' => {
                let mut hex = || bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit());
                if !(hex() && hex()) {
                    return false;
                }
            }
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | ..=b' ' | 0x7f => {
                return false;
            }
            _ => {}
        }
    }
    true
}

fn is_host(host: &str) -> bool {
    let Some(rest) = host.strip_prefix('[') else {
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        return !name.is_empty() && is_port(port);
    };
    rest.split_once(']').is_some_and(|(address, after)| {
        let port = after.strip_prefix(':');
        address.parse::<Ipv6Addr>().is_ok() && port.map_or(after.is_empty(), is_port)
    })
}

/// Whether it is a port, which may be missing.
fn is_port(port: &str) -> bool {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    digits && (port.is_empty() || port.parse::<u16>().is_ok())
}
