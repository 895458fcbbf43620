// R112: a field named id; at `id`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    id: String,
}

fn main() {}
