// syntax: SchemaEnum with a misspelt key; at `renam`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    #[schema(renam = "raw")]
    Raw,
}

fn main() {}
