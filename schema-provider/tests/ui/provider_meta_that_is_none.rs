// The struct that `meta` names is a nested one.
#![allow(missing_docs)]

use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "notes", meta = Meta)]
pub struct Notes {}

#[derive(Schema)]
pub struct Meta {
    #[field(optional)]
    team: Option<String>,
}

fn main() {}
