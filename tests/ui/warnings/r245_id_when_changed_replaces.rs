// R245: an id that changes with a field that replaces the object; at `name`
#![deny(warnings)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(when_changed(name)))]
pub struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
