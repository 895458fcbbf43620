// R203: what everyone who comes from Go writes first; at `bool`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    encrypted: bool,
}

fn main() {}
