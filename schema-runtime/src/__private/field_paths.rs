//! Rules about the paths of relations: the names that lead from a struct to a nested field.

use schema_rules::shared_texts;

use super::message::{Message, equal};
use super::{Block, Flags, Nesting, StaticField, StaticKind, Table, Type, has_mistakes};

/// The names of a relation must lead to a field of a nested struct that a configuration can set
/// (R24, R25, R28, R225, R226).
#[track_caller]
pub const fn assert_path(block: &Block, key: &str, written: &str, names: &[&str]) {
    // `when_changed` may name any field; other relations need a single field that may be omitted.
    let relation = !equal(key, "when_changed");
    let mut block: &Block = block;
    let mut i = 0;
    while i < names.len() {
        let name = names[i];
        let Some(field) = find(block, name) else {
            if has_mistakes(block) {
                return;
            }
            flattened(key, written, names, i, block);
            return unknown(key, written, name, block);
        };
        i += 1;
        if i == names.len() {
            if equal(key, "prefer_write_only") {
                if !field.is(Flags::WRITE_ONLY) {
                    Message::of(&shared_texts::NOT_WRITE_ONLY, "", written, key).stop()
                }
            } else if is_total(key) {
                number(&field, key, written);
            } else if relation {
                target(&field, key, written);
            }
            return;
        }
        block = match field.nested_block() {
            Some((nesting, _)) if relation && !single(&field, nesting) => names_in(key, written)
                .add(", which leads through ")
                .name(name)
                .add(", which can occur more than once")
                .refuse("name that field itself, or make it single"),
            Some((_, inner)) => inner,
            None => names_in(key, written)
                .add(", but ")
                .name(name)
                .add(" holds no fields")
                .refuse("only structs have fields: remove what follows it"),
        };
    }
}

/// The name after an unknown one is a field: fields of a flattened struct belong to the outer
/// struct, so the flattened struct's own name must be omitted.
#[track_caller]
const fn flattened(key: &str, written: &str, names: &[&str], unknown: usize, block: &Block) {
    let mut next = unknown + 1;
    while next < names.len() {
        if find(block, names[next]).is_some() {
            let mut message = names_in(key, written)
                .add(", but ")
                .name(names[next])
                .add(" is a field without ")
                .name(names[unknown])
                .add(" before it, as fields of flattened structs are")
                .help("write `")
                .add(first(written));
            let mut i = 0;
            while i < names.len() {
                if i < unknown || i >= next {
                    message = message.add(".").add(names[i]);
                }
                i += 1;
            }
            message.add("`").stop()
        }
        next += 1;
    }
}

/// The first name of a path.
const fn first(path: &str) -> &str {
    let mut end = 0;
    while end < path.len() && path.as_bytes()[end] != b'.' {
        end += 1;
    }
    path.split_at(end).0
}

const fn names_in(key: &str, written: &str) -> Message {
    Message::about(key).add(" names ").name(written)
}

const fn single(field: &StaticField, nesting: Nesting) -> bool {
    match (nesting, field.kind()) {
        (Nesting::Single | Nesting::Group, _) => true,
        (Nesting::List, StaticKind::Block(_, _, [_, max_items])) => max_items == 1,
        _ => false,
    }
}

/// Whether the fields are added or multiplied.
const fn is_total(key: &str) -> bool {
    equal(key, "at_least_sum_of")
        || equal(key, "at_most_sum_of")
        || equal(key, "equal_to_sum_of")
        || equal(key, "equal_to_product_of")
}

#[track_caller]
const fn number(field: &StaticField, key: &str, written: &str) {
    if !matches!(field.ty(), Some(Type::Number | Type::Dynamic)) {
        Message::of(&shared_texts::NOT_A_NUMBER, "", written, key).stop()
    }
    if is_computed_only(field) {
        names_in(key, written)
            .add(", which is computed only")
            .refuse("no configuration sets it: name a field that is optional or required")
    }
}

#[track_caller]
const fn target(field: &StaticField, key: &str, written: &str) {
    if field.is(Flags::REQUIRED) {
        names_in(key, written)
            .add(", which is required")
            .refuse("it is set whenever its block is: name the block, or make the field optional")
    }
    if is_computed_only(field) {
        names_in(key, written)
            .add(", which is computed only")
            .refuse("no configuration sets it: name a field that is optional")
    }
}

pub(super) const fn is_computed_only(field: &StaticField) -> bool {
    field.is(Flags::COMPUTED) && !field.is(Flags::OPTIONAL)
}

/// The field with this name.
#[must_use]
pub const fn find(block: &Block, name: &str) -> Option<StaticField> {
    let fields = block.fields.table();
    match index_of(fields, name) {
        Some(index) => Some(fields.get(index)),
        None => None,
    }
}

/// The position of the field with this name.
pub(super) const fn index_of(fields: &Table, name: &str) -> Option<usize> {
    let mut index = 0;
    for_each!(field in fields, {
        if equal(field.name(), name) {
            return Some(index);
        }
        index += 1;
    });
    None
}

#[track_caller]
const fn unknown(key: &str, written: &str, name: &str, block: &Block) {
    let message = names_in(key, written)
        .add(", but there is no field ")
        .name(name);
    let fields = block.fields.table();
    let (mut best, mut nearest) = (usize::MAX, None);
    for_each!(field in fields, {
        if let Some(distance) = schema_rules::near(name, field.name())
            && distance < best
        {
            (best, nearest) = (distance, Some(field.name()));
        }
    });
    if let Some(other) = nearest {
        message
            .add("\nhelp: did you mean ")
            .name(other)
            .add("?")
            .stop()
    }
    let (mut message, mut separator) = (message.help("its fields are "), "");
    for_each!(field in fields, {
        message = message.add(separator).name(field.name());
        separator = ", ";
    });
    message.stop()
}
