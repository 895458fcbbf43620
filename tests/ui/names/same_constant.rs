// -: two fields whose constants would be the same; at `SIZE`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    size: Option<i64>,
    #[allow(non_snake_case)]
    #[field(optional, rename = "other")]
    SIZE: Option<i64>,
}

fn main() {}
