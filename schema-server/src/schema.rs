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

/// What each of the schemas is called, and how many bytes it takes.
pub(super) fn sizes(schemas: &Schemas) -> Vec<(String, usize)> {
    let of = |what: String, from: &Ref<Schema>| {
        let mut out = Writer::default();
        schema(&mut out, from);
        (what, out.bytes.len())
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

/// The schemas' part of the answer to GetProviderSchema.
pub(super) fn encode(schemas: &Schemas) -> Vec<u8> {
    let mut out = Writer::default();
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
    out.bytes
}

fn schema(out: &mut Writer, schema: &Ref<Schema>) {
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
fn block(out: &mut Writer, from: &Block, kind: SchemaKind, description: &str, deprecated: &str) {
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
fn nested_block(out: &mut Writer, field: &Field, inner: &Block, kind: SchemaKind) {
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

fn attribute(out: &mut Writer, field: &Field, kind: SchemaKind) {
    let wire = field.wire(kind);
    out.text(1, &field.name);
    if let Kind::Attribute { ty } = &field.kind {
        self::ty(out, ty);
    }
    out.text(3, &field.description);
    let deprecated = field.wire_deprecated();
    out.flags([
        (4, wire.required),
        (5, wire.optional),
        (6, wire.computed),
        (7, field.is(Flags::SENSITIVE)),
        // The only kind of description that is not zero.
        (
            8,
            description_kind(&field.description) == StringKind::Markdown,
        ),
        (9, deprecated.is_some()),
    ]);
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
fn ty(out: &mut Writer, ty: &Type) {
    match ty {
        Type::String => out.text(2, "\"string\""),
        Type::Number => out.text(2, "\"number\""),
        Type::Bool => out.text(2, "\"bool\""),
        other => {
            let mut text = std::mem::take(&mut out.ty);
            text.clear();
            type_json::print_to(&mut text, other);
            out.text(2, &text);
            out.ty = text;
        }
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

/// Writes a message of protobuf; what is empty, zero or false is left out of it. The fields' numbers
/// are below 16, so that each has a tag of one byte.
///
/// A large provider has tens of thousands of attributes, which Terraform waits for at each start: what takes a byte is
/// written as one, and what is written together with one call.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// Has room for the next type's text.
    ty: String,
}

impl Writer {
    /// A field that is a message.
    fn message(&mut self, number: u8, content: impl FnOnce(&mut Self)) {
        // Most messages are attributes, whose length takes one byte.
        self.bytes.extend_from_slice(&[number << 3 | LENGTH, 0]);
        let start = self.bytes.len();
        content(self);
        let end = self.bytes.len();
        if let Ok(length @ ..0x80) = u8::try_from(end - start) {
            if let Some(place) = self.bytes.get_mut(start - 1) {
                *place = length;
            }
            return;
        }
        let (length, taken) = varint((end - start) as u64);
        // What is written already moves by what more the length takes.
        self.bytes.resize(end + taken - 1, 0);
        self.bytes.copy_within(start..end, start + taken - 1);
        for (place, byte) in self
            .bytes
            .iter_mut()
            .skip(start - 1)
            .zip(length)
            .take(taken)
        {
            *place = byte;
        }
    }

    fn text(&mut self, number: u8, text: &str) {
        match u8::try_from(text.len()) {
            Ok(0) => return,
            Ok(length @ ..0x80) => self
                .bytes
                .extend_from_slice(&[number << 3 | LENGTH, length]),
            _ => {
                self.bytes.push(number << 3 | LENGTH);
                self.varint(text.len() as u64);
            }
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u8, value: i64) {
        match value {
            0 => {}
            1..0x80 => self.bytes.extend_from_slice(&[number << 3, value as u8]),
            _ => {
                self.bytes.push(number << 3);
                self.varint(value.cast_unsigned());
            }
        }
    }

    fn flag(&mut self, number: u8, value: bool) {
        self.number(number, value.into());
    }

    /// Several of them.
    fn flags<const N: usize>(&mut self, flags: [(u8, bool); N]) {
        let mut all = [[0, 1]; N];
        let set = flags.into_iter().filter(|(_, value)| *value);
        let mut count = 0;
        for (place, (number, _)) in all.iter_mut().zip(set) {
            place[0] = number << 3;
            count += 1;
        }
        let all = all.as_flattened();
        self.bytes
            .extend_from_slice(all.get(..2 * count).unwrap_or(all));
    }

    fn varint(&mut self, value: u64) {
        let (bytes, length) = varint(value);
        self.bytes
            .extend_from_slice(bytes.get(..length).unwrap_or(&bytes));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What prost writes of the same.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Nested {
        #[prost(string, tag = "1")]
        text: String,
        #[prost(message, optional, boxed, tag = "2")]
        inner: Option<Box<Nested>>,
        #[prost(int64, tag = "4")]
        negative: i64,
        #[prost(int64, tag = "5")]
        number: i64,
        #[prost(bool, tag = "6")]
        set: bool,
        #[prost(bool, tag = "7")]
        unset: bool,
        #[prost(bool, tag = "8")]
        last: bool,
    }

    #[test]
    fn messages_are_those_of_prost() {
        use prost::Message as _;
        for length in [
            0, 1, 100, 120, 125, 126, 127, 128, 129, 16_383, 16_384, 3_000_000,
        ] {
            for number in [0, 1, 127, 128, 300] {
                let text = "x".repeat(length);
                let inner = Nested {
                    text: text.clone(),
                    number,
                    last: true,
                    ..Nested::default()
                };
                let outer = Nested {
                    text: text.clone(),
                    inner: Some(Box::new(inner)),
                    negative: -1,
                    number,
                    set: true,
                    ..Nested::default()
                };
                let mut out = Writer::default();
                out.text(1, &text);
                out.message(2, |out| {
                    out.text(1, &text);
                    out.number(5, number);
                    out.flags([(6, false), (7, false), (8, true)]);
                });
                out.number(4, -1);
                out.number(5, number);
                out.flags([(6, true), (7, false), (8, false)]);
                assert!(out.bytes == outer.encode_to_vec(), "{length}, {number}");
            }
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
