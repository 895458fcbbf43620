// R112: a field named id beside a key that says something of an id that is none; at `id`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id = none)]
struct Image {
    #[field(required)]
    id: String,
}

fn main() {}
