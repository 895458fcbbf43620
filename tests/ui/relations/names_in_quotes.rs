// syntax: a relation with a text; at `"size_mb"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with("size_mb"))]
    name: Option<String>,
    #[field(optional)]
    size_mb: Option<i64>,
}

fn main() {}
