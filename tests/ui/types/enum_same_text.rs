// syntax: SchemaEnum with one text twice; at `"raw"`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Kind {
    Raw,
    #[schema(rename = "raw")]
    Plain,
}

fn main() {}
