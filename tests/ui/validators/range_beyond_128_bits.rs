// across: an end of a range that only u128 has; at `u128::MAX`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = range(1..=u128::MAX))]
    size: u128,
}


fn main() {}
