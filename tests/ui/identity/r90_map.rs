// R90: a map cannot identify; at `labels`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(labels))]
struct Image {
    #[field(required, force_new)]
    labels: BTreeMap<String, String>,
}

fn main() {}
