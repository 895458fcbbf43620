//! Every validator of the catalogue with what it accepts and rejects; numbers compared with others;
//! fields with a preferred write-only counterpart.

use serde_json::{Value as Json, json};

use crate::diagnostics::Severity;
use crate::number::Number;
use crate::path::Path;
use crate::refs::Text;
use crate::schema::{Environment, Extra, Flags, Nesting, Schema, Total, Validator};
use crate::tests::*;
use crate::ty::Type;
use crate::validate::{validate, write_only_preferences};
use crate::validators::*;
use crate::value::Value;

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => Value::Number(Number::parse(&number.to_string()).unwrap()),
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(elements) => Value::List(elements.iter().map(value).collect()),
        Json::Object(members) => Value::Map(
            members
                .iter()
                .map(|(key, member)| (key.as_str().into(), value(member)))
                .collect(),
        ),
    }
}

/// Each validator with what it accepts, what it rejects, and its wording.
#[test]
fn accepted_rejected_and_in_words() {
    let long = "x".repeat(64);
    let cases: Vec<(Validator, Json, Json, &str)> = vec![
        (
            length(1..=3),
            json!(["a", "äöü", [1], {"a": 1}]),
            json!(["", "abcd", [], [1, 2, 3, 4]]),
            "between 1 and 3 long",
        ),
        (
            length(2..3),
            json!(["ab"]),
            json!(["a", "abc"]),
            "exactly 2 long",
        ),
        (
            size(..=1),
            json!([[], [1], {}]),
            json!([[1, 2]]),
            "at most 1 long",
        ),
        (
            bytes(2..=3),
            json!(["ä", "abc"]),
            json!(["a", "äö"]),
            "between 2 and 3 bytes long",
        ),
        (
            not_empty(),
            json!([" ", "a", [1]]),
            json!(["", []]),
            "at least 1 long",
        ),
        (
            not_blank(),
            json!(["a", " a "]),
            json!(["", " ", "\t\n"]),
            "text that is more than spaces such as \"a\"",
        ),
        (
            not_zero(),
            json!(["a", 1, -0.5, true, [0]]),
            json!(["", 0, 0.0, false, []]),
            "neither empty nor zero",
        ),
        (
            range(-1..=1),
            json!([-1, 0, 0.5, 1]),
            json!([-2, 1.5, 1e30]),
            "between -1 and 1",
        ),
        (range(..5), json!([4, -1e30]), json!([5]), "at most 4"),
        (
            float_range(Some(0.5), None),
            json!([0.5, 1]),
            json!([0.4, -1]),
            "at least 0.5",
        ),
        (
            divisible_by(4),
            json!([0, 4, -8]),
            json!([1, 4.5, 1e-3]),
            "a multiple of 4",
        ),
        (
            divisible_by(-1),
            json!([i64::MIN]),
            json!([0.5]),
            "a multiple of -1",
        ),
        (divisible_by(0), json!([0]), json!([1]), "a multiple of 0"),
        (
            port(),
            json!([1, 65_535]),
            json!([0, 65_536, -1]),
            "between 1 and 65535",
        ),
        (
            port_or_zero(),
            json!([0, 65_535]),
            json!([-1, 65_536]),
            "between 0 and 65535",
        ),
        (equals(true), json!([true]), json!([false]), "true"),
        (
            one_of(["a", "b"]),
            json!(["a", "b"]),
            json!(["A", "", "ab"]),
            "one of \"a\", \"b\"",
        ),
        (
            one_of_ignore_case(["Über"]),
            json!(["über", "ÜBER"]),
            json!(["uber"]),
            "one of \"Über\" (in capital letters or not)",
        ),
        (
            one_of_numbers([512, 4096]),
            json!([512, 512.0]),
            json!([1, 512.5]),
            "one of 512, 4096",
        ),
        (
            regex("^[a-z]+$"),
            json!(["ab"]),
            json!(["", "A"]),
            "text that matches ^[a-z]+$",
        ),
        (
            excludes("/\\"),
            json!(["", "ab"]),
            json!(["a/", "\\"]),
            "text without any of the characters /\\",
        ),
        (
            ip(),
            json!(["192.0.2.1", "::1"]),
            json!(["", "192.0.2.256", "example.com"]),
            "an IP address such as \"192.0.2.1\"",
        ),
        (
            ipv4(),
            json!(["192.0.2.1"]),
            json!(["::1"]),
            "an IPv4 address such as \"192.0.2.1\"",
        ),
        (
            ipv6(),
            json!(["::ffff:1.2.3.4"]),
            json!(["1.2.3.4", "fe80::1%eth0"]),
            "an IPv6 address such as \"2001:db8::1\"",
        ),
        (
            ipv4_range(),
            json!(["192.0.2.1-192.0.2.9"]),
            json!(["192.0.2.9-192.0.2.1", "::1-::2"]),
            "a range of IPv4 addresses such as \"192.0.2.1-192.0.2.9\"",
        ),
        (
            cidr(),
            json!(["10.1.2.3/8", "::/0"]),
            json!(["10.0.0.0", "10.0.0.0/33", "10.0.0.0/+8"]),
            "a range of IP addresses such as \"10.0.0.0/16\"",
        ),
        (
            network(16, 28),
            json!(["10.1.0.0/16", "2001:db0::/28"]),
            json!(["10.0.0.0/8", "10.0.0.1/24", "x"]),
            "a network such as \"10.0.0.0/16\" of 16 to 28 bits, without bits beyond",
        ),
        (
            mac(),
            json!(["00:00:5e:00:53:01"]),
            json!(["00:00:5e:00:53", "00005e005301"]),
            "a hardware address such as \"00:00:5e:00:53:01\"",
        ),
        (
            url::<&str>([]),
            json!(["s3://bucket", "http://a"]),
            json!(["a", "http://", "http:///x"]),
            "a URL with a host",
        ),
        (
            url(["http", "https"]),
            json!(["HTTPS://a"]),
            json!(["ftp://a"]),
            "a URL with a host that begins with http:// or https://",
        ),
        (
            uuid(),
            json!(["f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]),
            json!(["f81d4fae", long]),
            "a UUID such as \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"",
        ),
        (
            timestamp(),
            json!(["2026-11-21T14:05:09Z"]),
            json!(["2026-02-30T00:00:00Z", "today"]),
            "a time of RFC 3339 such as \"2026-01-31T12:00:00Z\"",
        ),
        (
            duration(),
            json!(["1h30m", "0"]),
            json!(["90", "1d"]),
            "a duration such as \"1h30m\"",
        ),
        (
            day_of_week(),
            json!(["Monday"]),
            json!(["monday", "Mo"]),
            "a day of the week in English such as \"Monday\"",
        ),
        (
            month(),
            json!(["May"]),
            json!(["may", "Mai"]),
            "a month in English such as \"January\"",
        ),
        (
            base64(),
            json!(["aGVsbG8="]),
            json!(["", "aGVsbG8"]),
            "base64 such as \"aGVsbG8=\"",
        ),
        (
            json(),
            json!(["1", "{\"a\": []}"]),
            json!(["", "{", "{a: 1}"]),
            "JSON such as \"{\\\"key\\\": 1}\"",
        ),
        (
            regular_expression(),
            json!(["^a$", ""]),
            json!(["[", "(?<"]),
            "a regular expression such as \"^[a-z]+$\"",
        ),
        (
            unique(),
            json!([[1, 2], []]),
            json!([[1, 1]]),
            "a list without equal elements",
        ),
        (
            no_nulls(),
            json!([[1], {"a": 1}]),
            json!([[null], {"a": null}]),
            "a collection without null elements",
        ),
        (
            each([range(1..)]),
            json!([[1, 2], [], {"a": 1}]),
            json!([[1, 0], {"a": 0}]),
            "a collection in which each element is at least 1",
        ),
        (
            values([ip()]),
            json!([{"a": "::1"}]),
            json!([{"a": "b"}]),
            "a collection in which each element is an IP address such as \"192.0.2.1\"",
        ),
        (
            keys([not_blank()]),
            json!([{"a": 1}]),
            json!([{" ": 1}]),
            "a map in which each key is text that is more than spaces such as \"a\"",
        ),
        (
            all([length(2..), regex("b")]),
            json!(["ab"]),
            json!(["b", "aa"]),
            "at least 2 long and text that matches b",
        ),
        (
            any([one_of(["auto"]), ip()]),
            json!(["auto", "::1"]),
            json!(["no"]),
            "one of \"auto\" or an IP address such as \"192.0.2.1\"",
        ),
        (
            not(one_of(["a"])),
            json!(["b"]),
            json!(["a"]),
            "not one of \"a\"",
        ),
    ];
    for (validator, accepted, refused, words) in cases {
        assert_eq!(validator.to_string(), words);
        for one in accepted.as_array().unwrap() {
            assert!(validator.accepts(&value(one)), "{words}: {one}");
        }
        for one in refused.as_array().unwrap() {
            let told = validator.check(&Path::new("x"), &value(one));
            assert!(told.has_errors(), "{words}: {one}");
        }
        for one in [Value::Null, Value::UNKNOWN] {
            assert!(validator.accepts(&one), "{words}: {one:?}");
        }
    }
}

#[test]
fn a_form_says_what_is_wrong_and_hides_a_secret() {
    let told = ip().check(&Path::new("address"), &Value::from("localhost"));
    assert_eq!(
        told.to_string(),
        "Error: Invalid value for address (at address): The value of address must be an IP address \
         such as \"192.0.2.1\", but it is \"localhost\": it is neither an IPv4 nor an IPv6 address."
    );
    let check = Extra::Validate { validator: json() };
    let schema = resource(vec![
        text("key", OPTIONAL.with(Flags::SENSITIVE)).and(check),
    ]);
    let config = object(&schema.block, &json!({"key": "canary{"}));
    let told = validate(&schema, &config, &Environment::default()).to_string();
    assert!(
        told.contains("must be JSON") && !told.contains("canary"),
        "{told}"
    );
}

/// An unknown value may turn out to pass the negation of what it passes now.
#[test]
fn the_negation_of_what_is_not_known_yet_passes() {
    let not_each_a = not(each([one_of(["a"])]));
    let list = |elements: Vec<Value>| Value::List(elements);
    assert!(not_each_a.accepts(&list(vec![Value::from("a"), Value::UNKNOWN])));
    assert!(not_each_a.accepts(&Value::UNKNOWN));
    assert!(not_each_a.accepts(&list(vec![Value::from("a"), Value::from("b")])));
    assert!(!not_each_a.accepts(&list(vec![Value::from("a")])));
}

fn total(total: Total, names: &[&'static str]) -> Extra {
    Extra::Compare {
        total,
        fields: paths(names),
    }
}

fn told(schema: &Schema, config: &Json) -> String {
    let config = object(&schema.block, config);
    validate(schema, &config, &Environment::default()).to_string()
}

#[test]
fn sums_and_products() {
    let number = |name| of(name, Type::Number, OPTIONAL);
    for (compare, right, wrong) in [
        (Total::AtLeastSum, json!([5, 6, 5.5]), json!([4, 4.9, -1])),
        (Total::AtMostSum, json!([5, 4, -1]), json!([6, 5.1])),
        (Total::EqualToSum, json!([5, 5.0]), json!([4, 6])),
        (Total::EqualToProduct, json!([6]), json!([5, 6.5])),
    ] {
        let schema = resource(vec![
            number("size").and(total(compare, &["a", "part.b"])),
            number("a"),
            block("part", Nesting::Single, vec![number("b")]),
        ]);
        for size in right.as_array().unwrap() {
            let config = json!({"size": size, "a": 2, "part": {"b": 3}});
            assert_eq!(told(&schema, &config), "", "{compare:?} {size}");
        }
        for size in wrong.as_array().unwrap() {
            let config = json!({"size": size, "a": 2, "part": {"b": 3}});
            let text = told(&schema, &config);
            assert!(text.starts_with("Error: Invalid value for size"), "{text}");
        }
        // An unknown value is not checked.
        for config in [
            json!({"size": 1, "a": "?", "part": {"b": 3}}),
            json!({"size": "?", "a": 2, "part": {"b": 3}}),
            json!({"a": 2, "part": {"b": 3}}),
            json!({"size": 1, "a": 2, "part": "?"}),
        ] {
            assert_eq!(told(&schema, &config), "", "{compare:?} {config}");
        }
    }
    let schema = resource(vec![
        number("size").and(total(Total::AtLeastSum, &["a", "b"])),
        number("a"),
        number("b"),
    ]);
    assert_eq!(
        told(&schema, &json!({"size": 1, "a": 2, "b": 0.5})),
        "Error: Invalid value for size (at size): The value of size must be at least the sum of a, b \
         (2.5), but it is 1."
    );
}

#[test]
fn a_sum_leaves_out_what_is_null() {
    let number = |name| of(name, Type::Number, OPTIONAL);
    for (kind, low, high) in [
        (Total::AtLeastSum, false, true),
        (Total::AtMostSum, true, false),
        (Total::EqualToSum, false, false),
        // A product with a null is not compared.
        (Total::EqualToProduct, true, true),
    ] {
        let schema = resource(vec![
            number("size").and(total(kind, &["a", "part.b"])),
            number("a"),
            block("part", Nesting::Single, vec![number("b")]),
        ]);
        let passes = |config: Json| told(&schema, &config).is_empty();
        for part in [json!(null), json!({ "b": null })] {
            assert_eq!(
                passes(json!({"size": 1, "a": 2, "part": part})),
                low,
                "{kind:?}"
            );
            assert_eq!(
                passes(json!({"size": 3, "a": 2, "part": part})),
                high,
                "{kind:?}"
            );
        }
        assert!(
            passes(json!({"size": 3, "a": 2, "part": {"b": "?"}})),
            "{kind:?}"
        );
        assert!(passes(json!({"size": null, "a": 2})), "{kind:?}");
        // An empty sum is zero.
        let zero = passes(json!({"size": 0}));
        assert!(zero, "{kind:?}");
    }
}

#[test]
fn a_sum_of_secrets_is_not_shown() {
    let number = |name, flags| of(name, Type::Number, flags);
    let schema = resource(vec![
        number("size", OPTIONAL).and(total(Total::EqualToSum, &["pin"])),
        number("pin", OPTIONAL.with(Flags::SENSITIVE)),
    ]);
    let text = told(&schema, &json!({"size": 1, "pin": 4711}));
    assert!(
        text.contains("the sum of pin") && !text.contains("4711"),
        "{text}"
    );
}

#[test]
fn a_write_only_field_is_preferred_where_it_is_not_set() {
    let prefers = |name: &'static str| Extra::PreferWriteOnly {
        field: vec![Text::text(name)].into(),
    };
    let pair = || {
        vec![
            text("password", OPTIONAL).and(prefers("password_wo")),
            text("password_wo", OPTIONAL.with(Flags::WRITE_ONLY)),
        ]
    };
    let mut fields = pair();
    fields.push(block("login", Nesting::List, pair()));
    let schema = resource(fields);
    let warned = |config: Json| -> Vec<String> {
        let config = object(&schema.block, &config);
        // The validation itself does not depend on the client.
        assert!(validate(&schema, &config, &Environment::default()).is_empty());
        let told = write_only_preferences(&schema.block, &config);
        assert!(told.iter().all(|d| d.severity == Severity::Warning));
        let text = told.to_string();
        assert!(!text.contains("canary"), "{text}");
        told.iter().map(|d| d.path.to_string()).collect()
    };
    assert!(warned(json!({})).is_empty());
    assert!(warned(json!({"password_wo": "canary"})).is_empty());
    assert!(warned(json!({"password": "canary", "password_wo": "canary"})).is_empty());
    assert_eq!(warned(json!({"password": "canary"})), ["password"]);
    assert_eq!(warned(json!({"password": "?"})), ["password"]);
    assert_eq!(
        warned(json!({"login": [{}, {"password": "canary"}]})),
        ["login[1].password"]
    );
}

/// A field may accept fewer strings than its enum has.
#[test]
fn a_text_that_two_lists_reject_is_reported_once_with_the_shorter_one() {
    let field = |ty: Type, all: Validator, some: Validator| {
        of("kind", ty, OPTIONAL)
            .and(Extra::Validate { validator: all })
            .and(Extra::Validate { validator: some })
    };
    let all = || one_of(["table", "schema", "type"]);
    let some = || one_of(["table", "schema"]);
    let schema = resource(vec![field(Type::String, all(), some())]);
    assert_eq!(
        told(&schema, &json!({"kind": "view"})),
        "Error: Invalid value for kind (at kind): The value of kind must be one of \"table\", \"schema\", but it is \"view\"."
    );
    assert_eq!(
        told(&schema, &json!({"kind": "type"}))
            .matches("Error")
            .count(),
        1
    );
    assert_eq!(told(&schema, &json!({"kind": "table"})), "");
    let elements = resource(vec![field(
        Type::list(Type::String),
        each([all()]),
        each([some()]),
    )]);
    assert_eq!(
        told(&elements, &json!({"kind": ["view"]}))
            .matches("Error")
            .count(),
        1
    );
    // Neither list contains the other.
    let others = resource(vec![field(Type::String, all(), one_of(["index"]))]);
    assert_eq!(
        told(&others, &json!({"kind": "view"}))
            .matches("Error")
            .count(),
        2
    );
}
