// type: an Option of an Option; at `Option<Option<i64>>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    size_mb: Option<Option<i64>>,
}

fn main() {}
