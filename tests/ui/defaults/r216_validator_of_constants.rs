// R216: a default against a constant of the validator; at `"abcd"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "abcd", validate = length(..=MOST))]
    level: String,
}

#[allow(dead_code)]
const BIG: i64 = 1000;
#[allow(dead_code)]
const NAME: &str = "abcdef";
#[allow(dead_code)]
const MOST: u64 = 3;

fn main() {}
