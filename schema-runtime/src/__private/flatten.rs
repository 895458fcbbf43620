//! The table of a struct into which other structs are flattened.

use super::cross_struct::any_inside;
use super::field_paths::{find, index_of};
use super::message::{Message, equal};
use super::{Block, Decoder, Encoder, Flags, Object, SchemaKind, StaticField, Table};
use crate::object::order;

/// A struct whose fields become fields of another.
pub struct FlattenedOf<T> {
    /// Reads it, each of its fields at the given position.
    pub take: fn(&mut Decoder<'_>, &'static [u16]) -> T,
    /// Writes it there.
    pub put: fn(&mut Encoder, &'static [u16], &T),
    /// Its own table.
    pub block: &'static Block,
}

crate::debug::__debug!([T] FlattenedOf<T>, |it| block = it.block);

/// A struct to flatten; all generated code requires it in the same form.
#[must_use]
pub const fn flattened<T: Object>() -> FlattenedOf<T> {
    FlattenedOf {
        take: |decoder, positions| decoder.flat(positions, T::__decode),
        put: |encoder, positions, object| {
            encoder.flat(positions, |encoder| object.__encode(encoder));
        },
        block: T::a_struct_cannot_contain_itself,
    }
}

/// How many fields a struct has.
#[must_use]
pub const fn count<T>(of: FlattenedOf<T>) -> usize {
    of.block.fields.table().len()
}

/// The total number of fields.
#[must_use]
pub const fn spliced(own: &Table, others: &[&Block]) -> usize {
    let mut length = own.len();
    for_each!(&other in others, {
        length += other.fields.table().len();
    });
    length
}

/// All fields, sorted by name.
#[must_use]
pub const fn splice<const N: usize>(
    own: &'static Table,
    others: &[&Block],
) -> [(&'static Table, u16); N] {
    let mut fields = [(own, 0); N];
    let mut length = 0;
    let mut table = own;
    let mut next = 0;
    loop {
        let mut i = 0;
        for_each!(field in table, {
            let mut place = length;
            while place > 0 {
                let (other, position) = fields[place - 1];
                if order(field.name(), other.get(position as usize).name()) >= 0 {
                    break;
                }
                fields[place] = fields[place - 1];
                place -= 1;
            }
            fields[place] = (table, i);
            length += 1;
            i += 1;
        });
        if next == others.len() {
            return fields;
        }
        table = others[next].fields.table();
        next += 1;
    }
}

/// The position of the field with this name.
#[must_use]
pub const fn position(block: &Block, name: &str) -> u16 {
    match index_of(block.fields.table(), name) {
        Some(index) => index as u16,
        None => 0,
    }
}

/// The position of each field of a flattened struct.
#[must_use]
pub const fn positions<T, const N: usize>(block: &Block, of: FlattenedOf<T>) -> [u16; N] {
    let fields = of.block.fields.table();
    let mut positions = [0; N];
    let mut i = 0;
    while i < fields.len() && i < N {
        positions[i] = position(block, fields.get(i).name());
        i += 1;
    }
    positions
}

/// The fields of a flattened struct must be allowed in the outer struct.
#[track_caller]
pub const fn assert_flattened<T>(
    of: FlattenedOf<T>,
    name: &str,
    own: &Table,
    earlier: &[&Block],
    root: Option<SchemaKind>,
) {
    for_each!(field in of.block.fields.table(), {
        let inner = field.name();
        if field.is(Flags::IMPLIED) {
            Message::about(name)
                .add(" is a resource or data source, which has its own id")
                .refuse("flatten a struct of the fields that both have, without `#[schema(resource)]`")
        }
        let mut taken = index_of(own, inner).is_some();
        for_each!(&other in earlier, {
            taken = taken || find(other, inner).is_some();
        });
        if taken {
            Message::about(name)
                .add(" brings a field ")
                .name(inner)
                .add(", which exists already")
                .refuse("remove one of the two, or rename it: `#[field(rename = \"…\")]`")
        }
        if let Some(kind) = root {
            may_be_at_root(&field, name, kind);
        }
    });
}

#[track_caller]
const fn may_be_at_root(field: &StaticField, name: &str, kind: SchemaKind) {
    let inner = field.name();
    for_each!(&taken in schema_rules::taken_at_root(kind.block_kind()), {
        if equal(taken.name, inner) {
            brings(name, inner)
                .add(", a name that Terraform reserves at the root")
                .refuse("rename it: `#[field(rename = \"…\")]`")
        }
    });
    match kind {
        SchemaKind::Resource | SchemaKind::Function | SchemaKind::Identity => {}
        _ => {
            let write_only = field.is(Flags::WRITE_ONLY)
                || matches!(field.nested_block(), Some((_, inner))
                    if any_inside(inner, Flags::WRITE_ONLY, true));
            if write_only && !matches!(kind, SchemaKind::Action) {
                brings(name, inner)
                    .add(", which is write-only, but only resources and actions have write-only fields")
                    .refuse("omit `write_only`, or flatten another struct here")
            }
            if field.is(Flags::FORCE_NEW) {
                brings(name, inner)
                    .add(", which is force_new, but only resources are replaced")
                    .refuse("omit `force_new`, or flatten another struct here")
            }
        }
    }
    if matches!(kind, SchemaKind::StateStore) {
        if field.is_block() {
            brings(name, inner)
                .add(", which is a block, and a state store has none but `provider`")
                .refuse("make it an attribute: `nested(…)` instead of `block(…)`")
        }
        if field.is(Flags::SENSITIVE) {
            brings(name, inner)
                .add(", which is sensitive, but Terraform keeps the configuration of a state store in plain text")
                .refuse("omit `sensitive`, or flatten another struct here")
        }
    }
    if kind.block_kind().is_only_configured() && field.is(Flags::COMPUTED) {
        brings(name, inner)
            .add(", which is computed, but settings are only configured")
            .refuse("omit `computed`, or flatten another struct here")
    }
}

/// Built only when needed, like all messages in constants.
const fn brings(name: &str, inner: &str) -> Message {
    Message::about(name).add(" brings the field ").name(inner)
}
