// R216: a fallback that the validator refuses; at `"12"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_LEVEL", fallback = "12"), validate = range(1..=9))]
    level: i64,
}

fn main() {}
