// syntax: validators on a SchemaNewtype; at `validate`

use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
#[schema(validate = range(1..=10))]
struct Level(u8);

fn main() {}
