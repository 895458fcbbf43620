// R211: each without validators; at `each`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = each())]
    names: Vec<String>,
}

fn main() {}
