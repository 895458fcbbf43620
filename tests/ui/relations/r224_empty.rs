// R224: a relation without names; at `conflicts_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with())]
    name: Option<String>,
}

fn main() {}
