// R237: a scheme with what follows it; at `"https://"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = url("https://"))]
    name: String,
}

fn main() {}
