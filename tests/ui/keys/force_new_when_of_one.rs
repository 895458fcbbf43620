// force_new(when) with a closure of one argument; at `|`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, force_new(when = |new| *new < 8))]
    size_mb: i64,
}

fn main() {}
