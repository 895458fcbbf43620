use schema_runtime::schema::{Predicate, Range};

use super::*;

fn text(validators: &[Validator], now: &str) -> Vec<Value> {
    texts(&Value::from(now), &validators.iter().collect::<Vec<_>>())
}

#[test]
fn an_enum_gives_its_other_values() {
    let one_of = Validator::new(Predicate::OneOf {
        values: vec!["a".into(), "b".into()].into(),
    });
    assert_eq!(text(&[one_of], "a"), [Value::from("a"), Value::from("b")]);
}

#[test]
fn bounds_are_kept() {
    let range = Validator::new(Predicate::Range(Range::Integer {
        min: Some(2),
        max: Some(3),
    }));
    let found = numbers(&Value::from(2), &[&range]);
    assert!(found.contains(&Value::from(3)), "{found:?}");
    assert!(
        found
            .iter()
            .all(|n| matches!(n, Value::Number(n) if (2..=3).contains(&n.as_i64().unwrap())))
    );
}

#[test]
fn a_text_keeps_its_form() {
    let found = text(&[], "10.0.0.0/24");
    assert_eq!(found[0], Value::from("10.0.0.0/25"));
    let found = text(
        &[Validator::new(Predicate::Length {
            min: Some(3),
            max: Some(3),
        })],
        "abc",
    );
    assert!(found.contains(&Value::from("abb")));
    assert!(!found.contains(&Value::from("abcx")));
}

#[test]
fn maps_change_a_value_first() {
    let map = Value::Map([("a".into(), Value::from("x1"))].into());
    let found = of_type(&Type::map(Type::String), &map, &[]);
    assert_eq!(
        found[0],
        Value::Map([("a".into(), Value::from("x2"))].into())
    );
}
