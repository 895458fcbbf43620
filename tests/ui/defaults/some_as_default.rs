// -: Some(…) as a default; at `Some(5)`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = Some(5))]
    level: Option<i64>,
}

fn main() {}
