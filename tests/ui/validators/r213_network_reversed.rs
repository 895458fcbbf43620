// R213: a network of no number of bits; at `28..=16`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = network(28..=16))]
    name: String,
}

fn main() {}
