// R203: optional and computed on a type in which left out and zero are one; at `bool`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed)]
    encrypted: bool,
    // A collection has room: an empty one and none are read alike.
    #[field(optional, computed)]
    zones: Vec<String>,
}

fn main() {}
