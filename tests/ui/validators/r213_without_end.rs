// R213: a range without ends; at `..`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(..))]
    name: Option<String>,
}

fn main() {}
