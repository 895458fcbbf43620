// R23: an index in brackets; at `part[0].size_mb`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(part[0].size_mb))]
    limit_mb: Option<i64>,
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(block(list, max_items = 1))]
    part: Vec<Part>,
}

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

fn main() {}
