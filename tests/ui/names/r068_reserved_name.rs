// R68: a reserved name; at `count`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    count: Option<i64>,
}

fn main() {}
