// syntax: a description of the block timeouts; at `"How long."`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create = "10m", description = "How long."))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
