// syntax: a word that there is not; at `computed`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name(computed)))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
