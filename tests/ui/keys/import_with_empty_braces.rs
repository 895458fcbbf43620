// syntax: an import pattern with braces around nothing; at `"{}/{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{}/{name}")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
