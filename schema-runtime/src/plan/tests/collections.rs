//! Lists, maps and single objects, as blocks and as nested attributes, with unknowns.

use serde_json::{Value as Json, json};

use crate::schema::{Field, Flags, Nesting};
use crate::terraform_core::{plan_valid, write_only_values};
use crate::tests::*;
use crate::ty::Type;
use crate::value::{Refinement, Value};

fn inside() -> Vec<Field> {
    vec![text("a", OPTIONAL), text("b", BOTH), text("c", COMPUTED)]
}

/// The same rules for a block and a nested attribute.
fn both(nesting: Nesting) -> [Field; 2] {
    [
        block("x", nesting, inside()),
        nested("x", nesting, OPTIONAL, inside()),
    ]
}

#[track_caller]
fn agrees(nesting: Nesting, prior: Json, config: Json, expected: Json) {
    for field in both(nesting) {
        let schema = resource(vec![field]);
        let with = |x: &Json| json!({"id": "1", "x": x});
        expect(
            &schema,
            with(&prior),
            json!({"x": config}),
            with(&expected),
            &[],
        );
    }
}

#[test]
fn list_elements_continue_those_at_their_index() {
    let prior = json!([{"a": "1", "b": "b1", "c": "c1"}, {"a": "2", "b": "b2", "c": "c2"}]);
    agrees(
        Nesting::List,
        prior.clone(),
        json!([{"a": "0"}, {"a": "1", "b": "own"}, {"a": "2"}]),
        json!([{"a": "0", "b": "b1", "c": "c1"}, {"a": "1", "b": "own", "c": "c2"},
            {"a": "2", "b": "?", "c": "?"}]),
    );
    agrees(
        Nesting::List,
        prior.clone(),
        json!([{"a": "1"}]),
        json!([{"a": "1", "b": "b1", "c": "c1"}]),
    );
    agrees(Nesting::List, prior.clone(), json!([]), json!([]));
    agrees(Nesting::List, prior, json!("?"), json!("?"));
}

#[test]
fn map_elements_continue_those_of_their_key() {
    let prior = json!({"k": {"a": "1", "b": "b1", "c": "c1"}, "l": {"a": "2"}});
    agrees(
        Nesting::Map,
        prior,
        json!({"k": {"a": "?"}, "m": {}}),
        json!({"k": {"a": "?", "b": "b1", "c": "c1"}, "m": {"b": "?", "c": "?"}}),
    );
}

#[test]
fn single_objects_come_and_go() {
    agrees(
        Nesting::Single,
        json!({"a": "1", "b": "b1", "c": "c1"}),
        json!({"a": "2"}),
        json!({"a": "2", "b": "b1", "c": "c1"}),
    );
    agrees(
        Nesting::Single,
        json!(null),
        json!({"a": "2"}),
        json!({"a": "2", "b": "?", "c": "?"}),
    );
    agrees(Nesting::Single, json!({"a": "1"}), json!(null), json!(null));
}

#[test]
fn a_computed_structure_is_kept_or_open_as_a_whole() {
    for nesting in [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map] {
        let one = json!({"a": "1", "c": "c1"});
        let stored = match nesting {
            Nesting::Single => one,
            Nesting::Map => json!({"k": one}),
            _ => json!([one]),
        };
        let schema = resource(vec![
            nested("x", nesting, BOTH, inside()),
            text("y", OPTIONAL),
        ]);
        let prior = json!({"id": "1", "x": stored});
        expect(
            &schema,
            prior,
            json!({"y": "new"}),
            json!({"id": "1", "x": stored, "y": "new"}),
            &[],
        );
        expect(
            &schema,
            json!(null),
            json!({}),
            json!({"id": "?", "x": "?"}),
            &[],
        );
    }
}

#[test]
fn collections_of_scalars_are_planned_as_configured() {
    let schema = resource(vec![
        of("list", Type::list(Type::String), BOTH),
        of("set", Type::set(Type::Number), OPTIONAL),
        of("map", Type::map(Type::String), OPTIONAL),
    ]);
    let prior = json!({"id": "1", "list": ["a"], "set": [1, 2], "map": {"k": "v"}});
    expect(
        &schema,
        prior.clone(),
        json!({"list": ["?", "b"], "set": [2, 1], "map": {"k": "?"}}),
        json!({"id": "1", "list": ["?", "b"], "set": [1, 2], "map": {"k": "?"}}),
        &[],
    );
    expect(
        &schema,
        prior,
        json!({"list": [], "set": [], "map": {}}),
        json!({"id": "1", "list": [], "set": [], "map": {}}),
        &[],
    );
}

#[test]
fn what_is_known_of_an_unknown_is_carried_on() {
    let schema = resource(vec![text("name", OPTIONAL)]);
    let refined = Value::Unknown(Some(
        Refinement {
            null: Some(false),
            ..Refinement::default()
        }
        .into(),
    ));
    let made = crate::plan::plan(
        crate::plan::PlanInput {
            schema: schema.clone(),
            prior: Value::Null,
            config: Value::Object(vec![Value::Null, refined.clone()]),
        },
        &crate::schema::Environment::default(),
    );
    assert_eq!(made.planned, Value::Object(vec![Value::UNKNOWN, refined]));
}

#[test]
fn null_elements_stay_null() {
    let schema = resource(vec![nested("x", Nesting::List, OPTIONAL, inside())]);
    expect(
        &schema,
        json!(null),
        json!({"x": [null, {"a": "1"}, "?"]}),
        json!({"id": "?", "x": [null, {"a": "1", "b": "?", "c": "?"}, "?"]}),
        &[],
    );
}

#[test]
fn sensitive_is_for_display_only() {
    let schema = resource(vec![text("a", OPTIONAL.with(Flags::SENSITIVE))]);
    let made = planned(&schema, &json!({"id": "1", "a": "x"}), &json!({"a": "y"}));
    let prior = object(&schema.block, &json!({"id": "1", "a": "x"}));
    let differences = crate::plan::differences(&schema.block, &prior, &made.planned, &[]);
    assert_eq!(differences.len(), 1);
    assert!(differences[0].sensitive && !differences[0].requires_replace);
}

/// Core refuses a plan in which such an element is unknown as a whole.
#[test]
fn an_unknown_element_is_planned_without_its_write_only_values() {
    let fields = || {
        vec![
            text("user", OPTIONAL),
            text("password", OPTIONAL.with(Flags::WRITE_ONLY)),
        ]
    };
    let schema = resource(vec![
        nested("list", Nesting::List, OPTIONAL, fields()),
        nested("map", Nesting::Map, OPTIONAL, fields()),
    ]);
    for prior in [Json::Null, json!({"id": "1", "list": [{"user": "u"}]})] {
        let config = json!({"list": [{"user": "u"}, "?"], "map": {"k": "?"}});
        let plan = planned(&schema, &prior, &config);
        let config = object(&schema.block, &config);
        assert_eq!(write_only_values(&schema.block, &plan.planned), []);
        let prior = object(&schema.block, &prior);
        assert_eq!(
            plan_valid(&schema.block, &prior, &config, &plan.planned),
            []
        );
        let shown = show(&schema.block, &plan.planned);
        assert_eq!(shown["list"], json!([{"user": "u"}, {"user": "?"}]));
        assert_eq!(shown["map"], json!({"k": {"user": "?"}}));
    }
}
