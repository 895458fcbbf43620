// R203: a plain optional field without default is not nullable; at `String`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    name: String,
}

fn main() {}
