//! Writing schemas as Terraform's schema JSON.

use crate::codec::document::json as document;
use crate::codec::document::{Document, Members};

use super::types::type_to_json;
use crate::schema::{Block, Field, Flags, Kind, Nesting, Schema, SchemaKind, deprecation_message};

/// One schema as `terraform providers schema -json` prints it: `version` and `block`.
#[must_use]
pub fn schema_json(schema: &Schema) -> Document {
    Document::Object(schema_members(schema))
}

pub(super) fn schema_members(schema: &Schema) -> Members {
    let mut members = Members::new();
    members.insert("version".to_owned(), schema.version);
    members.insert("block".to_owned(), block_json(&schema.block, schema.kind));
    members
}

/// One block as `terraform providers schema -json` prints it, with the presence that the fields
/// have on the wire (a default makes an attribute of a resource optional and computed).
#[must_use]
pub fn block_json(block: &Block, kind: SchemaKind) -> Document {
    let mut members = Members::new();
    let attributes: Members = block
        .fields
        .iter()
        .filter_map(|field| Some((field.name.to_string(), attribute_json(field, kind)?)))
        .collect();
    if !attributes.is_empty() {
        members.insert("attributes".to_owned(), Document::Object(attributes));
    }
    let blocks: Members = block
        .fields
        .iter()
        .filter_map(|field| Some((field.name.to_string(), block_type_json(field, kind)?)))
        .collect();
    if !blocks.is_empty() {
        members.insert("block_types".to_owned(), Document::Object(blocks));
    }
    put_description(&mut members, &block.description, block.is_markdown());
    if !block.deprecated.is_empty() {
        put_deprecation(&mut members, &block.deprecated);
    }
    Document::Object(members)
}

/// The flag, and the message that Terraform prints from 1.15 on.
fn put_deprecation(members: &mut Members, text: &str) {
    members.insert("deprecated".to_owned(), Document::Bool(true));
    members.remove("deprecation_message");
    match deprecation_message(text) {
        "" => {}
        words => members.insert("deprecation_message".to_owned(), words),
    }
}

fn put_description(members: &mut Members, description: &str, markdown: bool) {
    if !description.is_empty() {
        members.insert("description".to_owned(), document!(description));
    }
    let kind = if markdown { "markdown" } else { "plain" };
    members.insert("description_kind".to_owned(), document!(kind));
}

fn attribute_json(field: &Field, kind: SchemaKind) -> Option<Document> {
    let mut members = Members::new();
    match &field.kind {
        Kind::Attribute { ty } => {
            members.insert("type".to_owned(), type_to_json(ty));
        }
        Kind::Nested { nesting, block } => {
            let attributes: Members = block
                .fields
                .iter()
                .filter_map(|field| Some((field.name.to_string(), attribute_json(field, kind)?)))
                .collect();
            let mut nested = Members::new();
            if !attributes.is_empty() {
                nested.insert("attributes".to_owned(), Document::Object(attributes));
            }
            nested.insert("nesting_mode".to_owned(), nesting_name(*nesting));
            members.insert("nested_type".to_owned(), Document::Object(nested));
        }
        Kind::Block { .. } => return None,
    }
    put_description(&mut members, &field.description, field.is_markdown());
    let wire = field.wire(kind);
    for (member, flag) in [
        ("required", wire.required),
        ("optional", wire.optional),
        ("computed", wire.computed),
        ("sensitive", field.is(Flags::SENSITIVE)),
        ("write_only", field.is(Flags::WRITE_ONLY)),
    ] {
        if flag {
            members.insert(member.to_owned(), Document::Bool(true));
        }
    }
    if let Some(text) = field.wire_deprecated() {
        put_deprecation(&mut members, text);
    }
    Some(Document::Object(members))
}

fn block_type_json(field: &Field, kind: SchemaKind) -> Option<Document> {
    let Kind::Block {
        nesting,
        block,
        min_items,
        max_items,
    } = &field.kind
    else {
        return None;
    };
    let mut members = Members::new();
    members.insert("nesting_mode".to_owned(), document!(nesting_name(*nesting)));
    let mut inner = block_json(block, kind);
    if let Document::Object(inner) = &mut inner {
        let (description, markdown) = field.block_description(block);
        put_description(inner, description, markdown);
        if let Some(text) = field.wire_deprecated() {
            put_deprecation(inner, text);
        }
        if field.is_computed_block() {
            inner.insert("computed".to_owned(), Document::Bool(true));
        }
    }
    members.insert("block".to_owned(), inner);
    // As on the wire: equal bounds for a single block, and none for a map or group.
    let (min_items, max_items) = match nesting {
        Nesting::Single if *min_items > 0 => (1, 1),
        Nesting::Single | Nesting::Group | Nesting::Map => (0, 0),
        Nesting::List | Nesting::Set => (*min_items, *max_items),
    };
    for (member, count) in [("min_items", min_items), ("max_items", max_items)] {
        if count > 0 {
            members.insert(member.to_owned(), document!(count));
        }
    }
    Some(Document::Object(members))
}

fn nesting_name(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::Single => "single",
        Nesting::Group => "group",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    }
}
