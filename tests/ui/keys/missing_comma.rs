// -: a comma is missing; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional default = 1)]
    level: i64,
}

fn main() {}
