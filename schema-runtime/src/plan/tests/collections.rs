//! Lists, maps and single objects, as blocks and as nested attributes, with unknowns.

use serde_json::{Value as Json, json};

use crate::schema::{Extra, Field, Flags, Nesting, SuppressRequest};
use crate::terraform_core::{plan_valid, write_only_values};
use crate::tests::*;
use crate::ty::Type;
use crate::value::{Refinement, Value};

fn inside() -> Vec<Field> {
    vec![text("a", OPTIONAL), text("b", BOTH), text("c", COMPUTED)]
}

/// A block and a nested attribute follow the same rules.
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

#[track_caller]
fn continue_in_list(prior: &[(&str, &str)], config: &[&str], expected: &[&str]) {
    let prior = prior.iter().map(|(a, c)| json!({"a": a, "b": "b", "c": c}));
    let config = config.iter().map(|a| json!({"a": a, "b": "b"}));
    let planned = config.clone().zip(expected).map(|(element, c)| {
        let mut element = element;
        element["c"] = json!(c);
        element
    });
    let list = |elements: &mut dyn Iterator<Item = Json>| Json::Array(elements.collect());
    agrees(
        Nesting::List,
        list(&mut prior.into_iter()),
        list(&mut config.clone()),
        list(&mut planned.into_iter()),
    );
}

#[test]
fn list_elements_continue_those_that_are_configured_the_same() {
    let prior = [("a", "1"), ("b", "2"), ("c", "3")];
    continue_in_list(&prior, &["b", "c"], &["2", "3"]);
    continue_in_list(&prior, &["c", "a", "b"], &["3", "1", "2"]);
    continue_in_list(&prior, &["new", "a", "b", "c"], &["?", "1", "2", "3"]);
    continue_in_list(&prior, &["a", "b", "c"], &["1", "2", "3"]);
    // A remaining element continues the one at its index only if both are equally long.
    continue_in_list(&prior, &["a", "other", "c"], &["1", "2", "3"]);
    continue_in_list(&prior, &["other", "c"], &["?", "3"]);
    continue_in_list(&prior, &["c", "other", "another"], &["3", "2", "?"]);
    continue_in_list(&prior, &[], &[]);
    continue_in_list(&[("a", "1")], &["other"], &["1"]);
    // Equal elements continue each other in order.
    let twice = [("x", "1"), ("a", "2"), ("a", "3")];
    continue_in_list(&twice, &["a", "a"], &["2", "3"]);
    continue_in_list(&twice, &["a", "a", "a"], &["2", "3", "?"]);
    agrees(
        Nesting::List,
        json!([{"a": "1", "c": "c1"}]),
        json!("?"),
        json!("?"),
    );
}

#[test]
fn a_list_element_continues_what_it_is_configured_as_though_a_difference_is_suppressed() {
    fn same(_: &SuppressRequest<'_>, old: &Value, new: &Value) -> bool {
        let lower = |value: &Value| value.as_str().map(str::to_lowercase);
        lower(old) == lower(new)
    }
    let a = text("a", OPTIONAL).and(Extra::Suppress { suppress: same });
    let list = block("x", Nesting::List, vec![a, text("c", COMPUTED)]);
    let element = |a: &str, c: &str| json!({"a": a, "c": c});
    let prior = [element("", "1"), element("a", "2"), element("A", "3")];
    // The second one is planned as what was at its index, and is the third one.
    expect(
        &resource(vec![list]),
        json!({"id": "1", "x": prior}),
        json!({"x": [{"a": "a"}, {"a": "A"}]}),
        json!({"id": "1", "x": [element("a", "2"), element("a", "3")]}),
        &[],
    );
}

#[test]
fn what_the_provider_chose_does_not_tell_list_elements_apart() {
    agrees(
        Nesting::List,
        json!([{"a": "0"}, {"a": "1", "b": "b1", "c": "c1"}, {"a": "1", "b": "b2", "c": "c2"}]),
        json!([{"a": "1"}, {"a": "1", "b": "b2"}]),
        json!([{"a": "1", "b": "b1", "c": "c1"}, {"a": "1", "b": "b2", "c": "c2"}]),
    );
}

#[test]
fn an_unknown_list_element_takes_nothing_that_it_may_not_have_in_the_end() {
    let prior = [("a", "1"), ("b", "2"), ("c", "3")];
    // It may turn out to be the one that another element continues, and it comes first.
    continue_in_list(&prior, &["?", "b", "c"], &["?", "?", "?"]);
    continue_in_list(&prior, &["a", "b", "?"], &["1", "2", "3"]);
    continue_in_list(&prior, &["a", "?"], &["1", "?"]);
    continue_in_list(&[("a", "1")], &["?"], &["1"]);
    continue_in_list(&[("a", "1")], &["?", "a"], &["?", "?"]);
    // Its known part shows that it is not one of the others.
    agrees(
        Nesting::List,
        json!([{"a": "x", "b": "1", "c": "c1"}, {"a": "y", "b": "1", "c": "c2"}]),
        json!([{"a": "x", "b": "?"}, {"a": "y", "b": "1"}]),
        json!([{"a": "x", "b": "?", "c": "c1"}, {"a": "y", "b": "1", "c": "c2"}]),
    );
}

#[test]
fn a_list_key_alone_decides() {
    let key = |element: &Value| element.as_object().map_or(Value::Null, |of| of[0].clone());
    let keyed = |field: Field| resource(vec![field.and(Extra::SetKey { key })]);
    let prior = json!([{"a": "1", "b": "b1", "c": "c1"}, {"a": "2", "b": "b2", "c": "c2"}]);
    for (config, expected) in [
        (
            json!([{"a": "2", "b": "new"}, {"a": "1", "b": "?"}]),
            json!([{"a": "2", "b": "new", "c": "c2"}, {"a": "1", "b": "?", "c": "c1"}]),
        ),
        // A different key means a different element, even at the same index.
        (
            json!([{"a": "3", "b": "b1"}, {"a": "2", "b": "b2"}]),
            json!([{"a": "3", "b": "b1", "c": "?"}, {"a": "2", "b": "b2", "c": "c2"}]),
        ),
        (
            json!([{"a": "?", "b": "b1"}, {"a": "2", "b": "b2"}]),
            json!([{"a": "?", "b": "b1", "c": "?"}, {"a": "2", "b": "b2", "c": "?"}]),
        ),
    ] {
        for field in both(Nesting::List) {
            let with = |x: &Json| json!({"id": "1", "x": x});
            let schema = keyed(field);
            expect(
                &schema,
                with(&prior),
                json!({"x": config}),
                with(&expected),
                &[],
            );
        }
    }
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

/// Core rejects a plan in which such an element is unknown as a whole.
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
