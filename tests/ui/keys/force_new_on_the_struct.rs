// syntax: a key of fields on the struct; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", force_new)]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
