// R20: a required field with a conflict; at `conflicts_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, conflicts_with(size_mb))]
    name: String,
    #[field(optional)]
    size_mb: Option<i64>,
}

fn main() {}
