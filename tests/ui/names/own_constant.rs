// E0592: a developer's constant with the name of a field constant; at `name`
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
