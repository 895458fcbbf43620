// syntax: an import pattern that names a field twice; at `"{name}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}/{name}")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
