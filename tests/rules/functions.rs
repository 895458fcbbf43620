//! What parameters of functions must not declare.

use schema_rules::{BlockKind, Subject};

use super::*;

fn function(fields: impl IntoIterator<Item = F>) -> B {
    of(BlockKind::Function, fields.into_iter().collect())
}

fn variadic(name: &'static str) -> F {
    shaped(name, strings(Collection::List), |f| {
        required(f);
        f.variadic = true;
    })
}

pub(super) fn cases() -> Vec<Case> {
    let is_option = |f: &mut F| {
        required(f);
        f.is_option = Some(true);
        f.takes_unknown = true;
    };
    let takes_unknown = |f: &mut F| {
        required(f);
        f.takes_unknown = true;
    };
    vec![
        case(
            "R249",
            (
                function([variadic("a"), text("b", required)]),
                function([text("b", required), variadic("a")]),
            ),
            key("variadic"),
            "`a` is variadic, but parameters follow it",
            "must be the last field",
        ),
        case(
            "R250",
            (
                function([text("a", |f| {
                    required(f);
                    f.variadic = true;
                })]),
                function([variadic("a")]),
            ),
            Subject::FieldType,
            "the variadic parameter `a` is not a `Vec`",
            "write `Vec<T>`",
        ),
        case(
            "R251",
            (
                function([text("a", is_option)]),
                function([text("a", takes_unknown)]),
            ),
            Subject::FieldType,
            "`a` is an Option in a Val, and a Val can be null already",
            "write `Val<T>`",
        ),
    ]
}
