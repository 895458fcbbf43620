//! Values as JSON, and which of their parts are unknown or sensitive.

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::schema::Nesting;

use crate::language::eval::TypedValue;
use crate::render::display::{DisplayBlock, DisplayValue, display_value};

/// A value as JSON, built from a function of each part of it that has no parts itself. Without
/// `all`, only what the function has something for is there, and what is around it.
fn value_of(
    value: &DisplayValue,
    all: bool,
    of: &dyn Fn(&DisplayValue) -> Option<Json>,
) -> Option<Json> {
    match value {
        DisplayValue::List(values) | DisplayValue::Set(values) => {
            let parts: Vec<_> = values.iter().map(|part| value_of(part, all, of)).collect();
            let parts = (all || parts.iter().any(Option::is_some)).then_some(parts)?;
            let parts = parts.into_iter();
            Some(parts.map(|part| part.unwrap_or(json!(false))).collect())
        }
        DisplayValue::Map(values) | DisplayValue::Object(values) => {
            let parts = values.iter();
            let parts =
                parts.filter_map(|(name, part)| Some((name.clone(), value_of(part, all, of)?)));
            let parts: Map = parts.collect();
            (all || !parts.is_empty()).then_some(Json::Object(parts))
        }
        leaf => of(leaf),
    }
}

/// The same of a block.
fn block_of(
    block: &DisplayBlock,
    all: bool,
    of: &dyn Fn(&DisplayValue) -> Option<Json>,
) -> Option<Json> {
    let attributes = block.attributes.iter();
    let attributes =
        attributes.filter_map(|(name, value)| Some((name.clone(), value_of(value, all, of)?)));
    let blocks = block.blocks.iter().filter_map(|blocks| {
        let inner = blocks.blocks.iter();
        let inner: Vec<_> = inner
            .map(|(label, block)| (label, block_of(block, all, of)))
            .collect();
        let is_there = all || inner.iter().any(|(_, part)| part.is_some());
        let mut each = inner.into_iter();
        let value = match (&blocks.whole, blocks.nesting) {
            (Some(whole), _) if all || of(whole).is_some() => of(whole)?,
            _ if !is_there => return None,
            (_, Nesting::Single | Nesting::Group) => match each.next() {
                Some((_, part)) => part?,
                None => of(&DisplayValue::Null)?,
            },
            (_, Nesting::Map) => Json::Object(
                each.filter_map(|(label, part)| Some((label.clone()?, part?)))
                    .collect(),
            ),
            (_, Nesting::List | Nesting::Set) => {
                each.map(|(_, part)| part.unwrap_or(json!({}))).collect()
            }
        };
        Some((blocks.name.clone(), value))
    });
    let members: Map = attributes.chain(blocks).collect();
    (all || !members.is_empty()).then_some(Json::Object(members))
}

fn leaf(value: &DisplayValue) -> Json {
    match value {
        // Numbers and bools have the same form in JSON.
        DisplayValue::Scalar(text) => text.parse().unwrap_or_default(),
        DisplayValue::Text(text) => json!(text),
        _ => Json::Null,
    }
}

/// The object of a block; null if there is none.
pub(super) fn block_json(block: Option<&DisplayBlock>) -> Json {
    block
        .and_then(|block| block_of(block, true, &|part| Some(leaf(part))))
        .unwrap_or_default()
}

/// `true` for each value that is wanted, and the objects and collections around them.
pub(super) fn marked_block(
    block: Option<&DisplayBlock>,
    wanted: &dyn Fn(&DisplayValue) -> bool,
) -> Json {
    let of = |value: &DisplayValue| wanted(value).then(|| json!(true));
    block
        .and_then(|block| block_of(block, false, &of))
        .unwrap_or_else(|| json!({}))
}

/// `sensitive_values` of an object, as in Terraform: `true` for sensitive values, and the
/// collections and objects around them, even if nothing in those is sensitive.
pub(super) fn sensitive_values(block: &DisplayBlock) -> Json {
    let of =
        |value: &DisplayValue| matches!(value, DisplayValue::Sensitive(_)).then(|| json!(true));
    block_of(block, true, &of).unwrap_or_default()
}

/// A value for machine-readable output; null if it is sensitive or unknown.
pub(super) fn typed_json(typed: &TypedValue) -> Json {
    let value = display_value(&typed.ty, &typed.value, &typed.marks.sensitive);
    value_of(&value, true, &|part| Some(leaf(part))).unwrap_or_default()
}
