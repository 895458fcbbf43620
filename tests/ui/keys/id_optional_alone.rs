// An optional id that is not computed, which is a field; at `optional`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(optional))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
