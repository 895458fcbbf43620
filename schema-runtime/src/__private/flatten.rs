//! The table of a struct into which other structs are flattened.

use super::field_paths::{find, index_of};
use super::message::{Message, before, equal};
use super::{Block, Decoder, Encoder, Flags, Object, SchemaKind, StaticField, Table};

/// A struct whose fields become fields of another.
pub struct FlattenedOf<T> {
    /// Reads it, each of its fields at the given position.
    pub take: fn(&mut Decoder<'_>, &'static [u16]) -> T,
    /// Writes it there.
    pub put: fn(&mut Encoder, &'static [u16], &T),
    /// Its own table.
    pub block: &'static Block,
}

impl<T> std::fmt::Debug for FlattenedOf<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FlattenedOf")
    }
}

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
    let mut i = 0;
    while i < others.len() {
        length += others[i].fields.table().len();
        i += 1;
    }
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
        while i < table.len() {
            let mut place = length;
            while place > 0 {
                let (other, position) = fields[place - 1];
                if !before(table.get(i).name(), other.get(position as usize).name()) {
                    break;
                }
                fields[place] = fields[place - 1];
                place -= 1;
            }
            fields[place] = (table, i as u16);
            length += 1;
            i += 1;
        }
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
    let fields = of.block.fields.table();
    let mut i = 0;
    while i < fields.len() {
        let field = &fields.get(i);
        let inner = field.name();
        if field.is(Flags::IMPLIED) {
            Message::new()
                .name(name)
                .add(" is a resource or data source, which has its own id")
                .help(
                    "flatten a struct of the fields that both have, without `#[schema(resource)]`",
                )
                .stop()
        }
        let taken = index_of(own, inner).is_some() || {
            let mut found = false;
            let mut j = 0;
            while j < earlier.len() {
                found = found || find(earlier[j], inner).is_some();
                j += 1;
            }
            found
        };
        if taken {
            Message::new()
                .name(name)
                .add(" brings a field ")
                .name(inner)
                .add(", which exists already")
                .help("remove one of the two, or rename it: `#[field(rename = \"…\")]`")
                .stop()
        }
        if let Some(kind) = root {
            may_be_at_root(field, name, kind);
        }
        i += 1;
    }
}

#[track_caller]
const fn may_be_at_root(field: &StaticField, name: &str, kind: SchemaKind) {
    let inner = field.name();
    let (taken, mut i) = (schema_rules::taken_at_root(kind.block_kind()), 0);
    while i < taken.len() {
        if equal(taken[i].name, inner) {
            brings(name, inner)
                .add(", a name that Terraform reserves at the root")
                .help("rename it: `#[field(rename = \"…\")]`")
                .stop()
        }
        i += 1;
    }
    match kind {
        SchemaKind::Resource | SchemaKind::Function | SchemaKind::Identity => {}
        SchemaKind::DataSource
        | SchemaKind::Provider
        | SchemaKind::ProviderMeta
        | SchemaKind::Ephemeral
        | SchemaKind::List
        | SchemaKind::Action
        | SchemaKind::StateStore => {
            let write_only = field.is(Flags::WRITE_ONLY) || holds_write_only(field);
            if write_only && !matches!(kind, SchemaKind::Action) {
                brings(name, inner)
                    .add(", which is write-only, but only resources and actions have write-only fields")
                    .help("omit `write_only`, or flatten another struct here")
                    .stop()
            }
            if field.is(Flags::FORCE_NEW) {
                brings(name, inner)
                    .add(", which is force_new, but only resources are replaced")
                    .help("omit `force_new`, or flatten another struct here")
                    .stop()
            }
        }
    }
    if matches!(kind, SchemaKind::StateStore) {
        if field.is_block() {
            brings(name, inner)
                .add(", which is a block, and a state store has none but `provider`")
                .help("make it an attribute: `nested(…)` instead of `block(…)`")
                .stop()
        }
        if field.is(Flags::SENSITIVE) {
            brings(name, inner)
                .add(", which is sensitive, but Terraform keeps the configuration of a state store in plain text")
                .help("omit `sensitive`, or flatten another struct here")
                .stop()
        }
    }
    let only_configured = matches!(
        kind,
        SchemaKind::Provider
            | SchemaKind::ProviderMeta
            | SchemaKind::List
            | SchemaKind::Action
            | SchemaKind::StateStore
    );
    if only_configured && field.is(Flags::COMPUTED) {
        brings(name, inner)
            .add(", which is computed, but settings are only configured")
            .help("omit `computed`, or flatten another struct here")
            .stop()
    }
}

/// Built only when needed, like all messages in constants.
const fn brings(name: &str, inner: &str) -> Message {
    Message::new()
        .name(name)
        .add(" brings the field ")
        .name(inner)
}

const fn holds_write_only(field: &StaticField) -> bool {
    let Some((_, block)) = field.nested_block() else {
        return false;
    };
    let fields = block.fields.table();
    let mut i = 0;
    while i < fields.len() {
        let field = fields.get(i);
        if field.is(Flags::WRITE_ONLY) || holds_write_only(&field) {
            return true;
        }
        i += 1;
    }
    false
}
