//! Presence, defaults, computed values, equality, state functions, write-only, timeouts.

use serde_json::json;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::plan::{PlanInput, completes_itself, plan};
use crate::refs::{Ref, Text};
use crate::schema::{
    Default, Environment, Extra, Flags, Nesting, Schema, SuppressRequest, Timeout,
};
use crate::tests::*;
use crate::ty::Type;
use crate::value::Value;

#[test]
fn create_leaves_open_what_only_apply_tells() {
    let schema = resource(vec![
        text("name", REQUIRED),
        text("note", OPTIONAL),
        text("size", BOTH),
        text("uuid", COMPUTED),
        block("part", Nesting::List, vec![text("label", OPTIONAL)]),
    ]);
    expect(
        &schema,
        json!(null),
        json!({"name": "a"}),
        json!({"name": "a", "size": "?", "uuid": "?", "id": "?"}),
        &[],
    );
    expect(
        &schema,
        json!(null),
        json!({"name": "?", "size": "1", "part": [{"label": "?"}]}),
        json!({"name": "?", "size": "1", "uuid": "?", "id": "?", "part": [{"label": "?"}]}),
        &[],
    );
}

#[test]
fn nothing_changed_is_the_prior_object() {
    let schema = resource(vec![
        text("name", REQUIRED),
        text("size", BOTH),
        number("n", OPTIONAL),
    ]);
    let prior = json!({"id": "1", "name": "a", "size": "5", "n": 1});
    expect(
        &schema,
        prior.clone(),
        json!({"name": "a", "n": 1}),
        prior,
        &[],
    );
    // A number keeps its stored form.
    let float = Value::Number(crate::number::Number::from_f64(1.0).unwrap());
    let made = plan(
        PlanInput {
            schema: schema.clone(),
            prior: object(
                &schema.block,
                &json!({"id": "1", "name": "a", "size": "5", "n": 1}),
            ),
            config: Value::Object(vec![Value::Null, float, Value::from("a"), Value::Null]),
        },
        &Environment::default(),
    );
    let Value::Object(values) = &made.planned else {
        panic!("not an object")
    };
    assert!(matches!(&values[1], Value::Number(n) if n.wire() == crate::number::Wire::Int(1)));
}

#[test]
fn update_takes_the_configuration_and_keeps_what_is_computed() {
    let schema = resource(vec![
        text("name", REQUIRED),
        text("note", OPTIONAL),
        text("size", BOTH),
        text("uuid", COMPUTED),
    ]);
    let prior = json!({"id": "1", "name": "a", "note": "x", "size": "5", "uuid": "u"});
    // A removed argument is null; an optional, computed one keeps its value.
    expect(
        &schema,
        prior.clone(),
        json!({"name": "b"}),
        json!({"id": "1", "name": "b", "size": "5", "uuid": "u"}),
        &[],
    );
    // A computed value that is null stays null.
    expect(
        &schema,
        json!({"id": "1", "name": "a"}),
        json!({"name": "b"}),
        json!({"id": "1", "name": "b"}),
        &[],
    );
    // Empty is not null.
    expect(
        &schema,
        prior,
        json!({"name": "a", "note": "", "size": ""}),
        json!({"id": "1", "name": "a", "note": "", "size": "", "uuid": "u"}),
        &[],
    );
}

#[test]
fn destroy_plans_null() {
    let schema = resource(vec![text("name", REQUIRED)]);
    let made = planned(&schema, &json!({"id": "1", "name": "a"}), &json!(null));
    assert_eq!(made.planned, Value::Null);
    assert!(made.requires_replace.is_empty() && made.diagnostics.is_empty());
}

#[test]
fn a_default_replaces_null_at_every_depth() {
    let schema = resource(vec![
        text("kind", OPTIONAL).or("ext4"),
        block("part", Nesting::Set, vec![number("size", OPTIONAL).or(8)]),
        of("tags", Type::list(Type::String), OPTIONAL).or(Value::List(vec![Value::from("a")])),
    ]);
    expect(
        &schema,
        json!(null),
        json!({"part": [{}]}),
        json!({"id": "?", "kind": "ext4", "part": [{"size": 8}], "tags": ["a"]}),
        &[],
    );
    // Even if something else is stored, or nothing (after an import).
    expect(
        &schema,
        json!({"id": "1", "kind": "xfs"}),
        json!({}),
        json!({"id": "1", "kind": "ext4", "tags": ["a"]}),
        &[],
    );
    expect(
        &schema,
        json!({"id": "1", "kind": "ext4", "tags": ["a"]}),
        json!({"kind": "", "tags": []}),
        json!({"id": "1", "kind": "", "tags": []}),
        &[],
    );
}

#[test]
fn defaults_come_from_functions_and_the_environment() {
    fn home(environment: &Environment) -> Result<Value, Diagnostics> {
        match environment.get("HOME") {
            Some(home) => Ok(Value::from(home)),
            None => Err(Diagnostic::error("no home").into()),
        }
    }
    let variable = |names: &[&'static str], fallback: Option<&'static str>| Extra::Default {
        default: Default::Environment {
            names: names
                .iter()
                .map(|name| Text::text(name))
                .collect::<Vec<_>>()
                .into(),
            fallback: fallback.map(Text::text),
        },
    };
    let schema = resource(vec![
        text("home", OPTIONAL).and(Extra::Default {
            default: Default::Function(home),
        }),
        number("port", OPTIONAL).and(variable(&["PORT", "OTHER_PORT"], Some("80"))),
        of("debug", Type::Bool, OPTIONAL).and(variable(&["DEBUG"], None)),
        text("made", OPTIONAL).and(Extra::Default {
            default: Default::Make(|| Value::from("made")),
        }),
    ]);
    let made = |environment: &[(&str, &str)]| {
        plan(
            PlanInput {
                schema: schema.clone(),
                prior: Value::Null,
                config: object(&schema.block, &json!({})),
            },
            &environment.iter().copied().collect(),
        )
    };
    let good = made(&[
        ("HOME", "/root"),
        ("OTHER_PORT", "8080"),
        ("PORT", ""),
        ("DEBUG", "1"),
    ]);
    assert_eq!(
        show(&schema.block, &good.planned),
        json!({"debug": true, "home": "/root", "id": "?", "made": "made", "port": 8080})
    );
    let bad = made(&[("PORT", "eighty")]);
    let errors: Vec<String> = bad.diagnostics.iter().map(|d| d.path.to_string()).collect();
    assert_eq!(errors, ["home", "port"]);
    assert!(bad.diagnostics.has_errors());
}

#[test]
fn when_changed_opens_a_computed_value() {
    let watches = |name, on: &[&'static str]| {
        text(name, COMPUTED).and(Extra::WhenChanged { fields: paths(on) })
    };
    let schema = resource(vec![
        number("size", OPTIONAL),
        watches("sha", &["size", "part.label"]),
        watches("etag", &["sha"]),
        text("uuid", COMPUTED),
        block(
            "part",
            Nesting::Set,
            vec![
                text("label", OPTIONAL),
                text("note", OPTIONAL),
                watches("uuid", &["label"]),
            ],
        ),
    ]);
    let prior = json!({"id": "1", "size": 1, "sha": "s", "etag": "e", "uuid": "u",
        "part": [{"label": "a", "uuid": "x"}, {"label": "b", "uuid": "y"}]});
    // Through the chain.
    expect(
        &schema,
        prior.clone(),
        json!({"size": 2, "part": [{"label": "a"}, {"label": "b"}]}),
        json!({"id": "1", "size": 2, "sha": "?", "etag": "?", "uuid": "u",
            "part": [{"label": "a", "uuid": "x"}, {"label": "b", "uuid": "y"}]}),
        &[],
    );
    // Sets have no order, and other fields do not matter.
    expect(
        &schema,
        prior.clone(),
        json!({"size": 1, "part": [{"label": "b"}, {"label": "a", "note": "n"}]}),
        json!({"id": "1", "size": 1, "sha": "s", "etag": "e", "uuid": "u",
            "part": [{"label": "b", "uuid": "y"}, {"label": "a", "note": "n", "uuid": "?"}]}),
        &[],
    );
    // An unknown is a change.
    expect(
        &schema,
        prior,
        json!({"size": "?", "part": [{"label": "a"}, {"label": "b"}]}),
        json!({"id": "1", "size": "?", "sha": "?", "etag": "?", "uuid": "u",
            "part": [{"label": "a", "uuid": "x"}, {"label": "b", "uuid": "y"}]}),
        &[],
    );
}

#[test]
fn elements_that_may_become_one_may_be_a_change() {
    let part = vec![text("label", OPTIONAL), text("note", OPTIONAL)];
    let schema = resource(vec![
        text("sha", COMPUTED).and(Extra::WhenChanged {
            fields: paths(&["part.label"]),
        }),
        block("part", Nesting::Set, part),
    ]);
    let prior = |label| {
        json!({"id": "1", "sha": "s",
            "part": [{"label": "a", "note": "m"}, {"label": label, "note": "n"}]})
    };
    let config = |label| json!([{"label": "a", "note": "?"}, {"label": label, "note": "n"}]);
    // If the note turns out to be `n`, the label occurs only once.
    expect(
        &schema,
        prior("a"),
        json!({"part": config("a")}),
        json!({"id": "1", "sha": "?", "part": config("a")}),
        &[],
    );
    expect(
        &schema,
        prior("b"),
        json!({"part": config("b")}),
        json!({"id": "1", "sha": "s", "part": config("b")}),
        &[],
    );
}

#[test]
fn a_configured_value_is_not_opened() {
    let schema = resource(vec![
        number("size", OPTIONAL),
        text("sha", BOTH).and(Extra::WhenChanged {
            fields: paths(&["size"]),
        }),
    ]);
    expect(
        &schema,
        json!({"id": "1", "size": 1, "sha": "s"}),
        json!({"size": 2, "sha": "s"}),
        json!({"id": "1", "size": 2, "sha": "s"}),
        &[],
    );
}

fn with_timeouts(schema: Ref<Schema>) -> Ref<Schema> {
    let mut schema = (*schema).clone();
    let mut fields = schema.block.fields.to_vec();
    fields.push(
        block("timeouts", Nesting::Single, vec![text("create", OPTIONAL)]).flag(Flags::IMPLIED),
    );
    schema.block = block_of(fields);
    schema.timeouts = vec![Timeout {
        operation: Text::text("create"),
        nanoseconds: 1,
    }]
    .into();
    Ref::Shared(schema.into())
}

#[test]
fn volatile_never_makes_a_plan_by_itself() {
    let schema = with_timeouts(resource(vec![
        text("name", OPTIONAL),
        text("time", COMPUTED.with(Flags::VOLATILE)),
        nested(
            "state",
            Nesting::List,
            COMPUTED,
            vec![text("at", COMPUTED.with(Flags::VOLATILE))],
        ),
        block(
            "part",
            Nesting::Set,
            vec![
                text("label", OPTIONAL),
                text("at", COMPUTED.with(Flags::VOLATILE)),
            ],
        ),
        text("etag", COMPUTED).and(Extra::WhenChanged {
            fields: paths(&["time"]),
        }),
    ]));
    let prior = json!({"id": "1", "name": "a", "time": "t", "state": [{"at": "t"}], "etag": "e",
        "part": [{"label": "x", "at": "t"}]});
    let config = json!({"name": "a", "part": [{"label": "x"}]});
    expect(&schema, prior.clone(), config, prior.clone(), &[]);
    expect(
        &schema,
        prior.clone(),
        json!({"name": "b", "part": [{"label": "x"}]}),
        json!({"id": "1", "name": "b", "time": "?", "state": [{"at": "?"}], "etag": "?",
            "part": [{"label": "x", "at": "?"}]}),
        &[],
    );
    // A difference in the timeouts alone is planned, but changes nothing else.
    let config = json!({"name": "a", "part": [{"label": "x"}], "timeouts": {"create": "5m"}});
    let made = planned(&schema, &prior, &config);
    assert_eq!(show(&schema.block, &made.planned)["time"], "t");
    assert_eq!(
        show(&schema.block, &made.planned)["timeouts"],
        json!({"create": "5m"})
    );
    let prior = object(&schema.block, &prior);
    assert!(completes_itself(&schema, &prior, &made.planned));
    let config = json!({"name": "b", "part": [{"label": "x"}], "timeouts": {"create": "5m"}});
    let made = planned(&schema, &show(&schema.block, &prior), &config);
    assert!(!completes_itself(&schema, &prior, &made.planned));
}

#[test]
fn a_value_that_means_the_same_keeps_the_prior_form() {
    fn same(request: &SuppressRequest<'_>, old: &Value, new: &Value) -> bool {
        request.path.to_string() == "note" && lower(old) == lower(new)
    }
    let words = |name| {
        of(name, Type::list(Type::String), OPTIONAL).and(Extra::Canonical {
            canonical: |value| match value {
                Value::List(list) => Value::List(list.iter().map(lower).collect()),
                other => other.clone(),
            },
        })
    };
    let schema = resource(vec![
        text("name", OPTIONAL).and(Extra::Canonical { canonical: lower }),
        text("note", OPTIONAL).and(Extra::Suppress { suppress: same }),
        words("words"),
    ]);
    let prior = json!({"id": "1", "name": "A", "note": "N", "words": ["A", "B"]});
    let config = json!({"name": "a", "note": "n", "words": ["a", "b"]});
    expect(&schema, prior.clone(), config.clone(), prior.clone(), &[]);
    // A collection is one value: kept or changed as a whole.
    expect(
        &schema,
        prior.clone(),
        json!({"name": "b", "note": "?", "words": ["a", "c"]}),
        json!({"id": "1", "name": "b", "note": "?", "words": ["a", "c"]}),
        &[],
    );
    // Nothing is suppressed on create, nor between null and a value.
    expect(
        &schema,
        json!(null),
        config,
        json!({"id": "?", "name": "a", "note": "n", "words": ["a", "b"]}),
        &[],
    );
    expect(&schema, prior, json!({}), json!({"id": "1"}), &[]);
}

#[test]
fn what_is_known_of_an_unknown_does_not_bind_a_value_that_may_keep_its_form() {
    let name = text("name", OPTIONAL).and(Extra::Canonical { canonical: lower });
    let schema = resource(vec![name, text("plain", OPTIONAL)]);
    let begins = Value::Unknown(Some(std::sync::Arc::new(crate::value::Refinement {
        prefix: Some("a".into()),
        ..crate::value::Refinement::default()
    })));
    let with = |config: Value| {
        let input = PlanInput {
            schema: schema.clone(),
            prior: object(
                &schema.block,
                &json!({"id": "1", "name": "AB", "plain": "AB"}),
            ),
            config: Value::Object(vec![Value::Null, config.clone(), config]),
        };
        plan(input, &Environment::default()).planned
    };
    let (first, then) = (with(begins.clone()), with(Value::from("ab")));
    let errors = crate::terraform_core::object_compatible(&schema.block, &first, &then);
    assert!(errors.is_empty(), "{errors:?}");
    // If the string is unchanged, what is known stays known.
    assert_eq!(first.as_object().unwrap()[2], begins);
}

#[test]
fn a_state_function_needs_the_legacy_flag() {
    let schema = resource(vec![
        text("name", OPTIONAL).and(Extra::StateFn { state_fn: lower }),
    ]);
    let made = planned(
        &schema,
        &json!({"id": "1", "name": "b"}),
        &json!({"name": "A"}),
    );
    assert!(made.legacy);
    assert_eq!(
        show(&schema.block, &made.planned),
        json!({"id": "1", "name": "a"})
    );
    let kept = planned(
        &schema,
        &json!({"id": "1", "name": "a"}),
        &json!({"name": "A"}),
    );
    assert_eq!(
        show(&schema.block, &kept.planned),
        json!({"id": "1", "name": "a"})
    );
    let unset = planned(&schema, &json!({"id": "1", "name": "a"}), &json!({}));
    assert!(!unset.legacy);
}

#[test]
fn write_only_values_are_never_planned() {
    let secret = OPTIONAL.with(Flags::WRITE_ONLY);
    let schema = resource(vec![
        text("key", secret),
        nested(
            "login",
            Nesting::Single,
            OPTIONAL,
            vec![text("user", OPTIONAL), text("password", secret)],
        ),
    ]);
    expect(
        &schema,
        json!({"id": "1"}),
        json!({"key": "k", "login": {"user": "u", "password": "p"}}),
        json!({"id": "1", "login": {"user": "u"}}),
        &[],
    );
}
