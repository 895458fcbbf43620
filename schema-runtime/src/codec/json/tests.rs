//! The content of states, and bad input.

use std::sync::Arc;

use super::*;
use crate::number::Number;
use crate::refs::Ref;
use crate::schema::{Field, Flags, Kind, Nesting};

fn error(ty: &Type, json: &str) -> String {
    decode(ty, json.as_bytes(), UnsupportedAttributes::Drop)
        .expect_err("malformed")
        .to_string()
}

#[test]
fn numbers_keep_every_digit() {
    let json = "[12345678901234567890123456789.25,1e3,-0.5]";
    let ty = Type::list(Type::Number);
    let value = decode(&ty, json.as_bytes(), UnsupportedAttributes::Drop).unwrap();
    assert_eq!(
        encode(&ty, &value).unwrap(),
        "[12345678901234567890123456789.25,1000,-0.5]"
    );
    for bad in [
        "01", "+1", "1.", ".5", "1e", "-", "0x1", "1_0", "--1", "NaN",
    ] {
        assert!(
            decode(&Type::Number, bad.as_bytes(), UnsupportedAttributes::Drop).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn scalars_may_be_written_as_others() {
    let ty = Type::tuple(vec![
        Type::Number,
        Type::Bool,
        Type::Bool,
        Type::String,
        Type::String,
    ]);
    let value = decode(
        &ty,
        br#"["1.5", "true", "0", 1.50, false]"#,
        UnsupportedAttributes::Drop,
    )
    .unwrap();
    let expected = Value::List(vec![
        Value::Number(Number::parse("1.5").unwrap()),
        Value::from(true),
        Value::from(false),
        Value::from("1.5"),
        Value::from("false"),
    ]);
    assert_eq!(value, expected);
    assert_eq!(
        error(&Type::Bool, r#""yes""#),
        "bool is required, not this string"
    );
    assert_eq!(error(&Type::Bool, "1"), "bool is required, not a number");
}

#[test]
fn strings_are_unescaped_and_normalised() {
    let json = r#""a\"\\\/\b\f\n\r\t\u0065\u0301\ud83e\udd80""#;
    let value = decode(&Type::String, json.as_bytes(), UnsupportedAttributes::Drop).unwrap();
    assert_eq!(value, Value::from("a\"\\/\u{8}\u{c}\n\r\té🦀"));
    for bad in [
        r#""\ud83e""#,
        r#""\ud83ex""#,
        r#""\ud83e\u0041""#,
        r#""\udd80""#,
        r#""\x""#,
        "\"\n\"",
        "\"a",
        r#""\u00"#,
    ] {
        assert!(
            decode(&Type::String, bad.as_bytes(), UnsupportedAttributes::Drop).is_err(),
            "{bad}"
        );
    }
    assert!(decode(&Type::String, b"\"\xff\"", UnsupportedAttributes::Drop).is_err());
}

#[test]
fn dynamic_values_come_with_their_type_in_either_order() {
    for json in [
        r#"{"type":["list","number"],"value":[1]}"#,
        r#"{"value":[1],"type":["list","number"]}"#,
    ] {
        let value = decode(&Type::Dynamic, json.as_bytes(), UnsupportedAttributes::Drop).unwrap();
        let list = Value::List(vec![Value::from(1)]);
        assert_eq!(value, Value::dynamic(Type::list(Type::Number), list));
        assert_eq!(
            encode(&Type::Dynamic, &value).unwrap(),
            r#"{"type":["list","number"],"value":[1]}"#
        );
    }
    for bad in [
        r#"{"type":"string"}"#,
        r#"{"value":"a"}"#,
        r#"{"type":"string","value":"a","x":1}"#,
        r#"{"type":"string","type":"string","value":"a"}"#,
        r#""a""#,
    ] {
        assert!(
            decode(&Type::Dynamic, bad.as_bytes(), UnsupportedAttributes::Drop).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    let ty = Type::object([
        ("a", Type::map(Type::Number)),
        ("b", Type::set(Type::String)),
    ]);
    for (json, text) in [
        (
            r#"{"a":{"k":[]}}"#,
            r#"a["k"]: number is required, not an array"#,
        ),
        (
            r#"{"b":["x",{}]}"#,
            "b[1]: string is required, not an object",
        ),
        (
            r#"{"a":{"k":1,"k":2}}"#,
            r#"a["k"]: the key is given twice"#,
        ),
        (r#"{"a":{},"a":{}}"#, "a: the attribute is given twice"),
        (r#"{"a":{"k":1}"#, "unexpected end of JSON (at byte 12)"),
        (r#"{"a":{}} x"#, "something follows the value (at byte 9)"),
        (r#"{"b":["x",]}"#, "b[1]: unexpected character (at byte 10)"),
    ] {
        assert_eq!(error(&ty, json), text);
    }
    assert!(error(&Type::Dynamic, &"{\"value\":".repeat(100_000)).contains("deep"));
    assert!(
        error(
            &Type::object([("a", Type::Bool)]),
            &format!("{{\"x\":{}", "[".repeat(100_000))
        )
        .contains("deep")
    );
}

#[test]
fn unknown_and_infinite_values_are_not_saved() {
    let ty = Type::object([("a", Type::Number)]);
    for value in [Value::UNKNOWN, Value::Number(Number::INFINITY)] {
        let error = encode(&ty, &Value::Object(vec![value])).unwrap_err();
        assert_eq!(error.path().to_string(), "a");
    }
}

#[test]
fn a_state_without_a_block_has_none() {
    fn field(name: &'static str, kind: Kind) -> Field {
        Field {
            name: Ref::text(name),
            kind,
            flags: Flags::OPTIONAL,
            description: Ref::text(""),
            extras: Ref::empty(),
        }
    }
    let block = |fields: Vec<Field>| Block {
        fields: fields.into(),
        description: Ref::text(""),
        deprecated: Ref::text(""),
        other_kind: false,
    };
    let inner = || {
        let ty = Ref::Shared(Arc::new(Type::Dynamic));
        Ref::Shared(Arc::new(block(vec![field("any", Kind::Attribute { ty })])))
    };
    let nested = |name, nesting| {
        field(
            name,
            Kind::Block {
                nesting,
                block: inner(),
                min_items: 0,
                max_items: 0,
            },
        )
    };
    let block = block(vec![
        nested("list", Nesting::List),
        nested("set", Nesting::Set),
    ]);
    for json in ["{}", r#"{"list":null,"set":null}"#] {
        let value = decode_block(&block, json.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
        assert_eq!(value, block.empty_object());
    }
    let json = r#"{"list":{"type":["tuple",[["object",{"any":"bool"}]]],"value":[{"any":true}]},"set":[]}"#;
    let value = decode_block(&block, json.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
    assert_eq!(encode_block(&block, &value).unwrap(), json);
}
