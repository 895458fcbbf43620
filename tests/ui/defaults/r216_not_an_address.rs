// R216: a default that is refused by ip; at `"localhost"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "localhost", validate = ip)]
    name: String,
}

fn main() {}
