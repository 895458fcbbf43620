// R224: a relation names a field twice; at `size_mb`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(size_mb, size_mb))]
    name: Option<String>,
    #[field(optional)]
    size_mb: Option<i64>,
}

fn main() {}
