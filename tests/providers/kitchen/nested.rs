//! Nested attributes of every nesting mode.

use schema_provider::prelude::*;

use super::provider::stored_resource;

/// Nested attributes.
#[derive(Schema)]
#[schema(resource = "kitchen_nested")]
pub(crate) struct Nested {
    #[field(optional)]
    note: Option<String>,
    #[field(required, nested(single))]
    needed: Leaf,
    #[field(optional, nested(single))]
    single: Option<Part>,
    #[field(optional, nested(list))]
    list: Vec<Part>,
    #[field(optional, nested(set))]
    set: Set<Leaf>,
    #[field(optional, nested(map))]
    map: BTreeMap<String, Part>,
    #[field(computed, nested(single))]
    made_single: Option<Made>,
    #[field(computed, nested(list))]
    made_list: Vec<Made>,
    #[field(computed, nested(set))]
    made_set: Set<Made>,
    #[field(computed, nested(map))]
    made_map: BTreeMap<String, Made>,
    #[field(optional, computed, nested(single))]
    either_single: Option<Leaf>,
    #[field(optional, computed, nested(list))]
    either_list: Vec<Leaf>,
    #[field(optional, computed, nested(map))]
    either_map: BTreeMap<String, Leaf>,
    #[field(optional, computed, nested(set))]
    either_set: Set<Leaf>,
}

/// An object with everything that one may hold.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Part {
    #[field(required)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    #[field(optional, default = "plain")]
    kind: String,
    #[field(computed)]
    made: String,
    #[field(optional, computed)]
    either: Option<String>,
    #[field(optional)]
    tags: Option<Vec<String>>,
    #[field(optional, nested(list))]
    inner: Vec<Leaf>,
}

/// An object without anything computed.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Leaf {
    #[field(required)]
    name: String,
    #[field(optional)]
    count: Option<i64>,
}

/// An object that the provider makes.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Made {
    #[field(computed)]
    address: String,
    #[field(computed)]
    port: i64,
}

stored_resource!(Nested);
