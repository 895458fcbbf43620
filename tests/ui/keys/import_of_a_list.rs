// syntax: an import pattern with a list; at `"{names}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{names}")]
struct Image {
    #[field(required, force_new)]
    names: Vec<String>,
}

fn main() {}
