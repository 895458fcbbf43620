// R216: a default that is refused by json; at `"{"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "{", validate = json)]
    name: String,
}

fn main() {}
