// R216: a default that is refused by port; at `0`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 0, validate = port)]
    name: u16,
}

fn main() {}
