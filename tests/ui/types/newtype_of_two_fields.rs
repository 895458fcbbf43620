// syntax: SchemaNewtype on a struct of two fields; at `(String, u8)`
use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
struct Pair(String, u8);

fn main() {}
