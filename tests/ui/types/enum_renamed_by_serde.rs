// An enum whose variant serde renames, which the derive does not read; at `serde`
use schema_provider::prelude::*;

#[derive(SchemaEnum)]
pub enum Size {
    Small,
    #[serde(rename = "big")]
    Large,
}

fn main() {}
