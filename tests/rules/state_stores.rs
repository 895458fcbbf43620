//! What a state store's configuration must not contain.

use schema_rules::{BlockKind, Nesting, Subject};

use super::*;

fn store(fields: impl IntoIterator<Item = F>) -> B {
    of(BlockKind::StateStore, fields.into_iter().collect())
}

fn fields() -> Option<B> {
    inner([text("a", required)])
}

pub(super) fn cases() -> Vec<Case> {
    let secret = |f: &mut F| {
        optional(f);
        f.sensitive = true;
    };
    let shown = |f: &mut F| {
        optional(f);
        f.is_option = Some(true);
    };
    let write_only = |f: &mut F| {
        shown(f);
        f.write_only = true;
    };
    vec![
        case(
            "R275",
            (
                store([text("password", write_only)]),
                store([text("password", shown)]),
            ),
            key("write_only"),
            "`password` is write-only, which only fields of resources and actions can be, not of this state store",
            "default_env",
        ),
        case(
            "R284",
            (
                store([shaped(
                    "login",
                    Shape::block(Nesting::List, fields()),
                    |_| (),
                )]),
                store([shaped(
                    "login",
                    Shape::nested(Nesting::List, fields()),
                    optional,
                )]),
            ),
            Subject::FieldName,
            "`login` is a block, and a state store has none but `provider`",
            "`nested(list)`",
        ),
        case(
            "R285",
            (
                store([text("password", secret)]),
                store([text("password", shown)]),
            ),
            key("sensitive"),
            "`password` is sensitive, but Terraform keeps the configuration of a state store in plain text",
            "default_env",
        ),
    ]
}
