// R216: a default that is refused by any; at `"none"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "none", validate = any(one_of("auto"), mac))]
    name: String,
}

fn main() {}
