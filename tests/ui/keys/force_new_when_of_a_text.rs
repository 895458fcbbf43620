// force_new(when) with a text in place of a closure; at `"new < old"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, force_new(when = "new < old"))]
    size_mb: i64,
}

fn main() {}
