// E0277: a type that is close; at `Option<PathBuf>`
use std::path::PathBuf;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: Option<PathBuf>,
}

fn main() {}
