// syntax: SchemaNewtype on an enum; at `Kind`
use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
enum Kind {
    Small,
}

fn main() {}
