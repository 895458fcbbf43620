// syntax: an import pattern with a field that no state keeps; at `"{token}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{token}")]
struct Image {
    #[field(required, write_only)]
    token: Option<String>,
}

fn main() {}
