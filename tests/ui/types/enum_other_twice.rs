// syntax: two variants for all other texts; at `other`

use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Small,
    #[schema(other)]
    Other(String),
    #[schema(other)]
    Rest(String),
}

fn main() {}
