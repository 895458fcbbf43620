// -: a key of a struct on an enum; at `resource`
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
#[schema(resource = "disk_kind")]
enum Kind {
    Raw,
}

fn main() {}
