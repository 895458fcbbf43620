//! What is reported about configurations, and where.

mod cases;

use serde_json::{Value as Json, json};

use super::*;
use crate::diagnostics::Severity;
use crate::refs::{Ref, Text};
use crate::schema::{Default, Extra, Predicate, Validator};
use crate::tests::*;
use crate::ty::Type;

/// Everything reported: "error path: summary", sorted.
fn told_in(schema: &Schema, config: &Json, environment: &Environment) -> Vec<String> {
    let told = validate(schema, &object(&schema.block, config), environment);
    let mut lines: Vec<String> = told
        .iter()
        .map(|d| {
            let severity = match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            format!("{severity} {}: {}", d.path, d.summary)
        })
        .collect();
    lines.sort();
    lines
}

fn told(schema: &Schema, config: &Json) -> Vec<String> {
    told_in(schema, config, &Environment::default())
}

fn details(schema: &Schema, config: &Json) -> String {
    let config = object(&schema.block, config);
    validate(schema, &config, &Environment::default()).to_string()
}

fn check(validator: Validator) -> Extra {
    Extra::Validate { validator }
}

fn custom(path: &Path, value: &Value) -> Diagnostics {
    let mut found = Diagnostics::new();
    let text = value.as_str().unwrap_or("");
    if text.contains("bad") {
        found.push(Diagnostic::error(format!("{text} is bad")));
        found.push(Diagnostic::error("worse").with_detail(format!("{path} holds {text:?}")));
        found.push(Diagnostic::warning("odd").at(path.clone().index(0)));
    }
    found
}

const SAME: [&str; 0] = [];

#[test]
fn required_optional_and_computed() {
    let schema = resource(vec![
        text("name", REQUIRED),
        text("note", OPTIONAL),
        text("uuid", COMPUTED),
        text("size", BOTH),
        block("part", Nesting::List, vec![text("label", REQUIRED)]),
    ]);
    assert_eq!(
        told(
            &schema,
            &json!({"name": "a", "size": "1", "part": [{"label": ""}]})
        ),
        SAME
    );
    assert_eq!(
        told(&schema, &json!({"name": "?", "size": "?", "note": "?"})),
        SAME
    );
    assert_eq!(
        told(
            &schema,
            &json!({"uuid": "u", "id": "1", "part": [{"label": "p"}, {}]})
        ),
        [
            "error id: Value for unconfigurable attribute",
            "error name: Missing required argument",
            "error part[1].label: Missing required argument",
            "error uuid: Value for unconfigurable attribute",
        ]
    );
}

#[test]
fn a_default_function_satisfies_a_required_argument() {
    fn zone(environment: &Environment) -> Result<Value, Diagnostics> {
        match environment.get("ZONE") {
            Some("broken") => Err(Diagnostic::error("ZONE is broken").into()),
            zone => Ok(zone.map_or(Value::Null, Value::from)),
        }
    }
    let field = |default| text("zone", REQUIRED).and(Extra::Default { default });
    let variable = Default::Environment {
        names: vec![Text::text("ZONE"), Text::text("REGION")].into(),
        fallback: None,
    };
    for default in [Default::Function(zone), variable] {
        let schema = resource(vec![field(default)]);
        let set = [("ZONE", "x")].into_iter().collect();
        assert_eq!(told_in(&schema, &json!({}), &set), SAME);
        assert_eq!(
            told(&schema, &json!({})),
            ["error zone: Missing required argument"]
        );
    }
    let schema = resource(vec![field(Default::Function(zone))]);
    let broken = [("ZONE", "broken")].into_iter().collect();
    assert_eq!(
        told_in(&schema, &json!({}), &broken),
        ["error zone: ZONE is broken"]
    );
    // It is not called if a value is configured.
    assert_eq!(told_in(&schema, &json!({"zone": "z"}), &broken), SAME);
}

#[test]
fn deprecated_warns_and_removed_rejects() {
    let schema = resource(vec![
        text("old", OPTIONAL).and(Extra::Deprecated {
            text: Text::text("use new"),
        }),
        text("gone", OPTIONAL).and(Extra::Removed {
            text: Text::text("it did nothing"),
        }),
    ]);
    assert_eq!(told(&schema, &json!({})), SAME);
    // Even if the value is unknown.
    for value in ["x", "?", ""] {
        let config = json!({"old": value, "gone": value});
        assert_eq!(
            told(&schema, &config),
            [
                "error gone: gone has been removed",
                "warning old: Argument is deprecated"
            ]
        );
        let text = details(&schema, &config);
        assert!(
            text.contains("use new") && text.contains("it did nothing"),
            "{text}"
        );
    }
}

#[test]
fn a_conflict_is_reported_on_both_sides_once() {
    let conflicts = |paths_: &[&'static str]| Extra::ConflictsWith {
        fields: paths(paths_),
    };
    let schema = resource(vec![
        text("a", OPTIONAL).and(conflicts(&["b", "part.label"])),
        text("b", OPTIONAL).and(conflicts(&["a"])),
        block(
            "part",
            Nesting::List,
            vec![
                text("label", OPTIONAL),
                text("uuid", OPTIONAL).and(conflicts(&["label"])),
            ],
        ),
    ]);
    let both = |one: &str, other: &str| {
        let mut lines = vec![
            format!("error {one}: Conflicting configuration arguments"),
            format!("error {other}: Conflicting configuration arguments"),
        ];
        lines.sort();
        lines
    };
    assert_eq!(told(&schema, &json!({"a": "", "b": "x"})), both("a", "b"));
    assert_eq!(told(&schema, &json!({"a": "?", "b": "x"})), SAME);
    assert_eq!(
        told(&schema, &json!({"a": "x", "part": [{"label": "l"}]})),
        both("a", "part[0].label")
    );
    let two = json!({"part": [{"label": "l"}, {"label": "m", "uuid": "u"}]});
    assert_eq!(told(&schema, &two), both("part[1].label", "part[1].uuid"));
}

#[test]
fn exactly_one_at_least_one_and_required_together() {
    let schema = resource(vec![
        text("a", OPTIONAL).and(Extra::ExactlyOneOf {
            fields: paths(&["a", "b"]),
        }),
        text("b", OPTIONAL),
        text("c", OPTIONAL).and(Extra::AtLeastOneOf {
            fields: paths(&["d"]),
        }),
        text("d", OPTIONAL).or("default"),
        text("e", OPTIONAL).and(Extra::RequiredWith {
            fields: paths(&["f"]),
        }),
        text("f", OPTIONAL),
    ]);
    let errors = |config: Json| {
        let mut found: Vec<String> = told(&schema, &config)
            .iter()
            .filter_map(|line| line.split(' ').nth(1).map(str::to_owned))
            .collect();
        found.sort();
        found.concat()
    };
    for (config, expected) in [
        (json!({"a": "1", "c": "1"}), ""),
        (json!({"b": "", "d": "1"}), ""),
        (json!({"c": "1"}), "a:"),
        (json!({"a": "1", "b": "1", "c": "1"}), "a:"),
        // Unknown: it may or may not be the one; two that are set are too many in any case.
        (json!({"a": "?", "c": "?"}), ""),
        (json!({"a": "?", "b": "1", "c": "1"}), ""),
        // A default does not count as set.
        (json!({"a": "1"}), "c:"),
        (json!({"a": "1", "c": "1", "e": "1"}), "e:"),
        (json!({"a": "1", "c": "1", "e": "1", "f": "?"}), ""),
        (json!({"a": "1", "c": "1", "e": "?"}), ""),
    ] {
        assert_eq!(errors(config.clone()), expected, "{config}");
    }
    let text = details(&schema, &json!({"a": "1", "b": "1"}));
    assert!(
        text.contains("Exactly one of a, b must be set, but 2 are"),
        "{text}"
    );
    // Too many are a conflict, which Pulumi's bridge recognizes by its summary; setting none is
    // not.
    assert_eq!(
        told(&schema, &json!({"a": "1", "b": "1", "c": "1"})),
        ["error a: Conflicting configuration arguments"]
    );
    assert_eq!(
        told(&schema, &json!({"c": "1"})),
        ["error a: Invalid combination of arguments"]
    );
}

#[test]
fn counts_of_blocks() {
    let mut part = block("part", Nesting::List, vec![text("label", OPTIONAL)]);
    if let Kind::Block {
        min_items,
        max_items,
        ..
    } = &mut part.kind
    {
        (*min_items, *max_items) = (1, 2);
    }
    let schema = resource(vec![part]);
    assert_eq!(
        told(&schema, &json!({"part": []})),
        ["error part: Insufficient part blocks"]
    );
    assert_eq!(told(&schema, &json!({"part": [{}]})), SAME);
    assert_eq!(
        told(&schema, &json!({"part": [{}, {}, {}]})),
        ["error part: Too many part blocks"]
    );
    assert_eq!(told(&schema, &json!({"part": "?"})), SAME);
}

#[test]
fn validators_say_where_and_what() {
    let list = |check| Validator::Each {
        validators: Ref::Shared(vec![check].into()),
    };
    let short = || {
        Validator::new(Predicate::Length {
            min: Some(1),
            max: Some(3),
        })
    };
    let schema = resource(vec![
        text("name", OPTIONAL).and(check(short())),
        of("tags", Type::list(Type::String), OPTIONAL).and(check(list(short()))),
        of("labels", Type::map(Type::String), OPTIONAL)
            .and(check(list(short())))
            .and(check(Validator::Keys {
                validators: Ref::Shared(vec![short()].into()),
            })),
        of("zones", Type::set(Type::String), OPTIONAL).and(check(list(Validator::Custom(custom)))),
        of("ids", Type::list(Type::Number), OPTIONAL).and(check(Validator::new(Predicate::Unique))),
    ]);
    assert_eq!(
        told(
            &schema,
            &json!({"name": "ünï", "tags": ["a", "?"], "labels": {"k": "v"}, "ids": [1, 2]})
        ),
        SAME
    );
    assert_eq!(
        told(
            &schema,
            &json!({"name": "four", "tags": ["a", "", "long one"], "labels": {"long key": "v", "k": ""},
                "zones": ["bad"], "ids": [1, 2, 1]})
        ),
        [
            "error ids: Invalid value for ids",
            "error labels[\"k\"]: Invalid value for labels[\"k\"]",
            "error labels[\"long key\"]: Invalid value for labels[\"long key\"]",
            "error name: Invalid value for name",
            "error tags[1]: Invalid value for tags[1]",
            "error tags[2]: Invalid value for tags[2]",
            "error zones[…]: bad is bad",
            "error zones[…]: worse",
            "warning zones[…][0]: odd",
        ]
    );
    assert_eq!(
        told(&schema, &json!({"name": "?", "tags": "?", "zones": ["?"]})),
        SAME
    );
}

#[test]
fn the_texts_of_validators_hold_no_secret() {
    let inner = |flags: Flags| text("inner", flags).and(check(Validator::Custom(custom)));
    let schema = resource(vec![
        inner(OPTIONAL.with(Flags::SENSITIVE)),
        text("once", OPTIONAL.with(Flags::WRITE_ONLY)).and(check(Validator::Custom(custom))),
        nested(
            "vault",
            Nesting::Single,
            OPTIONAL.with(Flags::SENSITIVE),
            vec![inner(OPTIONAL)],
        ),
        block("part", Nesting::List, vec![inner(OPTIONAL)]),
    ]);
    let secret = "bad-canary";
    let text = details(
        &schema,
        &json!({"inner": secret, "once": secret, "vault": {"inner": secret}}),
    );
    assert!(
        !text.contains("canary") && text.matches("is bad").count() == 3,
        "{text}"
    );
    // A value that is not secret is shown.
    assert!(details(&schema, &json!({"part": [{"inner": secret}]})).contains(secret));
}

#[test]
fn timeouts_are_durations() {
    let mut timeouts = block("timeouts", Nesting::Single, vec![text("create", OPTIONAL)]);
    timeouts.flags = Flags::IMPLIED;
    let schema = resource(vec![timeouts]);
    assert_eq!(
        told(&schema, &json!({"timeouts": {"create": "1h30m"}})),
        SAME
    );
    // A time that is over before it begins would be treated as not set.
    for no_time in ["soon", "-5m", "0s"] {
        assert_eq!(
            told(&schema, &json!({"timeouts": {"create": no_time}})),
            ["error timeouts.create: Invalid duration"]
        );
    }
}

/// A configuration can copy what a message shows.
#[test]
fn values_are_written_as_a_configuration_writes_them() {
    let one_of = crate::validators::one_of(["a\0"]);
    let schema = resource(vec![text("name", OPTIONAL).and(check(one_of))]);
    let said = details(&schema, &json!({"name": "${b}\u{1b}"}));
    assert!(
        said.contains(r#"one of "a\u0000""#) && said.contains(r#""$${b}\u001b""#),
        "{said}"
    );
}

#[test]
fn a_deprecated_resource_warns() {
    let block = Block {
        deprecated: Text::text("use x_z"),
        other_kind: false,
        ..(*block_of(vec![])).clone()
    };
    let schema = Schema {
        block: Ref::Shared(block.into()),
        ..(*resource(vec![])).clone()
    };
    assert_eq!(told(&schema, &json!({})), ["warning : x_y is deprecated"]);
}

#[test]
fn objects_of_a_derived_collection_must_all_be_there() {
    let part = || vec![text("label", OPTIONAL)];
    let derived = Flags::OPTIONAL;
    let schema = resource(vec![
        nested("list", Nesting::List, derived, part()),
        nested("map", Nesting::Map, derived, part()),
        nested("set", Nesting::Set, derived, part()),
        nested("open", Nesting::List, OPTIONAL, part()),
    ]);
    let config = json!({"list": [{}, null], "map": {"k": null}, "set": [null], "open": [null]});
    assert_eq!(
        told(&schema, &config),
        [
            "error list[1]: Null element",
            "error map[\"k\"]: Null element",
            "error set[…]: Null element"
        ]
    );
    let unknown = json!({"list": ["?"], "map": "?"});
    assert_eq!(told(&schema, &unknown), SAME);
}
