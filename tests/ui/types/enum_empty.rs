// syntax: SchemaEnum without variants; at `Kind`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {}

fn main() {}
