// R24: a path into a scalar; at `name.first`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(name.first))]
    size_mb: Option<i64>,
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
