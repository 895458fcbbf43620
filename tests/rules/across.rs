//! Rules about two structs, and relations between fields.

use schema_rules::{Collection, Computed, Nesting, Shape, Subject};

use super::*;

fn block(nesting: Nesting, fields: impl IntoIterator<Item = F>) -> Shape<'static> {
    Shape::block(nesting, inner(fields))
}

fn nested(nesting: Nesting, fields: impl IntoIterator<Item = F>) -> Shape<'static> {
    Shape::nested(nesting, inner(fields))
}

fn secret(name: &'static str) -> F {
    text(name, |f| {
        optional(f);
        f.write_only = true;
    })
}

/// A field `a` that conflicts with `path`, among others.
fn conflict(path: &'static str, others: impl IntoIterator<Item = F>) -> B {
    let a = text("a", |f| {
        optional(f);
        f.conflicts_with = vec![path];
    });
    resource(std::iter::once(a).chain(others))
}

fn disk(change: impl FnOnce(&mut F)) -> F {
    shaped(
        "disk",
        block(
            Nesting::List,
            [text("size", optional), text("uuid", computed)],
        ),
        change,
    )
}

pub(super) fn cases() -> Vec<Case> {
    let ty = Subject::FieldType;
    let opt = |n| text(n, optional);
    let none = |_: &mut F| ();
    let first = || item("conflicts_with", 0);
    let one = |f: &mut F| f.max_items = Some(1);
    let deep = || {
        nested(
            Nesting::Single,
            [shaped("b", block(Nesting::Single, [opt("c")]), none)],
        )
    };
    let set = |n: &'static str, fields: Vec<F>| shaped(n, block(Nesting::Set, fields), none);
    let several = |key: &'static str, paths: Vec<&'static str>, with_required: bool| {
        let a = text("a", |f| {
            if with_required {
                required(f)
            } else {
                optional(f)
            }
            match key {
                "exactly_one_of" => f.exactly_one_of = paths,
                "at_least_one_of" => f.at_least_one_of = paths,
                _ => f.required_with = paths,
            }
        });
        resource([a, opt("b")])
    };
    vec![
        case(
            "R11",
            both(
                shaped("a", deep(), optional),
                shaped(
                    "a",
                    nested(
                        Nesting::Single,
                        [shaped("b", nested(Nesting::Single, [opt("c")]), optional)],
                    ),
                    optional,
                ),
            ),
            key("block"),
            "`a` is an attribute, which cannot hold the block `b`",
            "`nested(…)`",
        ),
        case(
            "R107",
            both(
                set("a", vec![shaped("b", strings(Collection::Set), optional)]),
                set("a", vec![shaped("b", strings(Collection::List), optional)]),
            ),
            ty,
            "`a` is a set whose elements hold the set `b`",
            "allow(set_in_set",
        ),
        case(
            "R108",
            both(
                set("a", vec![text("b", computed)]),
                set("a", vec![opt("b")]),
            ),
            ty,
            "`a` is a set whose elements have the computed field `b`",
            "allow(computed_in_set",
        ),
        case(
            "R137",
            both(
                shaped(
                    "a",
                    Shape::collection(Collection::List, Shape::Dynamic),
                    optional,
                ),
                shaped("a", Shape::Dynamic, optional),
            ),
            ty,
            "`a` is repeated but holds the dynamic value `element`",
            "one type",
        ),
        case(
            "R138",
            both(
                shaped("a", nested(Nesting::List, [opt("b")]), |f| {
                    optional(f);
                    f.write_only = true
                }),
                shaped("a", nested(Nesting::List, [secret("b")]), |f| {
                    optional(f);
                    f.write_only = true
                }),
            ),
            ty,
            "`a` is write-only but its field `b` is not",
            "every field inside",
        ),
        case(
            "R139",
            both(
                shaped("a", nested(Nesting::Set, [secret("b")]), optional),
                shaped("a", nested(Nesting::List, [secret("b")]), optional),
            ),
            ty,
            "`a` is a set whose elements have the write-only field `b`",
            "a list",
        ),
        case(
            "R140",
            both(
                shaped("a", nested(Nesting::List, [secret("b")]), |f| {
                    optional(f);
                    computed(f)
                }),
                shaped("a", nested(Nesting::List, [secret("b")]), optional),
            ),
            ty,
            "`a` is computed but holds the write-only field `b`",
            "required or optional only",
        ),
        case(
            "R141",
            both(
                set(
                    "a",
                    vec![shaped("b", block(Nesting::List, [secret("c")]), none)],
                ),
                shaped("a", block(Nesting::List, [secret("c")]), none),
            ),
            ty,
            "`a` is a set whose elements have the write-only field `b.c`",
            "a list",
        ),
        case(
            "C16",
            both(
                set("a", vec![shaped("b", Shape::Dynamic, optional)]),
                shaped(
                    "a",
                    block(Nesting::Single, [shaped("b", Shape::Dynamic, optional)]),
                    none,
                ),
            ),
            ty,
            "`a` is repeated but holds the dynamic value `b`",
            "single",
        ),
        case(
            "C19",
            both(
                shaped(
                    "a",
                    nested(Nesting::Set, [shaped("b", Shape::Dynamic, optional)]),
                    optional,
                ),
                shaped(
                    "a",
                    nested(Nesting::Single, [shaped("b", Shape::Dynamic, optional)]),
                    optional,
                ),
            ),
            ty,
            "`a` is repeated but holds the dynamic value `b`",
            "single",
        ),
        case(
            "R228",
            both(
                set(
                    "a",
                    vec![text("b", |f| {
                        optional(f);
                        f.diff_suppress = true
                    })],
                ),
                set(
                    "a",
                    vec![text("b", |f| {
                        optional(f);
                        f.canonical = true
                    })],
                ),
            ),
            ty,
            "`diff_suppress` of `b` cannot work inside the set `a`",
            "`canonical = path`",
        ),
        case(
            "R20",
            {
                let mut bad = conflict("b", [opt("b")]);
                bad.fields[0].optional = false;
                bad.fields[0].required = true;
                (bad, conflict("b", [opt("b")]))
            },
            key("conflicts_with"),
            "`a` is required, so it cannot have `conflicts_with`",
            "write `optional`",
        ),
        case(
            "R21",
            (
                several("exactly_one_of", vec!["a", "b"], true),
                several("exactly_one_of", vec!["a", "b"], false),
            ),
            key("exactly_one_of"),
            "`a` is required, so it cannot have `exactly_one_of`",
            "write `optional`",
        ),
        case(
            "R22",
            (
                several("at_least_one_of", vec!["b"], true),
                several("required_with", vec!["b"], true),
            ),
            key("at_least_one_of"),
            "`a` is required, so it cannot have `at_least_one_of`",
            "write `optional`",
        ),
        case(
            "R23",
            (
                conflict("disk.0.size", [disk(one)]),
                conflict("disk.size", [disk(one)]),
            ),
            first(),
            "`disk.0.size` has the index 0",
            "remove the index",
        ),
        case(
            "R24",
            (
                conflict("snapshotid", [opt("snapshot_id")]),
                conflict("snapshot_id", [opt("snapshot_id")]),
            ),
            first(),
            "there is no field `snapshotid`",
            "did you mean `snapshot_id`?",
        ),
        case(
            "R24",
            (
                conflict("disk.sise", [disk(one)]),
                conflict("disk.size", [disk(one)]),
            ),
            first(),
            "there is no field `sise` in `disk`",
            "did you mean `size`?",
        ),
        case(
            "R24",
            (conflict("b.size", [opt("b")]), conflict("b", [opt("b")])),
            first(),
            "`b.size` leads into `b`, which is a string",
            "name `b` itself",
        ),
        case(
            "R25",
            (
                conflict("disk.size", [disk(none)]),
                conflict("disk", [disk(none)]),
            ),
            first(),
            "`disk.size` leads through `disk`, which can occur more than once",
            "`max_items = 1`",
        ),
        case(
            "R27",
            (conflict("a", []), conflict("b", [opt("b")])),
            first(),
            "`a` names itself in `conflicts_with`",
            "the other field",
        ),
        case(
            "R28",
            (
                conflict("b", [text("b", required)]),
                conflict("b", [opt("b")]),
            ),
            first(),
            "`conflicts_with` of `a` names `b`, which is required",
            "make the other one optional",
        ),
        case(
            "R28",
            (
                conflict("disk", [disk(|f| f.min_items = Some(1))]),
                conflict("disk", [disk(none)]),
            ),
            first(),
            "`conflicts_with` of `a` names `disk`, which is required",
            "",
        ),
        case(
            "R296",
            (
                conflict(
                    "b",
                    [text("b", |f| {
                        optional(f);
                        f.removed = Some("use `c`")
                    })],
                ),
                conflict("b", [opt("b")]),
            ),
            first(),
            "`conflicts_with` of `a` names `b`, which is removed",
            "remove it",
        ),
        case(
            "R29",
            (
                conflict(
                    "b",
                    [
                        text("b", |f| {
                            optional(f);
                            f.computed = Computed::WhenChanged(vec!["c"])
                        }),
                        opt("c"),
                    ],
                ),
                conflict(
                    "b",
                    [
                        text("b", |f| {
                            optional(f);
                            computed(f)
                        }),
                        opt("c"),
                    ],
                ),
            ),
            first(),
            "`conflicts_with` of `a` names `b`, which is computed when other fields change",
            "",
        ),
        case(
            "R225",
            (
                conflict("disk.uuid", [disk(one)]),
                conflict("disk.size", [disk(one)]),
            ),
            first(),
            "`conflicts_with` of `a` names `disk.uuid`, which is computed only",
            "optional",
        ),
        case(
            "R224",
            (
                several("exactly_one_of", vec!["a"], false),
                several("exactly_one_of", vec!["b"], false),
            ),
            key("exactly_one_of"),
            "`exactly_one_of` of `a` names nothing but `a`",
            "other fields",
        ),
        case(
            "R224",
            (
                several("required_with", vec!["b", "b"], false),
                several("required_with", vec!["b"], false),
            ),
            item("required_with", 1),
            "`required_with` of `a` names `b` twice",
            "remove",
        ),
        case(
            "R224",
            both(
                text("a", |f| {
                    optional(f);
                    f.empty_lists = vec!["conflicts_with"]
                }),
                opt("a"),
            ),
            key("conflicts_with"),
            "`conflicts_with` of `a` names no field",
            "`conflicts_with(other)`",
        ),
    ]
}

#[test]
fn a_conflict_may_be_named_on_both_sides_or_on_one() {
    let mutual = resource([
        text("a", |f| {
            optional(f);
            f.conflicts_with = vec!["b"];
        }),
        text("b", |f| {
            optional(f);
            f.conflicts_with = vec!["a"];
        }),
    ]);
    assert!(check_block(&mutual, Mode::Ours).is_empty());
}

#[test]
fn what_the_macro_cannot_see_is_no_mistake() {
    let hidden = shaped("disk", Shape::block(Nesting::Single, None), |_| ());
    assert!(check_block(&conflict("disk.size", [hidden]), Mode::Ours).is_empty());
}

#[test]
fn nested_findings_say_where_they_are_and_relations_start_at_their_struct() {
    let rule = shaped(
        "rule",
        block(
            Nesting::List,
            [
                text("from", |f| {
                    optional(f);
                    f.conflicts_with = vec!["to", "name"];
                }),
                text("to", optional),
            ],
        ),
        |_| (),
    );
    let found = check_block(&resource([text("name", optional), rule]), Mode::Ours);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].address(), "rule.from");
    assert_eq!(found[0].at, item("conflicts_with", 1));
    assert_eq!(found[0].rule.to_string(), "R24");
}
