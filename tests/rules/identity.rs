//! What can be an identity, and what cannot.

use schema_rules::{BlockKind, IdentityFacts, Subject};

use super::*;

fn part(field: &'static str) -> IdentityFacts<'static> {
    IdentityFacts {
        field,
        optional: false,
        mutable: false,
        hidden: false,
    }
}

fn identified(fields: Vec<F>, parts: &[IdentityFacts<'static>]) -> B {
    let mut block = resource(fields);
    block.identity = Some(parts.to_vec());
    block
}

fn own(fields: impl IntoIterator<Item = F>) -> B {
    of(BlockKind::Identity, fields.into_iter().collect())
}

fn fixed(f: &mut F) {
    required(f);
    f.force_new = true;
}

/// An identity of the field `name` and the one under test.
fn with(field: F, part_of_it: IdentityFacts<'static>) -> B {
    identified(
        vec![text("name", fixed), field],
        &[part("name"), part_of_it],
    )
}

pub(super) fn cases() -> Vec<Case> {
    let at = |index| Subject::StructItem {
        key: "identity",
        index,
    };
    let good = || with(text("a", fixed), part("a"));
    let optional_part = |field| IdentityFacts {
        optional: true,
        ..part(field)
    };
    let mutable_part = |field| IdentityFacts {
        mutable: true,
        ..part(field)
    };
    let lists = Shape::collection(Collection::List, strings(Collection::List));
    let mutable = |names: &[&'static str]| {
        let mut block = own([text("a", required)]);
        block.mutable = Some(names.to_vec());
        block
    };
    let keys = |change: fn(&mut F)| {
        own([text("a", |f| {
            required(f);
            change(f);
        })])
    };
    vec![
        case(
            "R88",
            (identified(vec![text("a", fixed)], &[]), good()),
            Subject::StructKey("identity"),
            "the identity names no field",
            "identity(name)",
        ),
        case(
            "R88",
            (own([]), own([text("a", required)])),
            Subject::Struct,
            "the identity has no fields",
            "the fields that identify",
        ),
        case(
            "R89",
            (own([text("a", |_| {})]), own([text("a", required)])),
            Subject::FieldName,
            "`a` does not say whether an import needs it",
            "write `required`",
        ),
        case(
            "R90",
            (
                with(shaped("a", strings(Collection::Map), fixed), part("a")),
                with(shaped("a", strings(Collection::List), fixed), part("a")),
            ),
            at(1),
            "`a` is a map, which cannot identify an object",
            "lists of them",
        ),
        case(
            "R90",
            (
                own([shaped("a", strings(Collection::Set), required)]),
                own([shaped("a", strings(Collection::List), required)]),
            ),
            Subject::FieldType,
            "`a` is a set, which cannot identify an object",
            "lists of them",
        ),
        case(
            "R91",
            (with(shaped("a", lists, fixed), part("a")), good()),
            at(1),
            "`a` is a list of collections or structs",
            "lists of them",
        ),
        case(
            "R92",
            (keys(|f| f.force_new = true), keys(|_| {})),
            key("force_new"),
            "`force_new` is not allowed in an identity",
            "its fields take only",
        ),
        case(
            "R92",
            (keys(|f| f.write_only = true), keys(|_| {})),
            key("write_only"),
            "`write_only` is not allowed in an identity",
            "its fields take only",
        ),
        case(
            "R265",
            (with(text("a", fixed), part("b")), good()),
            at(1),
            "there is no field `b`",
            "",
        ),
        case(
            "R266",
            (
                with(text("a", required), part("a")),
                with(text("a", required), mutable_part("a")),
            ),
            at(1),
            "`a` can change in place, but an identity lasts as long as the object",
            "add `force_new`; or, if objects can change their identity, write `a(mutable)`",
        ),
        case(
            "R266",
            (
                with(text("a", optional), part("a")),
                with(text("a", computed), part("a")),
            ),
            at(1),
            "`a` can change in place, but an identity lasts as long as the object",
            "`a(mutable)`",
        ),
        case(
            "R267",
            (
                with(
                    text("a", |f| {
                        fixed(f);
                        f.sensitive = true;
                    }),
                    part("a"),
                ),
                good(),
            ),
            at(1),
            "`a` is sensitive, but Terraform shows identities",
            "identify objects by public values",
        ),
        case(
            "R268",
            (with(text("a", fixed), part("name")), good()),
            at(1),
            "the identity names `name` twice",
            "remove one",
        ),
        case(
            "R269",
            (
                identified(vec![text("a", fixed)], &[optional_part("a")]),
                with(text("a", fixed), optional_part("a")),
            ),
            Subject::StructKey("identity"),
            "everything in this identity is optional, so an import could name nothing",
            "at least one",
        ),
        case(
            "R270",
            (mutable(&["b"]), mutable(&["a"])),
            Subject::StructItem {
                key: "mutable",
                index: 0,
            },
            "there is no field `b`",
            "",
        ),
    ]
}

#[test]
fn an_id_identifies_where_there_is_one() {
    let block = identified(vec![text("a", required)], &[part("id")]);
    assert_eq!(check_block(&block, Mode::Ours).len(), 0);
    let without = B {
        without_id: true,
        ..block
    };
    assert_eq!(check_block(&without, Mode::Ours).len(), 1);
}

#[test]
fn names_are_taken_in_an_identity_as_in_a_resource() {
    let found = check_block(&own([text("provider", required)]), Mode::Ours);
    assert_eq!(found[0].rule.to_string(), "R132");
}
