// E0277: a type that is close; at `Option<*const u8>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<*const u8>,
}

fn main() {}
