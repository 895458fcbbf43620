// -: a key of fields on a variant; at `field`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
pub enum Kind {
    #[field(rename = "a")]
    Raw,
}

fn main() {}
