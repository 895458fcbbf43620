// syntax: the name in Rust of a renamed field in the pattern; at `"{name}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}")]
struct Image {
    #[field(required, force_new, rename = "title")]
    name: String,
}

fn main() {}
