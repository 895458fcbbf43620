// syntax: an import pattern with a block; at `"{part}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{part}")]
struct Image {
    #[field(block(single))]
    part: Part,
}

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

fn main() {}
