//! Null against zero, which the reference's flat map does not distinguish, is excused at every
//! depth, and nothing else is.

use schema_runtime::dynamic::read_block;
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::plan_valid;
use schema_runtime::value::Value;
use serde_json::{Value as Json, json};

use super::{Comparison, Four, compare};
use crate::reference::Group;
use crate::vectors::read_object;

/// A way to nest a field `inner` in another.
const WRAPPINGS: [&str; 4] = ["list block", "set block", "list attribute", "set attribute"];

/// Kinds of leaves: type, a value, and two forms that are one to the reference.
fn leaves() -> Vec<(Json, Json, Json, Json)> {
    let null = Json::Null;
    vec![
        (json!("string"), json!("x"), null.clone(), json!("")),
        (json!("number"), json!(5), null.clone(), json!(0)),
        (json!("bool"), json!(true), null.clone(), json!(false)),
        (
            json!(["list", "string"]),
            json!(["x"]),
            null.clone(),
            json!([]),
        ),
        (
            json!(["set", "number"]),
            json!([5]),
            null.clone(),
            json!([]),
        ),
        (json!(["map", "string"]), json!({"k": "x"}), null, json!({})),
        (
            json!(["list", "string"]),
            json!(["x"]),
            json!(["x", null]),
            json!(["x", ""]),
        ),
        (
            json!(["map", "string"]),
            json!({"k": "x"}),
            json!({"k": null}),
            json!({"k": ""}),
        ),
        // A list of objects in attribute mode inside another one.
        (
            json!(["list", ["object", {"s": ["set", "string"], "t": "string"}]]),
            json!([{"s": ["x"], "t": "a"}]),
            json!([{"s": null, "t": "a"}]),
            json!([{"s": [], "t": "a"}]),
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
            let mut sibling = value(&Json::Null, depth - 1);
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
    let refused = plan_valid(block, &prior, &config, &theirs);
    let refused: Vec<_> = refused.into_iter().map(|error| error.path).collect();
    compare(
        block,
        Four {
            prior: &prior,
            continued: &prior,
            config: &config,
            theirs: &theirs,
            ours: &config,
        },
        &refused,
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
        for (ty, some, null, zero) in leaves() {
            let block = schema(&ty, &wrappings);
            let depth = wrappings.len();
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
        for (ty, some, null, zero) in leaves() {
            let block = schema(&ty, &wrappings);
            let depth = wrappings.len();
            for (ours, theirs) in [(&some, &zero), (&some, &null)] {
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
fn only_what_core_refuses_is_excused_as_configured() {
    let block = schema(&json!("string"), &[]);
    let [config, theirs] = ["x", "y"].map(|text| {
        let object = value(&json!(text), 0);
        read_object(&object, &block).expect("a value of the schema")
    });
    let four = Four {
        prior: &Value::Null,
        continued: &Value::Null,
        config: &config,
        theirs: &theirs,
        ours: &config,
    };
    assert_eq!(compare(&block, four, &[]).wrong.len(), 1);
    let refused = [Path::new("leaf")];
    let found = compare(&block, four, &refused).by_group();
    assert!(found.keys().eq([&Group::AsConfigured]), "{found:?}");
    assert_eq!(compare(&block, four, &[Path::new("name")]).wrong.len(), 1);
}

#[test]
fn elements_that_only_null_and_zero_tell_apart_may_be_one_there() {
    let mut wrappings = Vec::new();
    for outer in nestings().into_iter().filter(|outer| outer.len() < 2) {
        for set in ["set block", "set attribute"] {
            for below in [None, Some("list block"), Some("list attribute")] {
                wrappings.push([outer.clone(), vec![set], below.into_iter().collect()].concat());
            }
        }
    }
    wrappings.retain(|all| {
        let from = all.iter().position(|w| w.ends_with("attribute"));
        from.is_none_or(|from| all[from..].iter().all(|w| w.ends_with("attribute")))
    });
    for wrapping in wrappings {
        let block = schema(&json!("bool"), &wrapping);
        let set_at = wrapping
            .iter()
            .rposition(|w| w.starts_with("set"))
            .expect("a set");
        let element = |leaf: Json| {
            let inner = json!({"name": "a", "leaf": leaf});
            match wrapping.len() - set_at {
                1 => inner,
                _ => json!({"name": "a", "inner": [inner]}),
            }
        };
        let with = |elements: Vec<Json>| {
            (0..=set_at).fold(Json::from(elements), |inner, depth| match depth {
                0 => json!({"name": "n", "inner": inner}),
                _ => json!({"name": "n", "inner": [inner]}),
            })
        };
        let config = with(vec![element(Json::Null), element(json!(false))]);
        let answer = with(vec![element(json!(false))]);
        for prior in [Json::Null, config.clone(), answer.clone()] {
            let found = compared(&block, &prior, &config, &answer);
            assert!(found.wrong.is_empty(), "{wrapping:?}: {:?}", found.wrong);
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
