//! Which changes force a replacement, to the leaf.

use serde_json::{Value as Json, json};

use crate::refs::Ref;
use crate::schema::{Extra, Field, Flags, Nesting, Schema};
use crate::tests::*;
use crate::ty::Type;
use crate::value::Value;

pub(super) const FORCE: Flags = OPTIONAL.with(Flags::FORCE_NEW);

#[track_caller]
pub(super) fn replaces(schema: &Ref<Schema>, prior: Json, config: Json, paths: &[&str]) {
    let made = planned(schema, &prior, &config);
    let found: Vec<String> = made
        .requires_replace
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found, paths);
    // Core counts only paths that exist and differ; all of ours do.
    let prior = object(&schema.block, &prior);
    let counted = crate::terraform_core::replace_paths(
        &schema.block,
        &prior,
        &made.planned,
        &made.requires_replace,
    )
    .expect("every path exists");
    assert_eq!(counted.len(), paths.len());
}

/// As in Go's SDKv2: for a force-new block the number counts, and for its fields their own options.
#[test]
fn another_number_of_blocks_replaces() {
    for nesting in [Nesting::List, Nesting::Set] {
        let fields = vec![
            text("name", OPTIONAL),
            text("key", OPTIONAL.with(Flags::FORCE_NEW)),
        ];
        let mut parts = nested("part", nesting, OPTIONAL, fields);
        parts.flags = parts.flags.with(Flags::FORCE_NEW_COUNT);
        let schema = resource(vec![parts]);
        let part = |name: &str| json!({"name": name, "key": null});
        let prior = json!({"id": "1", "part": [part("a")]});
        for (after, replaced) in [
            (json!([part("b")]), false),
            (json!([part("a"), part("b")]), true),
            (json!([]), true),
        ] {
            let paths: &[&str] = if replaced { &["part"] } else { &[] };
            replaces(&schema, prior.clone(), json!({"part": after}), paths);
        }
        let keyed = json!({"part": [{"name": "a", "key": "k"}]});
        let path = if nesting == Nesting::List {
            "part[0].key"
        } else {
            "part"
        };
        replaces(&schema, prior, keyed, &[path]);
    }
}

/// A null or unknown value decides nothing, so it replaces.
#[test]
fn a_function_says_which_changes_replace() {
    let shorter = || {
        text("name", OPTIONAL).and(Extra::ForceNewWhen {
            when: |old, new| new.as_str().map(str::len) < old.as_str().map(str::len),
        })
    };
    let parts = nested("part", Nesting::List, OPTIONAL, vec![shorter()]);
    let schema = resource(vec![shorter(), parts]);
    let prior = json!({"id": "1", "name": "abc", "part": [{"name": "abc"}]});
    for (name, replaced) in [
        (json!("abc"), false),
        (json!("xyz"), false),
        (json!("abcd"), false),
        (json!("ab"), true),
        (json!("?"), true),
        (json!(null), true),
    ] {
        let paths: &[&str] = match replaced {
            true => &["name", "part[0].name"],
            false => &[],
        };
        let config = json!({"name": name, "part": [{"name": name}]});
        replaces(&schema, prior.clone(), config, paths);
    }
    let before = json!({"id": "1", "name": null, "part": [{"name": "abc"}]});
    let config = json!({"name": "a", "part": [{"name": "abc"}, {"name": "a"}]});
    replaces(&schema, before, config, &["name", "part[1].name"]);
}

#[test]
fn attributes() {
    let schema = resource(vec![
        text("name", FORCE),
        of("tags", Type::list(Type::String), FORCE),
        text("note", OPTIONAL),
        text("zone", BOTH.with(Flags::FORCE_NEW)),
    ]);
    let prior = json!({"id": "1", "name": "a", "tags": ["x"], "note": "n", "zone": "z"});
    replaces(
        &schema,
        prior.clone(),
        json!({"name": "a", "tags": ["x"]}),
        &[],
    );
    replaces(
        &schema,
        prior.clone(),
        json!({"name": "b", "tags": ["x", "y"]}),
        &["name", "tags"],
    );
    replaces(
        &schema,
        prior.clone(),
        json!({"name": "?", "tags": ["?"]}),
        &["name", "tags"],
    );
    replaces(&schema, prior.clone(), json!({"tags": ["x"]}), &["name"]);
    replaces(
        &schema,
        prior,
        json!({"name": "", "tags": ["x"], "zone": "y"}),
        &["name", "zone"],
    );
    let made = planned(&schema, &json!(null), &json!({"name": "a"}));
    assert!(made.requires_replace.is_empty());
}

#[test]
fn a_value_that_means_the_same_replaces_nothing() {
    let schema = resource(vec![
        text("name", FORCE).and(Extra::Canonical { canonical: lower }),
    ]);
    replaces(
        &schema,
        json!({"id": "1", "name": "A"}),
        json!({"name": "a"}),
        &[],
    );
}

fn part(nesting: Nesting, flags: Flags) -> Field {
    block(
        "part",
        nesting,
        vec![
            text("label", OPTIONAL),
            text("kind", FORCE),
            text("uuid", COMPUTED),
        ],
    )
    .flag(flags)
}

#[test]
fn list_elements_to_the_leaf() {
    let schema = resource(vec![part(Nesting::List, Flags::NONE)]);
    let prior = json!({"id": "1", "part": [{"label": "a", "kind": "x", "uuid": "u"}, {"label": "b", "kind": "y", "uuid": "v"}]});
    let with = |parts: Json| json!({"part": parts});
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "c", "kind": "x"}, {"kind": "y"}])),
        &[],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "y"}, {"label": "b", "kind": "?"}])),
        &["part[0].kind", "part[1].kind"],
    );
    // An element with such a field is removed or added.
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}])),
        &["part[1].kind"],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}, {"label": "b", "kind": "y"}, {"kind": "z"}])),
        &["part[2].kind"],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}, {"label": "b", "kind": "y"}, {"label": "c"}])),
        &[],
    );
    replaces(&schema, prior, with(json!("?")), &["part"]);
}

#[test]
fn any_change_inside_a_force_new_block() {
    let schema = resource(vec![part(Nesting::List, Flags::FORCE_NEW)]);
    let prior = json!({"id": "1", "part": [{"label": "a", "kind": "x", "uuid": "u"}]});
    let with = |parts: Json| json!({"part": parts});
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "b", "kind": "x"}])),
        &["part[0].label"],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([])),
        &["part[0].kind", "part[0].label"],
    );
    // An element without a leaf to name.
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}, {}])),
        &["part[1]"],
    );
    let single = resource(vec![part(Nesting::Single, Flags::FORCE_NEW)]);
    replaces(&single, json!({"id": "1"}), json!({"part": {}}), &["part"]);
    replaces(
        &single,
        json!({"id": "1", "part": {"label": "a", "uuid": "u"}}),
        json!({"part": {"label": "a"}}),
        &[],
    );
}

#[test]
fn what_the_provider_alone_decides_is_no_change_of_a_block() {
    let schema = resource(vec![
        text("name", OPTIONAL),
        block(
            "part",
            Nesting::Set,
            vec![
                text("kind", FORCE),
                text("at", COMPUTED.with(Flags::VOLATILE)),
            ],
        )
        .flag(Flags::FORCE_NEW),
    ]);
    let prior = json!({"id": "1", "name": "a", "part": [{"kind": "x", "at": "t"}]});
    replaces(
        &schema,
        prior,
        json!({"name": "b", "part": [{"kind": "x"}]}),
        &[],
    );
}

#[test]
fn map_elements_to_the_leaf() {
    let schema = resource(vec![nested(
        "part",
        Nesting::Map,
        OPTIONAL,
        vec![text("kind", FORCE)],
    )]);
    let prior = json!({"id": "1", "part": {"a": {"kind": "x"}, "b": {"kind": "y"}}});
    replaces(
        &schema,
        prior,
        json!({"part": {"a": {"kind": "z"}, "c": {"kind": "?"}}}),
        &["part[\"a\"].kind", "part[\"c\"].kind", "part[\"b\"].kind"],
    );
}

/// Found by the fuzz target `plan`: no leaf shows that such an entry was added or removed.
#[test]
fn map_elements_without_values_come_and_go() {
    let schema = resource(vec![nested(
        "part",
        Nesting::Map,
        FORCE,
        vec![text("kind", OPTIONAL)],
    )]);
    let (one, two) = (json!({"a": {}}), json!({"a": {}, "b": {}}));
    let prior = |part: &Json| json!({"id": "1", "part": part});
    let config = |part: &Json| json!({"part": part});
    replaces(&schema, prior(&one), config(&two), &["part[\"b\"]"]);
    replaces(&schema, prior(&two), config(&one), &["part[\"b\"]"]);
    replaces(&schema, prior(&two), config(&two), &[]);
}

#[test]
fn sets_stop_at_the_set() {
    let schema = resource(vec![part(Nesting::Set, Flags::NONE)]);
    let prior = json!({"id": "1", "part": [{"label": "a", "kind": "x", "uuid": "u"}]});
    let with = |parts: Json| json!({"part": parts});
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}])),
        &[],
    );
    // A different element: its force-new fields are added.
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "b", "kind": "x"}])),
        &["part"],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}, {"label": "b"}])),
        &[],
    );
    replaces(
        &schema,
        prior.clone(),
        with(json!([{"label": "?", "kind": "x"}])),
        &["part"],
    );
    replaces(&schema, prior.clone(), with(json!([])), &["part"]);
    let all = resource(vec![part(Nesting::Set, Flags::FORCE_NEW)]);
    replaces(
        &all,
        prior.clone(),
        with(json!([{"label": "a", "kind": "x"}, {}])),
        &["part"],
    );
    replaces(&all, prior, with(json!([{"label": "a", "kind": "x"}])), &[]);
}

#[test]
fn elements_of_one_key_are_compared_field_by_field() {
    fn label(element: &Value) -> Value {
        element
            .as_object()
            .and_then(|values| values.get(1))
            .cloned()
            .unwrap_or(Value::Null)
    }
    let keyed = part(Nesting::Set, Flags::NONE).and(Extra::SetKey { key: label });
    let Some((_, inner)) = keyed.nested_block() else {
        panic!("no block")
    };
    assert_eq!(inner.fields[1].name.as_str(), "label");
    let schema = resource(vec![
        block(
            "part",
            Nesting::Set,
            vec![
                text("label", OPTIONAL),
                text("kind", FORCE),
                text("size", OPTIONAL),
                text("uuid", COMPUTED),
            ],
        )
        .and(Extra::SetKey { key: label }),
    ]);
    let prior = json!({"id": "1", "part": [{"label": "a", "kind": "x", "size": "1", "uuid": "u"}]});
    replaces(
        &schema,
        prior.clone(),
        json!({"part": [{"label": "a", "kind": "x", "size": "2"}]}),
        &[],
    );
    replaces(
        &schema,
        prior,
        json!({"part": [{"label": "a", "kind": "y", "size": "1"}]}),
        &["part"],
    );
}

#[test]
fn what_may_be_computed_goes_with_its_element() {
    let schema = resource(vec![block(
        "part",
        Nesting::List,
        vec![text("zone", BOTH.with(Flags::FORCE_NEW))],
    )]);
    let prior = json!({"id": "1", "part": [{"zone": "z"}]});
    replaces(&schema, prior.clone(), json!({"part": []}), &[]);
    replaces(
        &schema,
        prior,
        json!({"part": [{"zone": "z"}, {}]}),
        &["part[1].zone"],
    );
}

/// If the unknown makes it equal to a sibling, one prior element is left behind.
#[test]
fn a_key_that_several_have_is_no_proof_where_something_is_unknown() {
    fn name(element: &Value) -> Value {
        let values = element.as_object();
        values
            .and_then(|v| v.first())
            .cloned()
            .unwrap_or(Value::Null)
    }
    let inside = vec![
        text("name", OPTIONAL),
        text("port", OPTIONAL),
        text("zone", OPTIONAL).flag(Flags::FORCE_NEW),
    ];
    let rule = nested("rule", Nesting::Set, OPTIONAL, inside);
    let schema = resource(vec![rule.and(Extra::SetKey { key: name })]);
    let rule = |port: &str| json!({"name": "a", "port": port, "zone": "z"});
    let with = |ports: [&str; 2]| json!({"id": "1", "rule": ports.map(rule)});
    let config = |ports: [&str; 2]| json!({"rule": ports.map(rule)});
    let prior = with(["1", "2"]);
    expect(
        &schema,
        prior.clone(),
        config(["?", "2"]),
        with(["?", "2"]),
        &["rule"],
    );
    expect(&schema, prior, config(["3", "2"]), with(["3", "2"]), &[]);
}

/// A volatile field is unknown in every element once something else changes; the elements still
/// count as the same, even in sets inside elements.
#[test]
fn what_is_volatile_inside_set_elements_replaces_nothing() {
    for with_key in [false, true] {
        let inside = vec![
            text("port", OPTIONAL).flag(Flags::FORCE_NEW),
            text("seen", Flags::COMPUTED).flag(Flags::VOLATILE),
        ];
        let mut ports = nested("ports", Nesting::Set, OPTIONAL, inside);
        if with_key {
            ports = ports.and(Extra::SetKey {
                key: |element| match element.as_object() {
                    Some([port, ..]) => port.clone(),
                    _ => Value::Null,
                },
            });
        }
        let rule = nested(
            "rule",
            Nesting::Set,
            OPTIONAL,
            vec![text("name", OPTIONAL), ports],
        );
        let schema = resource(vec![text("title", OPTIONAL), rule]);
        let ports = |seen: Json| {
            let port = |port: &str| match &seen {
                Json::Null => json!({ "port": port }),
                seen => json!({"port": port, "seen": seen}),
            };
            json!({"name": "a", "ports": [port("1"), port("2")]})
        };
        expect(
            &schema,
            json!({"id": "1", "title": "old", "rule": [ports(json!("once"))]}),
            json!({"title": "new", "rule": [ports(Json::Null)]}),
            json!({"id": "1", "title": "new", "rule": [ports(json!("?"))]}),
            &[],
        );
    }
}

#[test]
fn what_is_volatile_in_a_set_that_the_provider_made_replaces_nothing() {
    let inside = vec![
        text("port", OPTIONAL.with(Flags::COMPUTED)).flag(Flags::FORCE_NEW),
        text("seen", Flags::COMPUTED).flag(Flags::VOLATILE),
    ];
    let inner = nested(
        "ports",
        Nesting::Set,
        OPTIONAL.with(Flags::COMPUTED),
        inside,
    );
    let outer = nested(
        "rule",
        Nesting::Set,
        OPTIONAL,
        vec![text("name", OPTIONAL), inner.clone()],
    );
    let schema = resource(vec![text("title", OPTIONAL), inner, outer]);
    let ports = |seen: &str| json!([{"port": "1", "seen": seen}, {"port": "2", "seen": seen}]);
    let object = |title: &str, seen: &str| {
        let rule = json!([{"name": "a", "ports": ports(seen)}]);
        json!({"id": "1", "title": title, "ports": ports(seen), "rule": rule})
    };
    expect(
        &schema,
        object("old", "once"),
        json!({"title": "new", "rule": [{"name": "a"}]}),
        object("new", "?"),
        &[],
    );
}
