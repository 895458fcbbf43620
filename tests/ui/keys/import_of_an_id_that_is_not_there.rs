// syntax: an import pattern with the id of a struct that has none; at `"{id}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id = none, import = "{id}/{name}")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
