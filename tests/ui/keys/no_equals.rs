// syntax: a value without its sign; at `range`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 2, validate range(1..=64))]
    cores: i64,
}

fn main() {}
