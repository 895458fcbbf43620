//! Differences between two schemas that keep the same encoded value from fitting both.

use schema_transport::proto::v6::{Attribute, Block, BlockNesting, Object, ObjectNesting, Schema};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper blocks are not compared: no schema that Terraform accepts has them.
const MAX_DEPTH: usize = 64;

/// What a schema has under a name.
#[derive(PartialEq)]
struct Place {
    /// Attribute or block, with its type.
    form: String,
    required: bool,
}

/// Each difference as `PATH: WHAT`. A schema that is absent has no attributes.
pub(crate) fn differences(ours: Option<&Schema>, theirs: Option<&Schema>) -> Vec<String> {
    let (ours, theirs) = (places(ours), places(theirs));
    let names: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    let differences = names.into_iter().filter_map(|name| {
        let what = match (ours.get(name), theirs.get(name)) {
            (Some(_), None) => "the old program does not have it".to_owned(),
            (None, Some(place)) => format!("only the old program has it ({})", place.form),
            (Some(ours), Some(theirs)) if ours.form != theirs.form => {
                format!("here {}, in the old program {}", ours.form, theirs.form)
            }
            (Some(ours), Some(theirs)) if ours.required != theirs.required => {
                let word = |required| if required { "required" } else { "not required" };
                let (ours, theirs) = (word(ours.required), word(theirs.required));
                format!("here {ours}, in the old program {theirs}")
            }
            _ => return None,
        };
        Some(format!("{name}: {what}"))
    });
    differences.collect()
}

fn places(schema: Option<&Schema>) -> BTreeMap<String, Place> {
    let mut places = BTreeMap::new();
    if let Some(block) = schema.and_then(|schema| schema.block.as_ref()) {
        put(&mut places, "", block, 0);
    }
    places
}

fn put(places: &mut BTreeMap<String, Place>, prefix: &str, block: &Block, depth: usize) {
    for attribute in &block.attributes {
        let place = Place {
            form: type_of(attribute, depth).to_string(),
            required: attribute.required,
        };
        places.insert(format!("{prefix}{}", attribute.name), place);
    }
    for nested in &block.block_types {
        let name = format!("{prefix}{}", nested.type_name);
        let form = match nested.nesting() {
            BlockNesting::List => "a list of blocks",
            BlockNesting::Set => "a set of blocks",
            BlockNesting::Map => "a map of blocks",
            BlockNesting::Single | BlockNesting::Group | BlockNesting::Invalid => "a block",
        };
        let place = Place {
            form: form.to_owned(),
            required: nested.min_items > 0,
        };
        if let Some(block) = nested.block.as_ref().filter(|_| depth < MAX_DEPTH) {
            put(places, &format!("{name}."), block, depth + 1);
        }
        places.insert(name, place);
    }
}

/// The type of its values. The string does not depend on the order of an object's attributes.
fn type_of(attribute: &Attribute, depth: usize) -> Json {
    match &attribute.nested_type {
        Some(object) if depth < MAX_DEPTH => object_type(object, depth + 1),
        _ => serde_json::from_slice(&attribute.r#type).unwrap_or_default(),
    }
}

fn object_type(object: &Object, depth: usize) -> Json {
    let attributes = object.attributes.iter();
    let attributes: BTreeMap<&str, Json> = attributes
        .map(|attribute| (&*attribute.name, type_of(attribute, depth)))
        .collect();
    let object_type = json!(["object", attributes]);
    match object.nesting() {
        ObjectNesting::List => json!(["list", object_type]),
        ObjectNesting::Set => json!(["set", object_type]),
        ObjectNesting::Map => json!(["map", object_type]),
        ObjectNesting::Single | ObjectNesting::Invalid => object_type,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema_transport::proto::v6::NestedBlock;

    fn attribute(name: &str, ty: &str) -> Attribute {
        Attribute {
            name: name.to_owned(),
            r#type: ty.to_owned().into(),
            optional: true,
            ..Attribute::default()
        }
    }

    fn schema(attributes: Vec<Attribute>, blocks: Vec<NestedBlock>) -> Schema {
        let block = Block {
            attributes,
            block_types: blocks,
            ..Block::default()
        };
        Schema {
            version: 0,
            block: Some(block),
        }
    }

    #[test]
    fn each_attribute_that_differs_is_one_line() {
        let nested = |attributes| NestedBlock {
            type_name: "login".to_owned(),
            block: schema(attributes, vec![]).block,
            nesting: BlockNesting::List.into(),
            ..NestedBlock::default()
        };
        let region = Attribute {
            required: true,
            optional: false,
            ..attribute("region", "\"string\"")
        };
        let ours = schema(
            vec![
                attribute("a", "\"string\""),
                attribute("region", "\"string\""),
                attribute("z", "\"bool\""),
            ],
            vec![nested(vec![attribute("user", "\"string\"")])],
        );
        let theirs = schema(
            vec![
                attribute("a", "\"number\""),
                region,
                attribute("new", "\"bool\""),
            ],
            vec![nested(vec![
                attribute("user", "\"string\""),
                attribute("key", "[\"list\", \"string\"]"),
            ])],
        );
        assert_eq!(
            differences(Some(&ours), Some(&theirs)),
            [
                r#"a: here "string", in the old program "number""#,
                r#"login.key: only the old program has it (["list","string"])"#,
                r#"new: only the old program has it ("bool")"#,
                "region: here not required, in the old program required",
                "z: the old program does not have it",
            ]
        );
        assert_eq!(differences(Some(&ours), Some(&ours)), [""; 0]);
        assert_eq!(differences(None, Some(&schema(vec![], vec![]))), [""; 0]);
    }

    /// An attribute of an object type in protocol 5 is a nested attribute in protocol 6.
    #[test]
    fn nested_attributes_are_their_types() {
        let nested_type = Some(Object {
            attributes: vec![attribute("b", "\"string\""), attribute("a", "\"bool\"")],
            nesting: ObjectNesting::List.into(),
        });
        let nested = Attribute {
            nested_type,
            ..attribute("disk", "")
        };
        let flat = attribute(
            "disk",
            r#"["list", ["object", {"a": "bool", "b": "string"}]]"#,
        );
        let (nested, flat) = (schema(vec![nested], vec![]), schema(vec![flat], vec![]));
        assert_eq!(differences(Some(&nested), Some(&flat)), [""; 0]);
    }
}
