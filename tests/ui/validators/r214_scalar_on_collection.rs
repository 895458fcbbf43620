// R214: a scalar validator on a collection; at `length`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(1..=5))]
    tags: Vec<String>,
}

fn main() {}
