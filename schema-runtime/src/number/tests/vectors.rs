//! The number cases of the vectors taken from Terraform Core.

use std::io::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use crate::number::{Number, Wire};

/// `VECTORS_DIR`, or the shared data near the sources, or the project's own folder for it.
fn vectors(file: &str) -> Option<Vec<Value>> {
    let directory = std::env::var_os("VECTORS_DIR").map(PathBuf::from);
    let near = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let found = near
        .ancestors()
        .map(|above| above.join("shared/data/vectors"));
    let candidates = directory
        .into_iter()
        .chain(found)
        .chain(["/work/shared/data/vectors".into()]);
    let path = candidates
        .flat_map(|directory| [directory.join("core").join(file), directory.join(file)])
        .find(|path| path.is_file());
    let Some(path) = path else {
        // Not with a print macro, which the test harness hides when a test passes.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {file}; set VECTORS_DIR");
        return None;
    };
    let text = std::fs::read_to_string(path).unwrap();
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}

/// A known number in the form of the vectors; `None` for null and unknown.
fn number(value: &Value) -> Option<Number> {
    if let Value::Number(json) = value {
        let text = json.to_string();
        return Some(match text.parse::<i64>() {
            Ok(int) => Number::from_i64(int),
            Err(_) => Number::from_f64(text.parse().unwrap()).unwrap(),
        });
    }
    value
        .get("__number__")
        .map(|text| Number::parse(text.as_str().unwrap()).unwrap())
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
        .collect()
}

/// The msgpack forms in which Core writes numbers.
fn decode(bytes: &[u8]) -> Wire {
    let int = |width: usize| {
        bytes[1..=width]
            .iter()
            .fold(0u64, |n, b| n << 8 | u64::from(*b))
    };
    let text = |start: usize| Wire::Text(String::from_utf8(bytes[start..].to_vec()).unwrap());
    match bytes[0] {
        small @ 0..=0x7f => Wire::Int(i64::from(small)),
        small @ 0xe0..=0xff => Wire::Int(i64::from(small as i8)),
        0xa0..=0xbf => text(1),
        0xcb => Wire::Float(f64::from_bits(int(8))),
        0xcc => Wire::Int(int(1) as i64),
        0xcd => Wire::Int(int(2) as i64),
        0xce => Wire::Int(int(4) as i64),
        0xcf => Wire::Int(i64::try_from(int(8)).unwrap()),
        0xd0 => Wire::Int(i64::from(int(1) as i8)),
        0xd1 => Wire::Int(i64::from(int(2) as i16)),
        0xd2 => Wire::Int(i64::from(int(4) as i32)),
        0xd3 => Wire::Int(int(8) as i64),
        0xd9 => text(2),
        0xda => text(3),
        other => panic!("{other:#x} is not a number"),
    }
}

#[test]
fn encoded_numbers() {
    let Some(cases) = vectors("msgpack.jsonl") else {
        return;
    };
    let mut checked = 0;
    for case in cases
        .iter()
        .filter(|case| case["kind"] == "encode" && case["type"] == "number")
    {
        let Some(value) = number(&case["value"]) else {
            continue;
        };
        let wire = decode(&bytes(case["msgpack_hex"].as_str().unwrap()));
        assert_eq!(value.wire(), wire, "{case}");
        let decoded = match wire {
            Wire::Int(int) => Number::from_i64(int),
            Wire::Float(f) => Number::from_f64(f).unwrap(),
            Wire::Text(text) => Number::parse(&text).unwrap(),
        };
        let expected = case.get("decoded_value").unwrap_or(&case["value"]);
        assert_eq!(Some(decoded), number(expected), "{case}");
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn decoded_texts() {
    let Some(cases) = vectors("msgpack.jsonl") else {
        return;
    };
    let mut checked = 0;
    for case in cases
        .iter()
        .filter(|case| case["kind"] == "decode" && case["type"] == "number")
    {
        let bytes = bytes(case["msgpack_hex"].as_str().unwrap());
        let text = match bytes[..] {
            [head @ 0xa0..=0xbf, ref text @ ..] if text.len() >= usize::from(head - 0xa0) => {
                &text[..usize::from(head - 0xa0)]
            }
            _ => continue,
        };
        let read = std::str::from_utf8(text)
            .ok()
            .and_then(|text| Number::parse(text).ok());
        assert_eq!(read, case.get("value").and_then(number), "{case}");
        checked += 1;
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn conversions() {
    let Some(cases) = vectors("conversion.jsonl") else {
        return;
    };
    let (mut read, mut written) = (0, 0);
    for case in cases.iter().filter(|case| case["kind"] == "convert") {
        let types = (&case["from_type"], &case["to_type"]);
        if types == (&"string".into(), &"number".into()) {
            let Some(text) = case["value"].as_str() else {
                continue;
            };
            let parsed = Number::parse(text).ok();
            let expected = case.get("result").and_then(number);
            assert_eq!(parsed, expected, "{case}");
            // Numbers from text have a different precision from floats, but the same wire form.
            let wires = (parsed.map(|n| n.wire()), expected.map(|n| n.wire()));
            assert_eq!(wires.0, wires.1, "{case}");
            read += 1;
        } else if types == (&"number".into(), &"string".into()) {
            let Some(value) = number(&case["value"]) else {
                continue;
            };
            assert_eq!(case["result"].as_str(), Some(&*value.to_string()), "{case}");
            written += 1;
        }
    }
    assert!(read > 30 && written > 15, "{read} {written}");
}

/// Every decimal in the vectors is written as Core would: it is its own text.
#[test]
fn texts_are_canonical() {
    fn check(value: &Value, checked: &mut usize) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| check(value, checked)),
            Value::Object(members) => {
                if let Some(text) = members.get("__number__").and_then(Value::as_str) {
                    let number = Number::parse(text).unwrap();
                    assert_eq!(number.to_string().trim_start_matches('+'), text);
                    *checked += 1;
                }
                members.values().for_each(|value| check(value, checked));
            }
            _ => {}
        }
    }
    for file in [
        "plan-valid.jsonl",
        "object-compatible.jsonl",
        "conversion.jsonl",
    ] {
        let Some(cases) = vectors(file) else { return };
        let mut checked = 0;
        cases.iter().for_each(|case| check(case, &mut checked));
        assert!(checked > 30, "{file}: {checked}");
    }
}
