// R96: a field named timeouts; at `timeouts`
#![deny(deprecated)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    timeouts: Option<String>,
}

fn main() {}
