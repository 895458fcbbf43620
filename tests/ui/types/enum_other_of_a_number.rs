// syntax: the variant for all other texts keeps a number; at `u8`

use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Small,
    #[schema(other)]
    Other(u8),
}

fn main() {}
