// R267: a secret identifies; at `pin`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, pin))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(required, force_new, sensitive)]
    pin: Secret,
}

fn main() {}
