// -: a key as Go writes it; at `:`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, ForceNew: true)]
    name: String,
}

fn main() {}
