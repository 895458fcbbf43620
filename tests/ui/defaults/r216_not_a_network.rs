// R216: a default that is refused by network; at `"10.0.0.1/24"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "10.0.0.1/24", validate = network(16..=28))]
    name: String,
}

fn main() {}
