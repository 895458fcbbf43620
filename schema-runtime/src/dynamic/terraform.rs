//! Reading Terraform's schema JSON.

use serde_json::{Map, Value as Json};

use super::error::{DynamicSchemaError, Place};
use super::types;
use crate::refs::{Ref, Text};
use crate::schema::{
    Block, DEPRECATED, Extra, Field, Fields, Flags, Kind, Nesting, Schema, SchemaKind,
};

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
    block(json, &Place::ROOT)
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
) -> Result<Schema, DynamicSchemaError> {
    let members = at.object(json)?;
    let block = match members.get("block") {
        None | Some(Json::Null) => empty_block(),
        Some(json) => block(json, &at.member("block"))?,
    };
    Ok(Schema {
        kind,
        type_name: type_name.to_owned().into(),
        version: at.count(members, "version")?,
        block: Ref::Shared(block.into()),
        timeouts: Ref::empty(),
        subcategory: Ref::text(""),
    })
}

pub(super) fn empty_block() -> Block {
    Block {
        fields: Fields::empty(),
        description: Ref::text(""),
        deprecated: Ref::text(""),
        other_kind: false,
    }
}

fn block(json: &Json, at: &Place<'_>) -> Result<Block, DynamicSchemaError> {
    at.check_depth()?;
    let members = at.object(json)?;
    let mut fields = attributes(members, at)?;
    if let Some(blocks) = at.optional_object(members, "block_types")? {
        let blocks_at = at.member("block_types");
        for (name, json) in blocks {
            fields.push(block_type(name, json, &blocks_at.member(name))?);
        }
    }
    let fields = sorted(fields, at)?;
    let description = description(members, at)?;
    Ok(Block {
        other_kind: other_kind(members, &description, at)?,
        fields: fields.into(),
        description,
        deprecated: if at.flag(members, "deprecated")? {
            deprecation_text(members, at)?
        } else {
            Ref::text("")
        },
    })
}

/// Sorts by name and rejects duplicate names.
pub(super) fn sorted(
    mut fields: Vec<Field>,
    at: &Place<'_>,
) -> Result<Vec<Field>, DynamicSchemaError> {
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

fn attributes(
    members: &Map<String, Json>,
    at: &Place<'_>,
) -> Result<Vec<Field>, DynamicSchemaError> {
    let Some(attributes) = at.optional_object(members, "attributes")? else {
        return Ok(Vec::new());
    };
    let attributes_at = at.member("attributes");
    attributes
        .iter()
        .map(|(name, json)| attribute(name, json, &attributes_at.member(name)))
        .collect()
}

fn attribute(name: &str, json: &Json, at: &Place<'_>) -> Result<Field, DynamicSchemaError> {
    at.check_depth()?;
    let members = at.object(json)?;
    let present = |name: &str| members.get(name).filter(|json| !json.is_null());
    let kind = match (present("type"), present("nested_type")) {
        (Some(ty), None) => Kind::Attribute {
            ty: Ref::Shared(types::read(ty, &at.member("type"))?.into()),
        },
        (None, Some(nested)) => nested_type(nested, &at.member("nested_type"))?,
        (Some(_), Some(_)) => return Err(at.error("has both a type and a nested type")),
        (None, None) => return Err(at.error("has neither a type nor a nested type")),
    };
    let mut flags = Flags::NULLABLE.with(Flags::HOLDS_NULLS);
    for (member, flag) in [
        ("required", Flags::REQUIRED),
        ("optional", Flags::OPTIONAL),
        ("computed", Flags::COMPUTED),
        ("sensitive", Flags::SENSITIVE),
        ("write_only", Flags::WRITE_ONLY),
    ] {
        if at.flag(members, member)? {
            flags = flags.with(flag);
        }
    }
    let description = description(members, at)?;
    if other_kind(members, &description, at)? {
        flags = flags.with(Flags::OTHER_KIND);
    }
    let extras = if at.flag(members, "deprecated")? {
        vec![Extra::Deprecated {
            text: deprecation_text(members, at)?,
        }]
        .into()
    } else {
        Ref::empty()
    };
    Ok(Field {
        name: name.to_owned().into(),
        kind,
        flags,
        description,
        extras,
    })
}

fn nested_type(json: &Json, at: &Place<'_>) -> Result<Kind, DynamicSchemaError> {
    let members = at.object(json)?;
    let nesting = nesting(members, at)?;
    if nesting == Nesting::Group {
        return Err(at.error("a nested attribute cannot be a group"));
    }
    let fields = sorted(attributes(members, at)?, at)?;
    Ok(Kind::Nested {
        nesting,
        block: Ref::Shared(
            Block {
                fields: fields.into(),
                ..empty_block()
            }
            .into(),
        ),
    })
}

fn block_type(name: &str, json: &Json, at: &Place<'_>) -> Result<Field, DynamicSchemaError> {
    let members = at.object(json)?;
    let items = |member: &str| -> Result<u32, DynamicSchemaError> {
        u32::try_from(at.count(members, member)?)
            .map_err(|_| at.member(member).error("a count of 0 or more is required"))
    };
    let inside = at.member("block");
    let (block, computed) = match members.get("block") {
        None | Some(Json::Null) => (empty_block(), false),
        // As on the wire, it is a member of the inner block.
        Some(json) => (
            block(json, &inside)?,
            inside.flag(inside.object(json)?, "computed")?,
        ),
    };
    Ok(Field {
        name: name.to_owned().into(),
        kind: Kind::Block {
            nesting: nesting(members, at)?,
            block: Ref::Shared(block.into()),
            min_items: items("min_items")?,
            max_items: items("max_items")?,
        },
        flags: if computed {
            Flags::COMPUTED
        } else {
            Flags::NONE
        },
        description: Ref::text(""),
        extras: Ref::empty(),
    })
}

fn nesting(members: &Map<String, Json>, at: &Place<'_>) -> Result<Nesting, DynamicSchemaError> {
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

fn description(members: &Map<String, Json>, at: &Place<'_>) -> Result<Text, DynamicSchemaError> {
    Ok(text_of(at.optional_text(members, "description")?, ""))
}

/// Whether the kind of the description differs from the one that we would choose.
fn other_kind(
    members: &Map<String, Json>,
    description: &str,
    at: &Place<'_>,
) -> Result<bool, DynamicSchemaError> {
    match at.optional_text(members, "description_kind")? {
        None => Ok(false),
        Some("plain") => Ok(!description.is_empty()),
        Some("markdown") => Ok(description.is_empty()),
        Some(other) => Err(at
            .member("description_kind")
            .error(format!("there is no kind of description called {other:?}"))),
    }
}

fn deprecation_text(
    members: &Map<String, Json>,
    at: &Place<'_>,
) -> Result<Text, DynamicSchemaError> {
    let text = at.optional_text(members, "deprecation_message")?;
    Ok(text_of(text.filter(|text| !text.is_empty()), DEPRECATED))
}

fn text_of(text: Option<&str>, otherwise: &'static str) -> Text {
    match text {
        Some(text) if !text.is_empty() => text.to_owned().into(),
        _ => Ref::text(otherwise),
    }
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
