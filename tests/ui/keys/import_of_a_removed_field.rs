// syntax: an import pattern with a field that is removed; at `"{path}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{path}")]
struct Image {
    #[field(required)]
    name: String,
    #[field(optional, removed = "use name")]
    path: Option<String>,
}

fn main() {}
