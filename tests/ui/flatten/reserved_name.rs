// R68: a flattened struct brings a reserved name; at `Common`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    count: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
}

fn main() {}
