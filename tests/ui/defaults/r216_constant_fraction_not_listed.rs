// R216: a default that a list of constants with a fraction does not hold; at `0.75`
use schema_runtime::Schema;

const HALF: f64 = 0.5;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 0.75, validate = one_of(0.25, HALF))]
    weight: f64,
}

fn main() {}
