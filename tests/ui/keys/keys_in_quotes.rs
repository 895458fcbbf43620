// -: all keys in quotes; at `"optional"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field("optional", "computed")]
    field: Option<String>,
}

fn main() {}
