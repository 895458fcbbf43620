//! Rules that need two structs: the outer and the nested one.

use schema_rules::shared_texts::{self, Template};

use super::asserts::has_dynamic;
use super::message::{Message, equal};
use super::{Block, Extra, Flags, Nesting, ObjectsOf, StaticField, Type};

/// A struct's field that nests another struct.
#[derive(Clone, Copy, Debug)]
pub struct NestingField {
    /// The field's name.
    pub name: &'static str,
    /// Whether it is a block, not a nested attribute.
    pub block: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether it is in the configuration only.
    pub write_only: bool,
    /// Whether it holds all variadic arguments of a function, each with its own type.
    pub arguments: bool,
}

/// The dotted name of a nested field, built only when a message needs it: the compiler evaluates
/// this for every struct that nests another, and copying strings would be most of the work.
#[derive(Clone, Copy)]
enum Address<'a> {
    Root(&'a str),
    Field(Option<&'a Address<'a>>, &'a StaticField),
}

impl Address<'_> {
    const fn text(&self) -> Message {
        match self {
            Address::Root(name) => Message::new().add(name),
            Address::Field(Some(outer), field) => outer.text().add(".").add(field.name()),
            Address::Field(None, field) => Message::new().add(field.name()),
        }
    }
}

/// The struct does not contain itself through this field (R230).
#[track_caller]
pub const fn assert_not_in_itself(in_itself: bool, name: &str) {
    if in_itself {
        Message::of(&shared_texts::RECURSIVE, name, "", "").stop()
    }
}

/// All nested fields must be allowed there (R11, R137–R141, R228, C16, C19).
#[track_caller]
pub const fn assert_nested<T>(of: ObjectsOf<T>, place: NestingField) {
    // Resources and data sources have a field that the SDK adds (R248).
    if any_field_is(of.block, Flags::IMPLIED) {
        Message::of(&shared_texts::ROOT_AS_BLOCK, place.name, "", "").stop()
    }
    let set = matches!(of.nesting, Nesting::Set);
    if place.write_only && !place.block && !set {
        for_each!(field in of.block.fields.table(), {
            if !field.is(Flags::WRITE_ONLY) {
                let inner = field.name();
                Message::of(&shared_texts::STORED_IN_WRITE_ONLY, place.name, inner, "").stop()
            }
        });
    }
    if place.block && place.computed {
        // All its fields must be computed (R253).
        for_each!(field in of.block.fields.table(), {
            if !field.is(Flags::COMPUTED) && !has_default(&field) {
                let inner = field.name();
                Message::of(&shared_texts::COMPUTED_BLOCK_CONTENT, place.name, inner, "").stop()
            }
        });
        if matches!(of.nesting, Nesting::Single) && !of.nullable {
            Message::of(&shared_texts::COMPUTED_BLOCK_REQUIRED, place.name, "", "").stop()
        }
    }
    walk(of.block, of.nesting, place, None);
}

/// Whether a field has a default, and is therefore exported as optional and computed.
const fn has_default(field: &StaticField) -> bool {
    for_each!(&extra in field.extras(), {
        if matches!(extra, Extra::Default { .. }) {
            return true;
        }
    });
    false
}

/// Whether a field of the struct has these flags.
#[must_use]
pub const fn any_field_is(block: &Block, flags: Flags) -> bool {
    for_each!(field in block.fields.table(), {
        if field.is(flags) {
            return true;
        }
    });
    false
}

#[track_caller]
const fn walk(block: &Block, nesting: Nesting, place: NestingField, outer: Option<&Address<'_>>) {
    for_each!(field in block.fields.table(), {
        let at = Address::Field(outer, &field);
        one(&field, nesting, place, &at);
        // The fields inside a set were checked where that set is declared.
        if let Some((inner, block)) = field.nested_block()
            && !matches!(inner, Nesting::Set)
        {
            walk(block, nesting, place, Some(&at));
        }
    });
}

#[track_caller]
const fn one(field: &StaticField, nesting: Nesting, place: NestingField, at: &Address<'_>) {
    let set = matches!(nesting, Nesting::Set);
    let write_only = field.is(Flags::WRITE_ONLY);
    if write_only && set {
        refuse(&shared_texts::WRITE_ONLY_IN_SET, place.name, at, "")
    }
    if write_only && !place.block && place.computed {
        refuse(&shared_texts::WRITE_ONLY_IN_COMPUTED, place.name, at, "")
    }
    let repeated = !matches!(nesting, Nesting::Single | Nesting::Group);
    let dynamic = matches!(field.ty(), Some(ty) if has_dynamic(ty, true));
    if repeated && !place.arguments && dynamic {
        refuse(&shared_texts::DYNAMIC_IN_COLLECTION, place.name, at, "")
    }
    if !place.block && field.is_block() {
        refuse(&shared_texts::BLOCK_IN_ATTRIBUTE, place.name, at, "")
    }
    if set && let Some(key) = two_sided(field) {
        refuse(&shared_texts::SUPPRESS_IN_SET, place.name, at, key)
    }
}

/// Stops with a text about a field inside.
#[track_caller]
const fn refuse(text: &Template, first: &str, at: &Address<'_>, key: &str) -> ! {
    Message::of(text, first, at.text().as_str(), key).stop()
}

/// The annotation key of a semantic equality that elements of a set cannot have.
const fn two_sided(field: &StaticField) -> Option<&'static str> {
    for_each!(&extra in field.extras(), {
        match extra {
            Extra::Suppress { .. } => return Some("diff_suppress"),
            Extra::StateFn { .. } => return Some("state_fn"),
            _ => {}
        }
    });
    None
}

/// Below a field, only resources and actions may have write-only fields (R82, R87, R275), structs
/// that are only configured no computed fields (R227), and the others no computed blocks (R256).
#[track_caller]
pub const fn assert_stored<T>(of: ObjectsOf<T>, name: &'static str, what: &str) {
    stored(of.block, &Address::Root(name), what);
}

#[track_caller]
const fn stored(block: &Block, outer: &Address<'_>, what: &str) {
    for_each!(field in block.fields.table(), {
        let at = Address::Field(Some(outer), &field);
        if field.is(Flags::WRITE_ONLY) && !equal(what, "action") {
            let text = if equal(what, "state store") {
                &shared_texts::WRITE_ONLY_IN_STATE_STORE
            } else {
                &shared_texts::WRITE_ONLY_OUTSIDE_RESOURCE
            };
            refuse(text, what, &at, "")
        }
        if field.is(Flags::SENSITIVE) && equal(what, "state store") {
            refuse(&shared_texts::SENSITIVE_IN_STATE_STORE, "", &at, "")
        }
        // Only a configuration can set what is never read back.
        let answered = equal(what, "data source") || equal(what, "ephemeral resource");
        if field.is(Flags::COMPUTED) && !answered {
            refuse(&shared_texts::COMPUTED_SETTING, what, &at, "")
        }
        if field.is_block() && field.is(Flags::COMPUTED) {
            refuse(&shared_texts::COMPUTED_BLOCK_ELSEWHERE, what, &at, "")
        }
        if let Some((_, inner)) = field.nested_block() {
            stored(inner, &at, what);
        }
    });
}

/// Whether elements of a set have a computed field (R108).
#[must_use]
pub const fn elements_compute<T>(of: ObjectsOf<T>) -> bool {
    any_inside(of.block, Flags::COMPUTED, false)
}

/// Whether a field at any depth has these flags; inside sets, only if `in_sets`.
pub(super) const fn any_inside(block: &Block, flags: Flags, in_sets: bool) -> bool {
    for_each!(field in block.fields.table(), {
        if field.is(flags) {
            return true;
        }
        match field.nested_block() {
            Some((Nesting::Set, _)) if !in_sets => {}
            Some((_, inner)) if any_inside(inner, flags, in_sets) => return true,
            _ => {}
        }
    });
    false
}

/// Whether elements of a set hold a set (R107).
#[must_use]
pub const fn elements_hold_sets<T>(of: ObjectsOf<T>) -> bool {
    any_set(of.block)
}

const fn any_set(block: &Block) -> bool {
    for_each!(field in block.fields.table(), {
        if matches!(field.ty(), Some(Type::Set(_)))
            || matches!(field.nested_block(), Some((nesting, inner))
                if matches!(nesting, Nesting::Set) || any_set(inner))
        {
            return true;
        }
    });
    false
}
