// E0277: a type that is close; at `Option<Arc<str>>`
use std::sync::Arc;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<Arc<str>>,
}

fn main() {}
