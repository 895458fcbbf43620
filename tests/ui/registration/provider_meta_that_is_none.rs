// E0277: `meta` names a nested struct; at `Meta`
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
