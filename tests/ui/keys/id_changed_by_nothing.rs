// An id that changes with fields, of which none is named; at `when_changed`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server", id(when_changed()))]
pub struct Server {
    #[field(required)]
    name: String,
}

fn main() {}
