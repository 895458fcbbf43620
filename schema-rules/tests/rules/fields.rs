//! Presence, names, keys that contradict each other.

use schema_rules::{
    AllowFacts, BlockKind, Collection, Computed, DefaultFacts, Nesting, Scalar, Shape, Subject,
};

use super::*;

fn value(f: &mut F) {
    f.defaults = vec![DefaultFacts::Expression];
}

pub(super) fn cases() -> Vec<Case> {
    let name = Subject::FieldName;
    let ty = Subject::FieldType;
    let opt = |n| text(n, optional);
    let enumeration = || Shape::Scalar(Scalar::Enum);
    let provider = |f: F| of(BlockKind::Provider, vec![f]);
    vec![
        case(
            "R2",
            both(
                text("a", |f| {
                    required(f);
                    optional(f);
                    computed(f)
                }),
                text("a", required),
            ),
            key("optional"),
            "`a` is both required and optional",
            "keep `required`",
        ),
        case(
            "R3",
            both(
                text("a", |f| {
                    required(f);
                    computed(f)
                }),
                text("a", computed),
            ),
            key("computed"),
            "`a` is both required and computed",
            "`optional, computed`",
        ),
        case(
            "R4",
            both(
                text("a", |_| ()),
                text("a", |f| {
                    optional(f);
                    computed(f)
                }),
            ),
            name,
            "`a` says neither required, optional nor computed",
            "add `required`",
        ),
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
            "`a` is write-only, so no change of it can be seen",
            "plan hook",
        ),
        case(
            "R15",
            both(
                text("a", |f| {
                    optional(f);
                    computed(f);
                    value(f)
                }),
                text("a", |f| {
                    optional(f);
                    value(f)
                }),
            ),
            key("default"),
            "`a` is computed, so it cannot have a default",
            "`optional, default",
        ),
        case(
            "R103",
            both(
                text("a", |f| {
                    computed(f);
                    f.defaults = vec![DefaultFacts::Environment]
                }),
                text("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Environment]
                }),
            ),
            key("default_env"),
            "`a` is computed, so it cannot have `default_env`",
            "let the provider",
        ),
        case(
            "R16",
            both(
                text("a", |f| {
                    required(f);
                    value(f)
                }),
                text("a", |f| {
                    required(f);
                    f.defaults = vec![DefaultFacts::Function]
                }),
            ),
            key("default"),
            "`a` is required, so its default would never be used",
            "write `optional`",
        ),
        case(
            "R17",
            both(
                text("a", |f| {
                    optional(f);
                    f.write_only = true;
                    value(f)
                }),
                text("a", |f| {
                    optional(f);
                    f.sensitive = true;
                    value(f)
                }),
            ),
            key("default"),
            "`a` is write-only, so it cannot have `default`",
            "planned and stored",
        ),
        case(
            "R18",
            both(
                text("a", |f| {
                    optional(f);
                    f.write_only = true;
                    f.defaults = vec![DefaultFacts::Function]
                }),
                text("a", |f| {
                    optional(f);
                    f.write_only = true
                }),
            ),
            key("default_fn"),
            "`a` is write-only, so it cannot have `default_fn`",
            "fill it in",
        ),
        case(
            "R101",
            both(
                text("a", |f| {
                    optional(f);
                    f.defaults = vec![DefaultFacts::Expression, DefaultFacts::Function]
                }),
                text("a", |f| {
                    optional(f);
                    value(f)
                }),
            ),
            key("default_fn"),
            "`a` has both `default` and `default_fn`",
            "keep one",
        ),
        case(
            "R33",
            both(
                shaped("a", Shape::nested(Nesting::List, None), |f| {
                    optional(f);
                    value(f)
                }),
                shaped("a", strings(Collection::List), |f| {
                    optional(f);
                    value(f)
                }),
            ),
            key("default"),
            "`a` is a nested attribute, which cannot have a default",
            "fields inside",
        ),
        case(
            "R118",
            both(
                text("a", |f| {
                    optional(f);
                    f.force_new = true;
                    value(f)
                }),
                text("a", |f| {
                    required(f);
                    f.force_new = true
                }),
            ),
            key("default"),
            "`a` has a default and forces a new resource",
            "allow(force_new_default",
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
            "`a` is no list or set of blocks, so there are no items to count",
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
            "`max_items = 0` leaves no room for any `a`",
            "without limit",
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
            "`a` is computed only, so it cannot have `input_default`: nobody is asked for it",
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
            "R68",
            both(text("count", required), text("instance_count", required)),
            name,
            "`count` is taken: in every resource block it says how many of it there are",
            "rename = \"instance_count\"",
        ),
        case(
            "R74",
            (
                of(BlockKind::DataSource, vec![text("provider", required)]),
                of(BlockKind::DataSource, vec![text("provider_name", required)]),
            ),
            name,
            "`provider` is taken: in every data block it chooses the provider",
            "provider_name",
        ),
        case(
            "R132",
            both(text("for_each", required), text("items", required)),
            name,
            "`for_each` is taken: in every resource block it repeats it",
            "items",
        ),
        case(
            "R84",
            (
                provider(text("alias", required)),
                provider(text("alias_name", required)),
            ),
            name,
            "`alias` is taken: in every provider block it names a second configuration",
            "alias_name",
        ),
        case(
            "R202",
            (
                provider(text("source", required)),
                resource([text("source", required)]),
            ),
            name,
            "`source` is taken: in every provider block it is kept for the language",
            "source_name",
        ),
        case(
            "R112",
            both(text("id", computed), text("image_id", computed)),
            name,
            "every resource has an `id` already; it cannot be declared",
            "`data.id()`",
        ),
        case(
            "R96",
            both(text("timeouts", optional), text("time_limits", optional)),
            name,
            "a field named `timeouts` takes the place of the timeouts block",
            "`time_limits`",
        ),
        case(
            "R131",
            both(text("sizeMb", required), text("size_mb", required)),
            name,
            "no configuration can set a field named `sizeMb`",
            "`#[field(rename = \"size_mb\")]`",
        ),
        case(
            "R218",
            (
                resource([opt("a"), text("a", required)]),
                resource([opt("a"), text("b", required)]),
            ),
            name,
            "two fields are named `a`",
            "rename",
        ),
        case(
            "C10",
            (
                resource([
                    opt("a"),
                    shaped("a", Shape::block(Nesting::List, None), |_| ()),
                ]),
                resource([
                    opt("a"),
                    shaped("b", Shape::block(Nesting::List, None), |_| ()),
                ]),
            ),
            name,
            "`a` names both an attribute and a block",
            "rename",
        ),
        case(
            "R201",
            both(
                shaped("a", Shape::block(Nesting::List, None), computed),
                shaped("a", Shape::nested(Nesting::List, None), computed),
            ),
            key("computed"),
            "`a` is a block, which is never computed",
            "`nested(list)`",
        ),
        case(
            "R203",
            both(
                whole("a", |f| {
                    optional(f);
                    f.is_option = Some(false)
                }),
                whole("a", |f| {
                    optional(f);
                    f.is_option = Some(true)
                }),
            ),
            ty,
            "`a` is optional without default, but its type has no room for an unset value",
            "`Option<…>`",
        ),
        case(
            "R204",
            both(
                whole("a", |f| {
                    required(f);
                    f.is_option = Some(true)
                }),
                whole("a", |f| {
                    required(f);
                    f.is_option = Some(false)
                }),
            ),
            ty,
            "`a` is required, so its type cannot be an Option",
            "`optional`",
        ),
        case(
            "R205",
            both(
                shaped("a", enumeration(), |f| {
                    computed(f);
                    f.is_option = Some(false);
                    f.has_zero = Some(false)
                }),
                shaped("a", enumeration(), |f| {
                    computed(f);
                    f.is_option = Some(true);
                    f.has_zero = Some(false)
                }),
            ),
            ty,
            "`a` is computed, but its type has no value to hold before it is known",
            "`Option<…>`",
        ),
        case(
            "R114",
            both(
                text("a", |f| {
                    required(f);
                    f.removed = Some("use b")
                }),
                text("a", |f| {
                    optional(f);
                    f.removed = Some("use b")
                }),
            ),
            key("removed"),
            "`a` is removed, so it can only be optional",
            "`optional` alone",
        ),
        case(
            "R206",
            both(
                text("a", |f| {
                    optional(f);
                    f.removed = Some("use b");
                    f.force_new = true
                }),
                text("a", |f| {
                    optional(f);
                    f.deprecated = Some("use b");
                    f.force_new = true
                }),
            ),
            key("force_new"),
            "`a` is removed, so `force_new` has nothing to act on",
            "`deprecated`",
        ),
        case(
            "R207",
            both(
                text("a", |f| {
                    optional(f);
                    f.deprecated = Some(" ")
                }),
                text("a", |f| {
                    optional(f);
                    f.deprecated = Some("use b")
                }),
            ),
            key("deprecated"),
            "the `deprecated` text of `a` is empty",
            "users read it",
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
            "`force_new` of `a` can do nothing: a data source is read anew each time and has no prior value",
            "take out",
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
            "`a` has two ideas of equality",
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
            "`diff_suppress` of `a` sees a whole list",
            "own equality",
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
            "`a` has an input default, but nobody is asked for it",
            "use `default`",
        ),
        case(
            "R227",
            (
                provider(text("a", |f| {
                    optional(f);
                    computed(f)
                })),
                provider(opt("a")),
            ),
            key("computed"),
            "`a` is computed, but nothing computes provider settings",
            "a default may",
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
            "`a` is write-only, which only fields of resources can be, not of a provider",
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
            "`a` is write-only, which only fields of resources can be, not of a provider_meta block",
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
            "`a` is write-only, which only fields of resources can be, not of a data source",
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
                text("a", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "computed_in_set",
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
                text("a", |f| {
                    optional(f);
                    f.allow = vec![AllowFacts {
                        rule: "set_in_set",
                        reason: Some("x"),
                    }]
                }),
            ),
            item("allow", 0),
            "`set_in_set` is allowed without a reason",
            "allow(set_in_set, reason = \"…\")",
        ),
        case(
            "R226",
            (
                resource([
                    text("a", |f| f.computed = Computed::WhenChanged(vec!["sise"])),
                    opt("size"),
                ]),
                resource([
                    text("a", |f| f.computed = Computed::WhenChanged(vec!["size"])),
                    opt("size"),
                ]),
            ),
            item("computed", 0),
            "there is no field `sise`",
            "did you mean `size`?",
        ),
        case(
            "R230",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    f.recursive = true
                }),
                shaped("a", Shape::block(Nesting::List, None), |_| ()),
            ),
            ty,
            "`a` makes the struct contain itself, but a schema has an end",
            "for each level",
        ),
    ]
}
