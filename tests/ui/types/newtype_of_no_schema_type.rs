// E0277: a SchemaNewtype around a type that is no schema type; at `std::time::Instant`

use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
struct At(std::time::Instant);

fn main() {}
