// R216: a default that is refused by equals; at `false`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = false, validate = equals(true))]
    name: bool,
}

fn main() {}
