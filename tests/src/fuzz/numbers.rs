//! Numbers from text: exact, and the same again after every way there and back.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use schema_runtime::codec::msgpack;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// Two strings, with a space between them.
pub fn number(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (first, second) = text.split_once(' ').unwrap_or((&text, "1"));
    let (Some(a), b) = (one(first), one(second)) else {
        return;
    };
    let b = b.unwrap_or(Number::from(3_i64));
    assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
    if a == b {
        let state = std::hash::RandomState::new();
        assert_eq!(hash(&state, &a), hash(&state, &b));
    }
    if let Ok(sum) = a.checked_add(&b) {
        assert_eq!(b.checked_add(&a).ok(), Some(sum));
    }
    if let Ok(product) = a.checked_mul(&b) {
        assert_eq!(b.checked_mul(&a).ok(), Some(product));
    }
    let _ = (a.checked_sub(&b), a.checked_div(&b));
    if let Ok(rest) = a.checked_rem(&b) {
        assert!(!a.is_finite() || rest.is_zero() || rest.is_negative() == a.is_negative());
    }
}

/// The number of a string, which every form of it gives again.
fn one(text: &str) -> Option<Number> {
    let json = Number::parse_json(text);
    let number = match Number::parse(text) {
        Ok(number) => number,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(json.is_err(), "{text:?} is a number in JSON only");
            return None;
        }
    };
    if let Ok(json) = json {
        assert_eq!(json, number);
        // Rust's own parser yields the nearest float.
        let float: f64 = text.parse().expect("a JSON number is a float");
        assert!(
            number.as_f64() == float,
            "{text}: {} is not {float}",
            number.as_f64()
        );
    }
    let printed = number.to_string();
    assert_eq!(Number::parse(&printed).as_ref(), Ok(&number), "{printed}");
    if let Some(json) = number.to_json_text() {
        assert_eq!(Number::parse_json(&json).as_ref(), Ok(&number), "{json}");
    }
    if let Some(int) = number.as_i64() {
        assert_eq!(Number::from(int), number);
    }
    if let Some(float) = number.exact_f64()
        && let Ok(back) = Number::from_f64(float)
    {
        // Not the same number: a float counts by its own shortest text.
        assert_eq!(back.exact_f64(), Some(float));
    }
    let through = |number: Number| -> Number {
        let packed = msgpack::encode(&Type::Number, &Value::Number(number)).expect("a number");
        match msgpack::decode(&Type::Number, &packed) {
            Ok(Value::Number(number)) => number,
            other => panic!("a number became {other:?}"),
        }
    };
    // A whole float of more than 64 bits, and text that is exactly a float, are other numbers
    // after the first way; then they stay.
    let once = through(number.clone());
    assert_eq!(through(once.clone()), once);
    Some(number)
}

fn hash(state: &impl BuildHasher, number: &impl Hash) -> u64 {
    state.hash_one(number)
}
