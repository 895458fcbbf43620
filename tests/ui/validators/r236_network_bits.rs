// R236: a network of more bits than addresses have; at `16..=129`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = network(16..=129))]
    name: String,
}

fn main() {}
