// force_new with another word than when; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, force_new(if_changed = |old, new| new < old))]
    size_mb: i64,
}

fn main() {}
