// syntax: the variant for all other texts stands for one; at `rename`

use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Small,
    #[schema(other, rename = "rest")]
    Other(String),
}

fn main() {}
