// R226: a computed field that changes with a write-only one; at `password`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    password: Option<Secret>,
    #[field(computed(when_changed(password)))]
    address: String,
}

fn main() {}
