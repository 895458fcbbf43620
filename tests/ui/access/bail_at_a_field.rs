// syntax: a field in the place of the text; at `bail!(Image::NAME, "it is taken")`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn check(_: &ResourceData<Image>) -> Result {
    bail!(Image::NAME, "it is taken");
}

fn main() {}
