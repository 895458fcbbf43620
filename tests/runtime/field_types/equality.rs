//! Values that mean the same, alone and in sets.

use super::*;

/// Texts that mean the same: as planned, and as the remote system answers.
const SAME: [(&str, &str, &str); 6] = [
    ("json", r#"{ "b": 1.0, "a": [] }"#, r#"{"a":[],"b":1}"#),
    ("any_case", "Mixed", "MIXED"),
    ("tier", "Gold", "GOLD"),
    ("timeout", "90m", "1h30m0s"),
    ("ip", "2001:DB8::0:1", "2001:db8::1"),
    ("network", "10.1.2.3/8", "10.0.0.0/8"),
];

#[test]
fn an_equal_value_keeps_its_form_at_plan_and_after_apply_and_read() {
    let schema = schema::<Every>();
    let base = with(
        &schema,
        &schema.block.empty_object(),
        "port",
        Value::from(1),
    );
    let base = with(&schema, &base, "tuple", ("a".to_owned(), 1u8).to_value_of());
    for (name, written, answered) in SAME {
        let config = with(&schema, &base, name, Value::from(written));
        let made = planned(&schema, Value::Null, config.clone());
        let (position, _) = schema.block.find(name).unwrap();
        let answer = |data: &mut ResourceData<Every>| {
            data.set_id("1");
            data.dynamic_mut()
                .write(position, Value::from(answered), false);
        };
        let state = applied(
            &schema,
            Operation::Create,
            &Value::Null,
            &made.planned,
            &config,
            answer,
        );
        assert_eq!(
            field(&schema, &state, name),
            &Value::from(written),
            "after apply: {name}"
        );
        let read = applied(
            &schema,
            Operation::Read,
            &state,
            &Value::Null,
            &Value::Null,
            answer,
        );
        assert_eq!(
            field(&schema, &read, name),
            &Value::from(written),
            "after read: {name}"
        );
        let other = with(&schema, &base, name, Value::from(answered));
        let plan = planned(&schema, state.clone(), other);
        assert_eq!(plan.planned, state, "at plan: {name}");
    }
}

#[test]
fn elements_of_sets_are_equal_by_meaning() {
    let schema = schema::<Every>();
    let base = with(
        &schema,
        &schema.block.empty_object(),
        "port",
        Value::from(1),
    );
    let base = with(&schema, &base, "tuple", ("a".to_owned(), 1u8).to_value_of());
    let block = |tier: &str| Set::from([item(6, tier), item(7, "")]).to_value_of();
    let config = with(&schema, &base, "block", block("Gold"));
    let made = planned(&schema, Value::Null, config.clone());
    let state = applied::<Every>(
        &schema,
        Operation::Create,
        &Value::Null,
        &made.planned,
        &config,
        |data| {
            data.set_id("1");
            data.set(Every::BLOCK, Set::from([item(7, ""), item(6, "GOLD")]));
        },
    );
    assert_eq!(field(&schema, &state, "block"), &block("Gold"));
    let again = planned(
        &schema,
        state.clone(),
        with(&schema, &base, "block", block("gold")),
    );
    assert_eq!(again.planned, state);
}
