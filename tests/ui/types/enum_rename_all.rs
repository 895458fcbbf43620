// syntax: names of all variants as in serde; at `rename_all`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
#[schema(rename_all = "snake_case")]
pub enum Kind {
    Raw,
}

fn main() {}
