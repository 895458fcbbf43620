//! Faults found by vectors that are not in the tree, one test for each kind.

use serde_json::{Value as Json, json};

use crate::dynamic::read_block;
use crate::schema::Block;
use crate::terraform_core::{
    CoreError, DeferredMaps, object_compatible, plan_valid, planned_data, proposed_new,
};
use crate::ty::Type;
use crate::value::{Refinement, Value};

fn schema(json: Json) -> Block {
    read_block(&json).unwrap()
}

fn set(elements: impl IntoIterator<Item = Value>) -> Value {
    Value::Set(elements.into_iter().collect())
}

fn one(value: Value) -> Value {
    Value::Object(vec![value])
}

fn places(errors: &[CoreError]) -> Vec<String> {
    errors.iter().map(|error| error.path.to_string()).collect()
}

fn refined(refinement: Refinement) -> Value {
    Value::Unknown(Some(refinement.into()))
}

/// A nested attribute `rule` of objects with one string.
fn rules(nesting: &str) -> Block {
    schema(
        json!({"attributes": {"rule": {"optional": true, "nested_type": {
            "nesting_mode": nesting,
            "attributes": {"name": {"type": "string", "optional": true, "computed": true}},
        }}}}),
    )
}

#[test]
fn a_nested_set_that_is_not_known_may_be_planned_with_as_many_elements_as_it_may_get() {
    let block = rules("set");
    let elements = |count: usize| set((0..count).map(|i| one(Value::from(format!("{i}")))));
    let errors = |config: Value, planned: Value| {
        places(&plan_valid(
            &block,
            &Value::Null,
            &one(config),
            &one(planned),
        ))
    };
    let not_null = || Refinement {
        null: Some(false),
        ..Refinement::default()
    };
    let of_length = |min, max| {
        refined(Refinement {
            length_min: Some(min),
            length_max: Some(max),
            ..not_null()
        })
    };
    assert!(errors(Value::UNKNOWN, elements(2)).is_empty());
    assert!(errors(Value::UNKNOWN, elements(0)).is_empty());
    assert!(errors(refined(not_null()), elements(1)).is_empty());
    assert!(errors(of_length(2, 3), elements(2)).is_empty());
    assert_eq!(errors(of_length(2, 3), elements(1)), ["rule"]);
    assert_eq!(errors(of_length(2, 3), elements(4)), ["rule"]);
    // Two that may turn out to be one.
    assert!(errors(of_length(1, 1), set([one(Value::UNKNOWN), one("a".into())])).is_empty());
    assert_eq!(errors(Value::UNKNOWN, Value::Null), ["rule"]);
}

#[test]
fn a_nested_list_or_map_that_is_not_known_may_not_be_planned_with_elements() {
    let empty_later = || {
        refined(Refinement {
            length_max: Some(0),
            ..Refinement::default()
        })
    };
    for (nesting, elements, none) in [
        (
            "list",
            Value::List(vec![one("a".into())]),
            Value::List(vec![]),
        ),
        (
            "map",
            Value::Map([("k".into(), one("a".into()))].into()),
            Value::Map([].into()),
        ),
    ] {
        let block = rules(nesting);
        let errors = |config: Value, planned: &Value| {
            places(&plan_valid(
                &block,
                &Value::Null,
                &one(config),
                &one(planned.clone()),
            ))
        };
        assert_eq!(errors(Value::UNKNOWN, &elements), ["rule"]);
        assert_eq!(errors(Value::UNKNOWN, &none), ["rule"]);
        assert_eq!(errors(empty_later(), &elements), ["rule"]);
        // Core visits no element of a list that can only turn out empty, and crashes on such a map.
        assert_eq!(errors(empty_later(), &none).is_empty(), nesting == "list");
    }
}

#[test]
fn unknown_elements_of_a_result_count_in_the_length_of_a_set() {
    let block = schema(
        json!({"block_types": {"net": {"nesting_mode": "group", "block": {
            "attributes": {
                "rule": {"optional": true, "nested_type": {"nesting_mode": "set", "attributes": {
                    "name": {"type": "string", "optional": true, "computed": true},
                }}},
                "tags": {"type": ["set", "string"], "optional": true},
            },
        }}}}),
    );
    let net = |rule: Value, tags: Value| one(Value::Object(vec![rule, tags]));
    let named = |name: &str| one(Value::from(name));
    let planned = net(set([one(Value::UNKNOWN)]), set([Value::UNKNOWN]));
    let of_two = |rule, tag: &str| net(set([named("a"), rule]), set(["a".into(), tag.into()]));
    let places_of = |actual: &Value| places(&object_compatible(&block, &planned, actual));
    assert_eq!(
        places_of(&of_two(one(Value::UNKNOWN), "b")),
        ["net.rule", "net.tags"]
    );
    assert_eq!(places_of(&of_two(named("a"), "a")), [""; 0]);
}

/// A nested attribute of objects with a value of any type that the provider may fill.
fn of_any(nesting: &str) -> Block {
    schema(
        json!({"attributes": {"rule": {"optional": true, "nested_type": {
            "nesting_mode": nesting,
            "attributes": {
                "name": {"type": "string", "optional": true},
                "value": {"type": "dynamic", "optional": true, "computed": true},
            },
        }}}}),
    )
}

fn any(text: &str) -> Value {
    Value::dynamic(Type::String, Value::from(text))
}

fn rule(value: Value) -> Value {
    Value::Object(vec![Value::from("x"), value])
}

#[test]
fn elements_that_would_differ_in_type_are_no_proposal() {
    let wide = |value: Value| rule(Value::dynamic(Type::list(Type::Bool), value));
    // The prior list is shorter, longer, or as long; what it keeps is of a different type.
    for (prior, config, fits) in [
        (
            vec![rule(any("p"))],
            vec![rule(Value::Null), rule(Value::Null)],
            false,
        ),
        (
            vec![rule(any("p"))],
            vec![rule(any("c")), rule(any("d"))],
            true,
        ),
        (vec![rule(any("p"))], vec![rule(Value::Null)], true),
        (vec![], vec![rule(Value::Null), rule(Value::Null)], true),
        (
            vec![rule(any("p")), rule(any("q")), rule(any("r"))],
            vec![rule(Value::Null), wide(Value::List(vec![]))],
            false,
        ),
        (
            vec![rule(any("p")), rule(any("q")), rule(any("r"))],
            vec![rule(Value::Null), rule(any("c"))],
            true,
        ),
        (
            vec![wide(Value::Null)],
            vec![rule(Value::Null), rule(any("c"))],
            false,
        ),
    ] {
        let lists = (
            one(Value::List(prior.clone())),
            one(Value::List(config.clone())),
        );
        let proposed = proposed_new(&of_any("list"), &lists.0, &lists.1);
        assert_eq!(proposed.is_ok(), fits, "{lists:?}: {proposed:?}");
        let keyed = |values: &[Value]| {
            let numbered = values.iter().enumerate();
            let keyed = numbered.map(|(i, value)| (format!("{i}").into(), value.clone()));
            one(Value::Map(keyed.collect()))
        };
        let proposed = proposed_new(&of_any("map"), &keyed(&prior), &keyed(&config));
        assert_eq!(proposed.is_ok(), fits, "{proposed:?}");
        if let Err(error) = proposed {
            assert_eq!(error.path.to_string(), "rule");
        }
    }
}

#[test]
fn a_data_source_with_such_elements_cannot_be_planned() {
    let block = of_any("list");
    let config = |values: Vec<Value>| one(Value::List(values));
    let maps = DeferredMaps::Null;
    assert!(
        planned_data(
            &block,
            &config(vec![rule(Value::Null), rule(Value::Null)]),
            maps
        )
        .is_ok()
    );
    assert!(
        planned_data(
            &block,
            &config(vec![rule(Value::Null), rule(any("c"))]),
            maps
        )
        .is_err()
    );
}
