// R28: a conflict with a required field; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(name))]
    size_mb: Option<i64>,
    #[field(required)]
    name: String,
}

fn main() {}
