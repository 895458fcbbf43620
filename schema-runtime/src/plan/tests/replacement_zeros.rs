//! Null and zero in elements of sets replace nothing by themselves.

use serde_json::{Value as Json, json};

use super::replacement::{FORCE, replaces};
use crate::schema::Nesting;
use crate::tests::*;
use crate::ty::Type;

/// In an element of a set null and zero are no two elements, so that the force-new field beside them
/// neither comes nor goes; a force-new field that itself changes so is a change, as everywhere.
#[test]
fn null_that_becomes_zero_in_a_set_element_replaces_nothing() {
    let on = of("on", Type::Bool, OPTIONAL);
    let tags = of("tags", Type::list(Type::String), OPTIONAL);
    let inner = block("inner", Nesting::List, vec![text("note", OPTIONAL)]);
    let part = block(
        "part",
        Nesting::Set,
        vec![text("name", FORCE), on, tags, inner, text("id", COMPUTED)],
    );
    let schema = resource(vec![part]);
    let state = |part: Json| json!({"id": "1", "part": [part]});
    let config = |part: Json| json!({"part": [part]});
    let bare = json!({"name": "a"});
    for zero in [
        json!({"name": "a", "on": false}),
        json!({"name": "a", "tags": []}),
        json!({"name": "a", "on": false, "tags": []}),
    ] {
        replaces(&schema, state(bare.clone()), config(zero.clone()), &[]);
        replaces(&schema, state(zero), config(bare.clone()), &[]);
    }
    let of_tag = |tag: Json| json!({"name": "a", "tags": [tag]});
    replaces(
        &schema,
        state(of_tag(json!(""))),
        config(of_tag(Json::Null)),
        &[],
    );
    replaces(
        &schema,
        state(of_tag(Json::Null)),
        config(of_tag(json!(""))),
        &[],
    );
    let of_note = |note: Json| json!({"name": "a", "inner": [{"note": note}]});
    replaces(
        &schema,
        state(of_note(json!(""))),
        config(of_note(Json::Null)),
        &[],
    );
    // What is another element is one, and the others keep theirs.
    replaces(
        &schema,
        state(bare.clone()),
        config(json!({"name": "a", "on": true})),
        &["part"],
    );
    replaces(
        &schema,
        state(bare.clone()),
        config(json!({"name": "", "on": false})),
        &["part"],
    );
    replaces(
        &schema,
        state(json!({})),
        config(json!({"name": ""})),
        &["part"],
    );
    replaces(
        &schema,
        json!({"id": "1", "part": [{"name": "a"}, {"name": "b", "on": true}]}),
        json!({"part": [{"name": "a", "on": false}, {"name": "b", "on": true}]}),
        &[],
    );
    replaces(
        &schema,
        state(bare),
        json!({"part": [{"name": "a"}, {"name": "a", "on": false}]}),
        &["part"],
    );
}
