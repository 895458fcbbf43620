//! [`Lowering::Reference`](super::Lowering::Reference): what the Go SDK itself makes of a schema in
//! its form and puts on the wire.

use schema_runtime::dynamic::DynamicSchemaError;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Extra, Field, Flags, Kind, Nesting};
use schema_runtime::ty::Type;

use super::place::Place;
use super::{ConfigMode, Elem, SdkAttribute, SdkType};

pub(super) fn fields(
    attributes: &[SdkAttribute],
    at: &Place,
) -> Result<Vec<Field>, DynamicSchemaError> {
    attributes
        .iter()
        .map(|attribute| field(attribute, &at.member(&attribute.name)))
        .collect()
}

fn field(attribute: &SdkAttribute, at: &Place) -> Result<Field, DynamicSchemaError> {
    let kind = match attribute.resource() {
        Some(resource) if is_block(attribute) => {
            let (min_items, max_items) = item_bounds(attribute);
            Kind::Block {
                nesting: nesting(attribute),
                block: block_of(fields(resource, at)?, at)?,
                min_items,
                max_items,
            }
        }
        _ => Kind::Attribute {
            ty: Ref::Shared(attribute_type(attribute, at)?.into()),
        },
    };
    let mut set = Flags::NONE;
    if matches!(kind, Kind::Attribute { .. }) {
        set = flags(attribute);
    } else if attribute.force_new {
        set = Flags::FORCE_NEW;
    }
    Ok(Field {
        name: attribute.name.clone().into(),
        kind,
        flags: set,
        description: Ref::text(""),
        extras: deprecated(attribute).into_iter().collect::<Vec<_>>().into(),
    })
}

fn is_block(attribute: &SdkAttribute) -> bool {
    match attribute.config_mode {
        ConfigMode::Attribute => false,
        ConfigMode::Block => true,
        ConfigMode::Auto => !attribute.is_computed_only(),
    }
}

/// How many blocks core asks for. Where the Go SDK's presence and its counts disagree, presence
/// wins.
pub(super) fn item_bounds(attribute: &SdkAttribute) -> (u32, u32) {
    let count = |items: i64| u32::try_from(items.max(0)).unwrap_or(u32::MAX);
    if attribute.is_computed_only() {
        return (0, 0);
    }
    let min = match (attribute.required, attribute.optional, attribute.min_items) {
        (true, _, 0) => 1,
        (_, true, _) => 0,
        (_, _, min) => count(min),
    };
    (min, count(attribute.max_items))
}

pub(super) fn nesting(attribute: &SdkAttribute) -> Nesting {
    match attribute.ty {
        Some(SdkType::Set) => Nesting::Set,
        _ => Nesting::List,
    }
}

pub(super) fn flags(attribute: &SdkAttribute) -> Flags {
    [
        (attribute.required, Flags::REQUIRED),
        (attribute.optional, Flags::OPTIONAL),
        (attribute.computed, Flags::COMPUTED),
        (attribute.force_new, Flags::FORCE_NEW),
        (attribute.sensitive, Flags::SENSITIVE),
        (attribute.write_only, Flags::WRITE_ONLY),
    ]
    .into_iter()
    .filter(|(set, _)| *set)
    .fold(
        Flags::NULLABLE.with(Flags::HOLDS_NULLS),
        |flags, (_, flag)| flags.with(flag),
    )
}

pub(super) fn deprecated(attribute: &SdkAttribute) -> Option<Extra> {
    let text = attribute
        .deprecated
        .clone()
        .filter(|text| !text.is_empty())?;
    Some(Extra::Deprecated { text: text.into() })
}

/// The `id` that the Go SDK adds.
pub(super) fn id() -> Field {
    Field {
        name: Ref::text("id"),
        kind: Kind::Attribute {
            ty: Ref::from(&Type::String),
        },
        flags: Flags::OPTIONAL.with(Flags::COMPUTED),
        description: Ref::text(""),
        extras: Ref::empty(),
    }
}

pub(super) fn block_of(fields: Vec<Field>, at: &Place) -> Result<Ref<Block>, DynamicSchemaError> {
    let mut fields = fields;
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(twice) = fields.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(at.error(format!("{:?} is given twice", &*twice[0].name)));
    }
    Ok(Ref::Shared(
        Block {
            fields: fields.into(),
            description: Ref::text(""),
            deprecated: Ref::text(""),
            other_kind: false,
        }
        .into(),
    ))
}

/// The type of an attribute that is not made of blocks. A list, set or map without an element is
/// one of strings, and so is a map of objects.
pub(super) fn attribute_type(
    attribute: &SdkAttribute,
    at: &Place,
) -> Result<Type, DynamicSchemaError> {
    let element = || -> Result<Type, DynamicSchemaError> {
        match &attribute.elem {
            None => Ok(Type::String),
            Some(Elem::Value(value)) => attribute_type(value, &at.member("elem")),
            Some(Elem::Resource(_)) if attribute.ty == Some(SdkType::Map) => Ok(Type::String),
            Some(Elem::Resource(attributes)) => {
                let fields = fields(attributes, &at.member("elem"))?;
                Ok(block_of(fields, at)?.implied_type())
            }
        }
    };
    match attribute.ty {
        Some(SdkType::String) => Ok(Type::String),
        Some(SdkType::Int | SdkType::Float) => Ok(Type::Number),
        Some(SdkType::Bool) => Ok(Type::Bool),
        Some(SdkType::List) => element().map(Type::list),
        Some(SdkType::Set) => element().map(Type::set),
        Some(SdkType::Map) => element().map(Type::map),
        None => Err(at.error("has no type")),
    }
}
