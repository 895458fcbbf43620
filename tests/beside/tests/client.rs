//! A provider developer's own client of an API reads its JSON as it does without the SDK: features
//! of `serde_json` are those of the whole program.

use std::collections::BTreeMap;

use schema_provider::prelude::Json;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "type")]
enum Tagged {
    Disk { size: f64 },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
}

#[derive(Debug, Deserialize, PartialEq)]
struct Inner {
    size: f64,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Flattened {
    name: String,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, Deserialize, PartialEq)]
struct FlattenedMap {
    name: String,
    #[serde(flatten)]
    sizes: BTreeMap<String, f64>,
}

#[test]
fn floats_are_read_where_serde_buffers_them() {
    let tagged: Tagged = serde_json::from_str(r#"{"type":"Disk","size":1.5}"#).unwrap();
    assert_eq!(tagged, Tagged::Disk { size: 1.5 });
    let untagged: Vec<Untagged> = serde_json::from_str(r#"[2.5,"a"]"#).unwrap();
    assert_eq!(
        untagged,
        [Untagged::Number(2.5), Untagged::Text("a".to_owned())]
    );
    let flattened: Flattened = serde_json::from_str(r#"{"name":"a","size":3.5}"#).unwrap();
    assert_eq!(flattened.inner, Inner { size: 3.5 });
    let map: FlattenedMap = serde_json::from_str(r#"{"name":"a","x":4.5}"#).unwrap();
    assert_eq!(map.sizes, BTreeMap::from([("x".to_owned(), 4.5)]));
    assert_eq!((flattened.name, map.name), ("a".to_owned(), "a".to_owned()));
}

#[test]
fn an_object_has_the_order_that_serde_json_gives_it() {
    let value: serde_json::Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    assert_eq!(value.to_string(), r#"{"a":2,"b":1}"#);
}

#[test]
fn documents_of_the_sdk_keep_every_digit_and_are_read_as_any_type() {
    let json: Json = r#"{"type": "Disk", "size": 1.50}"#.parse().unwrap();
    assert_eq!(json.read::<Tagged>().unwrap(), Tagged::Disk { size: 1.5 });
    assert_eq!(
        Json::from_serialize(&Tagged::Disk { size: 1.5 }).unwrap(),
        json
    );
    let pairs = [
        ("9007199254740993", "9007199254740992"),
        ("9007199254740993.0", "9007199254740992.0"),
        (
            "340282366920938463463374607431768211457",
            "340282366920938463463374607431768211456",
        ),
        ("1e400", "1e401"),
    ];
    for (a, b) in pairs {
        assert_ne!(
            a.parse::<Json>().unwrap(),
            b.parse::<Json>().unwrap(),
            "{a} {b}"
        );
    }
    let exact: Json = "9007199254740993".parse().unwrap();
    assert_eq!(exact.read::<i64>().unwrap(), 9_007_199_254_740_993);
}
