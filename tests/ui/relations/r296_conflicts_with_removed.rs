// R296: a conflict with a removed field; at `size`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(size))]
    size_mb: Option<i64>,
    #[field(optional, removed = "use `size_mb`")]
    size: Option<i64>,
}

fn main() {}
