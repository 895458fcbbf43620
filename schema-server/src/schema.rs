//! Schemas as the plugin protocol has them, written from the tables: no message is made of them.
//!
//! The protocol is told by the numbers of its fields, those of `schema_transport::proto::v6`.

use schema_runtime::codec::type_json;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{
    Block, Field, Flags, Kind, Nesting, Schema, SchemaKind, deprecation_message,
};
use schema_runtime::ty::Type;

use schema_shell::lifecycle::Schemas;
use schema_transport::proto::v6::{BlockNesting, ObjectNesting, StringKind};

/// The schemas' part of the answer to GetProviderSchema.
pub(super) fn encode(schemas: &Schemas, bytes: &mut Vec<u8>) {
    write(bytes, schemas);
}

/// How many bytes that takes.
pub(super) fn encoded_len(schemas: &Schemas) -> usize {
    let mut size = Size(0);
    write(&mut size, schemas);
    size.0
}

/// What each of the schemas is called, and how many bytes it takes.
pub(super) fn sizes(schemas: &Schemas) -> Vec<(String, usize)> {
    let of = |what: String, from: &Ref<Schema>| {
        let mut size = Size(0);
        schema(&mut size, from);
        (what, size.0)
    };
    let named = [
        ("resource", &schemas.resources),
        ("data source", &schemas.data_sources),
        ("ephemeral resource", &schemas.ephemeral_resources),
        ("list resource", &schemas.list_resources),
        ("state store", &schemas.state_stores),
        ("action", &schemas.actions),
    ];
    let mut sizes: Vec<_> = named
        .into_iter()
        .flat_map(|(what, schemas)| {
            schemas
                .iter()
                .map(move |(name, schema)| of(format!("the {what} {name}"), schema))
        })
        .collect();
    sizes.push(of("the provider's configuration".into(), &schemas.provider));
    if let Some(meta) = &schemas.provider_meta {
        sizes.push(of("provider_meta".into(), meta));
    }
    sizes
}

fn write(out: &mut impl Out, schemas: &Schemas) {
    out.message(1, |out| schema(out, &schemas.provider));
    for (number, schemas) in [
        (2, &schemas.resources),
        (3, &schemas.data_sources),
        (8, &schemas.ephemeral_resources),
        (9, &schemas.list_resources),
        (10, &schemas.state_stores),
    ] {
        for (name, of_name) in schemas {
            out.message(number, |out| {
                out.text(1, name);
                out.message(2, |out| schema(out, of_name));
            });
        }
    }
    for (name, of_name) in &schemas.actions {
        out.message(11, |out| {
            out.text(1, name);
            // A message of its own, in which the schema is the only thing so far.
            out.message(2, |out| out.message(1, |out| schema(out, of_name)));
        });
    }
    if let Some(meta) = &schemas.provider_meta {
        out.message(5, |out| schema(out, meta));
    }
}

fn schema(out: &mut impl Out, schema: &Ref<Schema>) {
    out.number(1, schema.version);
    out.message(2, |out| {
        out.number(1, schema.version);
        let block = &*schema.block;
        self::block(
            out,
            block,
            schema.kind,
            &block.description,
            &block.deprecated,
        );
    });
}

/// All of a block but its version, which only that of a schema has.
fn block(out: &mut impl Out, from: &Block, kind: SchemaKind, description: &str, deprecated: &str) {
    for field in from.fields.iter().filter(|field| !field.is_block()) {
        out.message(2, |out| attribute(out, field, kind));
    }
    for field in from.fields.iter() {
        if let Kind::Block {
            nesting,
            block,
            min_items,
            max_items,
        } = &field.kind
        {
            let limits = items(*nesting, (*min_items).into(), (*max_items).into());
            out.message(3, |out| {
                nested_block(out, field, block, kind);
                out.number(3, block_nesting(*nesting) as i64);
                out.number(4, limits.0);
                out.number(5, limits.1);
            });
        }
    }
    out.text(4, description);
    out.number(5, description_kind(description) as i64);
    out.flag(6, !deprecated.is_empty());
    out.text(7, deprecation_message(deprecated));
}

/// The name and the content of a nested block.
fn nested_block(out: &mut impl Out, field: &Field, inner: &Block, kind: SchemaKind) {
    out.text(1, &field.name);
    out.message(2, |out| {
        let description = if field.description.is_empty() {
            &inner.description
        } else {
            &field.description
        };
        let deprecated = field.wire_deprecated().unwrap_or(&inner.deprecated);
        block(out, inner, kind, description, deprecated);
        out.flag(8, field.is_computed_block());
    });
}

/// Descriptions are Markdown; no description is plain, as other providers send it.
pub(super) fn description_kind(description: &str) -> StringKind {
    if description.is_empty() {
        StringKind::Plain
    } else {
        StringKind::Markdown
    }
}

/// Core wants both bounds of a single block alike, and none for a map or group.
fn items(nesting: Nesting, min: i64, max: i64) -> (i64, i64) {
    match nesting {
        Nesting::Single if min > 0 => (1, 1),
        Nesting::Single | Nesting::Group | Nesting::Map => (0, 0),
        Nesting::List | Nesting::Set => (min, max),
    }
}

fn attribute(out: &mut impl Out, field: &Field, kind: SchemaKind) {
    let wire = field.wire(kind);
    out.text(1, &field.name);
    if let Kind::Attribute { ty } = &field.kind {
        self::ty(out, ty);
    }
    out.text(3, &field.description);
    out.flag(4, wire.required);
    out.flag(5, wire.optional);
    out.flag(6, wire.computed);
    out.flag(7, field.is(Flags::SENSITIVE));
    out.number(8, description_kind(&field.description) as i64);
    let deprecated = field.wire_deprecated();
    out.flag(9, deprecated.is_some());
    if let Some((nesting, block)) = field.nested_block() {
        out.message(10, |out| {
            for inner in block.fields.iter() {
                out.message(1, |out| attribute(out, inner, kind));
            }
            out.number(3, object_nesting(nesting) as i64);
        });
    }
    out.flag(11, field.is(Flags::WRITE_ONLY));
    out.text(12, deprecation_message(deprecated.unwrap_or_default()));
}

/// An attribute's type, in JSON.
fn ty(out: &mut impl Out, ty: &Type) {
    match ty {
        Type::String => out.text(2, "\"string\""),
        Type::Number => out.text(2, "\"number\""),
        Type::Bool => out.text(2, "\"bool\""),
        other => out.text(2, &type_json::print(other)),
    }
}

fn block_nesting(nesting: Nesting) -> BlockNesting {
    match nesting {
        Nesting::Single => BlockNesting::Single,
        Nesting::Group => BlockNesting::Group,
        Nesting::List => BlockNesting::List,
        Nesting::Set => BlockNesting::Set,
        Nesting::Map => BlockNesting::Map,
    }
}

fn object_nesting(nesting: Nesting) -> ObjectNesting {
    match nesting {
        Nesting::Single | Nesting::Group => ObjectNesting::Single,
        Nesting::List => ObjectNesting::List,
        Nesting::Set => ObjectNesting::Set,
        Nesting::Map => ObjectNesting::Map,
    }
}

/// Where a message of protobuf is written; what is empty, zero or false is left out of it. The
/// fields' numbers are below 16, so that each has a tag of one byte.
trait Out: Sized {
    fn bytes(&mut self, bytes: &[u8]);

    /// A field that is a message.
    fn message(&mut self, number: u8, content: impl FnOnce(&mut Self));

    fn text(&mut self, number: u8, text: &str) {
        if !text.is_empty() {
            self.bytes(&[number << 3 | LENGTH]);
            self.varint(text.len() as u64);
            self.bytes(text.as_bytes());
        }
    }

    fn number(&mut self, number: u8, value: i64) {
        if value != 0 {
            self.bytes(&[number << 3]);
            self.varint(value.cast_unsigned());
        }
    }

    fn flag(&mut self, number: u8, value: bool) {
        self.number(number, i64::from(value));
    }

    fn varint(&mut self, value: u64) {
        let (bytes, length) = varint(value);
        self.bytes(bytes.get(..length).unwrap_or(&bytes));
    }
}

/// The type of a field that has a length.
const LENGTH: u8 = 2;

/// A number of variable length, and how many of the bytes it takes.
fn varint(mut value: u64) -> ([u8; 10], usize) {
    let mut bytes = [0; 10];
    let mut length = 0;
    for byte in &mut bytes {
        length += 1;
        *byte = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            break;
        }
        *byte |= 0x80;
    }
    (bytes, length)
}

/// Counts what would be written.
struct Size(usize);

impl Out for Size {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn message(&mut self, _: u8, content: impl FnOnce(&mut Self)) {
        let before = self.0;
        content(self);
        self.0 += 1 + varint((self.0 - before) as u64).1;
    }
}

impl Out for Vec<u8> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn message(&mut self, number: u8, content: impl FnOnce(&mut Self)) {
        self.push(number << 3 | LENGTH);
        // Most messages are attributes, whose length takes one byte; longer ones move by what more it takes.
        let place = self.len();
        self.push(0);
        content(self);
        let (bytes, length) = varint((self.len() - place - 1) as u64);
        self.splice(place..=place, bytes.into_iter().take(length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_as_long_as_it_is_counted() {
        for length in [0, 1, 127, 128, 129, 16_383, 16_384, 3_000_000] {
            fn nested(out: &mut impl Out, text: &str) {
                out.message(3, |out| {
                    out.text(1, text);
                    out.message(2, |out| out.text(15, text));
                    out.number(4, -1);
                    out.number(5, 300);
                    out.flag(6, true);
                    out.flag(7, false);
                });
            }
            let text = "x".repeat(length);
            let (mut size, mut bytes) = (Size(0), Vec::new());
            nested(&mut size, &text);
            nested(&mut bytes, &text);
            assert_eq!(size.0, bytes.len(), "{length}");
        }
    }

    #[test]
    fn numbers_are_those_of_protobuf() {
        let encoded = |value| {
            let (bytes, length) = varint(value);
            bytes[..length].to_vec()
        };
        assert_eq!(encoded(0), [0]);
        assert_eq!(encoded(300), [0xac, 2]);
        assert_eq!(encoded(u64::MAX).len(), 10);
    }
}
