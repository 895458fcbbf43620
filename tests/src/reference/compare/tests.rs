//! Null against zero, which the reference's flat map does not tell apart, is excused at every depth, and
//! nothing else is.

use schema_runtime::dynamic::read_block;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use serde_json::{Value as Json, json};

use super::{Comparison, Four, compare};
use crate::reference::Group;
use crate::vectors::read_object;

/// A way to nest a field `inner` in another.
const WRAPPINGS: [&str; 4] = ["list block", "set block", "list attribute", "set attribute"];

/// Kinds of leaves: type, a value, its zero.
fn leaves() -> Vec<(Json, Json, Json)> {
    vec![
        (json!("string"), json!("x"), json!("")),
        (json!("number"), json!(5), json!(0)),
        (json!("bool"), json!(true), json!(false)),
        (json!(["list", "string"]), json!(["x"]), json!([])),
        (json!(["set", "number"]), json!([5]), json!([])),
        (json!(["map", "string"]), json!({"k": "x"}), json!({})),
        (
            json!(["list", "string"]),
            json!(["x", null]),
            json!(["x", ""]),
        ),
        (
            json!(["map", "string"]),
            json!({"k": null}),
            json!({"k": ""}),
        ),
    ]
}

fn schema(leaf: &Json, wrappings: &[&str]) -> Block {
    let mut inside = json!({"attributes": {
        "leaf": {"type": leaf, "optional": true},
        "name": {"type": "string", "optional": true},
    }});
    for wrapping in wrappings.iter().rev() {
        let (nesting, kind) = wrapping.split_once(' ').expect("two words");
        inside = if kind == "block" {
            json!({
                "attributes": {"name": {"type": "string", "optional": true}},
                "block_types": {"inner": {"nesting_mode": nesting, "block": inside}},
            })
        } else {
            json!({"attributes": {
                "name": {"type": "string", "optional": true},
                "inner": {"optional": true, "nested_type": {
                    "nesting_mode": nesting, "attributes": inside["attributes"],
                }},
            }})
        };
    }
    read_block(&inside).expect("a schema")
}

/// An object with this leaf inside of all wrappings, and a sibling beside each.
fn value(leaf: &Json, depth: usize) -> Json {
    match depth {
        0 => json!({"name": "n", "leaf": leaf}),
        _ => {
            let sibling = value(&Json::Null, depth - 1);
            let mut sibling = sibling;
            sibling["name"] = json!("other");
            json!({"name": "n", "inner": [value(leaf, depth - 1), sibling]})
        }
    }
}

fn compared(block: &Block, prior: &Json, config: &Json, theirs: &Json) -> Comparison {
    let read = |json: &Json| match json {
        Json::Null => Value::Null,
        json => read_object(json, block).expect("a value of the schema"),
    };
    let (prior, config, theirs) = (read(prior), read(config), read(theirs));
    compare(
        block,
        Four {
            prior: &prior,
            config: &config,
            theirs: &theirs,
            ours: &config,
        },
    )
}

/// Blocks may hold attributes, which hold no blocks.
fn nestings() -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<&str>> = vec![vec![]];
    for outer in WRAPPINGS {
        all.push(vec![outer]);
        for inner in WRAPPINGS {
            if !(outer.ends_with("attribute") && inner.ends_with("block")) {
                all.push(vec![outer, inner]);
            }
        }
    }
    all
}

#[test]
fn null_against_zero_is_excused_at_every_depth() {
    for wrappings in nestings() {
        for (ty, some, zero) in leaves() {
            let block = schema(&ty, &wrappings);
            let depth = wrappings.len();
            // A pair of forms that are one to the reference.
            let null = if some.is_string()
                || some.as_array().is_none_or(|a| a.len() == 1) && some != json!({"k": null})
            {
                Json::Null
            } else {
                some.clone()
            };
            for (ours, theirs) in [(&null, &zero), (&zero, &null)] {
                let (config, answer) = (value(ours, depth), value(theirs, depth));
                for prior in [
                    Json::Null,
                    config.clone(),
                    answer.clone(),
                    value(&some, depth),
                ] {
                    let found = compared(&block, &prior, &config, &answer);
                    assert!(
                        found.wrong.is_empty(),
                        "{wrappings:?} {ty}: prior {prior}\n  {:?}",
                        found.wrong
                    );
                    let groups: Vec<Group> = found.by_group().into_keys().collect();
                    assert!(
                        groups.iter().all(|group| *group == Group::NullZeroEmpty),
                        "{wrappings:?} {ty}: {groups:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_else_is_excused() {
    for wrappings in nestings() {
        for (ty, some, zero) in leaves().into_iter().take(6) {
            let block = schema(&ty, &wrappings);
            let depth = wrappings.len();
            for (ours, theirs) in [(&some, &zero), (&some, &Json::Null)] {
                let (config, answer) = (value(ours, depth), value(theirs, depth));
                let found = compared(&block, &config, &config, &answer);
                assert!(
                    !found.wrong.is_empty() || found.by_group().keys().eq([&Group::AsConfigured]),
                    "{wrappings:?} {ty}: {:?}",
                    found.excused
                );
            }
        }
    }
}

#[test]
fn elements_that_only_null_and_zero_tell_apart_may_be_one_there() {
    for outer in WRAPPINGS {
        for set in ["set block", "set attribute"] {
            if outer.ends_with("attribute") && set.ends_with("block") {
                continue;
            }
            let block = schema(&json!("bool"), &[outer, set]);
            let with =
                |elements: Json| json!({"name": "n", "inner": [{"name": "m", "inner": elements}]});
            let config = with(json!([{"name": "a", "leaf": null}, {"name": "a", "leaf": false}]));
            let answer = with(json!([{"name": "a", "leaf": false}]));
            for prior in [Json::Null, config.clone(), answer.clone()] {
                let found = compared(&block, &prior, &config, &answer);
                assert!(found.wrong.is_empty(), "{outer}, {set}: {:?}", found.wrong);
            }
        }
    }
}

#[test]
fn an_empty_set_for_null_in_a_list_in_attribute_mode_is_excused() {
    let nested = |mode: &str, attributes: Json, computed: bool| {
        json!({"optional": true, "computed": computed,
               "nested_type": {"nesting_mode": mode, "attributes": attributes}})
    };
    for computed in [false, true] {
        let inner = nested(
            "set",
            json!({"leaf": {"type": "string", "optional": true}}),
            computed,
        );
        let block = read_block(&json!({"attributes": {"list": nested("list", json!({
            "name": {"type": "string", "optional": true},
            "inner": inner,
        }), false)}}))
        .expect("a schema");
        let list = |inner: Json| json!({"list": [{"name": "a", "inner": inner}]});
        for prior in [Json::Null, list(Json::Null), list(json!([]))] {
            let (null, empty) = (list(Json::Null), list(json!([])));
            let found = compared(&block, &prior, &empty, &null);
            assert!(
                found.wrong.is_empty(),
                "{computed} {prior}: {:?}",
                found.wrong
            );
            if !computed {
                let found = compared(&block, &prior, &null, &empty);
                assert!(
                    found.wrong.is_empty(),
                    "{computed} {prior}: {:?}",
                    found.wrong
                );
            }
        }
    }
}
