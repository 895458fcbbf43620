// divisible_by takes a number; at `divisible_by`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = divisible_by)]
    name: Option<i64>,
}

fn main() {}
