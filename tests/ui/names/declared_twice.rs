// E0124: two fields of one name; at `name: Option<i64>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(optional)]
    name: Option<i64>,
}

fn main() {}
