// C2: a schema version below zero; at `version`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", version = -1)]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
