// equals takes a truth value; at `"yes"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = equals("yes"))]
    name: Option<bool>,
}

fn main() {}
