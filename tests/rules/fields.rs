//! Presence and defaults, and what they require of the type.

use schema_rules::{BlockKind, Collection, Computed, DefaultFacts, Nesting, Shape, Subject};

use super::*;

fn value(f: &mut F) {
    f.defaults = vec![DefaultFacts::Expression];
}

fn from_environment(name: &'static str, fallback: Option<&'static str>) -> DefaultFacts<'static> {
    DefaultFacts::Environment {
        names: vec![name],
        fallback,
    }
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = super::environment::cases();
    cases.extend(presence_and_defaults());
    cases
}

fn presence_and_defaults() -> Vec<Case> {
    let name = Subject::FieldName;
    let ty = Subject::FieldType;
    let opt = |n| text(n, optional);
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
            "`a` is neither required, optional nor computed",
            "add `required`",
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
                    f.defaults = vec![from_environment("A_NAME", None)]
                }),
                text("a", |f| {
                    optional(f);
                    f.defaults = vec![from_environment("A_NAME", None)]
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
            "apply the default",
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
            "R201",
            both(
                shaped("a", Shape::block(Nesting::List, None), required),
                shaped("a", Shape::nested(Nesting::List, None), required),
            ),
            key("required"),
            "`a` is a block, which is never required",
            "min_items = 1",
        ),
        case(
            "R201",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    optional(f);
                    computed(f)
                }),
                shaped("a", Shape::block(Nesting::List, None), computed),
            ),
            key("optional"),
            "`a` is a block, which is never optional",
            "every field inside must be computed",
        ),
        case(
            "R253",
            both(
                shaped(
                    "a",
                    Shape::block(Nesting::List, inner([text("b", optional)])),
                    computed,
                ),
                shaped(
                    "a",
                    Shape::block(Nesting::List, inner([text("b", computed)])),
                    computed,
                ),
            ),
            Subject::FieldType,
            "`a` is a computed block, but its field `b` is not computed",
            "`optional, computed`",
        ),
        case(
            "R254",
            both(
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    computed(f);
                    f.min_items = Some(1)
                }),
                shaped("a", Shape::block(Nesting::List, None), |f| {
                    computed(f);
                    f.max_items = Some(1)
                }),
            ),
            key("min_items"),
            "`a` is a computed block, which the configuration may omit, but has min_items",
            "remove `min_items`",
        ),
        case(
            "R254",
            both(
                shaped("a", Shape::block(Nesting::Single, None), |f| {
                    computed(f);
                    f.is_option = Some(false)
                }),
                shaped("a", Shape::block(Nesting::Single, None), |f| {
                    computed(f);
                    f.is_option = Some(true)
                }),
            ),
            Subject::FieldType,
            "`a` is a computed block, which the configuration may omit, but its type says that it is there",
            "Option",
        ),
        case(
            "R255",
            both(
                shaped("a", Shape::block(Nesting::Group, None), computed),
                shaped("a", Shape::block(Nesting::Group, None), |_| {}),
            ),
            key("computed"),
            "`a` is a group, which cannot be computed",
            "a single block",
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
            "`a` is optional without default, but its type is not nullable",
            "`Option<…>`",
        ),
        case(
            "R203",
            both(
                whole("a", |f| {
                    optional(f);
                    computed(f);
                    f.is_option = Some(false)
                }),
                whole("a", |f| {
                    optional(f);
                    computed(f);
                    f.is_option = Some(true)
                }),
            ),
            ty,
            "`a` is optional and computed, but its type is not nullable",
            "`None` leaves it to the provider",
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
            "`a` is removed, so `force_new` has no effect",
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
            "Terraform shows the text",
        ),
        case(
            "R256",
            (
                of(
                    BlockKind::DataSource,
                    vec![shaped("a", Shape::block(Nesting::List, None), computed)],
                ),
                of(
                    BlockKind::DataSource,
                    vec![shaped("a", Shape::nested(Nesting::List, None), computed)],
                ),
            ),
            key("computed"),
            "`a` is a computed block, which only a resource can have, not this data source",
            "`nested(single)`",
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
            "`a` makes the struct contain itself, but a schema is finite",
            "for each level",
        ),
    ]
}
