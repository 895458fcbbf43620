// syntax: an enum under both derives; at `enum`
use schema_runtime::{Schema, SchemaEnum};

#[derive(Schema, SchemaEnum)]
enum Kind {
    Raw,
    Sized,
}

fn main() {}
