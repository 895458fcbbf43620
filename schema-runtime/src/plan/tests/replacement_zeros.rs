//! Null and zero in set elements replace nothing by themselves.

use serde_json::{Value as Json, json};

use super::replacement::{FORCE, replaces};
use crate::plan::completes_itself;
use crate::schema::{Flags, Nesting};
use crate::tests::*;
use crate::ty::Type;

/// Set elements that differ only in null and zero are the same element, so the force-new field
/// beside them is neither added nor removed; a force-new field that itself changes this way is a
/// change, as everywhere.
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
    // A different element counts as such, and the others keep theirs.
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

/// In both directions, alone and beside a change that needs provider code.
#[test]
fn an_empty_collection_in_the_place_of_null_is_completed_by_the_engine() {
    let flags = OPTIONAL.without(Flags::NULLABLE);
    let ids = |flags| of("ids", Type::set(Type::String), flags);
    let at_depth = |nesting| {
        let inside = vec![text("name", OPTIONAL), ids(flags), text("made", COMPUTED)];
        let mut part = block("part", nesting, inside);
        part.flags = part.flags.with(Flags::FORCE_NEW);
        part
    };
    let mut volatile = text("at", COMPUTED);
    volatile.flags = volatile.flags.with(Flags::VOLATILE);
    let list = resource(vec![
        ids(flags.with(Flags::FORCE_NEW)),
        text("note", OPTIONAL),
        at_depth(Nesting::List),
        volatile.clone(),
    ]);
    let exact = resource(vec![ids(OPTIONAL.with(Flags::FORCE_NEW))]);
    let part = |ids: Json| json!({"name": "a", "ids": ids, "made": "m"});
    let (null, empty) = (json!(null), json!([]));
    for (old, new) in [(&null, &empty), (&empty, &null)] {
        let prior = json!({"id": "1", "at": "t", "ids": old, "part": [part(old.clone())]});
        let made = planned(
            &list,
            &prior,
            &json!({"ids": new, "part": [{"name": "a", "ids": new}]}),
        );
        assert_eq!(made.requires_replace, []);
        assert_eq!(show(&list.block, &made.planned)["at"], "t");
        let prior = object(&list.block, &prior);
        assert!(completes_itself(&list, &prior, &made.planned));
        let prior = show(&list.block, &prior);
        let made = planned(
            &list,
            &prior,
            &json!({"ids": new, "note": "n", "part": [{"name": "a"}]}),
        );
        assert_eq!(made.requires_replace, []);
        assert_eq!(show(&list.block, &made.planned)["at"], "?");
        assert!(!completes_itself(
            &list,
            &object(&list.block, &prior),
            &made.planned
        ));

        // A type that distinguishes them.
        let prior = json!({"id": "1", "ids": old});
        let made = planned(&exact, &prior, &json!({"ids": new}));
        assert_eq!(made.requires_replace.len(), 1);
        assert!(!completes_itself(
            &exact,
            &object(&exact.block, &prior),
            &made.planned
        ));
    }
}
