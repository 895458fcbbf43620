// syntax: a getter of another kind for each type; at `get_string`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn name(data: &ResourceData<Image>) -> String {
    data.get_string("name")
}

fn main() {}
