//! Strings of a known format: addresses, timestamps, UUIDs.
//!
//! The derive checks literal defaults with them while it compiles a provider, and the runtime
//! checks configurations; they are here because both can use this crate.

mod network;
mod text;
mod time;
mod url;

pub use network::{CidrError, check_prefix, is_network, network_prefix, parse_cidr};
pub use url::{is_scheme, is_surely_no_url, url_scheme};

/// A format of strings.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The validator's name in annotations.
    pub name: &'static str,
    /// What such a string is, with an article: "an IP address".
    pub what: &'static str,
    /// An example.
    pub example: &'static str,
    /// Why a string does not have the format, without repeating it (it may be secret); `None` if it
    /// has it. Absent if only a parser of another crate can tell.
    pub problem: Option<fn(&str) -> Option<&'static str>>,
}

/// Declares the formats that are also validators:
/// `NAME: "name", "what it is", "an example", problem;`.
macro_rules! formats {
    ($($(#[$about:meta])* $form:ident: $name:literal, $what:literal, $example:literal, $problem:expr;)*) => {
        $(
            $(#[$about])*
            pub const $form: Format = Format {
                name: $name,
                what: $what,
                example: $example,
                problem: $problem,
            };
        )*

        /// All formats that are also validators.
        pub const FORMATS: &[Format] = &[$($form),*];
    };
}

formats! {
    /// Base64.
    BASE64: "base64", "base64", "aGVsbG8=", Some(text::base64);
    /// A range of IP addresses.
    CIDR: "cidr", "a range of IP addresses", "10.0.0.0/16", Some(network::cidr);
    /// A day of the week in English.
    DAY_OF_WEEK: "day_of_week", "a day of the week in English", "Monday", Some(time::day_of_week);
    /// A duration.
    DURATION: "duration", "a duration", "1h30m", Some(time::duration);
    /// An IP address.
    IP: "ip", "an IP address", "192.0.2.1", Some(network::ip);
    /// An IPv4 address.
    IPV4: "ipv4", "an IPv4 address", "192.0.2.1", Some(network::ipv4);
    /// A range of IPv4 addresses.
    IPV4_RANGE: "ipv4_range", "a range of IPv4 addresses", "192.0.2.1-192.0.2.9", Some(network::ipv4_range);
    /// An IPv6 address.
    IPV6: "ipv6", "an IPv6 address", "2001:db8::1", Some(network::ipv6);
    /// JSON.
    JSON: "json", "JSON", "{\"key\": 1}", None;
    /// A hardware address.
    MAC: "mac", "a hardware address", "00:00:5e:00:53:01", Some(network::mac);
    /// A month in English.
    MONTH: "month", "a month in English", "January", Some(time::month);
    /// Text that does not consist only of spaces.
    NOT_BLANK: "not_blank", "text that is more than spaces", "a", Some(text::not_blank);
    /// A regular expression.
    REGULAR_EXPRESSION: "regular_expression", "a regular expression", "^[a-z]+$", None;
    /// An RFC 3339 timestamp.
    TIMESTAMP: "timestamp", "a time of RFC 3339", "2026-01-31T12:00:00Z", Some(time::timestamp);
    /// A UUID.
    UUID: "uuid", "a UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", Some(text::uuid);
}

/// A duration as in the standard library's type, which cannot be negative. No validator has this
/// format.
pub const UNSIGNED_DURATION: Format = Format {
    name: "unsigned_duration",
    problem: Some(time::unsigned_duration),
    ..DURATION
};

/// The format with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_example_is_one_and_nothing_else_goes_by_its_name() {
        for (i, one) in FORMATS.iter().enumerate() {
            if let Some(problem) = one.problem {
                assert_eq!(problem(one.example), None, "{}", one.name);
            }
            assert!(FORMATS[i + 1..].iter().all(|other| other != one));
            assert_eq!(find(one.name), Some(one));
        }
    }

    /// `yes` have the format, `no` do not.
    #[track_caller]
    fn cases(name: &str, yes: &[&str], no: &[&str]) {
        let problem = find(name).and_then(|format| format.problem).unwrap();
        for text in yes {
            assert_eq!(problem(text), None, "{name}: {text:?}");
        }
        for text in no {
            assert!(problem(text).is_some(), "{name}: {text:?}");
        }
    }

    #[test]
    fn addresses() {
        let four = ["0.0.0.0", "192.0.2.1", "255.255.255.255"];
        let six = ["::", "::1", "2001:DB8::1", "::ffff:192.0.2.1"];
        let no = [
            "",
            "192.0.2",
            "192.0.2.256",
            "192.0.2.01",
            "192.0.2.1 ",
            "1.2.3.4.5",
            ":::",
            "fe80::1%eth0",
            "12345::",
            "example.com",
        ];
        cases("ipv4", &four, &no);
        cases("ipv6", &six, &no);
        cases("ip", &four, &no);
        cases("ip", &six, &no);
        cases("ipv4", &[], &six);
        cases("ipv6", &[], &four);
    }

    #[test]
    fn ranges_of_addresses() {
        cases(
            "cidr",
            &[
                "10.0.0.0/8",
                "10.1.2.3/8",
                "0.0.0.0/0",
                "1.2.3.4/32",
                "2001:db8::/32",
                "::/128",
            ],
            &[
                "",
                "10.0.0.0",
                "10.0.0.0/",
                "/8",
                "10.0.0.0/33",
                "::/129",
                "10.0.0.0/-1",
                "10.0.0.0/+1",
                "10.0.0.0/8/8",
                "10.0.0/8",
                "10.0.0.0/1000000000000",
            ],
        );
        cases(
            "ipv4_range",
            &["192.0.2.1-192.0.2.9", "192.0.2.1-192.0.2.1"],
            &[
                "",
                "192.0.2.1",
                "192.0.2.9-192.0.2.1",
                "192.0.2.1-",
                "-192.0.2.1",
                "192.0.2.1 - 192.0.2.9",
                "::1-::2",
                "1.1.1.1-2.2.2.2-3.3.3.3",
            ],
        );
    }

    #[test]
    fn hardware_addresses() {
        cases(
            "mac",
            &[
                "00:00:5e:00:53:01",
                "00-00-5E-00-53-01",
                "0000.5e00.5301",
                "02:00:5e:10:00:00:00:01",
                "02-00-5e-10-00-00-00-01",
                "0200.5e10.0000.0001",
                "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
                "0000.0000.fe80.0000.0000.0000.0200.5e10.0000.0001",
            ],
            &[
                "",
                "00:00:5e:00:53",
                "00:00:5e:00:53:0",
                "00:00:5e:00:53:001",
                "00:00:5e-00:53:01",
                "0000.5e00.53",
                "00005e005301",
                "00:00:5e:00:53:0g",
                "00:00:5e:00:53:01:",
                "00000.5e00.531",
            ],
        );
    }

    #[test]
    fn times() {
        cases(
            "timestamp",
            &[
                "2026-11-21T14:05:09Z",
                "2026-11-21T14:05:09.123456789Z",
                "2024-02-29T00:00:00+14:00",
                "2000-02-29T23:59:59-07:30",
                "0000-01-01T00:00:00Z",
            ],
            &[
                "",
                "2026-11-21",
                "2026-11-21 14:05:09Z",
                "2026-11-21t14:05:09z",
                "2026-11-21T14:05Z",
                "2026-11-21T14:05:09",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-11-21T24:00:00Z",
                "2026-11-21T14:60:00Z",
                "2026-11-21T14:05:60Z",
                "2026-11-21T14:05:09.Z",
                "2026-11-21T14:05:09+1400",
                "2026-11-21T14:05:09+24:00",
                "2026-11-21T14:05:09+10:60",
                "26-11-21T14:05:09Z",
                "2026-11-21T14:05:09ZZ",
                "２026-11-21T14:05:09Z",
            ],
        );
        cases(
            "duration",
            &["0", "1h30m", "-1.5s", "100ns"],
            &["", "10", "1d", "1h 30m", "h"],
        );
        let unsigned = UNSIGNED_DURATION.problem.unwrap();
        for (text, fits) in [("0s", true), ("1h30m", true), ("-1s", false), ("10", false)] {
            assert_eq!(unsigned(text).is_none(), fits, "{text}");
        }
        cases(
            "day_of_week",
            &["Monday", "Sunday"],
            &["", "monday", "Mon", "Montag"],
        );
        cases(
            "month",
            &["January", "May", "December"],
            &["", "may", "Jan", "Mai"],
        );
    }

    #[test]
    fn other_texts() {
        cases(
            "uuid",
            &[
                "00000000-0000-0000-0000-000000000000",
                "F81D4FAE-7dec-11d0-a765-00a0c91e6bf6",
            ],
            &[
                "",
                "f81d4fae7dec11d0a76500a0c91e6bf6",
                "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf66",
                "g81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae-7dec-11d0-a76-500a0c91e6bf6",
            ],
        );
        cases(
            "base64",
            &["aGVsbG8=", "aGVsbG8h", "aA==", "aGVs\nbG8h\r\n", "+/+/"],
            &[
                "",
                "\n",
                "aGVsbG8",
                "aGVsbG8==",
                "a===",
                "====",
                "aG=sbG8=",
                "-_-_",
                "aGVs bG8h",
                "ä===",
            ],
        );
        cases("not_blank", &["a", " a "], &["", " ", "\t\n\u{a0}\u{2003}"]);
    }

    #[test]
    fn networks() {
        for (text, prefix) in [
            ("10.0.0.0/8", 8),
            ("10.1.0.0/16", 16),
            ("2001:db8::/32", 32),
            ("0.0.0.0/0", 0),
            ("1.2.3.4/32", 32),
        ] {
            assert_eq!(network_prefix(text), Some(prefix), "{text}");
        }
        for text in [
            "10.1.0.0/8",
            "2001:db8::1/32",
            "1.2.3.4/31.",
            "1.2.3.5/31",
            "0.0.0.1/0",
            "::1/127",
            "",
        ] {
            assert_eq!(network_prefix(text), None, "{text}");
        }
        assert!(is_network("10.0.0.0/24", 16, 28));
        assert!(is_network("10.0.0.0/16", 16, 28));
        assert!(!is_network("10.0.0.0/15", 16, 28));
        assert!(!is_network("10.0.0.0/29", 16, 28));
    }

    #[test]
    fn urls() {
        for (text, scheme) in [
            ("https://example.com", "https"),
            ("HTTP://user:pw@Example.com:8080/a%20b?c=d#e", "HTTP"),
            ("s3+x.1-z://bucket", "s3+x.1-z"),
            ("http://[2001:db8::1]:80/", "http"),
            ("http://192.0.2.1?q", "http"),
            ("http://b\u{fc}cher.example/", "http"),
            ("http://host:/", "http"),
        ] {
            assert_eq!(url_scheme(text), Some(scheme), "{text}");
        }
        for text in [
            "",
            "example.com",
            "https:",
            "https:/",
            "https://",
            "https:///path",
            "https:example.com",
            "1http://a",
            "ht tp://a",
            "http://a b",
            "http://a\n",
            "http://a:x",
            "http://a:99999",
            "http://[::1",
            "http://[::1]x",
            "http://[1.2.3.4]",
            "http://a%zz",
            "http://a/%",
            "http://<a>",
            "://a",
            "http://user@",
            "http://a\\b",
        ] {
            assert_eq!(url_scheme(text), None, "{text}");
        }
    }
}
