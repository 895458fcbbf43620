// R215: the first of the listed values is of another type; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of(1, "a", "b"))]
    name: String,
}

fn main() {}
