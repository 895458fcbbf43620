// R212: the same constant twice, among numbers with a fraction; at `HALF`
use schema_runtime::Schema;

const HALF: f64 = 0.5;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = each(one_of(0.25, 0.5, HALF)))]
    weights: Vec<f64>,
}

fn main() {}
