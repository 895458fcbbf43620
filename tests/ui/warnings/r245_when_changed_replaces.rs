// R245: a field that changes with one that replaces the object; at `name`
#![deny(warnings)]
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(computed(when_changed(name)))]
    arn: String,
}

fn main() {}
