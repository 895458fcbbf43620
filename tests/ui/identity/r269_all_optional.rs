// R269: an import needs nothing; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name(optional)))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
