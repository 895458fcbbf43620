// R112: an id of a resource that nothing sets where it is not configured; at `id`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    id: Option<String>,
}

fn main() {}
