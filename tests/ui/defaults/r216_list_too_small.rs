// R216: a default list that its own validator refuses; at `[]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = size(1..), default = [])]
    zones: Vec<String>,
}

fn main() {}
