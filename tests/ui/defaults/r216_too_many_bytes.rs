// R216: a default that is refused by bytes; at `"äö"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "äö", validate = bytes(..=3))]
    name: String,
}

fn main() {}
