// syntax: SchemaEnum with data; at `(u8)`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Raw,
    Sized(u8),
}

fn main() {}
