// syntax: a number with a unit; at `10m`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 10m)]
    minutes: i64,
}

fn main() {}
