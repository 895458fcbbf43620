// R215: one_of with a number on a text; at `2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of("a", 2))]
    name: String,
}

fn main() {}
