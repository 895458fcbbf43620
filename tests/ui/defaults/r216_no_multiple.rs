// R216: a default that is refused by divisible_by; at `1000`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 1000, validate = divisible_by(512))]
    name: i64,
}

fn main() {}
