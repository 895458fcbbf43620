// syntax: a relation as a list of texts; at `["b"]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, conflicts_with = ["b"])]
    a: Option<String>,
    #[field(optional)]
    b: Option<String>,
}

fn main() {}
