// E0277: a type that is close; at `fn(u8) -> u8`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: fn(u8) -> u8,
}

fn main() {}
