// syntax: an import pattern with a misspelt field; at `"{nam}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{nam}")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
