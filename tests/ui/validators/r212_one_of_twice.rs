// R212: one_of with the same value twice; at `"a"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = one_of("a", "b", "a"))]
    name: String,
}

fn main() {}
