// R215: one_of on a bool; at `one_of`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = one_of(true))]
    on: Option<bool>,
}

fn main() {}
