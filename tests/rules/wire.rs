//! Types and counts that only schemas built at run time can have.

use schema_rules::{Nesting, Shape, Subject};

use super::*;

fn compatible(
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

/// A chain of structs, each inside the other.
fn tower(levels: usize) -> B {
    let mut block = of(BlockKind::Nested, vec![text("a", optional)]);
    for _ in 0..levels {
        let shape = Shape::block(Nesting::Single, Some(block));
        block = of(BlockKind::Nested, vec![shaped("a", shape, |_| ())]);
    }
    block
}

pub(super) fn cases() -> Vec<Case> {
    let ty = Subject::FieldType;
    let single = |min, max| {
        shaped("a", Shape::block(Nesting::Single, None), |f| {
            f.min_items = Some(min);
            f.max_items = Some(max)
        })
    };
    let counted = |nesting, max| shaped("a", Shape::block(nesting, None), |f| f.max_items = max);
    vec![
        compatible(
            "C10",
            both(
                shaped("A", Shape::block(Nesting::List, None), |_| ()),
                shaped("a", Shape::block(Nesting::List, None), |_| ()),
            ),
            Subject::FieldName,
            "no configuration can set a field named `A`",
            "`a`",
        ),
        compatible(
            "C12",
            both(single(0, 1), single(1, 1)),
            key("min_items"),
            "`a` is a single block with min_items 0, max_items 1",
            "both are 0",
        ),
        compatible(
            "C13",
            both(
                counted(Nesting::Group, Some(1)),
                counted(Nesting::Group, None),
            ),
            key("max_items"),
            "`a` is a group block with a count",
            "must be 0",
        ),
        compatible(
            "C15",
            both(
                counted(Nesting::Map, Some(1)),
                counted(Nesting::Map, Some(0)),
            ),
            key("max_items"),
            "`a` is a map block with a count",
            "must be 0",
        ),
        case(
            "C18",
            both(
                shaped("a", Shape::nested(Nesting::Group, None), optional),
                shaped("a", Shape::nested(Nesting::Map, None), optional),
            ),
            key("nested"),
            "`a` is a nested attribute with a nesting that only blocks have",
            "single, list",
        ),
        case(
            "R233",
            (tower(65), tower(64)),
            ty,
            "`a` nests structs deeper than 64 levels",
            "flatten",
        ),
    ]
}

#[test]
fn ours_are_warnings_in_compatible_mode() {
    let schema = resource([text("9lives", optional), text("for_each", optional)]);
    let found = check_block(&schema, Mode::Compatible);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|v| v.severity == Severity::Warning));
    let strict = check_block(&schema, Mode::Ours);
    assert!(strict.iter().all(|v| v.severity == Severity::Error));
}
