// -: a map whose texts are not owned; at `[("a", "b")]`
use schema_provider::prelude::*;

use std::collections::BTreeMap;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = [("a", "b")])]
    tags: BTreeMap<String, String>,
}

fn main() {}
