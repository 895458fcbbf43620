// R216: a constant default out of the range; at `BIG`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = BIG, validate = range(1..=10))]
    level: i64,
}

#[allow(dead_code)]
const BIG: i64 = 1000;
#[allow(dead_code)]
const NAME: &str = "abcdef";
#[allow(dead_code)]
const MOST: u64 = 3;

fn main() {}
