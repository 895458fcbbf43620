// syntax: an import pattern with nothing between two fields; at `"{name}{size}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}{size}")]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(required, force_new)]
    size: i64,
}

fn main() {}
