// R216: a constant that is no multiple; at `SIZE`
use schema_runtime::Schema;

const SIZE: i64 = 1000;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = SIZE, validate = divisible_by(512))]
    name: i64,
}

fn main() {}
