// -: a key in quotes; at `"required"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field("required")]
    name: String,
}

fn main() {}
