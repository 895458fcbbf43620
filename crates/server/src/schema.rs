//! Schemas in the plugin protocol's encoding, written directly from the tables, without messages in
//! between.
//!
//! The code uses the protocol's field numbers, as in `schema_transport::proto::v6`.

use schema_runtime::codec::type_json;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{
    Block, Field, Flags, Kind, Nesting, Schema, SchemaKind, deprecation_message,
};
use schema_runtime::ty::Type;

use schema_shell::lifecycle::Schemas;
use schema_transport::proto::v6::{BlockNesting, ObjectNesting, StringKind};

/// The name of each schema, and its size in bytes.
pub(super) fn sizes(schemas: &Schemas) -> Vec<(String, usize)> {
    let of = |what: String, from: &Ref<Schema>| {
        let mut out = Writer::default();
        schema(&mut out, from);
        (what, out.length)
    };
    let named = [
        ("resource", &schemas.resources),
        ("data source", &schemas.data_sources),
        ("ephemeral resource", &schemas.ephemeral_resources),
        ("list resource", &schemas.list_resources),
        ("state store", &schemas.state_stores),
        ("action", &schemas.actions),
    ];
    let mut sizes = Vec::new();
    for (what, schemas) in named {
        let schemas = schemas.iter();
        sizes.extend(schemas.map(|(name, schema)| of(format!("the {what} {name}"), schema)));
    }
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
            // A separate message, in which the schema is the only field so far.
            out.message(2, |out| out.message(1, |out| schema(out, of_name)));
        });
    }
    if let Some(meta) = &schemas.provider_meta {
        out.message(5, |out| schema(out, meta));
    }
    out.finish()
}

fn schema(out: &mut Writer, schema: &Ref<Schema>) {
    out.number(1, schema.version);
    out.message(2, |out| {
        out.number(1, schema.version);
        let block = &*schema.block;
        let description = (&*block.description, block.is_markdown());
        self::block(out, block, schema.kind, description, &block.deprecated);
    });
}

/// A block without its version, which only a schema's root block has.
fn block(
    out: &mut Writer,
    from: &Block,
    kind: SchemaKind,
    (description, markdown): (&str, bool),
    deprecated: &str,
) {
    let fields = from.fields.passing();
    for field in fields.iter().filter(|field| !field.is_block()) {
        out.message(2, |out| attribute(out, field, kind));
    }
    for field in fields.iter() {
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
                out.number(3, wire_nesting(*nesting).0 as i64);
                out.number(4, limits.0);
                out.number(5, limits.1);
            });
        }
    }
    out.text(4, description);
    out.number(5, description_kind(markdown) as i64);
    out.flag(6, !deprecated.is_empty());
    out.text(7, deprecation_message(deprecated));
}

/// The name and the content of a nested block.
fn nested_block(out: &mut Writer, field: &Field, inner: &Block, kind: SchemaKind) {
    out.text(1, &field.name);
    out.message(2, |out| {
        let (description, markdown) = field.block_description(inner);
        let deprecated = field.wire_deprecated().unwrap_or(&inner.deprecated);
        block(out, inner, kind, (description, markdown), deprecated);
        out.flag(8, field.is_computed_block());
    });
}

pub(super) fn description_kind(markdown: bool) -> StringKind {
    match markdown {
        true => StringKind::Markdown,
        false => StringKind::Plain,
    }
}

/// Core requires equal bounds for a single block, and none for a map or group.
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
    out.flag(4, wire.required);
    out.flag(5, wire.optional);
    out.flag(6, wire.computed);
    out.flag(7, field.is(Flags::SENSITIVE));
    out.number(8, description_kind(field.is_markdown()) as i64);
    out.flag(9, deprecated.is_some());
    if let Some((nesting, block)) = field.nested_block() {
        out.message(10, |out| {
            for inner in block.fields.passing().iter() {
                out.message(1, |out| attribute(out, inner, kind));
            }
            out.number(3, wire_nesting(nesting).1 as i64);
        });
    }
    out.flag(11, field.is(Flags::WRITE_ONLY));
    out.text(12, deprecation_message(deprecated.unwrap_or_default()));
}

/// An attribute's type, in JSON.
fn ty(out: &mut Writer, ty: &Type) {
    if let Some(text) = common(ty) {
        out.text(2, text);
        return;
    }
    let mut text = std::mem::take(&mut out.ty);
    text.clear();
    type_json::print_to(&mut text, ty);
    out.text(2, &text);
    out.ty = text;
}

/// The JSON of the most common types.
fn common(ty: &Type) -> Option<&'static str> {
    macro_rules! text {
        ($ty:expr, $before:literal, $after:literal) => {
            match $ty {
                Type::String => concat!($before, "\"string\"", $after),
                Type::Number => concat!($before, "\"number\"", $after),
                Type::Bool => concat!($before, "\"bool\"", $after),
                _ => return None,
            }
        };
    }
    Some(match ty {
        Type::List(element) => text!(&**element, "[\"list\",", "]"),
        Type::Set(element) => text!(&**element, "[\"set\",", "]"),
        Type::Map(element) => text!(&**element, "[\"map\",", "]"),
        ty => text!(ty, "", ""),
    })
}

/// How a block, and how a nested attribute, repeats.
fn wire_nesting(nesting: Nesting) -> (BlockNesting, ObjectNesting) {
    match nesting {
        Nesting::Single => (BlockNesting::Single, ObjectNesting::Single),
        Nesting::Group => (BlockNesting::Group, ObjectNesting::Single),
        Nesting::List => (BlockNesting::List, ObjectNesting::List),
        Nesting::Set => (BlockNesting::Set, ObjectNesting::Set),
        Nesting::Map => (BlockNesting::Map, ObjectNesting::Map),
    }
}

/// Writes a protobuf message; empty, zero and false fields are omitted. The field numbers are below
/// 16, so that each tag takes one byte.
///
/// A large provider has tens of thousands of attributes, and Terraform waits for them at each
/// start. So the vector is filled with zeros in advance, which are then overwritten: a vector that
/// grows with each piece would check its capacity each time, in a call that a program optimised for
/// size does not inline.
#[derive(Default)]
struct Writer {
    /// The written bytes, followed by zeros.
    bytes: Vec<u8>,
    /// How many bytes are written.
    length: usize,
    /// A buffer for the next type's text.
    ty: String,
}

impl Writer {
    /// The written bytes.
    fn finish(mut self) -> Vec<u8> {
        self.bytes.truncate(self.length);
        self.bytes
    }

    /// The place of the next `length` bytes.
    #[inline(always)]
    fn place(&mut self, length: usize) -> &mut [u8] {
        let start = self.length;
        let end = start + length;
        if end > self.bytes.len() {
            self.grow(end);
        }
        self.length = end;
        self.bytes.get_mut(start..end).unwrap_or_default()
    }

    /// Grows by an eighth, since the unused zeros take memory too.
    #[cold]
    fn grow(&mut self, at_least: usize) {
        self.bytes.resize(at_least + at_least / 8 + (16 << 10), 0);
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(place) = self.place(N).first_chunk_mut() {
            *place = bytes;
        }
    }

    #[inline(always)]
    fn put_all(&mut self, bytes: &[u8]) {
        self.place(bytes.len()).copy_from_slice(bytes);
    }

    /// A field that is a message.
    fn message(&mut self, number: u8, content: impl FnOnce(&mut Self)) {
        // Most messages are attributes, whose length takes one byte.
        self.put([number << 3 | LENGTH, 0]);
        let start = self.length;
        content(self);
        let length = self.length - start;
        if let Ok(short @ ..0x80) = u8::try_from(length) {
            if let Some(place) = self.bytes.get_mut(start - 1) {
                *place = short;
            }
            return;
        }
        self.lengthen(start, length);
    }

    /// Writes the length of a message that does not fit in one byte; the content moves to make room
    /// for the longer length.
    #[cold]
    fn lengthen(&mut self, start: usize, length: usize) {
        let (varint, taken) = varint(length as u64);
        let more = taken - 1;
        self.place(more);
        self.bytes.copy_within(start..start + length, start + more);
        let places = self.bytes.iter_mut().skip(start - 1);
        for (place, byte) in places.zip(varint).take(taken) {
            *place = byte;
        }
    }

    fn text(&mut self, number: u8, text: &str) {
        let tag = number << 3 | LENGTH;
        let text = text.as_bytes();
        if let length @ 1..0x80 = text.len() {
            let place = self.place(2 + length);
            if let Some((head, rest)) = place.split_first_chunk_mut() {
                *head = [tag, length as u8];
                rest.copy_from_slice(text);
            }
        } else if !text.is_empty() {
            self.put([tag]);
            self.varint(text.len() as u64);
            self.put_all(text);
        }
    }

    #[inline(always)]
    fn number(&mut self, number: u8, value: i64) {
        match value {
            0 => {}
            1..0x80 => self.put([number << 3, value as u8]),
            _ => {
                self.put([number << 3]);
                self.varint(value.cast_unsigned());
            }
        }
    }

    #[inline(always)]
    fn flag(&mut self, number: u8, value: bool) {
        if value {
            self.put([number << 3, 1]);
        }
    }

    #[cold]
    fn varint(&mut self, value: u64) {
        let (bytes, length) = varint(value);
        self.put_all(bytes.get(..length).unwrap_or(&bytes));
    }
}

/// The wire type of a field that has a length.
const LENGTH: u8 = 2;

/// A varint, and how many of the bytes it takes.
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

    /// What prost writes for the same schema.
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
                    out.flag(6, false);
                    out.flag(8, true);
                });
                out.number(4, -1);
                out.number(5, number);
                out.flag(6, true);
                out.flag(7, false);
                assert!(out.finish() == outer.encode_to_vec(), "{length}, {number}");
            }
        }
    }

    #[test]
    fn common_types_are_printed_as_all_others() {
        let element = [Type::String, Type::Number, Type::Bool, Type::Dynamic];
        let of_element = |element: Type| {
            [
                Type::list(element.clone()),
                Type::set(element.clone()),
                Type::map(element.clone()),
                element,
            ]
        };
        let mut common_ones = 0;
        for ty in element.into_iter().flat_map(of_element) {
            if let Some(text) = common(&ty) {
                assert_eq!(text, type_json::print(&ty));
                common_ones += 1;
            }
        }
        assert_eq!(common_ones, 12);
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
