//! Configurations for any schema, in Terraform's JSON syntax.

use schema_runtime::codec::json;
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting, Schema};
use schema_runtime::ty::Type;
use serde_json::{Map, Value as Json};

use crate::file_store::make;

/// How much of a schema is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The required values.
    Least,
    /// Everything that can be.
    Most,
}

/// Names that Terraform keeps for itself at the root of a resource.
const RESERVED: &[&str] = &[
    "count",
    "for_each",
    "provider",
    "depends_on",
    "lifecycle",
    "connection",
    "provisioner",
];

/// The body of a resource. Texts begin with `word`, so that another word is another configuration.
/// `None` if Terraform reserves a required name.
#[must_use]
pub fn body(schema: &Schema, amount: Amount, word: &str) -> Option<Json> {
    let fields = &schema.block.fields;
    let taken = |field: &Field| RESERVED.contains(&field.name.as_str());
    if fields.iter().any(|f| taken(f) && f.is(Flags::REQUIRED)) {
        return None;
    }
    let mut body = object(&schema.block, amount, word);
    for name in RESERVED.iter().chain(&["id", "timeouts"]) {
        body.remove(*name);
    }
    Some(Json::Object(body))
}

fn object(block: &Block, amount: Amount, place: &str) -> Map<String, Json> {
    block
        .fields
        .iter()
        .filter_map(|field| {
            let place = format!("{place}-{}", field.name);
            Some((field.name.to_string(), value(field, amount, &place)?))
        })
        .collect()
}

/// The value of a field; nothing where it is omitted.
fn value(field: &Field, amount: Amount, place: &str) -> Option<Json> {
    let wanted = match &field.kind {
        Kind::Block { min_items, .. } => *min_items > 0 || amount == Amount::Most,
        _ => field.is(Flags::REQUIRED) || (amount == Amount::Most && field.is(Flags::OPTIONAL)),
    };
    if !wanted || field.deprecated().is_some() && !field.is(Flags::REQUIRED) {
        return None;
    }
    match &field.kind {
        Kind::Attribute { ty } => typed(ty, place),
        Kind::Nested { nesting, block } => Some(group(*nesting, block, amount, place, (0, 0))),
        Kind::Block {
            nesting,
            block,
            min_items,
            max_items,
        } => Some(group(
            *nesting,
            block,
            amount,
            place,
            (*min_items, *max_items),
        )),
        _ => unreachable!("another kind of field"),
    }
}

fn typed(ty: &Type, place: &str) -> Option<Json> {
    let text = json::encode(ty, &make(ty, place)).ok()?;
    let value: Json = serde_json::from_str(&text).ok()?;
    Some(match ty {
        // A state carries a dynamic value with its type; a configuration does not.
        Type::Dynamic => Json::from(place),
        _ => value,
    })
}

fn group(
    nesting: Nesting,
    block: &Block,
    amount: Amount,
    place: &str,
    (min, max): (u32, u32),
) -> Json {
    let one = |number: u32| Json::Object(object(block, amount, &format!("{place}-{number}")));
    match nesting {
        Nesting::Single | Nesting::Group => one(0),
        Nesting::List | Nesting::Set => {
            let count = match (amount, max) {
                (Amount::Least, _) => min.max(1),
                (Amount::Most, 0) => min.max(2),
                (Amount::Most, max) => min.max(max.min(2)),
            };
            Json::Array((0..count).map(one).collect())
        }
        Nesting::Map => Json::Object(Map::from_iter([("key".to_owned(), one(0))])),
    }
}
