// R220: allow without a reason; at `force_new_default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, force_new, default = 1, allow(force_new_default))]
    size_mb: i64,
}

fn main() {}
