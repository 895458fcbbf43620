//! Nested blocks of every nesting mode.

use schema_provider::prelude::*;

use super::provider::stored_resource;

/// Blocks.
#[derive(Schema)]
#[schema(resource = "kitchen_blocks")]
pub(crate) struct Blocks {
    #[field(optional)]
    note: Option<String>,
    #[field(block(list))]
    list: Vec<Item>,
    #[field(block(list, min_items = 1, max_items = 2))]
    counted: Vec<Plain>,
    #[field(block(set))]
    set: Set<Plain>,
    /// The port says which rule it was.
    #[field(block(set), set_key = port)]
    keyed: Set<Rule>,
    #[field(block(single))]
    needed: Plain,
    #[field(block(single))]
    single: Option<Item>,
}

/// A block with everything that a block may hold.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Item {
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
    tags: Set<String>,
    #[field(block(list))]
    inner: Vec<Inner>,
    #[field(block(set))]
    group: Set<Plain>,
}

/// A block in a block.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Inner {
    #[field(required)]
    label: String,
    #[field(computed)]
    serial: i64,
    #[field(block(single))]
    deepest: Option<Plain>,
}

/// A block without anything computed.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Plain {
    #[field(required)]
    name: String,
    #[field(optional, default = 1)]
    count: i64,
}

/// A block in a set, with a part that the provider makes.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Rule {
    #[field(required)]
    port: u16,
    #[field(optional, default = "tcp")]
    protocol: String,
    #[field(computed)]
    rule_id: String,
}

fn port(rule: &Rule) -> u16 {
    rule.port
}

stored_resource!(Blocks);
