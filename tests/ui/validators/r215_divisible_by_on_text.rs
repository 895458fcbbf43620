// R215: divisible_by on a text; at `divisible_by`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = divisible_by(2))]
    name: String,
}

fn main() {}
