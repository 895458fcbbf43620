// R111: a canonical form of a collection; at `canonical`
#![deny(deprecated)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, canonical = form)]
    names: Vec<String>,
}

fn form(names: &[String]) -> schema_runtime::field_type::Canonical {
    names.concat().into()
}

fn main() {}
