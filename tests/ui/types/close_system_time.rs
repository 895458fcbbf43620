// E0277: a type that is close; at `Option<SystemTime>`
use std::time::SystemTime;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<SystemTime>,
}

fn main() {}
