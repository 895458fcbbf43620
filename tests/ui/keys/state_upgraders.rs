// syntax: a key of Go's; at `state_upgraders`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server", state_upgraders = [up])]
pub struct Server {
    #[field(required)]
    name: String,
}

fn main() {}
