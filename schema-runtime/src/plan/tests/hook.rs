//! The plan hook.

use serde_json::json;

use crate::path::Path;
use crate::plan::{PlanInput, differences, draft, finish};
use crate::refs::Ref;
use crate::schema::{Environment, Extra, Flags, Nesting, Schema};
use crate::tests::*;
use crate::value::Value;

fn schema() -> Ref<Schema> {
    resource(vec![
        text("name", OPTIONAL),
        text("sha", COMPUTED).and(Extra::WhenChanged {
            fields: paths(&["name"]),
        }),
        text("etag", COMPUTED).and(Extra::WhenChanged {
            fields: paths(&["sha"]),
        }),
        text("size", BOTH).and(Extra::Canonical { canonical: lower }),
        text("kind", OPTIONAL).or("x"),
        block("part", Nesting::List, vec![text("label", OPTIONAL)]),
    ])
}

fn prior() -> serde_json::Value {
    json!({"id": "1", "name": "a", "sha": "s", "etag": "e", "size": "S", "kind": "x", "part": [{"label": "l"}]})
}

fn hooked(
    config: serde_json::Value,
    hook: impl FnOnce(&mut crate::plan::PlanCore, &Schema),
) -> crate::plan::ResourcePlan {
    let schema = schema();
    let input = PlanInput {
        schema: schema.clone(),
        prior: object(&schema.block, &prior()),
        config: object(&schema.block, &config),
    };
    let draft = draft(input, &Environment::default());
    assert!(draft.wants_hook());
    let (mut core, legacy) = draft.into_core();
    hook(&mut core, &schema);
    finish(core, legacy)
}

fn position(schema: &Schema, name: &str) -> usize {
    schema.block.find(name).unwrap().0
}

#[test]
fn a_new_value_is_kept_and_changes_what_depends_on_it() {
    let made = hooked(
        json!({"name": "a", "part": [{"label": "l"}]}),
        |core, schema| {
            core.set_new_field(position(schema, "sha"), Value::from("t"));
        },
    );
    assert_eq!(
        show(&schema().block, &made.planned),
        json!({"id": "1", "name": "a", "sha": "t", "etag": "?", "size": "S", "kind": "x", "part": [{"label": "l"}]})
    );
    // Even against the rule that would open it.
    let made = hooked(
        json!({"name": "b", "part": [{"label": "l"}]}),
        |core, schema| {
            core.set_new_field(position(schema, "sha"), Value::from("s"));
        },
    );
    assert_eq!(show(&schema().block, &made.planned)["sha"], "s");
    assert_eq!(show(&schema().block, &made.planned)["etag"], "?");
}

#[test]
fn an_unknown_can_be_planned() {
    let made = hooked(
        json!({"name": "a", "part": [{"label": "l"}]}),
        |core, schema| {
            core.set_new_field(position(schema, "size"), Value::UNKNOWN);
        },
    );
    assert_eq!(show(&schema().block, &made.planned)["size"], "?");
    assert!(made.diagnostics.is_empty());
}

#[test]
fn a_value_that_means_the_same_changes_nothing() {
    let made = hooked(
        json!({"name": "a", "part": [{"label": "l"}]}),
        |core, schema| {
            core.set_new_field(position(schema, "size"), Value::from("s"));
        },
    );
    assert_eq!(made.planned, object(&schema().block, &prior()));
}

#[test]
fn what_is_configured_or_not_computed_cannot_be_planned() {
    let made = hooked(json!({"name": "a", "size": "own"}), |core, schema| {
        core.set_new_field(position(schema, "name"), Value::from("b"));
        core.set_new_field(position(schema, "size"), Value::from("b"));
    });
    let errors: Vec<String> = made
        .diagnostics
        .iter()
        .map(|d| d.path.to_string())
        .collect();
    assert_eq!(errors, ["name", "size"]);
    assert_eq!(show(&schema().block, &made.planned)["size"], "own");
}

#[test]
fn a_change_can_be_said_to_replace() {
    let made = hooked(json!({"name": "b", "part": [{"label": "m"}]}), |core, _| {
        core.require_replace_at(Path::new("name"));
        core.require_replace_at(Path::new("kind"));
        core.require_replace_at(Path::new("part").index(0).attribute("label"));
        core.require_replace_at(Path::new("part").index(7).attribute("label"));
        core.require_replace_at(Path::new("nonsense"));
    });
    let paths: Vec<String> = made
        .requires_replace
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(paths, ["name", "part[0].label"]);
    let prior = object(&schema().block, &prior());
    let listed = differences(
        &schema().block,
        &prior,
        &made.planned,
        &made.requires_replace,
    );
    let forced: Vec<String> = listed
        .iter()
        .filter(|c| c.requires_replace)
        .map(|c| c.path.to_string())
        .collect();
    assert_eq!(forced, ["name", "part[0].label"]);
    assert!(listed.len() > forced.len());
}

#[test]
fn a_change_that_may_come_replaces_as_the_known_one_would() {
    let made = hooked(json!({"name": "a", "part": "?"}), |core, _| {
        core.require_replace_at(Path::new("part").index(0).attribute("label"));
        core.require_replace_at(Path::new("part").index(1).attribute("label"));
        core.require_replace_at(Path::new("part").index(1).attribute("nonsense"));
    });
    let schema = schema();
    let paths: Vec<String> = made
        .requires_replace
        .iter()
        .map(ToString::to_string)
        .collect();
    // Whatever the unknown turns out to be, the second call's plan is of the same kind.
    assert_eq!(paths, ["part[0].label", "part[1].label"]);
    let prior = object(&schema.block, &prior());
    let honoured = crate::terraform_core::replace_paths(
        &schema.block,
        &prior,
        &made.planned,
        &made.requires_replace,
    );
    assert_eq!(honoured.unwrap(), made.requires_replace);
}

#[test]
fn a_plan_can_be_rejected() {
    let made = hooked(json!({"name": "b"}), |core, _| {
        core.diagnostics.error_at(Path::new("name"), "no", "never");
    });
    assert!(made.diagnostics.has_errors());
}

#[test]
fn no_hook_on_destroy_nor_after_an_error() {
    let schema = schema();
    let input = PlanInput {
        schema: schema.clone(),
        prior: object(&schema.block, &prior()),
        config: Value::Null,
    };
    assert!(!draft(input, &Environment::default()).wants_hook());
}

#[test]
fn what_a_hook_changes_moves_volatile_values() {
    let schema = resource(vec![
        text("sha", COMPUTED),
        text("at", COMPUTED.with(Flags::VOLATILE)),
    ]);
    let prior = object(&schema.block, &json!({"id": "1", "sha": "s", "at": "t"}));
    let made = |hook: bool| {
        let input = PlanInput {
            schema: schema.clone(),
            prior: prior.clone(),
            config: object(&schema.block, &json!({})),
        };
        let (mut core, legacy) = draft(input, &Environment::default()).into_core();
        if hook {
            core.set_new_field(position(&schema, "sha"), Value::from("new"));
        }
        show(&schema.block, &finish(core, legacy).planned)
    };
    assert_eq!(made(false), json!({"id": "1", "sha": "s", "at": "t"}));
    assert_eq!(made(true), json!({"id": "1", "sha": "new", "at": "?"}));
}
