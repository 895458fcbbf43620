//! Values as JSON, and which of their parts are unknown or sensitive.

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::schema::Nesting;

use crate::language::eval::TypedValue;
use crate::render::display::{DisplayBlock, DisplayValue, display_value};

fn value_json(value: &DisplayValue) -> Json {
    match value {
        DisplayValue::Null | DisplayValue::Unknown | DisplayValue::Sensitive(_) => Json::Null,
        // Numbers and bools have the same form in JSON.
        DisplayValue::Scalar(text) => text.parse().unwrap_or(Json::Null),
        DisplayValue::Text(text) => Json::String(text.clone()),
        DisplayValue::List(values) | DisplayValue::Set(values) => {
            values.iter().map(value_json).collect()
        }
        DisplayValue::Map(values) | DisplayValue::Object(values) => Json::Object(
            values
                .iter()
                .map(|(name, value)| (name.clone(), value_json(value)))
                .collect(),
        ),
    }
}

/// The object of a block.
pub(crate) fn block_json(block: &DisplayBlock) -> Json {
    nested_json(block, &|value| Some(value_json(value)))
}

/// The object of a block, built from a function of each value in it.
fn nested_json(block: &DisplayBlock, of: &dyn Fn(&DisplayValue) -> Option<Json>) -> Json {
    let attributes = block.attributes.iter();
    let attributes = attributes.filter_map(|(name, value)| Some((name.clone(), of(value)?)));
    let blocks = block.blocks.iter().filter_map(|blocks| {
        let mut each = blocks.blocks.iter();
        let value = match (&blocks.whole, blocks.nesting) {
            (Some(whole), _) => of(whole)?,
            (None, Nesting::Single | Nesting::Group) => match each.next() {
                Some((_, block)) => nested_json(block, of),
                None => of(&DisplayValue::Null)?,
            },
            (None, Nesting::Map) => Json::Object(
                each.filter_map(|(label, block)| Some((label.clone()?, nested_json(block, of))))
                    .collect(),
            ),
            (None, Nesting::List | Nesting::Set) => {
                each.map(|(_, block)| nested_json(block, of)).collect()
            }
        };
        Some((blocks.name.clone(), value))
    });
    Json::Object(attributes.chain(blocks).collect())
}

/// `true` for each value that matches; `None` if none does.
fn marked(value: &DisplayValue, wanted: &dyn Fn(&DisplayValue) -> bool) -> Option<Json> {
    if wanted(value) {
        return Some(json!(true));
    }
    match value {
        DisplayValue::List(values) | DisplayValue::Set(values) => {
            let marks: Vec<Option<Json>> = values.iter().map(|v| marked(v, wanted)).collect();
            marks.iter().any(Option::is_some).then(|| {
                marks
                    .into_iter()
                    .map(|mark| mark.unwrap_or(json!(false)))
                    .collect()
            })
        }
        DisplayValue::Map(values) | DisplayValue::Object(values) => {
            let marks: Map = values
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), marked(value, wanted)?)))
                .collect();
            (!marks.is_empty()).then_some(Json::Object(marks))
        }
        _ => None,
    }
}

pub(super) fn marked_block(
    block: &DisplayBlock,
    wanted: &dyn Fn(&DisplayValue) -> bool,
) -> Option<Json> {
    let mut marks: Map = block
        .attributes
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), marked(value, wanted)?)))
        .collect();
    for blocks in &block.blocks {
        if blocks.whole.as_ref().is_some_and(wanted) {
            marks.insert(blocks.name.clone(), json!(true));
            continue;
        }
        let inner: Vec<(&Option<String>, Option<Json>)> = blocks
            .blocks
            .iter()
            .map(|(label, block)| (label, marked_block(block, wanted)))
            .collect();
        if inner.iter().all(|(_, mark)| mark.is_none()) {
            continue;
        }
        let mut each = inner.into_iter();
        let inner = match blocks.nesting {
            Nesting::Single | Nesting::Group => {
                each.next().and_then(|(_, mark)| mark).unwrap_or(json!({}))
            }
            Nesting::Map => Json::Object(
                each.filter_map(|(label, mark)| Some((label.clone()?, mark?)))
                    .collect(),
            ),
            Nesting::List | Nesting::Set => {
                each.map(|(_, mark)| mark.unwrap_or(json!({}))).collect()
            }
        };
        marks.insert(blocks.name.clone(), inner);
    }
    (!marks.is_empty()).then_some(Json::Object(marks))
}

/// `sensitive_values` of an object, as in Terraform: `true` for sensitive values, and the
/// collections and objects around them, even if nothing in those is sensitive.
pub(super) fn sensitive_values(block: &DisplayBlock) -> Json {
    nested_json(block, &sensitive_value)
}

fn sensitive_value(value: &DisplayValue) -> Option<Json> {
    match value {
        DisplayValue::Sensitive(_) => Some(json!(true)),
        DisplayValue::List(values) | DisplayValue::Set(values) => {
            let values = values.iter();
            Some(
                values
                    .map(|value| sensitive_value(value).unwrap_or(json!(false)))
                    .collect(),
            )
        }
        DisplayValue::Map(values) | DisplayValue::Object(values) => Some(Json::Object(
            values
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), sensitive_value(value)?)))
                .collect(),
        )),
        _ => None,
    }
}

/// A value for machine-readable output; null if it is sensitive or unknown.
pub(crate) fn typed_json(typed: &TypedValue) -> Json {
    value_json(&display_value(
        &typed.ty,
        &typed.value,
        &typed.marks.sensitive,
    ))
}
