// R215: divisible_by on numbers with a fraction; at `divisible_by`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = divisible_by(2))]
    name: f64,
}

fn main() {}
