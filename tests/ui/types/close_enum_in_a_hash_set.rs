// E0277: a type that is close; at `HashSet<Kind>`
use schema_runtime::{Schema, SchemaEnum};
use std::collections::HashSet;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: HashSet<Kind>,
}

#[derive(SchemaEnum)]
pub enum Kind {
    Raw,
}

fn main() {}
