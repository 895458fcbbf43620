//! Misplaced keys.

use schema_rules::{AllowFacts, BlockKind, Collection, DefaultFacts, Nesting, Shape};

use super::*;

pub(super) fn cases() -> Vec<Case> {
    let opt = |n| text(n, optional);
    let provider = |f: F| of(BlockKind::Provider, vec![f]);
    vec![
        case(
            "R6",
            both(
                text("a", |f| {
                    optional(f);
                    computed(f);
                    f.write_only = true
                }),
                text("a", |f| {
                    optional(f);
                    f.write_only = true
                }),
            ),
            key("write_only"),
            "`a` is write-only, so it cannot be computed",
            "`required, write_only`",
        ),
        case(
            "R7",
            both(
                text("a", |f| {
                    optional(f);
                    f.force_new = true;
                    f.write_only = true
                }),
                text("a", |f| {
                    optional(f);
                    f.force_new = true
                }),
            ),
            key("force_new"),
            "`a` is write-only, so a change of it cannot be noticed",
            "plan hook",
        ),
        case(
            "R31",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    f.write_only = true
                }),
                shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.write_only = true
                }),
            ),
            key("write_only"),
            "`a` is a block, which cannot be write-only as a whole",
            "nested(…)",
        ),
        case(
            "R34",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| f.set_key = true),
                shaped("a", Shape::block(Nesting::Set, None), |f| f.set_key = true),
            ),
            key("set_key"),
            "`a` is a list, which has no `set_key`",
            "use a set",
        ),
        case(
            "R34",
            both(
                shaped("a", strings(Collection::Set), |f| {
                    optional(f);
                    f.set_key = true
                }),
                shaped("a", Shape::block(Nesting::Set, None), |f| f.set_key = true),
            ),
            key("set_key"),
            "`a` is a set without structs, which has no `set_key`",
            "remove it",
        ),
        case(
            "R34",
            both(
                shaped("a", Shape::block(Nesting::Set, None), |f| f.list_key = true),
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    f.list_key = true
                }),
            ),
            key("list_key"),
            "`a` is a set, which has no `list_key`",
            "a set has `set_key`",
        ),
        case(
            "R39",
            both(
                shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.max_items = Some(4)
                }),
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    f.max_items = Some(4)
                }),
            ),
            key("max_items"),
            "`a` is not a list or set of blocks, so there are no items to count",
            "`validate = size(1..=4)`",
        ),
        case(
            "R232",
            both(
                shaped("a", Shape::block(Nesting::Set, None), |f| {
                    f.max_items = Some(0)
                }),
                shaped("a", Shape::block(Nesting::Set, None), |_| ()),
            ),
            key("max_items"),
            "`max_items = 0` allows no `a`",
            "no limit",
        ),
        case(
            "C11",
            both(
                shaped("a", Shape::block(Nesting::Set, None), |f| {
                    f.min_items = Some(-1)
                }),
                shaped("a", Shape::block(Nesting::Set, None), |f| {
                    f.min_items = Some(0)
                }),
            ),
            key("min_items"),
            "`a` has min_items = -1, below zero",
            "0 or more",
        ),
        case(
            "C14",
            both(
                shaped("a", Shape::block(Nesting::Set, None), |f| {
                    f.min_items = Some(3);
                    f.max_items = Some(2)
                }),
                shaped("a", Shape::block(Nesting::Set, None), |f| {
                    f.min_items = Some(2);
                    f.max_items = Some(2)
                }),
            ),
            key("min_items"),
            "`a` asks for at least 3 but at most 2",
            "cannot be above",
        ),
        case(
            "R42",
            (
                resource([
                    text("a", |f| {
                        computed(f);
                        f.at_least_one_of = vec!["b"]
                    }),
                    opt("b"),
                ]),
                resource([
                    text("a", |f| {
                        optional(f);
                        f.at_least_one_of = vec!["a", "b"]
                    }),
                    opt("b"),
                ]),
            ),
            key("at_least_one_of"),
            "`a` is computed only, so it cannot have `at_least_one_of`: nothing configures it",
            "add `optional`",
        ),
        case(
            "R43",
            (
                resource([
                    text("a", |f| {
                        computed(f);
                        f.conflicts_with = vec!["b"]
                    }),
                    opt("b"),
                ]),
                resource([
                    text("a", |f| {
                        optional(f);
                        computed(f);
                        f.conflicts_with = vec!["b"]
                    }),
                    opt("b"),
                ]),
            ),
            key("conflicts_with"),
            "`a` is computed only, so it cannot have `conflicts_with`: nothing configures it",
            "add `optional`",
        ),
        case(
            "R47",
            (
                resource([
                    text("a", |f| {
                        computed(f);
                        f.exactly_one_of = vec!["b"]
                    }),
                    opt("b"),
                ]),
                resource([
                    text("a", |f| {
                        optional(f);
                        f.exactly_one_of = vec!["a", "b"]
                    }),
                    opt("b"),
                ]),
            ),
            key("exactly_one_of"),
            "`a` is computed only, so it cannot have `exactly_one_of`: nothing configures it",
            "add `optional`",
        ),
        case(
            "R46",
            both(
                text("a", |f| {
                    computed(f);
                    f.diff_suppress = true
                }),
                text("a", |f| {
                    optional(f);
                    computed(f);
                    f.diff_suppress = true
                }),
            ),
            key("diff_suppress"),
            "`a` is computed only, so it cannot have `diff_suppress`: there is no configured value to compare",
            "",
        ),
        case(
            "R48",
            both(
                text("a", |f| {
                    computed(f);
                    f.input_default = Some("x");
                }),
                text("a", computed),
            ),
            key("input_default"),
            "`a` is computed only, so it cannot have `input_default`: users are not asked for it",
            "",
        ),
        case(
            "R51",
            both(
                text("a", |f| {
                    computed(f);
                    f.state_fn = true
                }),
                text("a", |f| {
                    required(f);
                    f.state_fn = true
                }),
            ),
            key("state_fn"),
            "`a` is computed only, so it cannot have `state_fn`: set the changed value yourself",
            "",
        ),
        case(
            "R208",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    f.sensitive = true
                }),
                shaped("a", Shape::nested(Nesting::List, None), |f| {
                    optional(f);
                    f.sensitive = true
                }),
            ),
            key("sensitive"),
            "`a` is a block, which cannot have `sensitive`",
            "fields inside",
        ),
        case(
            "R209",
            (
                of(
                    BlockKind::DataSource,
                    vec![text("a", |f| {
                        required(f);
                        f.force_new = true
                    })],
                ),
                resource([text("a", |f| {
                    required(f);
                    f.force_new = true
                })]),
            ),
            key("force_new"),
            "`force_new` of `a` has no effect: a data source is read each time and has no prior value",
            "remove",
        ),
        case(
            "R210",
            both(
                text("a", |f| {
                    optional(f);
                    f.diff_suppress = true;
                    f.canonical = true
                }),
                text("a", |f| {
                    optional(f);
                    f.canonical = true
                }),
            ),
            key("diff_suppress"),
            "`a` has two definitions of equality",
            "keep `canonical`",
        ),
        case(
            "R111",
            both(
                shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    f.diff_suppress = true
                }),
                text("a", |f| {
                    optional(f);
                    f.diff_suppress = true
                }),
            ),
            key("diff_suppress"),
            "`diff_suppress` of `a` applies to a whole list",
            "semantic equality",
        ),
        case(
            "R105",
            (
                resource([text("a", |f| {
                    required(f);
                    f.input_default = Some("x")
                })]),
                provider(text("a", |f| {
                    required(f);
                    f.input_default = Some("x")
                })),
            ),
            key("input_default"),
            "`a` has an input default, but users are not asked for it",
            "use `default`",
        ),
        case(
            "R297",
            (
                provider(text("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Expression];
                    f.input_default = Some("x")
                })),
                provider(text("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Function];
                    f.input_default = Some("x")
                })),
            ),
            key("input_default"),
            "`a` has `default`, so users are not asked for it",
            "remove `input_default`",
        ),
        case(
            "R82",
            (
                provider(text("a", |f| {
                    optional(f);
                    f.write_only = true
                })),
                provider(opt("a")),
            ),
            key("write_only"),
            "`a` is write-only, which only fields of resources and actions can be, not of this provider",
            "`sensitive`",
        ),
        case(
            "R83",
            (
                of(
                    BlockKind::ProviderMeta,
                    vec![text("a", |f| {
                        optional(f);
                        f.write_only = true
                    })],
                ),
                of(BlockKind::ProviderMeta, vec![opt("a")]),
            ),
            key("write_only"),
            "`a` is write-only, which only fields of resources and actions can be, not of this provider_meta block",
            "",
        ),
        case(
            "R87",
            (
                of(
                    BlockKind::DataSource,
                    vec![text("a", |f| {
                        optional(f);
                        f.write_only = true
                    })],
                ),
                of(BlockKind::DataSource, vec![opt("a")]),
            ),
            key("write_only"),
            "`a` is write-only, which only fields of resources and actions can be, not of this data source",
            "",
        ),
        case(
            "R275",
            (
                of(
                    BlockKind::Ephemeral,
                    vec![text("a", |f| {
                        optional(f);
                        f.write_only = true
                    })],
                ),
                of(BlockKind::Ephemeral, vec![opt("a")]),
            ),
            key("write_only"),
            "`a` is write-only, which only fields of resources and actions can be, not of this ephemeral resource",
            "",
        ),
        case(
            "R219",
            both(
                text("a", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "computed_in_sett",
                        reason: Some("x"),
                    }]
                }),
                text("password", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "secret_name",
                        reason: Some("x"),
                    }]
                }),
            ),
            item("allow", 0),
            "there is no rule `computed_in_sett` to allow",
            "did you mean `computed_in_set`?",
        ),
        case(
            "R220",
            both(
                text("a", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "set_in_set",
                        reason: None,
                    }]
                }),
                text("password", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "secret_name",
                        reason: Some("x"),
                    }]
                }),
            ),
            item("allow", 0),
            "`set_in_set` is allowed without a reason",
            "allow(set_in_set, reason = \"…\")",
        ),
    ]
}
