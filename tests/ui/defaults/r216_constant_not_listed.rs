// R216: a constant default that is not listed; at `NAME`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = NAME, validate = one_of("a", "b"))]
    level: String,
}

#[allow(dead_code)]
const BIG: i64 = 1000;
#[allow(dead_code)]
const NAME: &str = "abcdef";
#[allow(dead_code)]
const MOST: u64 = 3;

fn main() {}
