// syntax: the variant for all other texts keeps none; at `Other`

use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Small,
    #[schema(other)]
    Other,
}

fn main() {}
