//! Reading Terraform's schema JSON.

use serde_json::{Map, Value as Json};

use super::error::{DynamicSchemaError, Place, Read};
use super::types;
use crate::refs::{Ref, Text};
use crate::schema::{Block, DEPRECATED, Extra, Field, Flags, Kind, Nesting, Schema, SchemaKind};
use crate::ty::Type;

/// Reads one `block` of Terraform's schema JSON: its attributes, nested attributes and block types,
/// with presence, sensitivity, write-only, descriptions and deprecation. A missing member means
/// false, zero or empty; unknown members are ignored.
///
/// # Errors
/// The first part that does not have the form of a schema, with its path.
///
/// ```
/// use schema_runtime::dynamic::read_block;
/// let block = read_block(&serde_json::json!({
///     "attributes": {"name": {"type": "string", "required": true}},
///     "block_types": {"disk": {"nesting_mode": "list", "block": {}}},
/// })).unwrap();
/// assert_eq!(block.implied_type().to_string(), "object({disk=list(object({})), name=string})");
/// ```
pub fn read_block(json: &Json) -> Result<Block, DynamicSchemaError> {
    block(&Place::ROOT, json)
}

/// Reads the schema of a resource type, data source or provider: an object with `version` and
/// `block`.
///
/// # Errors
/// As [`read_block`].
pub fn read_schema(
    kind: SchemaKind,
    type_name: &str,
    json: &Json,
) -> Result<Schema, DynamicSchemaError> {
    schema(kind, type_name, json, &Place::ROOT)
}

pub(super) fn schema(
    kind: SchemaKind,
    type_name: &str,
    json: &Json,
    at: &Place<'_>,
) -> Read<Schema> {
    let members = at.object(json)?;
    let block = at.optional(members, "block", block)?;
    let version = at.count(members, "version")?;
    let block = block.unwrap_or_else(|| Block::plain([]));
    Ok(Schema::plain(
        kind,
        type_name.to_owned().into(),
        version,
        block,
    ))
}

/// An attribute without flags and description.
pub(super) fn field(name: &str, ty: Type) -> Field {
    let ty = Ref::Shared(ty.into());
    Field::plain(name.to_owned().into(), Kind::Attribute { ty })
}

fn block(at: &Place<'_>, json: &Json) -> Read<Block> {
    at.check_depth()?;
    let members = at.object(json)?;
    let mut fields = at.each(members, "attributes", attribute)?;
    fields.extend(at.each(members, "block_types", block_type)?);
    let fields = sorted(fields, at)?;
    let description = at.text(members, "description")?;
    Ok(Block {
        other_kind: other_kind(members, &description, at)?,
        description,
        deprecated: deprecation(members, at)?.unwrap_or(Ref::text("")),
        ..Block::plain(fields)
    })
}

/// Sorts by name and rejects duplicate names.
pub(super) fn sorted(mut fields: Vec<Field>, at: &Place<'_>) -> Read<Vec<Field>> {
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in fields.windows(2) {
        if let [a, b] = pair
            && a.name == b.name
        {
            return Err(at.error(format!(
                "{:?} is the name of an attribute and of a block type",
                &*a.name
            )));
        }
    }
    Ok(fields)
}

fn attribute(name: &str, json: &Json, at: &Place<'_>) -> Read<Field> {
    at.check_depth()?;
    let members = at.object(json)?;
    let present = |name: &str| members.get(name).is_some_and(|json| !json.is_null());
    let own = match (present("type"), present("nested_type")) {
        (true, true) => return Err(at.error("has both a type and a nested type")),
        (false, false) => return Err(at.error("has neither a type nor a nested type")),
        (true, false) => field(name, at.required(members, "type", types::read)?),
        (false, true) => {
            let kind = at.required(members, "nested_type", nested_type)?;
            Field::plain(name.to_owned().into(), kind)
        }
    };
    let mut flags = Flags::NULLABLE.with(Flags::HOLDS_NULLS);
    for (member, flag) in [
        ("required", Flags::REQUIRED),
        ("optional", Flags::OPTIONAL),
        ("computed", Flags::COMPUTED),
        ("sensitive", Flags::SENSITIVE),
        ("write_only", Flags::WRITE_ONLY),
    ] {
        flags = flags.with_if(at.flag(members, member)?, flag);
    }
    let description = at.text(members, "description")?;
    let other_kind = other_kind(members, &description, at)?;
    let deprecated = deprecation(members, at)?;
    Ok(Field {
        flags: flags.with_if(other_kind, Flags::OTHER_KIND),
        description,
        extras: deprecated.map_or(Ref::empty(), |text| vec![Extra::Deprecated { text }].into()),
        ..own
    })
}

fn nested_type(at: &Place<'_>, json: &Json) -> Read<Kind> {
    let members = at.object(json)?;
    let nesting = nesting(members, at)?;
    if nesting == Nesting::Group {
        return Err(at.error("a nested attribute cannot be a group"));
    }
    let fields = at.each(members, "attributes", attribute)?;
    Ok(Kind::Nested {
        nesting,
        block: Ref::Shared(Block::plain(fields).into()),
    })
}

fn block_type(name: &str, json: &Json, at: &Place<'_>) -> Read<Field> {
    let members = at.object(json)?;
    let items = |member: &str| {
        u32::try_from(at.count(members, member)?)
            .map_err(|_| at.member(member).error("a count of 0 or more is required"))
    };
    // As on the wire, whether it is computed is a member of the inner block.
    let inner = at.optional(members, "block", |at, json| {
        let block = block(at, json)?;
        Ok((block, at.flag(at.object(json)?, "computed")?))
    })?;
    let (block, computed) = inner.unwrap_or_else(|| (Block::plain([]), false));
    let kind = Kind::Block {
        nesting: nesting(members, at)?,
        block: Ref::Shared(block.into()),
        min_items: items("min_items")?,
        max_items: items("max_items")?,
    };
    Ok(Field {
        flags: Flags::NONE.with_if(computed, Flags::COMPUTED),
        ..Field::plain(name.to_owned().into(), kind)
    })
}

fn nesting(members: &Map<String, Json>, at: &Place<'_>) -> Read<Nesting> {
    let mode_at = at.member("nesting_mode");
    match at.optional_text(members, "nesting_mode")? {
        Some("single") => Ok(Nesting::Single),
        Some("group") => Ok(Nesting::Group),
        Some("list") => Ok(Nesting::List),
        Some("set") => Ok(Nesting::Set),
        Some("map") => Ok(Nesting::Map),
        Some(other) => Err(mode_at.error(format!("there is no nesting called {other:?}"))),
        None => Err(mode_at.error("is missing")),
    }
}

/// Whether the kind of the description differs from the one that we would choose.
fn other_kind(members: &Map<String, Json>, description: &str, at: &Place<'_>) -> Read<bool> {
    match at.optional_text(members, "description_kind")? {
        None => Ok(false),
        Some("plain") => Ok(!description.is_empty()),
        Some("markdown") => Ok(description.is_empty()),
        Some(other) => Err(at
            .member("description_kind")
            .error(format!("there is no kind of description called {other:?}"))),
    }
}

/// Why it is deprecated, if it is.
fn deprecation(members: &Map<String, Json>, at: &Place<'_>) -> Read<Option<Text>> {
    if !at.flag(members, "deprecated")? {
        return Ok(None);
    }
    let text = at.text(members, "deprecation_message")?;
    Ok(Some(text)
        .filter(|text| !text.is_empty())
        .or(Some(Ref::text(DEPRECATED))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn flags_and_texts_are_read() {
        let block = read_block(&json!({
            "description": "A thing.",
            "deprecated": true,
            "attributes": {
                "secret": {"type": "string", "optional": true, "sensitive": true, "write_only": true,
                    "deprecated": true, "description": "Shh."},
            }
        }))
        .unwrap();
        assert_eq!(&*block.description, "A thing.");
        assert!(!block.deprecated.is_empty());
        let field = block.field("secret").unwrap();
        assert_eq!(
            field.flags,
            Flags::OPTIONAL
                .with(Flags::SENSITIVE)
                .with(Flags::WRITE_ONLY)
                .with(Flags::NULLABLE)
                .with(Flags::HOLDS_NULLS)
        );
        assert_eq!(field.deprecated(), Some("deprecated"));
        assert_eq!(&*field.description, "Shh.");
    }

    #[test]
    fn what_is_not_a_schema_is_an_error_at_its_place() {
        let place = |json: Json| read_block(&json).unwrap_err().path;
        assert_eq!(place(json!([])), "");
        assert_eq!(place(json!({"attributes": {"a": {}}})), "attributes.a");
        assert_eq!(
            place(json!({"attributes": {"a": {"type": "string", "computed": 1}}})),
            "attributes.a.computed"
        );
        assert_eq!(
            place(json!({"block_types": {"b": {"nesting_mode": "heap"}}})),
            "block_types.b.nesting_mode"
        );
        assert_eq!(
            place(json!({"block_types": {"b": {"nesting_mode": "list", "min_items": -1}}})),
            "block_types.b.min_items"
        );
        assert_eq!(
            place(json!({"attributes": {"a": {"nested_type": {"nesting_mode": "group"}}}})),
            "attributes.a.nested_type"
        );
        assert!(
            read_block(&json!({
                "attributes": {"a": {"type": "string"}},
                "block_types": {"a": {"nesting_mode": "list"}}
            }))
            .is_err()
        );
    }

    #[test]
    fn a_schema_nested_without_end_is_rejected() {
        let mut json = json!({});
        for _ in 0..500 {
            json = json!({"block_types": {"b": {"nesting_mode": "list", "block": json}}});
        }
        assert!(read_block(&json).unwrap_err().text.contains("deep"));
    }
}
