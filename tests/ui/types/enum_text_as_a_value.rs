// E0308: a text as the value of a variant; at `"raw"`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub enum Kind {
    Raw = "raw",
}

fn main() {}
