// -: validate without validators; at `[]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = [])]
    name: Option<String>,
}

fn main() {}
