//! Names.

use schema_rules::{BlockKind, Nesting, Shape, Subject};

use super::*;

pub(super) fn cases() -> Vec<Case> {
    let name = Subject::FieldName;
    let opt = |n| text(n, optional);
    let provider = |f: F| of(BlockKind::Provider, vec![f]);
    vec![
        case(
            "R68",
            both(text("count", required), text("instance_count", required)),
            name,
            "`count` is taken: in every resource block it is the number of instances",
            "rename = \"instance_count\"",
        ),
        case(
            "R74",
            (
                of(BlockKind::DataSource, vec![text("provider", required)]),
                of(BlockKind::DataSource, vec![text("provider_name", required)]),
            ),
            name,
            "`provider` is taken: in every data block it is the provider that serves it",
            "provider_name",
        ),
        case(
            "R132",
            both(text("for_each", required), text("items", required)),
            name,
            "`for_each` is taken: in every resource block it is what to make an instance for",
            "items",
        ),
        case(
            "R84",
            (
                provider(text("alias", required)),
                provider(text("alias_name", required)),
            ),
            name,
            "`alias` is taken: in every provider block it is the name of a second configuration",
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
            (resource([opt("id")]), resource([text("id", required)])),
            name,
            "every object of a resource has an id, but nothing sets this one if it is not configured",
            "`#[field(required)]`",
        ),
        // Users set the timeouts of operations in a struct; the defaults are beside it.
        case(
            "R96",
            both(
                text("timeouts", optional),
                F::new("timeouts", Shape::block(Nesting::Single, None)),
            ),
            name,
            "a field named `timeouts` takes the place of the timeouts block",
            "`time_limits`",
        ),
        // A field that is never configured may have any name.
        case(
            "R131",
            both(text("sizeMb", optional), text("sizeMb", computed)),
            name,
            "no configuration can set a field named `sizeMb`",
            "`#[field(rename = \"size_mb\")]`",
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
    ]
}
