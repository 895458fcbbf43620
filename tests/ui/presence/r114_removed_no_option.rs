// R114: a removed field that is no Option; at `String`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, removed = "it did nothing")]
    name: String,
}

fn main() {}
