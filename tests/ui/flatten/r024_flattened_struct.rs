// R24: a relation that names a flattened struct as a whole; at `common`
use schema_runtime::Schema;

#[derive(Schema)]
struct Common {
    #[field(optional)]
    zone: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(flatten)]
    common: Common,
    #[field(optional, conflicts_with(common))]
    size_mb: Option<i64>,
}

fn main() {}
