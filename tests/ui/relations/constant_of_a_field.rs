// syntax: a relation with the constant of a field; at `Image`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(Image::SIZE_MB))]
    limit_mb: Option<i64>,
    #[field(optional)]
    size_mb: Option<i64>,
    #[field(block(list))]
    part: Vec<Part>,
}

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

fn main() {}
