// E0592: a constant of the author's in the place of a handle; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
}

impl Image {
    pub const NAME: &str = "image";
}

fn main() {}
