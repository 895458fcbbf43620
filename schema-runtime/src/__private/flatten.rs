//! The table of a struct into which other structs are flattened.

use super::cross_struct::nested;
use super::field_paths::{find, index_of};
use super::message::{Message, before, equal};
use super::{Block, Decoder, Encoder, Field, Flags, Kind, Object, Ref, SchemaKind, Text, Type};

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
    of.block.fields.const_slice().len()
}

/// The total number of fields.
#[must_use]
pub const fn spliced(own: &[Field], others: &[&Block]) -> usize {
    let mut length = own.len();
    let mut i = 0;
    while i < others.len() {
        length += others[i].fields.const_slice().len();
        i += 1;
    }
    length
}

/// A placeholder for a field that is filled in later.
const PLACEHOLDER: Field = Field {
    name: Text::text(""),
    kind: Kind::Attribute {
        ty: Ref::Static { value: &Type::Bool },
    },
    flags: Flags::NONE,
    description: Text::text(""),
    extras: Ref::Static { value: &[] },
};

/// All fields, sorted by name.
#[must_use]
pub const fn splice<const N: usize>(own: &[Field], others: &[&Block]) -> [Field; N] {
    let mut fields = [PLACEHOLDER; N];
    let mut length = 0;
    let mut list = own;
    let mut next = 0;
    loop {
        let mut i = 0;
        while i < list.len() {
            let mut place = length;
            while place > 0 && before(list[i].name.const_str(), fields[place - 1].name.const_str())
            {
                let moved = std::mem::replace(&mut fields[place - 1], PLACEHOLDER);
                std::mem::forget(std::mem::replace(&mut fields[place], moved));
                place -= 1;
            }
            std::mem::forget(std::mem::replace(&mut fields[place], copy(&list[i])));
            length += 1;
            i += 1;
        }
        if next == others.len() {
            return fields;
        }
        list = others[next].fields.const_slice();
        next += 1;
    }
}

/// A copy of a field; static tables only, as in all constants.
const fn copy(field: &Field) -> Field {
    let kind = match &field.kind {
        Kind::Attribute {
            ty: Ref::Static { value },
        } => Kind::Attribute {
            ty: Ref::Static { value },
        },
        Kind::Nested {
            nesting,
            block: Ref::Static { value },
        } => Kind::Nested {
            nesting: *nesting,
            block: Ref::Static { value },
        },
        Kind::Block {
            nesting,
            block: Ref::Static { value },
            min_items,
            max_items,
        } => Kind::Block {
            nesting: *nesting,
            block: Ref::Static { value },
            min_items: *min_items,
            max_items: *max_items,
        },
        _ => NOTHING_KIND,
    };
    Field {
        name: Text::text(field.name.const_str()),
        kind,
        flags: field.flags,
        description: Text::text(field.description.const_str()),
        extras: Ref::Static {
            value: field.extras.const_slice(),
        },
    }
}

const NOTHING_KIND: Kind = Kind::Attribute {
    ty: Ref::Static { value: &Type::Bool },
};

/// The position of the field with this name.
#[must_use]
pub const fn position(block: &Block, name: &str) -> u16 {
    match index_of(block.fields.const_slice(), name) {
        Some(index) => index as u16,
        None => 0,
    }
}

/// The position of each field of a flattened struct.
#[must_use]
pub const fn positions<T, const N: usize>(block: &Block, of: FlattenedOf<T>) -> [u16; N] {
    let fields = of.block.fields.const_slice();
    let mut positions = [0; N];
    let mut i = 0;
    while i < fields.len() && i < N {
        positions[i] = position(block, fields[i].name.const_str());
        i += 1;
    }
    positions
}

/// The fields of a flattened struct must be allowed in the outer struct.
#[track_caller]
pub const fn assert_flattened<T>(
    of: FlattenedOf<T>,
    name: &str,
    own: &[Field],
    earlier: &[&Block],
    root: Option<SchemaKind>,
) {
    let fields = of.block.fields.const_slice();
    let mut i = 0;
    while i < fields.len() {
        let field = &fields[i];
        let inner = field.name.const_str();
        if field.flags.has(Flags::IMPLIED) {
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
const fn may_be_at_root(field: &Field, name: &str, kind: SchemaKind) {
    let inner = field.name.const_str();
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
            let write_only = field.flags.has(Flags::WRITE_ONLY) || holds_write_only(field);
            if write_only && !matches!(kind, SchemaKind::Action) {
                brings(name, inner)
                    .add(", which is write-only, but only resources and actions have write-only fields")
                    .help("omit `write_only`, or flatten another struct here")
                    .stop()
            }
            if field.flags.has(Flags::FORCE_NEW) {
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
        if field.flags.has(Flags::SENSITIVE) {
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
    if only_configured && field.flags.has(Flags::COMPUTED) {
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

const fn holds_write_only(field: &Field) -> bool {
    let Some((_, block)) = nested(field) else {
        return false;
    };
    let fields = block.fields.const_slice();
    let mut i = 0;
    while i < fields.len() {
        if fields[i].flags.has(Flags::WRITE_ONLY) || holds_write_only(&fields[i]) {
            return true;
        }
        i += 1;
    }
    false
}
