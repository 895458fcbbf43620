// R25: a handle of an element in a relation; at `Image::PART.at(0).then(Part::SIZE_MB)`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, at_least_sum_of(Image::PART.at(0).then(Part::SIZE_MB)))]
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
