// syntax: an import pattern with a brace that is not opened; at `"directory}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "directory}/{name}")]
struct Image {
    #[field(required, force_new)]
    directory: String,
    #[field(required, force_new)]
    name: String,
}

fn main() {}
