//! Values that a type cannot hold, and those that its validator accepts.

use schema_runtime::validators;

use super::*;

#[test]
fn what_a_type_cannot_hold_is_an_error_at_its_path() {
    let schema = schema::<Every>();
    let base = object::encode(&every());
    let list = |value: Value| Value::List(vec![value]);
    for (name, value, path, words) in [
        ("u8", Value::from(256), "u8", "between 0 and 255"),
        (
            "list",
            list(Value::from(-1)),
            "list[0]",
            "between 0 and 255",
        ),
        ("port", Value::from(65536), "port", "between 0 and 65535"),
        (
            "tuple",
            Value::List(vec![Value::from("a"), Value::from(300)]),
            "tuple[1]",
            "between 0 and 255",
        ),
        ("kind", Value::from("huge"), "kind", "\"small\", \"large\""),
        ("json", Value::from("{"), "json", "JSON such as"),
        (
            "timeout",
            Value::from("1d"),
            "timeout",
            "a duration such as \"1h30m\"",
        ),
        ("timeout", Value::from("-1s"), "timeout", "it is negative"),
        (
            "ip",
            Value::from("10.0.0"),
            "ip",
            "an IP address such as \"192.0.2.1\"",
        ),
        ("ipv6", Value::from("10.0.0.1"), "ipv6", "an IPv6 address"),
        (
            "cidrs",
            list(Value::from("10.0.0.0")),
            "cidrs[0]",
            "\"10.0.0.0/16\"",
        ),
        (
            "network",
            Value::from("10.0.0.0/33"),
            "network",
            "\"10.0.0.0/16\"",
        ),
    ] {
        let found = validate(
            &schema,
            &with(&schema, &base, name, value),
            &Environment::default(),
        );
        let found: Vec<_> = found.iter().collect();
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert_eq!(found[0].path.to_string(), path);
        let text = found[0].detail.clone();
        assert!(text.contains(words), "{name}: {text}");
    }
    let found = validate(
        &schema,
        &with(&schema, &base, "dynamic", Value::UNKNOWN),
        &Environment::default(),
    );
    assert!(found.is_empty(), "{found}");
}

/// The type reads exactly the values that its validator accepts.
#[test]
fn the_validator_of_json_reads_as_deep_as_the_type() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for (depth, passes) in [(1, true), (127, true), (128, false), (100_000, false)] {
        let text = Value::from(nested(depth));
        assert_eq!(validators::json().accepts(&text), passes, "{depth}");
        assert_eq!(Json::from_value(&text).is_ok(), passes, "{depth}");
    }
}
