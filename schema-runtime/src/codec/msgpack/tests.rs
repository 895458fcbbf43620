//! Bad input, and blocks, which the vectors do not cover.

use std::sync::Arc;

use super::*;
use crate::codec::MAX_VALUE_DEPTH;
use crate::refs::Ref;
use crate::schema::{Field, Flags, Kind, Nesting};
use crate::value::{Refinement, SetValue};

fn field(name: &'static str, kind: Kind) -> Field {
    Field {
        name: Ref::text(name),
        kind,
        flags: Flags::OPTIONAL,
        description: Ref::text(""),
        extras: Ref::empty(),
    }
}

fn attribute(name: &'static str, ty: Type) -> Field {
    field(
        name,
        Kind::Attribute {
            ty: Ref::Shared(Arc::new(ty)),
        },
    )
}

fn nested(name: &'static str, nesting: Nesting, fields: Vec<Field>) -> Field {
    let block = Ref::Shared(Arc::new(block(fields)));
    field(
        name,
        Kind::Block {
            nesting,
            block,
            min_items: 0,
            max_items: 0,
        },
    )
}

fn block(fields: Vec<Field>) -> Block {
    Block {
        fields: fields.into(),
        description: Ref::text(""),
        deprecated: Ref::text(""),
        other_kind: false,
    }
}

fn error(ty: &Type, bytes: &[u8]) -> String {
    decode(ty, bytes).expect_err("malformed").to_string()
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    let object = Type::object([("a", Type::list(Type::String)), ("b", Type::Number)]);
    let cases: [(&[u8], &str); 8] = [
        (
            b"\x82\xa1a\x91\x05\xa1b\x01",
            "a[0]: string is required, not a number",
        ),
        (
            b"\x82\xa1a\x91\xa1\xff\xa1b\x01",
            "a[0]: text is not valid UTF-8",
        ),
        (
            b"\x82\xa1a\x90\xa1b\xc3",
            "b: number is required, not a bool",
        ),
        (b"\x82\xa1a\x90\xa1a\x90", "a: the attribute is given twice"),
        (b"\x82\xa1a\x90\xa1c\x90", "c: unsupported attribute"),
        (
            b"\x81\xa1a\x90",
            "an object with 2 attributes is required (1 given)",
        ),
        (
            b"\x82\xa1a\x95\xa1b",
            "a: unexpected end of data: 5 elements announced, 2 bytes left",
        ),
        (
            b"\x82\xa1a\x90\xa1b\xcb\x7f\xf8\0\0\0\0\0\0",
            "b: not a number is not allowed in a schema",
        ),
    ];
    for (bytes, text) in cases {
        let found = error(&object, bytes);
        if text.starts_with("b: not a number") {
            assert!(found.starts_with("b: "), "{found}");
        } else {
            assert_eq!(found, text);
        }
    }
}

#[test]
fn announced_lengths_are_not_believed() {
    for head in [
        &b"\xdd\xff\xff\xff\xff"[..],
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x0c",
    ] {
        for ty in [
            Type::String,
            Type::list(Type::Bool),
            Type::map(Type::Bool),
            Type::Dynamic,
        ] {
            assert!(decode(&ty, head).is_err(), "{head:?} as {ty}");
        }
    }
    // A list of 2^40 unknown elements takes 15 bytes.
    let bytes = b"\xc7\x17\x0c\x83\x01\xc2\x05\xcf\0\0\x01\0\0\0\0\0\x06\xcf\0\0\x01\0\0\0\0\0";
    let found = error(&Type::list(Type::Bool), bytes);
    assert!(found.contains("65536"), "{found}");
}

#[test]
fn depth_is_bounded() {
    // Each level is two bytes of array head and a type, all as a dynamic value.
    let mut bytes = Vec::new();
    for _ in 0..100_000 {
        bytes.extend_from_slice(b"\x92\xa9\"dynamic\"");
    }
    bytes.push(0xc0);
    assert!(error(&Type::Dynamic, &bytes).contains("levels deep"));

    let mut ty = Type::String;
    for _ in 0..MAX_VALUE_DEPTH {
        ty = Type::list(ty);
    }
    let mut bytes = vec![0x91; MAX_VALUE_DEPTH];
    bytes.push(0xc0);
    let value = decode(&ty, &bytes).expect("as deep as allowed");
    assert_eq!(encode(&ty, &value), Ok(bytes));
    let mut bytes = vec![0x91; MAX_VALUE_DEPTH + 1];
    bytes.push(0xc0);
    assert!(error(&Type::list(ty.clone()), &bytes).contains("levels deep"));
    assert!(encode(&Type::list(ty), &Value::List(vec![value])).is_err());
}

#[test]
fn inputs_that_crash_core_are_errors() {
    let string = Type::String;
    for (ty, bytes) in [
        (&string, &b"\xc7\x05\x0c\x82\x01\xc2\x01\xc3"[..]),
        (
            &Type::Number,
            b"\xc7\x09\x0c\x82\x03\x92\x05\xc3\x04\x92\x01\xc3",
        ),
        (&Type::Number, b"\xc7\x03\x0c\x81\x03\x90"),
        (
            &Type::list(Type::String),
            b"\xc7\x05\x0c\x82\x05\x01\x06\x00",
        ),
        (
            &Type::list(Type::Dynamic),
            b"\x92\x92\xc4\x08\"string\"\xa1a\x92\xc4\x08\"number\"\x01",
        ),
        (
            &Type::map(Type::Dynamic),
            b"\x82\xa1a\x92\xc4\x08\"string\"\xa1a\xa1b\x92\xc4\x06\"bool\"\xc3",
        ),
        (
            &Type::list(Type::object([("a", Type::Dynamic)])),
            b"\x92\x81\xa1a\x92\xc4\x08\"string\"\xa1x\x81\xa1a\xc0",
        ),
    ] {
        assert!(decode(ty, bytes).is_err(), "{bytes:?} as {ty}");
    }
}

#[test]
fn the_root_may_be_null_or_absent() {
    let block = block(vec![attribute("a", Type::String)]);
    assert_eq!(decode_block(&block, b""), Ok(Value::Null));
    assert_eq!(decode_block(&block, b"\xc0"), Ok(Value::Null));
    assert_eq!(encode_block(&block, &Value::Null), Ok(vec![0xc0]));
}

#[test]
fn blocks_of_every_nesting_travel() {
    let inner = || vec![attribute("x", Type::Number)];
    let block = block(vec![
        nested("group", Nesting::Group, inner()),
        nested("list", Nesting::List, inner()),
        nested("map", Nesting::Map, inner()),
        nested("set", Nesting::Set, inner()),
        nested("single", Nesting::Single, inner()),
    ]);
    let x = |n: i64| Value::Object(vec![Value::from(n)]);
    let value = Value::Object(vec![
        x(1),
        Value::List(vec![x(2), Value::Object(vec![Value::UNKNOWN])]),
        Value::Map([(Arc::from("k"), x(3))].into()),
        Value::Set([x(4)].into_iter().collect()),
        Value::Null,
    ]);
    let bytes = encode_block(&block, &value).expect("a valid object");
    assert_eq!(
        bytes,
        b"\x85\xa5group\x81\xa1x\x01\xa4list\x92\x81\xa1x\x02\x81\xa1x\xd4\0\0\
          \xa3map\x81\xa1k\x81\xa1x\x03\xa3set\x91\x81\xa1x\x04\xa6single\xc0"
    );
    assert_eq!(decode_block(&block, &bytes), Ok(value.clone()));
    // The same with the block's type.
    assert_eq!(decode(&block.implied_type(), &bytes), Ok(value));
}

#[test]
fn a_block_that_was_sent_as_null_has_its_empty_form() {
    let leaf = || {
        vec![nested(
            "deep",
            Nesting::List,
            vec![attribute("x", Type::Number)],
        )]
    };
    let mut fields = vec![
        nested(
            "any",
            Nesting::List,
            vec![
                attribute("x", Type::Dynamic),
                nested("y", Nesting::Set, leaf()),
            ],
        ),
        nested("computed", Nesting::List, leaf()),
        nested("group", Nesting::Group, leaf()),
        nested("list", Nesting::List, leaf()),
        nested("map", Nesting::Map, leaf()),
        nested("set", Nesting::Set, leaf()),
        nested("single", Nesting::Single, leaf()),
    ];
    fields[1].flags = Flags::COMPUTED;
    let block = block(fields);
    let Value::Object(mut empty) = block.empty_object() else {
        panic!("an object");
    };
    empty[1] = Value::Null;
    let nulls = encode_block(&block, &Value::Object(vec![Value::Null; 7])).expect("nulls");
    assert_eq!(
        decode_block(&block, &nulls),
        Ok(Value::Object(empty.clone()))
    );
    // The same with the keys in a different order.
    let names = ["single", "set", "map", "list", "group", "computed", "any"];
    let mut unsorted = vec![0x87];
    for name in names {
        unsorted.push(0xa0 | u8::try_from(name.len()).expect("short"));
        unsorted.extend(name.as_bytes());
        unsorted.push(0xc0);
    }
    assert_eq!(
        decode_block(&block, &unsorted),
        Ok(Value::Object(empty.clone()))
    );
    // And inside blocks, also those that travel as one dynamic value.
    let with = |deep: Value, y: Value| {
        let inner = || Value::Object(vec![deep.clone()]);
        let mut values = empty.clone();
        values[0] = Value::List(vec![Value::Object(vec![
            Value::dynamic(Type::Number, Value::from(1)),
            y,
        ])]);
        values[2] = inner();
        values[3] = Value::List(vec![inner()]);
        values[4] = Value::Map([(Arc::from("k"), inner())].into());
        values[5] = Value::Set([inner()].into_iter().collect());
        values[6] = inner();
        Value::Object(values)
    };
    let nulls = encode_block(&block, &with(Value::Null, Value::Null)).expect("nulls");
    let empty = with(Value::List(Vec::new()), Value::Set(SetValue::new()));
    assert_eq!(decode_block(&block, &nulls), Ok(empty));
}

#[test]
fn blocks_with_something_dynamic_travel_as_one_dynamic_value() {
    let fields = || {
        vec![
            attribute("any", Type::Dynamic),
            nested("deep", Nesting::List, vec![attribute("any", Type::Dynamic)]),
        ]
    };
    let block = block(vec![
        nested("list", Nesting::List, fields()),
        nested("map", Nesting::Map, fields()),
    ]);
    let element = |any: Value| {
        let deep = Value::List(vec![
            Value::Object(vec![any.clone()]),
            Value::Object(vec![Value::Null]),
        ]);
        Value::Object(vec![any, deep])
    };
    let text = Value::dynamic(Type::String, Value::from("a"));
    let refined = Value::Unknown(Some(Arc::new(Refinement {
        null: Some(false),
        ..Refinement::default()
    })));
    let value = Value::Object(vec![
        Value::List(vec![
            element(text),
            element(Value::UNKNOWN),
            element(Value::dynamic(Type::list(Type::Bool), refined)),
        ]),
        Value::Map(
            [(
                Arc::from("k"),
                element(Value::dynamic(Type::Bool, Value::Null)),
            )]
            .into(),
        ),
    ]);
    let bytes = encode_block(&block, &value).expect("a valid object");
    let list =
        br#"["tuple",[["object",{"any":"string","deep":["tuple",[["object",{"any":"string"}],"#;
    assert!(bytes.windows(list.len()).any(|window| window == list));
    assert_eq!(decode_block(&block, &bytes), Ok(value));

    // The types inside must be those of the block.
    let other = b"\x82\xa4list\x92\xc4\x27[\"tuple\",[[\"object\",{\"other\":\"bool\"}]]]\x91\x81\xa5other\xc3\xa3map\xc0";
    assert_eq!(
        decode_block(&block, other).unwrap_err().to_string(),
        "list[0]: an object with 2 attributes is required (1 given)"
    );
}

#[test]
fn a_value_of_another_type_is_not_written() {
    let ty = Type::object([("a", Type::list(Type::Number))]);
    let value = Value::Object(vec![Value::List(vec![Value::from(1), Value::from("1")])]);
    assert_eq!(
        encode(&ty, &value).unwrap_err().to_string(),
        "a[1]: the value is not of type number"
    );
    let mixed = Value::List(vec![
        Value::dynamic(Type::String, Value::from("a")),
        Value::dynamic(Type::Bool, Value::from(true)),
    ]);
    let error = encode(&Type::list(Type::Dynamic), &mixed).unwrap_err();
    assert_eq!(error.path().to_string(), "[1]");
}
