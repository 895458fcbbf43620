// -: both limits as keys, which are one validator; at `min`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, min = 1, max = 10)]
    field: Option<i64>,
}

fn main() {}
