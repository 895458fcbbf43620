//! Computed blocks: what is planned for them, and core's verdict on plans and results.

use serde_json::{Value as Json, json};

use crate::refs::Ref;
use crate::schema::{Extra, Flags, Nesting, Schema};
use crate::terraform_core::{object_compatible, plan_valid, proposed_new};
use crate::tests::*;

/// A resource with a computed block of this nesting, whose `port` may be configured.
fn with(nesting: Nesting) -> Ref<Schema> {
    let rule = block(
        "rule",
        nesting,
        vec![text("port", BOTH), text("uuid", COMPUTED)],
    );
    resource(vec![text("name", REQUIRED), rule.flag(COMPUTED)])
}

/// A value of this nesting that holds one block with this content.
fn one(nesting: Nesting, content: Json) -> Json {
    match nesting {
        Nesting::Map => json!({ "k": content }),
        Nesting::Single | Nesting::Group => content,
        Nesting::List | Nesting::Set => json!([content]),
    }
}

const NESTINGS: [Nesting; 4] = [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map];

#[test]
fn what_is_not_configured_is_open_in_a_create_and_kept_in_an_update() {
    for nesting in NESTINGS {
        let schema = with(nesting);
        expect(
            &schema,
            json!(null),
            json!({"name": "a", "rule": null}),
            json!({"name": "a", "rule": "?", "id": "?"}),
            &[],
        );
        let stored = one(nesting, json!({"port": "1", "uuid": "u"}));
        expect(
            &schema,
            json!({"name": "a", "rule": stored, "id": "1"}),
            json!({"name": "b", "rule": null}),
            json!({"name": "b", "rule": stored, "id": "1"}),
            &[],
        );
    }
}

#[test]
fn no_collection_is_planned_null() {
    for nesting in [Nesting::List, Nesting::Set, Nesting::Map] {
        let schema = with(nesting);
        let none = match nesting {
            Nesting::Map => json!({}),
            _ => json!([]),
        };
        // As stored by a provider that had no such block yet.
        expect(
            &schema,
            json!({"name": "a", "rule": null, "id": "1"}),
            json!({"name": "a", "rule": null}),
            json!({"name": "a", "rule": none, "id": "1"}),
            &[],
        );
    }
    expect(
        &with(Nesting::Single),
        json!({"name": "a", "rule": null, "id": "1"}),
        json!({"name": "a", "rule": null}),
        json!({"name": "a", "rule": null, "id": "1"}),
        &[],
    );
}

#[test]
fn what_is_configured_is_planned_as_in_any_block() {
    for nesting in NESTINGS {
        let schema = with(nesting);
        expect(
            &schema,
            json!(null),
            json!({"name": "a", "rule": one(nesting, json!({"port": "1"}))}),
            json!({"name": "a", "rule": one(nesting, json!({"port": "1", "uuid": "?"})), "id": "?"}),
            &[],
        );
        // Their number is unknown.
        expect(
            &schema,
            json!(null),
            json!({"name": "a", "rule": "?"}),
            json!({"name": "a", "rule": "?", "id": "?"}),
            &[],
        );
    }
    // If all were removed, the provider chooses again: it keeps what exists.
    expect(
        &with(Nesting::List),
        json!({"name": "a", "rule": [{"port": "1", "uuid": "u"}], "id": "1"}),
        json!({"name": "a", "rule": null}),
        json!({"name": "a", "rule": [{"port": "1", "uuid": "u"}], "id": "1"}),
        &[],
    );
}

#[test]
fn a_change_elsewhere_opens_it_as_any_computed_value() {
    let rule = || block("rule", Nesting::List, vec![text("uuid", COMPUTED)]).flag(COMPUTED);
    let fields = paths(&["name"]);
    let changed = rule().and(Extra::WhenChanged { fields });
    for rule in [changed, rule().flag(Flags::VOLATILE)] {
        let schema = resource(vec![text("name", REQUIRED), rule]);
        expect(
            &schema,
            json!({"name": "a", "rule": [{"uuid": "u"}], "id": "1"}),
            json!({"name": "b", "rule": null}),
            json!({"name": "b", "rule": "?", "id": "1"}),
            &[],
        );
        let same = json!({"name": "a", "rule": [{"uuid": "u"}], "id": "1"});
        expect(
            &schema,
            same.clone(),
            json!({"name": "a", "rule": null}),
            same,
            &[],
        );
    }
}

#[test]
fn it_may_be_within_a_block_and_within_another_computed_one() {
    let inner = || block("port", Nesting::List, vec![text("uuid", COMPUTED)]).flag(COMPUTED);
    let plain = block("net", Nesting::List, vec![text("name", OPTIONAL), inner()]);
    let computed = block("rule", Nesting::List, vec![text("name", BOTH), inner()]).flag(COMPUTED);
    let schema = resource(vec![plain, computed]);
    expect(
        &schema,
        json!(null),
        json!({"net": [{"name": "n", "port": null}], "rule": [{"name": "r", "port": null}]}),
        json!({"net": [{"name": "n", "port": "?"}], "rule": [{"name": "r", "port": "?"}], "id": "?"}),
        &[],
    );
}

/// Core's verdict on the plan of a create with these configured and planned values.
fn refused(schema: &Schema, config: &Json, planned: &Json) -> Vec<String> {
    let of = |rule: &Json| object(&schema.block, &json!({"name": "a", "rule": rule}));
    let found = plan_valid(
        &schema.block,
        &crate::value::Value::Null,
        &of(config),
        &of(planned),
    );
    let shown = found.into_iter();
    shown
        .map(|e| format!("{}: {}", e.path, e.message))
        .collect()
}

#[test]
fn core_takes_anything_but_null_where_nothing_is_configured() {
    for nesting in NESTINGS {
        let schema = with(nesting);
        for planned in [
            json!("?"),
            one(nesting, json!({"port": "1", "uuid": "?"})),
            one(nesting, json!("?")),
        ] {
            assert_eq!(
                refused(&schema, &Json::Null, &planned),
                Vec::<String>::new()
            );
        }
        let null = refused(&schema, &Json::Null, &Json::Null);
        assert_eq!(null.is_empty(), nesting == Nesting::Single, "{null:?}");
        // For a configured one it is as strict as ever.
        let configured = one(nesting, json!({"port": "1"}));
        let unknown = refused(&schema, &configured, &json!("?"));
        assert_eq!(unknown.len(), 1, "{unknown:?}");
        assert!(unknown[0].starts_with("rule: "), "{unknown:?}");
    }
    let plain = resource(vec![
        text("name", REQUIRED),
        block("rule", Nesting::List, vec![text("port", BOTH)]),
    ]);
    assert_eq!(refused(&plain, &json!([]), &json!("?")).len(), 1);
    assert_eq!(
        refused(&plain, &json!([]), &json!([{"port": "1"}])).len(),
        1
    );
}

#[test]
fn core_takes_any_result_but_null_of_what_was_not_known() {
    let compatible = |schema: &Schema, planned: &Json, actual: &Json| {
        let of = |rule: &Json| object(&schema.block, &json!({"name": "a", "rule": rule}));
        object_compatible(&schema.block, &of(planned), &of(actual)).len()
    };
    for nesting in NESTINGS {
        let schema = with(nesting);
        let made = one(nesting, json!({"port": "1", "uuid": "u"}));
        assert_eq!(compatible(&schema, &json!("?"), &made), 0);
        assert_eq!(compatible(&schema, &made, &made), 0);
        let other = one(nesting, json!({"port": "2", "uuid": "u"}));
        assert!(compatible(&schema, &made, &other) > 0);
        let null = compatible(&schema, &json!("?"), &Json::Null);
        assert_eq!(null == 0, nesting == Nesting::Single);
        assert!(compatible(&schema, &made, &Json::Null) > 0);
    }
}

#[test]
fn core_proposes_null_where_nothing_is_configured() {
    let schema = with(Nesting::List);
    let of = |json: Json| object(&schema.block, &json);
    let proposed = proposed_new(
        &schema.block,
        &of(json!({"name": "a", "rule": [{"port": "1"}], "id": "1"})),
        &of(json!({"name": "b", "rule": null})),
    );
    assert_eq!(
        proposed.unwrap(),
        of(json!({"name": "b", "rule": null, "id": "1"}))
    );
}
