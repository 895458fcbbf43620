// R229: an empty type name; at `""`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "")]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
