// R229: a type name with a dash; at `"disk-image"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk-image")]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
