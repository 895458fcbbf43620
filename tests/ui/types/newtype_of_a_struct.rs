// E0277: a SchemaNewtype around a schema struct; at `Rule`

use schema_runtime::{Schema, SchemaNewtype};

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(SchemaNewtype)]
struct Wrapped(Rule);

fn main() {}
