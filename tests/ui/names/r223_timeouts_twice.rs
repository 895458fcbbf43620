// R223: a field named timeouts beside timeouts; at `timeouts`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create = "1m"))]
struct Image {
    #[field(optional)]
    timeouts: Option<String>,
}

fn main() {}
