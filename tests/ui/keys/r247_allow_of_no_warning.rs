// R247: allow of a warning that there is none of; at `force_new_default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = 512, allow(force_new_default, reason = "it never changes"))]
    sector_size: i64,
}

fn main() {}
