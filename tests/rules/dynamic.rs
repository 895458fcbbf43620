//! What only schemas built at run time can break: the Go SDK's form and Terraform's message.

use schema_rules::{
    Collection, ConfigMode, Element, GoFacts, Nesting, Scalar, Shape, Subject, ValidatorFacts,
    ValidatorKind,
};

use super::*;

pub(super) fn go(change: impl FnOnce(&mut GoFacts<'static>)) -> Option<GoFacts<'static>> {
    let mut facts = GoFacts::default();
    change(&mut facts);
    Some(facts)
}

/// A string field of the Go SDK's form.
pub(super) fn gof(name: &'static str, change: impl FnOnce(&mut F)) -> F {
    as_go(text(name, change))
}

fn as_go(mut field: F) -> F {
    field.go.get_or_insert_default();
    field
}

fn list_of(fields: impl IntoIterator<Item = F>) -> Shape<'static> {
    Shape::block(Nesting::List, inner(fields))
}

pub(super) fn compatible(
    rule: &'static str,
    schemas: (B, B),
    at: Subject,
    message: &'static str,
    help: &'static str,
) -> Case {
    Case {
        mode: Mode::Compatible,
        ..case(rule, schemas, at, message, help)
    }
}

pub(super) fn cases() -> Vec<Case> {
    let ty = Subject::FieldType;
    let string = || Some(Shape::Scalar(Scalar::String));
    let mode = |mode: ConfigMode, shape: Shape<'static>, change: fn(&mut F)| {
        as_go(shaped("a", shape, |f| {
            change(f);
            f.go = go(|g| g.config_mode = mode)
        }))
    };
    let attribute_with = |b: F| {
        let shape = list_of([b]);
        mode(ConfigMode::Attribute, shape, optional)
    };
    let b_in = |m: ConfigMode| {
        shaped("b", list_of([gof("c", optional)]), |f| {
            optional(f);
            f.go = go(|g| g.config_mode = m)
        })
    };
    let secret = || {
        gof("b", |f| {
            optional(f);
            f.write_only = true
        })
    };
    let conflict = |path: &'static str| {
        resource([
            gof("a", |f| {
                optional(f);
                f.conflicts_with = vec![path]
            }),
            gof("b", optional),
        ])
    };
    let length = || ValidatorFacts {
        name: "length",
        kind: ValidatorKind::Length(Default::default()),
    };
    vec![
        compatible(
            "R10",
            both(
                mode(ConfigMode::Block, strings(Collection::List), optional),
                mode(ConfigMode::Block, list_of([gof("b", optional)]), optional),
            ),
            key("config_mode"),
            "`a` holds no struct, so it cannot be a block",
            "leave",
        ),
        compatible(
            "R11",
            both(
                attribute_with(b_in(ConfigMode::Block)),
                attribute_with(b_in(ConfigMode::Attribute)),
            ),
            key("config_mode"),
            "`a` is an attribute, which cannot hold the block `b`",
            "",
        ),
        compatible(
            "R12",
            both(
                mode(ConfigMode::Block, list_of([gof("b", optional)]), computed),
                mode(
                    ConfigMode::Attribute,
                    list_of([gof("b", optional)]),
                    computed,
                ),
            ),
            key("config_mode"),
            "`a` is computed, so it cannot be a block",
            "leave",
        ),
        compatible(
            "R13",
            both(
                attribute_with(b_in(ConfigMode::Auto)),
                attribute_with(b_in(ConfigMode::Attribute)),
            ),
            ty,
            "`a` is an attribute, which cannot hold the block `b`",
            "",
        ),
        compatible(
            "R14",
            both(
                mode(
                    ConfigMode::Invalid,
                    string().unwrap_or(Shape::Missing),
                    optional,
                ),
                gof("a", optional),
            ),
            key("config_mode"),
            "`a` has a config mode that does not exist",
            "auto",
        ),
        compatible(
            "R19",
            both(
                text("a", |f| {
                    optional(f);
                    f.go = go(|g| g.computed_when = vec!["b"])
                }),
                text("a", |f| {
                    computed(f);
                    f.go = go(|g| g.computed_when = vec!["b"])
                }),
            ),
            key("computed_when"),
            "`a` is to be computed anew but is not computed",
            "add `computed`",
        ),
        compatible(
            "R26",
            (conflict("0"), conflict("b")),
            item("conflicts_with", 0),
            "`0` names no field",
            "name a field",
        ),
        compatible(
            "R23",
            (conflict("b.1.c"), conflict("b.0")),
            item("conflicts_with", 0),
            "`b.1.c` has the index 1",
            "`.0.`",
        ),
        compatible(
            "R30",
            both(
                text("a", |f| {
                    optional(f);
                    f.go = go(|g| g.suppress_on_refresh = true)
                }),
                text("a", |f| {
                    optional(f);
                    f.diff_suppress = true;
                    f.go = go(|g| g.suppress_on_refresh = true)
                }),
            ),
            key("diff_suppress_on_refresh"),
            "`a` suppresses on refresh but has no suppress function",
            "",
        ),
        compatible(
            "R31",
            both(
                as_go(shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.write_only = true
                })),
                gof("a", |f| {
                    optional(f);
                    f.write_only = true
                }),
            ),
            key("write_only"),
            "`a` is a list, which cannot be write-only",
            "inside",
        ),
        compatible(
            "R35",
            both(
                as_go(shaped(
                    "a",
                    Shape::block(Nesting::Set, inner([secret()])),
                    optional,
                )),
                as_go(shaped("a", list_of([secret()]), optional)),
            ),
            ty,
            "`a` is a set whose elements have the write-only field `b`",
            "",
        ),
        compatible(
            "R36",
            both(
                as_go(shaped("a", list_of([secret()]), |f| {
                    optional(f);
                    computed(f)
                })),
                as_go(shaped("a", list_of([secret()]), optional)),
            ),
            ty,
            "`a` is computed but holds the write-only field `b`",
            "",
        ),
        compatible(
            "R40",
            both(
                as_go(shaped("a", strings(Collection::Map), |f| {
                    optional(f);
                    f.write_only = true
                })),
                as_go(shaped(
                    "a",
                    Shape::Collection(Collection::Map, Element::default()),
                    |f| {
                        optional(f);
                        f.write_only = true
                    },
                )),
            ),
            key("write_only"),
            "`a` is a map, which cannot be write-only",
            "JSON",
        ),
        compatible(
            "R41",
            both(
                as_go(shaped(
                    "a",
                    Shape::block(Nesting::Map, inner([gof("b", optional)])),
                    optional,
                )),
                as_go(shaped("a", strings(Collection::Map), optional)),
            ),
            ty,
            "`a` is a map of structs",
            "list or set",
        ),
        compatible(
            "R45",
            both(
                gof("a", |f| {
                    computed(f);
                    f.defaults = vec![schema_rules::DefaultFacts::Function]
                }),
                gof("a", |f| {
                    optional(f);
                    computed(f);
                    f.defaults = vec![schema_rules::DefaultFacts::Function]
                }),
            ),
            key("default_fn"),
            "`a` is computed, so it cannot have `default_fn`",
            "",
        ),
        compatible(
            "R49",
            both(
                as_go(shaped("a", strings(Collection::List), |f| {
                    computed(f);
                    f.max_items = Some(1)
                })),
                as_go(shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.max_items = Some(1)
                })),
            ),
            key("max_items"),
            "`a` is computed only, so it cannot have `max_items`: nothing configures it",
            "",
        ),
        compatible(
            "R50",
            both(
                as_go(shaped("a", strings(Collection::List), |f| {
                    computed(f);
                    f.min_items = Some(1)
                })),
                as_go(shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.min_items = Some(1)
                })),
            ),
            key("min_items"),
            "`a` is computed only, so it cannot have `min_items`: nothing configures it",
            "",
        ),
        compatible(
            "R54",
            both(
                as_go(shaped("a", strings(Collection::Set), |f| {
                    optional(f);
                    f.validators = vec![length()]
                })),
                gof("a", |f| {
                    optional(f);
                    f.validators = vec![length()]
                }),
            ),
            key("validate"),
            "`a` is a list or set, which has no validation",
            "elements inside",
        ),
        compatible(
            "R55",
            both(
                text("a", |f| {
                    optional(f);
                    f.validators = vec![length()];
                    f.go = go(|g| g.two_validate_functions = true)
                }),
                gof("a", |f| {
                    optional(f);
                    f.validators = vec![length()]
                }),
            ),
            key("validate"),
            "`a` has two validation functions",
            "keep one",
        ),
        compatible(
            "R56",
            both(gof("a.b", optional), gof("a_b", optional)),
            Subject::FieldName,
            "no configuration can set a field named `a.b`",
            "`a_b`",
        ),
        compatible(
            "R65",
            both(as_go(whole("id", computed)), gof("id", computed)),
            ty,
            "the attribute `id` must be a string",
            "",
        ),
        compatible(
            "R66",
            both(
                gof("id", required),
                gof("id", |f| {
                    optional(f);
                    computed(f)
                }),
            ),
            key("required"),
            "the attribute `id` cannot be required",
            "",
        ),
        compatible(
            "R67",
            both(gof("id", optional), gof("id", computed)),
            Subject::FieldName,
            "the attribute `id` must be computed",
            "",
        ),
    ]
}

#[test]
fn ours_are_warnings_in_compatible_mode() {
    let schema = resource([gof("9lives", optional), gof("for_each", optional)]);
    let found = check_block(&schema, Mode::Compatible);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|v| v.severity == Severity::Warning));
    let strict = check_block(&schema, Mode::Ours);
    assert!(strict.iter().all(|v| v.severity == Severity::Error));
}

#[test]
fn the_go_sdks_update_rules() {
    let mut schema = resource([gof("a", |f| {
        optional(f);
        computed(f);
    })]);
    schema.has_update = Some(false);
    assert!(check_block(&schema, Mode::Compatible).is_empty());
    schema.has_update = Some(true);
    assert!(check_block(&schema, Mode::Compatible).is_empty());
    schema.fields = vec![gof("a", computed)];
    assert_eq!(
        check_block(&schema, Mode::Compatible)[0].rule.to_string(),
        "R61"
    );
    schema.fields = vec![gof("a", optional)];
    schema.has_update = Some(false);
    assert_eq!(
        check_block(&schema, Mode::Compatible)[0].rule.to_string(),
        "R60"
    );
}
