// R27: a field conflicts with itself; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(name))]
    name: Option<String>,
}

fn main() {}
