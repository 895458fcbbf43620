// E0277: a type that is close; at `Option<NonZeroU16>`
use std::num::NonZeroU16;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<NonZeroU16>,
}

fn main() {}
