// R118: a default with force_new, with warnings denied; at `default`
#![deny(warnings)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, force_new, default = 512)]
    sector_size: i64,
}

fn main() {}
